import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { isoText } from './iso-text.ts'

test('text of other scripts and signs is spelled out for each network', () => {
  const text = 'Müller & Søn «Ольга» €5 @home_1 [x]'
  assert.equal(isoText(text, { charset: 'ascii', maxLength: 140 }), 'Muller & Son "Ol\'ga" EUR5 @home_1 [x]')
  assert.equal(isoText(text, { charset: 'swiftX', maxLength: 140 }), "Muller + Son ''Ol'ga'' EUR5 (at)home-1 (x)")
})

test('no sign of set x becomes a part of the number beside it', () => {
  for (const [text, written] of [
    ['$5 #5 *5 ~5 <5 =5 |5 ^5', '5 5 5 5 5 5 5 5'],
    ['5!6;7', '5 6 7'],
    ['5! 6; 7', '5. 6, 7'],
    ['_5 a_5 5_6 (_7', '5 a-5 5-6 ( 7'],
    ['5%6', '5 pct 6'],
  ] as const)
    assert.equal(isoText(text, { charset: 'swiftX', maxLength: 140 }), written)
})

test('a SWIFT reference neither begins nor ends with a slash, nor has two in a row', () => {
  assert.equal(isoText('//INV//2026\\\\7//', { charset: 'swiftReference', maxLength: 35 }), 'INV/2026/7')
  assert.equal(isoText('1234/5678', { charset: 'swiftReference', maxLength: 5 }), '1234')
})

test('whatever the text, the result has only characters of the set, and at most the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, maxLength) => {
      for (const charset of ['ascii', 'swiftX', 'swiftReference'] as const) {
        const result = isoText(text, { charset, maxLength })
        assert.ok(result.length <= maxLength)
        assert.match(result, charset === 'ascii' ? /^[\x20-\x7e]*$/ : /^[0-9A-Za-z/\-?:().,'+ ]*$/)
        assert.equal(result, result.trim())
        if (charset === 'swiftReference') assert.doesNotMatch(result, /^\/|\/\/|\/$/)
      }
    }),
  )
})
