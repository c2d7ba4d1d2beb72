import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Opening, proveDay, type Turnover } from './prove-day.ts'

const turnover = (
  account: string,
  debits: bigint,
  credits: bigint,
  balance: bigint,
  kind = 'settlement',
): Turnover => ({
  ...{ account, currency: 'USD', kind, debits, credits, balance },
})
const opening = (account: string, closing: bigint): Opening => ({ account, currency: 'USD', closing })
const whatOf = (...given: Parameters<typeof proveDay>) =>
  proveDay(...given).differences.map(({ what, id, detail }) => `${what}: ${id}: ${detail}`)

test('proveDay: opening balance and entries give the closing balance of each account', () => {
  const { closings, differences } = proveDay(
    [turnover('settlement:USD', 10n, 3n, -12n), turnover('customers:USD:2000', 3n, 10n, 12n, 'customer')],
    [opening('settlement:USD', -5n), opening('customers:USD:2000', 5n)],
    [],
  )
  assert.deepEqual(differences, [])
  const usd = { currency: 'USD', reclassified: 0n }
  assert.deepEqual(closings, [
    { account: 'customers:USD:2000', ...usd, opening: 5n, debits: 3n, credits: 10n, closing: 12n },
    { account: 'settlement:USD', ...usd, opening: -5n, debits: 10n, credits: 3n, closing: -12n },
  ])
})

test('proveDay: accounts of customers that change their master GL account are reclassified, and the control account agrees', () => {
  const { closings, differences } = proveDay(
    [turnover('settlement:USD', 0n, 0n, -5n), turnover('customers:USD:2100', 0n, 0n, 5n, 'customer')],
    [opening('settlement:USD', -5n), opening('customers:USD:2000', 5n)],
    [],
  )
  assert.deepEqual(differences, [])
  assert.deepEqual(
    closings.map(({ account, reclassified, closing }) => [account, reclassified, closing]),
    [
      ['customers:USD:2000', -5n, 0n],
      ['customers:USD:2100', 5n, 5n],
      ['settlement:USD', 0n, -5n],
    ],
  )
})

test('proveDay: a total that is not the sum of its entries is named, for accounts of the institution and of customers', () => {
  assert.deepEqual(whatOf([turnover('fees:USD', 0n, 1n, 2n), turnover('settlement:USD', 2n, 0n, -2n)], [], []), [
    'the totals of an account do not agree with its entries: fees:USD: balance 0.02, by its entries 0.01',
  ])
  assert.deepEqual(
    whatOf([turnover('customers:USD:2000', 0n, 1n, 2n, 'customer'), turnover('settlement:USD', 2n, 0n, -2n)], [], []),
    ['the accounts of customers do not agree with their control account: USD: they differ by 0.01'],
  )
})

test('proveDay: each currency must be zero on its own', () => {
  const euro = { ...turnover('fees:EUR', 0n, 1n, 1n), currency: 'EUR' }
  assert.deepEqual(whatOf([euro, turnover('settlement:USD', 1n, 0n, -1n)], [], []), [
    'the trial balance is not zero: EUR: it is 0.01',
    'the trial balance is not zero: USD: it is -0.01',
  ])
})

test('proveDay: a clearing account must hold exactly its items', () => {
  const turnovers = [
    turnover('clearing:ACH:USD', 0n, 8n, 8n, 'clearing'),
    turnover('rail-settlement:ACH:USD', 8n, 0n, -8n, 'rail-settlement'),
  ]
  const item = { account: 'clearing:ACH:USD', id: 'p', amount: 3n }
  assert.deepEqual(whatOf(turnovers, [], [item, { ...item, amount: 5n }]), [])
  assert.deepEqual(whatOf(turnovers, [], [item]), [
    'an account in transit or in suspense is not explained by its items: clearing:ACH:USD: balance 0.08, items that wait 0.03',
  ])
})

test('proveDay: a suspense account must hold exactly its items, too, and without items nothing', () => {
  const balanced = turnover('settlement:USD', 8n, 0n, -8n)
  assert.deepEqual(whatOf([turnover('suspense:USD', 0n, 8n, 8n, 'suspense'), balanced], [], []), [
    'an account in transit or in suspense is not explained by its items: suspense:USD: balance 0.08, items that wait 0.00',
  ])
  assert.deepEqual(whatOf([turnover('suspense:USD', 8n, 8n, 0n, 'suspense')], [], []), [])
})
