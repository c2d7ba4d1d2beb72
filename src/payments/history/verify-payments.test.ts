import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../../test/support/test-bank.ts'
import { insertRow } from '../../db/rows.ts'
import { fixedClock } from '../../kernel/clock.ts'
import { mustTransfer, openBooks, readHolds } from '../../ledger/ledger.ts'
import type { NewTransfer } from '../../ledger/transfer.ts'
import { resolutionOf } from '../decision/holds.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { insertOccurrences, insertRecurrences, type Recurrence } from '../recurring/recurrences.store.ts'
import { settlePayments } from '../worker/settle-payments.ts'
import { verifyPayments } from './verify-payments.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()
const amount = 125_50n

let bank: TestBank
before(async () => {
  bank = await openTestBank(now)
})
after(() => bank.close())

/** Posts or holds an amount for a payment, from an account that is funded first, or into it. */
async function move(
  kind: NewTransfer['kind'],
  paymentId: string,
  amount: bigint,
  { purpose = 'payment', into = false }: { purpose?: NewTransfer['purpose']; into?: boolean } = {},
): Promise<string> {
  const { db, institution, accountId } = bank
  return db.transaction(async (tx) => {
    const books = await openBooks(tx, institution.tenantId, {
      accountIds: [accountId],
      books: ['settlement:USD', 'clearing:ACH:USD'],
    })
    const data = { amount, currency: 'USD', purpose, referenceId: paymentId } as const
    const deposit = { ...data, kind: 'posted', purpose: 'adjustment', referenceId: randomUUID() } as const
    const settlement = books.book('settlement:USD')
    mustTransfer(books, { ...deposit, id: randomUUID(), debitAccountId: settlement, creditAccountId: accountId })
    const id = randomUUID()
    const creditAccountId = books.book('clearing:ACH:USD')
    const sides = into
      ? { debitAccountId: creditAccountId, creditAccountId: accountId }
      : { debitAccountId: accountId, creditAccountId }
    mustTransfer(books, { ...data, ...sides, id, kind })
    await books.write(now)
    return id
  })
}

/** A payment; one that was sent is in a file that has left. */
const insertPayment: TestBank['insertPayment'] = async (fields, ...at) => {
  const paymentId = await bank.insertPayment(fields, ...at)
  if (fields?.status !== 'TRANSMITTED') return paymentId
  const { tenantId } = bank.institution
  await bank.db.transaction(async (tx) => {
    const file = {
      tenantId,
      id: randomUUID(),
      name: paymentId,
      content: '',
      entries: 1,
      createdAt: now,
      writtenAt: now,
    }
    await insertRow(tx, 'ach_files', file)
    const entry = { fileId: file.id, traceNumber: '061099990000001', effectiveEntryDate: '2026-07-01' }
    await insertRow(tx, 'ach_entries', { tenantId, paymentId, ...entry })
  })
  return paymentId
}

/** A payment with its hold, as the intake makes it. */
async function held(status: PaymentStatus, heldAmount = amount): Promise<string> {
  const id = randomUUID()
  const holdTransferId = await move('pending', id, heldAmount)
  return insertPayment({ id, status, holdTransferId, amount })
}

/** Posts or releases a hold in full. */
async function endHold(kind: 'post_pending' | 'void_pending', paymentId: string, holdId: string): Promise<void> {
  const { db, institution, accountId } = bank
  await db.transaction(async (tx) => {
    const hold = (await readHolds(tx, institution.tenantId, [holdId])).get(holdId)!
    const bookIds = [hold.creditAccountId]
    const books = await openBooks(tx, institution.tenantId, { accountIds: [accountId], bookIds })
    mustTransfer(books, resolutionOf(hold, kind, paymentId, now))
    await books.write(now)
  })
}

const found = async (id: string) =>
  (await bank.db.transaction((tx) => verifyPayments(tx, bank.institution.tenantId)))
    .filter((difference) => difference.id === id)
    .map(({ what }) => what)

const settle = (id: string, holdTransferId: string) =>
  bank.db.transaction((tx) => {
    const payment = {
      id,
      entryType: 'CREDIT',
      rail: 'ACH',
      secCode: 'CCD',
      amount,
      currency: 'USD',
      holdTransferId,
      ...{ hasFees: false, deductedAmount: null, feeFromProceeds: false },
      settlementDueAt: null,
    } as const
    return settlePayments(tx, bank.institution, [{ payment, evidence: {} }], now)
  })

