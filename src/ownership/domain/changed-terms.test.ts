import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedTerms, loosenedTerms, termsOfNew, withoutSameTerms } from './changed-terms.ts'

const fields = {
  name: { owner: 'Customer' },
  limit: { owner: 'Institution' },
  codes: { owner: 'Institution' },
  wires: { owner: 'Institution', ifAbsent: true },
  'ach.underwritten': { owner: 'Institution', ifAbsent: true, atCreation: false },
  'details.tier': { owner: 'Institution' },
  type: { owner: 'Institution', atCreation: 'asked' },
  gl: { owner: 'Institution', atCreation: 'offered' },
} as const

test("changedTerms: a change of the customer's own fields changes no terms", () => {
  assert.deepEqual(changedTerms(fields, { before: { name: 'a' }, after: { name: 'b' } }), [])
})

for (const [before, after] of [
  [{ limit: 10 }, { limit: '10' }],
  [{ limit: 10.5 }, { limit: '10.50' }],
  [{ limit: '10.00' }, { limit: 10 }],
  [{ codes: ['PPD', 'CCD'] }, { codes: ['ccd', 'PPD'] }],
  [{ codes: [] }, {}],
  [{}, { limit: '' }],
  [{}, { limit: null }],
  [{}, { wires: 'Yes' }],
  [{ wires: false }, { wires: 'no' }],
  [{ ach: {} }, { ach: { underwritten: true } }],
  [{}, { details: [{}, { tier: '' }] }],
  [{ details: [{ tier: 'Gold' }] }, { details: [{ tier: 'Gold' }, { other: 1 }] }],
] as const)
  test(`changedTerms: ${JSON.stringify(before)} and ${JSON.stringify(after)} mean the same`, () => {
    assert.deepEqual(changedTerms(fields, { before, after }), [])
    assert.deepEqual(changedTerms(fields, { before: after, after: before }), [])
  })

for (const [before, change, left] of [
  [{ limit: 10.5 }, { limit: '10.50', name: 'b' }, { name: 'b' }],
  [{ codes: ['PPD', 'CCD'] }, { codes: ['ccd', 'PPD'] }, {}],
  [{}, { wires: 'Yes', limit: '', codes: [] }, {}],
  [{ wires: true }, { wires: null }, {}],
  [{ wires: 'No' }, { wires: false }, {}],
  [{ wires: 'No' }, { wires: 'Yes' }, { wires: 'Yes' }],
  [{ ach: { underwritten: 'Yes' } }, { ach: { underwritten: true, memo: 1 } }, { ach: { memo: 1 } }],
  [{}, { ach: null, details: 'none' }, { ach: null, details: 'none' }],
  [
    { details: [{ tier: 'Gold' }] },
    {
      details: [
        { tier: 'gold', own: 1 },
        { tier: '', own: 2 },
      ],
    },
    { details: [{ tier: 'gold', own: 1 }, { own: 2 }] },
  ],
  [{ limit: 10, wires: true }, { limit: 11, wires: 'yes' }, { limit: 11 }],
] as const)
  test(`withoutSameTerms: of ${JSON.stringify(change)} after ${JSON.stringify(before)} is left ${JSON.stringify(left)}`, () => {
    assert.deepEqual(withoutSameTerms(fields, before, change), left)
  })

for (const [path, before, after] of [
  ['limit', { limit: 10 }, { limit: 10.01 }],
  ['limit', { limit: 10 }, { limit: 100 }],
  ['limit', {}, { limit: 0 }],
  ['limit', {}, { limit: 'Yes' }],
  ['codes', { codes: ['PPD'] }, { codes: ['PPD', 'CCD'] }],
  ['codes', { codes: [1, 'a'] }, { codes: ['a', 1] }],
  ['wires', {}, { wires: false }],
  ['ach.underwritten', {}, { ach: { underwritten: 'No' } }],
  ['details.tier', { details: [{ tier: 'Gold' }] }, { details: [] }],
  ['details.tier', { details: [{ tier: 'Gold' }] }, { details: [{ tier: 'Silver' }] }],
  ['type', { type: 'Deposit' }, { type: 'Loan' }],
] as const)
  test(`changedTerms: ${JSON.stringify(before)} to ${JSON.stringify(after)} changes ${path}`, () => {
    assert.deepEqual(changedTerms(fields, { before, after }), [path])
    assert.deepEqual(changedTerms(fields, { before: after, after: before }), [path])
  })

test('changedTerms: a new record may have what an absent field means, and any value of a field free at creation', () => {
  assert.deepEqual(changedTerms(fields, { after: { wires: 'Yes', ach: { underwritten: 'No' }, type: 'Loan' } }), [])
  assert.deepEqual(changedTerms(fields, { after: {} }), [])
})

test('changedTerms: every other value of a new record is a change', () => {
  assert.deepEqual(changedTerms(fields, { after: { limit: 1, wires: 'No', ach: { underwritten: 'Yes' } } }), [
    'limit',
    'wires',
    'ach.underwritten',
  ])
})

for (const gl of [undefined, null, '', '2000', '2100'])
  test(`changedTerms: a new record may have ${JSON.stringify(gl)}, which the institution offers or decides`, () => {
    assert.deepEqual(changedTerms(fields, { after: { gl }, offers: { gl: ['2000', '2100'] } }), [])
  })

for (const gl of ['1020', '2000 ', '2000.', '=2000', '２０００', 'No', ['2000'], { gl: '2000' }])
  test(`changedTerms: a new record may not have ${JSON.stringify(gl)}, which nobody offers`, () => {
    assert.deepEqual(changedTerms(fields, { after: { gl }, offers: { gl: ['2000', '2100'] } }), ['gl'])
    assert.deepEqual(changedTerms(fields, { after: { gl } }), ['gl'])
  })

test('termsOfNew: a new record has a term where the institution gives it another value than none', () => {
  const usual = { type: 'Deposit', wires: 'Yes', ach: { underwritten: true }, name: 'a', codes: [] }
  assert.deepEqual(termsOfNew(fields, usual), [])
  assert.deepEqual(termsOfNew(fields, {}), [])
  const unusual = { ...usual, limit: 1, wires: 'No', details: { tier: 'Gold' } }
  assert.deepEqual(termsOfNew(fields, unusual), ['limit', 'wires', 'details.tier'])
})

test('loosenedTerms: to turn off a switch that is on by default loosens nothing, every other change does', () => {
  const paths = ['wires', 'ach.underwritten', 'limit']
  assert.deepEqual(loosenedTerms(fields, paths, { wires: 'No', ach: { underwritten: false } }), ['limit'])
  assert.deepEqual(loosenedTerms(fields, paths, { wires: 'Yes', ach: {} }), paths)
})

test('loosenedTerms: No as the value of a field that is no switch is a change like every other', () => {
  assert.deepEqual(loosenedTerms(fields, ['limit'], { limit: 'No' }), ['limit'])
})
