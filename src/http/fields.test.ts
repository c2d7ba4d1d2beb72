import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../kernel/words.ts'
import { canonicalName, mustBeName, name } from './fields.ts'

const NAMES = ['Financial Institution', 'Economy Plus', 'SPOT'] as const

test('canonicalName: in any case, and with space, underscore, hyphen or nothing between its parts', () => {
  for (const input of [
    'Financial Institution',
    'financial_institution',
    'FINANCIAL-INSTITUTION',
    'FinancialInstitution',
    ' financial  institution ',
  ])
    assert.equal(canonicalName(NAMES, input), 'Financial Institution')
  assert.equal(canonicalName(NAMES, 'spot'), 'SPOT')
})

test('canonicalName: any other word is undefined', () => {
  for (const input of ['', 'Financial', 'Institution Financial', 'SPOT.', 'Economy+Plus'])
    assert.equal(canonicalName(NAMES, input), undefined)
})

test('mustBeName: a word that no schema accepts throws', () => {
  assert.equal(mustBeName(NAMES, 'economy_plus'), 'Economy Plus')
  assert.throws(() => mustBeName(NAMES, 'fast'), /fast is not one of Financial Institution, Economy Plus, SPOT/)
})

test('name: the schema has the words, and the name of a list that words made', () => {
  const schema = name(words('Pace', NAMES), { description: 'How fast.' }) as unknown as Record<string, unknown>
  assert.deepEqual(schema['x-names'], NAMES)
  assert.equal(schema.title, 'Pace')
  assert.equal(schema.description, 'How fast.')
})
