import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../src/db/client.ts'
import { fingerprintOf } from '../src/http/idempotency.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { insertTransfers } from '../src/ledger/ledger.store.ts'
import { insertAnswers } from '../src/payments/intake/intake-answers.store.ts'
import { insertPayments } from '../src/payments/payments.store.ts'
import { type Payer, paymentDate } from './seed.ts'

/** The creator of the payments of this part, so that they can be counted separately. */
export const SQL_CLIENT = 'bench-sql'

const AMOUNT = 12_50n

/**
 * Writes only the rows that credit requests write: no HTTP, no locks, no reads and no decisions.
 * One batch follows the other on one connection. The rate is the most that the database allows for
 * payments.
 */
export async function writeRows(
  db: Database,
  options: { tenantId: bigint; payers: readonly Payer[]; batchSize: number; milliseconds: number; clock: Clock },
): Promise<{ rows: number; perSecond: number }> {
  const { tenantId, payers, batchSize, milliseconds, clock } = options
  const clearingId = await db.read(async (tx) => {
    const row = await tx.row<{ id: bigint }>(
      `select id from ledger_accounts where tenant_id = $1 and code = 'clearing:ACH:USD'`,
      [tenantId],
    )
    return row!.id
  })
  const start = performance.now()
  let rows = 0
  do {
    const batch = Array.from({ length: batchSize }, (_, n) => payers[(rows + n) % payers.length]!)
    await writeBatch(db, { tenantId, clearingId, batch, clock })
    rows += batchSize
  } while (performance.now() - start < milliseconds)
  return { rows, perSecond: (rows / (performance.now() - start)) * 1000 }
}

interface PaymentOfBatch extends Payer {
  id: string
  transferId: string
  reference: string
}

function writeBatch(
  db: Database,
  options: { tenantId: bigint; clearingId: bigint; batch: readonly Payer[]; clock: Clock },
): Promise<void> {
  const { tenantId, clearingId, batch, clock } = options
  const now = clock.now()
  const date = paymentDate(clock)
  const msecs = now.epochMilliseconds
  const payments = batch.map((payer) => ({
    ...payer,
    id: uuidv7({ msecs }),
    transferId: uuidv7({ msecs }),
    reference: `bench-${randomUUID().slice(0, 9)}`,
  }))

  return db.transaction(async (tx) => {
    await insertPayments(
      tx,
      tenantId,
      payments.map((payment) => paymentRow(payment, date)),
      payments.map(({ id }) => ({ paymentId: id, from: null, to: 'VALIDATED', actor: SQL_CLIENT })),
      now,
    )
    await insertTransfers(
      tx,
      tenantId,
      payments.map((payment) => holdRow(payment, clearingId)),
      now,
    )
    await insertAnswers(tx, tenantId, payments.map(answerRow), now)
  })
}

function paymentRow(
  { id, transferId, reference, customerUID, accountUID, contactUID }: PaymentOfBatch,
  paymentDate: string,
): Parameters<typeof insertPayments>[2][number] {
  return {
    id,
    entryType: 'CREDIT',
    externalReferenceId: reference,
    customerId: BigInt(customerUID),
    senderAccountId: BigInt(accountUID),
    contactId: BigInt(contactUID),
    receiverAccountId: null,
    amount: AMOUNT,
    currency: 'USD',
    speed: 'Economy',
    rail: 'ACH',
    secCode: 'CCD',
    status: 'VALIDATED',
    paymentDate,
    receiver: {
      name: 'Highland Beans Inc',
      accountNumber: '74000000000',
      accountType: 'Checking',
      bankCode: '021000021',
      messageDetailsIndex: null,
    },
    paymentNotes: 'Invoice 118',
    details: {},
    createdBy: SQL_CLIENT,
    createdByUser: undefined,
    holdTransferId: transferId,
    fee: null,
    deductedAmount: null,
    feeFromProceeds: false,
    counted: null,
    approvals: { approvers: 0, institution: false },
    approvalExpiresAt: null,
    dueAt: null,
    valueDate: paymentDate,
    leavesAt: Temporal.Instant.from('2026-07-01T14:00:00Z'),
  }
}

function holdRow(
  { id, transferId, accountUID }: PaymentOfBatch,
  clearingId: bigint,
): Parameters<typeof insertTransfers>[2][number] {
  return {
    id: transferId,
    kind: 'pending',
    debitAccountId: BigInt(accountUID),
    creditAccountId: clearingId,
    amount: AMOUNT,
    currency: 'USD',
    purpose: 'payment',
    referenceId: id,
  }
}

function answerRow({
  id,
  reference,
  accountUID,
  contactUID,
}: PaymentOfBatch): Parameters<typeof insertAnswers>[2][number] {
  return {
    operation: 'createCreditPayment',
    clientId: SQL_CLIENT,
    key: randomUUID(),
    fingerprint: fingerprintOf({
      externalReferenceId: reference,
      paymentAmount: 12.5,
      paymentCurrency: 'USD',
      speed: 'Economy',
      paymentNotes: 'Invoice 118',
      sender: { accountUID },
      receiver: { accountUID: contactUID },
    }).text,
    result: {
      ok: true,
      value: { paymentUID: id, paymentStatus: 'VALIDATED', externalReferenceId: reference },
    },
  }
}