for (const status of ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED'] as const) {
  test(`verifyPayments: a ${status} payment with its hold has no difference`, async () => {
    assert.deepEqual(await found(await held(status)), [])
  })

  test(`verifyPayments: a ${status} payment without a hold, or with one of another amount, is reported`, async () => {
    const what = ['an open payment has no open hold for its amount']
    assert.deepEqual(await found(await insertPayment({ status })), what)
    assert.deepEqual(await found(await held(status, amount - 1n)), what)
  })
}

test('verifyPayments: the hold of a debit credits the account; a hold in the other direction is reported', async () => {
  const debit = async (into: boolean) => {
    const id = randomUUID()
    const holdTransferId = await move('pending', id, amount, { into })
    return found(await insertPayment({ id, entryType: 'DEBIT', status: 'TRANSMITTED', holdTransferId, amount }))
  }
  assert.deepEqual(await debit(true), [])
  assert.deepEqual(await debit(false), ['an open payment has no open hold for its amount'])
})

test('verifyPayments: a returned or reversed debit is reported unless exactly its posted amount went back', async () => {
  const wentBack = async (posted: bigint[], back: bigint[], status: 'RETURNED' | 'REVERSED' = 'RETURNED') => {
    const id = randomUUID()
    const purpose = status === 'RETURNED' ? 'return' : 'reversal'
    for (const one of posted) await move('posted', id, one, { into: true })
    for (const one of back) await move('posted', id, one, { purpose })
    return found(await insertPayment({ id, entryType: 'DEBIT', status }))
  }
  const what = ['a returned or reversed debit was not taken back exactly once for its posted amount']
  assert.deepEqual(await wentBack([], []), [])
  assert.deepEqual(await wentBack([amount], [amount]), [])
  assert.deepEqual(await wentBack([amount], [amount - 1n, 1n]), [])
  assert.deepEqual(await wentBack([amount], [amount], 'REVERSED'), [])
  assert.deepEqual(await wentBack([amount], [], 'REVERSED'), what)
  assert.deepEqual(await wentBack([amount], []), what)
  assert.deepEqual(await wentBack([amount], [amount, amount]), what)
  assert.deepEqual(await wentBack([], [amount]), what)
})

test('settlePayments: a settled payment is PROCESSED with its hold posted', async () => {
  const id = randomUUID()
  const holdTransferId = await move('pending', id, amount)
  await insertPayment({ id, status: 'TRANSMITTED', holdTransferId, amount })
  await settle(id, holdTransferId)
  assert.deepEqual(await found(id), [])
  const [row] = await bank.db.read((db) =>
    db.query<{ status: string }>('select status from current_payments where tenant_id = $1 and id = $2', [
      bank.institution.tenantId,
      id,
    ]),
  )
  assert.equal(row?.status, 'PROCESSED')
})

