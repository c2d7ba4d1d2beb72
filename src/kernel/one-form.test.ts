import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composed, nameForm, onlyNamed } from './one-form.ts'

for (const [text, one] of [
  ['Cafe\u0301', 'Caf\u00e9'],
  ['A\u030angstro\u0308m', '\u00c5ngstr\u00f6m'],
  ['\u212bngstr\u00f6m', '\u00c5ngstr\u00f6m'],
  ['\u1112\u1161\u11ab', '\ud55c'],
  ['q\u0323\u0307', 'q\u0323\u0307'],
  ['q\u0307\u0323', 'q\u0323\u0307'],
  ['Cafe', 'Cafe'],
  ['Caf\u00e9  ', 'Caf\u00e9  '],
] as const)
  test(`composed: ${JSON.stringify(text)} is ${JSON.stringify(one)}`, () => {
    assert.equal(composed(text), one)
    assert.equal(composed(one), one)
  })

for (const name of ['A B', 'A  B', ' A B ', 'A\u00a0B', 'A\u2003B', 'A\u3000B', 'A \u202f B'])
  test(`nameForm: ${JSON.stringify(name)} is A B`, () => {
    assert.equal(nameForm(name), 'A B')
  })

test('nameForm: case, hyphens and wide letters tell names apart', () => {
  assert.equal(new Set(['A B', 'a b', 'A-B', 'AB', '\uff21 B'].map(nameForm)).size, 5)
})

test('onlyNamed: a name that two records have is the name of none', () => {
  const rows = ['Caf\u00e9', 'Cafe\u0301', 'Tea  Room']
  const find = (name: string) => onlyNamed(rows, (row) => row, name)
  assert.deepEqual(['Caf\u00e9', 'Cafe\u0301', 'Tea Room', ' Tea  Room', 'Bar'].map(find), [
    ...[undefined, undefined, 'Tea  Room', 'Tea  Room', undefined],
  ])
})
