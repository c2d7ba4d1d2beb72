import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { cutText, SPELLED_OUT, toAscii } from './ascii-text.ts'

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
  ['10² m³ H₂O 2₁₀', '10^2 m3 H2O 2_10'],
  ['１½½5', '1 1/2 1/2 5'],
  ['x¹⁄₂ ⅟3 ↉', 'x1/2 1/3 0/3'],
  ['①② 1❸ 4⒌', '1 2 1 3 4 5.'],
  ['5★6→7≠8∅9', '5 6->7 not = 8 9'],
  ['١٬٠٠٠٫٥٪', '1,000.5%'],
  ['N° 5, 20°C', 'No 5, 20 C'],
  ['𓀀 Ƨ', ''],
  ['¿Qué? 「5」', '?Que? [5]'],
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

test('toAscii: no digit appears, and none joins others, whatever stands between', () => {
  const between = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((text) => !/[\p{N}\p{M}\p{Cf}\p{Cc}\d㋀-㏾]/u.test(text))
  fc.assert(
    fc.property(between, (text) => {
      const spelled = toAscii(`1${text}2`)
      if (/\p{Cn}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}/u.test(text)) return
      assert.match(spelled, /^1.*[^\d].*2$|^1[^\d]2$/, JSON.stringify(text))
    }),
  )
})

test('cutText: a number that does not fit is left out whole, with its sign and its parts', () => {
  for (const [text, length, kept] of [
    ['No 12345', 6, 'No'],
    ['No 12345', 8, 'No 12345'],
    ['No 1 000 000', 6, 'No'],
    ['No 1 1/2', 4, 'No'],
    ['No -5.50', 5, 'No'],
    ['No 5 and 67', 6, 'No 5 a'],
    ['12345 A', 3, '123'],
    ['000 12345', 6, '000 12'],
    ['abc def', 4, 'abc'],
  ] as const)
    assert.equal(cutText(text, length), kept)
})
