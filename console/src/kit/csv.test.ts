import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, csvOf } from './csv.ts'

test('csvLine: quotes what has commas, quotes and line breaks', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', 'two\nlines']), 'a,"b,c","say ""x""","two\nlines"\r\n')
})

test('csvLine: no value is a formula to a spreadsheet, and negative amounts stay numbers', () => {
  assert.equal(csvLine(['=1+1', '+x', '@y', '-cmd', '-12.50']), "'=1+1,'+x,'@y,'-cmd,-12.50\r\n")
})

test('csvLine: a formula behind a minus and a digit, white space, a quote or in wide form is none', () => {
  for (const value of [
    '-1+cmd|x',
    '-.5+A1',
    '\n=1',
    '\t=1',
    ' =1',
    '\u00a0=1',
    '"=1',
    "'=1",
    '＝1',
    '＋1',
    '－1',
    '＠A',
  ])
    assert.match(csvLine([value]), /^"?'/, JSON.stringify(value))
  assert.equal(csvLine(['-1,234.50', '-7', '-0.05']), '"-1,234.50",-7,-0.05\r\n')
})

test('csvOf: has a head and every row', async () => {
  async function* rows() {
    yield { n: 1 }
    yield { n: 2 }
  }
  const file = await csvOf(rows(), [{ title: 'N', text: ({ n }) => String(n) }])
  assert.equal(await file.text(), 'N\r\n1\r\n2\r\n')
})
