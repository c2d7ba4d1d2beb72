import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSealed } from '../kernel/sealed-text.ts'
import { openDocument, SEALED_TABLES, type SealedColumn, sealDocument, sealedColumn } from './sealed-columns.ts'

const seal = (text: string) => `sealed:${Buffer.from(text).toString('base64url')}`
const open = (sealed: string) => Buffer.from(sealed.slice(7), 'base64url').toString()

function roundTrip(value: unknown, column: SealedColumn): unknown {
  const stored = sealDocument(value, column, seal)
  assert.deepEqual(openDocument(JSON.parse(JSON.stringify(stored)), open), value)
  return stored
}

test('sealDocument: a whole document becomes one sealed text', () => {
  const stored = roundTrip({ taxId: '1', list: [{ a: null }] }, sealedColumn('events', 'data'))
  assert.ok(isSealed(stored))
})

test('sealDocument: what SQL reads stays readable, and everything else is sealed', () => {
  const profile = { legalEntityAccessSettings: { on: true }, phoneNumber: '+1207', note: 'x' }
  const stored = roundTrip(profile, sealedColumn('customers', 'profile')) as object
  assert.deepEqual(Object.keys(stored), ['legalEntityAccessSettings', 'sealed'])
})

test('sealDocument: secret paths are taken out of a document, and nothing else is', () => {
  const details = {
    additionalInfo: { a: 1 },
    notification: { emailAddress: 'a@b.example', phoneNumber: '+1207' },
    ultimateParties: { ultimateSenderTaxId: '1' },
  }
  const { sealed, ...readable } = roundTrip(details, sealedColumn('payments', 'details')) as Record<string, unknown>
  assert.ok(isSealed(sealed))
  assert.deepEqual(readable, { additionalInfo: { a: 1 }, notification: { emailAddress: 'a@b.example' } })
})

test('sealDocument: a document without anything secret is stored as it is', () => {
  const column = sealedColumn('payments', 'details')
  for (const details of [{}, { additionalInfo: { a: 1 } }, { notification: { emailAddress: 'a@b.example' } }])
    assert.deepEqual(roundTrip(details, column), details)
})

test('openDocument: a document from before sealing opens as it is', () => {
  for (const value of [{ taxId: '1' }, [], null, 'text', { sealed: true }])
    assert.deepEqual(openDocument(value, open), value)
})

test('columns that copy from each other share a field', () => {
  const field = (table: string, column: string) => SEALED_TABLES[table]!.columns[column]!.field
  assert.equal(field('contacts', 'account_number'), field('payments', 'receiver_account_number'))
  assert.equal(field('accounts', 'account_number'), field('payments', 'receiver_account_number'))
})
