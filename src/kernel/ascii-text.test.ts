import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { SPELLED_OUT, toAscii } from './ascii-text.ts'

const cases: readonly (readonly [string, string])[] = [
  ['Zoë Grønn-Łukasz', 'Zoe Gronn-Lukasz'],
  ['Straße “Ærø”', 'Strasse "AEro"'],
  ['李明', 'LiMing'],
  ['Ольга Иванова', "Ol'ga Ivanova"],
  ['Αθηνά', 'Athina'],
  ['محمد علي', 'mhmd `ly'],
  ['김철수', 'GimCheolSu'],
  ['がくや', 'gakuya'],
  ['٣٤', '34'],
  ['５ Ａ', '5 A'],
  ['1½ of 5 €', '1 1/2 of 5 EUR'],
  ['½', '1/2'],
  ['£3 © ±2', 'GBP3 (c) +/-2'],
  ['Jean‑Luc O’Brien…', "Jean-Luc O'Brien..."],
  ['№ 5™', 'No 5TM'],
  ['ＡＣＭＥ\t\r\n株式会社', 'ACME ZhuShiHuiShe'],
  ['🏦 ❤', ''],
]
for (const [text, spelled] of cases)
  test(`toAscii: ${JSON.stringify(text)} is spelled ${JSON.stringify(spelled)}`, () => {
    assert.equal(toAscii(text), spelled)
    assert.equal(toAscii(text.normalize('NFD')), spelled)
  })

test('toAscii: every sign of the table is spelled by the table, in printable ASCII', () => {
  for (const [sign, spelled] of Object.entries(SPELLED_OUT)) {
    assert.match(spelled, /^[\x20-\x7e]+$/)
    assert.equal(toAscii(`a${sign}b`), `a${spelled}b`.replace(/ +/g, ' '), sign)
  }
})

test('toAscii: any text becomes printable ASCII, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
      const spelled = toAscii(text)
      assert.match(spelled, /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/)
      assert.equal(toAscii(spelled), spelled)
    }),
  )
})
