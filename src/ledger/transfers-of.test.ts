import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { fixedClock } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, openBooks, readMovements } from './ledger.ts'
import type { NewTransfer } from './transfer.ts'
import { readTransfersOf } from './transfers-of.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()

let bank: TestBank
let tenantId: bigint
let settlement: bigint

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
})

after(() => bank.close())

/** Credits the customer with an amount for the reference with this id. */
async function pay(referenceId: string, fields: Partial<NewTransfer> = {}): Promise<NewTransfer> {
  return bank.db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [bank.accountId], books: ['settlement:USD'] })
    settlement = books.book('settlement:USD')
    const transfer: NewTransfer = {
      id: newId(now),
      kind: 'posted',
      debitAccountId: settlement,
      creditAccountId: bank.accountId,
      amount: 25_00n,
      currency: 'USD',
      purpose: 'payment',
      referenceId,
      ...fields,
    }
    mustTransfer(books, transfer)
    await books.write(now)
    return transfer
  })
}

test('readTransfersOf: the transfers of one payment in order, with the kinds of both accounts', async () => {
  const paymentId = randomUUID()
  await pay(paymentId)
  await pay(randomUUID(), { amount: 99n })
  await pay(paymentId, { kind: 'pending', purpose: 'fee', amount: 1_00n })
  const sides = {
    at: now,
    currency: 'USD',
    debit: { accountId: settlement, kind: 'settlement' },
    credit: { accountId: bank.accountId, kind: 'customer' },
  }
  assert.deepEqual(await bank.db.read((db) => readTransfersOf(db, tenantId, paymentId)), [
    { kind: 'posted', purpose: 'payment', amount: 25_00n, ...sides },
    { kind: 'pending', purpose: 'fee', amount: 1_00n, ...sides },
  ])
  assert.deepEqual(await bank.db.read((db) => readTransfersOf(db, tenantId + 1n, paymentId)), [])
})

test('readMovements: only the posted amount of a payment, not its fee, its holds or another payment', async () => {
  const paymentId = randomUUID()
  await pay(paymentId, { kind: 'pending' })
  const { id } = await pay(paymentId)
  await pay(paymentId, { purpose: 'fee' })
  await pay(randomUUID())
  const found = await bank.db.read((db) => readMovements(db, tenantId, paymentId))
  assert.deepEqual(found, [
    {
      id,
      purpose: 'payment',
      debitAccountId: settlement,
      creditAccountId: bank.accountId,
      amount: 25_00n,
      currency: 'USD',
    },
  ])
})
