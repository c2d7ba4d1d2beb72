import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewOf } from './read-file.ts'

test('previewOf: CSV with quotes, commas and line ends within cells, and blank lines between rows', () => {
  const preview = previewOf('reference,notes\r\na-1,"two, ""three"""\r\n\r\na-2,"one\nline"\n')
  assert.deepEqual(preview, {
    kind: 'CSV',
    heads: ['reference', 'notes'],
    rows: [
      ['a-1', 'two, "three"'],
      ['a-2', 'one\nline'],
    ],
    count: 2,
  })
})

test('previewOf: shows twenty rows and counts all', () => {
  const { rows, count } = previewOf(`reference\n${Array.from({ length: 21 }, (_, place) => `a-${place}`).join('\n')}`)
  assert.deepEqual([rows.length, count], [20, 21])
})

test('previewOf: a NACHA file has as many payments as entries', () => {
  const [header, entry] = [`101${' '.repeat(91)}`, `622${'0'.repeat(91)}`]
  const { kind, count, rows } = previewOf([header, `5${' '.repeat(93)}`, entry, entry, `7${' '.repeat(93)}`].join('\n'))
  assert.deepEqual([kind, count, rows], ['NACHA', 2, [[entry], [entry]]])
})
