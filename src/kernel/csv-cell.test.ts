import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvCell, textCell } from './csv-cell.ts'

for (const [text, cell] of [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t2000', "'\t2000"],
  ['\r2000', '"\'\r2000"'],
  ['\n2000', '"\'\n2000"'],
  [' =1', "' =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['"=1', '"\'""=1"'],
  ["'=1", "''=1"],
  ['\u201c=1', "'\u201c=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A', "'＠A"],
  ['\ufe66A', "'\ufe66A"],
  ['=HYPERLINK("https://x.example","pay")', '"\'=HYPERLINK(""https://x.example"",""pay"")"'],
] as const)
  test(`textCell: ${JSON.stringify(text)} is no formula`, () => {
    assert.equal(textCell(text), cell)
  })

for (const text of ['', ' ', '2000', '20-00', 'a=b', '(5)', '−5', 'customers:USD:=1', "O'Brien", '.5', '$5'])
  test(`textCell: ${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(textCell(text), text)
  })

test('csvCell: an amount with a minus stays a number, and what has commas, quotes or line breaks is quoted', () => {
  assert.deepEqual(['-12.50', '1,5', 'a"b', 'a\rb', 'a\nb'].map(csvCell), [
    ...['-12.50', '"1,5"', '"a""b"', '"a\rb"', '"a\nb"'],
  ])
})