test('settlePayments: a payment settles once; the second attempt posts nothing', async () => {
  const id = randomUUID()
  const holdTransferId = await move('pending', id, amount)
  await insertPayment({ id, status: 'TRANSMITTED', holdTransferId, amount })
  const both = await Promise.allSettled([settle(id, holdTransferId), settle(id, holdTransferId)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.deepEqual(await found(id), [])
})

test('settlePayments: a payment without a hold is an error', async () => {
  const id = await insertPayment({ status: 'TRANSMITTED' })
  await assert.rejects(settle(id, randomUUID()), /has no hold/)
})

test('verifyPayments: a processed payment that posted nothing, another amount, or its amount twice is reported', async () => {
  const what = ['a processed payment was not posted exactly once for its amount']
  assert.deepEqual(await found(await insertPayment({ status: 'PROCESSED' })), what)
  const posted = async (...amounts: bigint[]) => {
    const id = randomUUID()
    for (const one of amounts) await move('posted', id, one)
    return found(await insertPayment({ id, status: 'PROCESSED', rail: 'BOOK', secCode: null }))
  }
  assert.deepEqual(await posted(amount), [])
  assert.deepEqual(await posted(amount - 1n), what)
  assert.deepEqual(await posted(amount, amount), what)
})

test('verifyPayments: a state that differs from its instruction, and one that does not follow its history, are reported', async () => {
  const { tenantId } = bank.institution
  /** Changes the state as its owner, without the rules that refuse it. */
  const changed = async (changes: string) => {
    const id = await insertPayment({ status: 'CANCELLED' })
    await bank.db.transaction(async (tx) => {
      await tx.query('set local role none')
      await tx.query("set local session_replication_role = 'replica'")
      await tx.query(`update payment_states set ${changes} where tenant_id = $1 and payment_id = $2`, [tenantId, id])
    })
    return found(id)
  }
  const differs = ['a payment has no state, or one that differs from its instruction']
  for (const changes of [
    'amount = amount + 1',
    'customer_id = 99',
    'is_mailed = true',
    "payment_date = '2026-07-02'",
    "on_missed_cut_off = 'Refuse'",
  ])
    assert.deepEqual(await changed(changes), differs, changes)
  assert.deepEqual(await changed('updated_at = updated_at'), [])
  for (const changes of [
    'step = 3',
    "previous_status = 'HELD'",
    "step = 1, previous_status = null, status = 'PENDING_APPROVAL'",
  ])
    assert.deepEqual(await changed(changes), ['a step of a payment does not follow the step before it'], changes)
})

test('verifyPayments: a series whose count differs from its payments is reported', async () => {
  const what = ['a series does not have exactly the payments it counts']
  const series = async (paymentsMade: number, ...numbers: number[]) => {
    const { tenantId } = bank.institution
    const id = randomUUID()
    const paymentIds = await Promise.all(numbers.map(() => insertPayment({ status: 'FUTURE_DATED' })))
    await bank.db.transaction(async (tx) => {
      await insertRecurrences(tx, tenantId, [recurrence(id, paymentsMade)], now)
      const occurrences = numbers.map((number, at) => ({ recurrenceId: id, number, paymentId: paymentIds[at]! }))
      await insertOccurrences(tx, tenantId, occurrences)
    })
    return found(id)
  }
  assert.deepEqual(await series(2, 1, 2), [])
  assert.deepEqual(await series(2, 1), what)
  assert.deepEqual(await series(1), what)
  assert.deepEqual(await series(1, 1, 2), what)
  assert.deepEqual(await series(2, 1, 3), what)
})

let nextNumber = 100_001n
function recurrence(id: string, paymentsMade: number): Recurrence {
  return {
    id,
    version: 1n,
    number: nextNumber++,
    entryType: 'CREDIT',
    customerId: bank.customerId,
    senderAccountId: bank.accountId,
    contactId: bank.contactId,
    receiverAccountId: null,
    externalReferenceId: 'rent',
    amount,
    currency: 'USD',
    speed: 'Economy',
    secCode: null,
    paymentNotes: null,
    details: {},
    frequency: 'Monthly',
    startDate: '2026-07-01',
    payUntil: 'Cancelled',
    endDate: null,
    numberOfPayments: null,
    status: 'Active',
    paymentsMade,
    dueOn: '2026-07-25',
    createdBy: 'test',
    createdByUser: null,
    createdAt: now,
    firstPaymentId: id,
  }
}

for (const status of ['FUTURE_DATED', 'PENDING_APPROVAL', 'REJECTED'] as const)
  test(`verifyPayments: a ${status} payment with a hold is reported`, async () => {
    assert.deepEqual(await found(await insertPayment({ status })), [])
    assert.deepEqual(await found(await held(status)), ['a waiting or rejected payment has a hold or a posting'])
  })

for (const status of ['VALIDATION_FAILURE', 'CANCELLED'] as const)
  test(`verifyPayments: a ${status} payment has no hold or a released one; an open or posted hold is reported`, async () => {
    const what = ['a failed or cancelled payment has an open hold or a posting']
    const endedBy = async (kind: 'post_pending' | 'void_pending') => {
      const id = randomUUID()
      await endHold(kind, id, await move('pending', id, amount))
      return found(await insertPayment({ id, status }))
    }
    assert.deepEqual(await found(await insertPayment({ status })), [])
    assert.deepEqual(await found(await held(status)), what)
    assert.deepEqual(await endedBy('void_pending'), [])
    assert.deepEqual(await endedBy('post_pending'), what)
  })
