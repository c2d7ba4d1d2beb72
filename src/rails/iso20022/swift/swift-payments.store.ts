import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { INSTITUTION_TIME, tenantsWhere } from '../../../institution/institution.ts'
import { words } from '../../../kernel/words.ts'

/** Open until a bank says more. Only a settled payment can come back. */
export const SWIFT_PAYMENT_STATUSES = words('SwiftPaymentStatus', ['Open', 'Settled', 'Rejected', 'Returned'])
export type SwiftPaymentStatus = (typeof SWIFT_PAYMENT_STATUSES)[number]

/** A payment that was written, and what is known of its end. */
export interface SwiftPayment {
  paymentId: string
  uetr: string
  status: SwiftPaymentStatus
  /** What the beneficiary's bank gets, in minor units. */
  amount: bigint
  currency: string
  /** The id of its pacs.008, and of its pacs.009 COV if it has a cover. */
  messageId: string
  coverMessageId: string | null
  /** Of a payment with a cover, the message that was refused while the other stands. */
  refusedMessageId: string | null
  /** From then on, silence is an exception. */
  answerBy: Temporal.Instant
}

const COLUMNS =
  'payment_id, uetr, status, amount, currency, message_id, cover_message_id, refused_message_id, answer_by'

export type NewSwiftPayment = Omit<SwiftPayment, 'status' | 'refusedMessageId'>

export async function insertSwiftPayments(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly NewSwiftPayment[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(tx, 'swift_payments', { tenantId, createdAt: now }, payments)
}

/** Locks the payment with the UETR; undefined if we sent none. */
export async function lockByUetr(tx: Transaction, tenantId: bigint, uetr: string): Promise<SwiftPayment | undefined> {
  return tx.row<SwiftPayment>(
    `select ${COLUMNS} from swift_payments where tenant_id = $1 and uetr = $2 for no key update`,
    [tenantId, uetr],
  )
}

/** The payment ends. The caller holds its lock. */
export async function endSwiftPayment(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  status: SwiftPaymentStatus,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update swift_payments set status = $3, ended_at = $4 where tenant_id = $1 and payment_id = $2', [
    tenantId,
    paymentId,
    status,
    now.toString(),
  ])
}

/** One of the two messages of a payment with a cover was refused. */
export async function noteRefused(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  messageId: string,
): Promise<void> {
  await tx.query('update swift_payments set refused_message_id = $3 where tenant_id = $1 and payment_id = $2', [
    tenantId,
    paymentId,
    messageId,
  ])
}

/**
 * Claims payments without an answer in time whose message has left, up to `limit`: each once, so
 * that a person is told once.
 */
export async function claimUnanswered(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<SwiftPayment[]> {
  return tx.query<SwiftPayment>(
    `with late as materialized (
       select payment_id from swift_payments s where tenant_id = $1 and status = 'Open' and asked_at is null
         and answer_by <= $2 and ${hasLeft('$1')}
       order by answer_by limit $3 for no key update skip locked)
     update swift_payments s set asked_at = $2 from late
     where s.tenant_id = $1 and s.payment_id = late.payment_id
     returning ${COLUMNS.replaceAll(/(\w+)/g, 's.$1')}`,
    [tenantId, now.toString(), limit],
  )
}

/** A message that waits, as while the rails are held, has not been met with silence. */
const hasLeft = (
  tenant: string,
) => `exists (select from rail_messages m where m.tenant_id = ${tenant} and m.rail = 'SWIFT'
  and m.message_id = s.message_id and m.direction = 'Out' and m.status = 'HandedOver')`

/** The institutions with a payment that has been without an answer for too long. */
export async function tenantsWithUnanswered(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  return tenantsWhere(
    db,
    `exists (select from swift_payments s where s.tenant_id = i.tenant_id and s.status = 'Open' and s.asked_at is null
       and s.answer_by <= ${INSTITUTION_TIME} and ${hasLeft('i.tenant_id')})`,
    [now.toString()],
  )
}

/** When the next payment has been without an answer for too long; undefined if none waits. */
export async function nextUnanswered(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ answerBy: Temporal.Instant | null }>(
    `select min(answer_by) as answer_by from swift_payments s
     where tenant_id = $1 and status = 'Open' and asked_at is null and ${hasLeft('$1')}`,
    [tenantId],
  )
  return row?.answerBy ?? undefined
}
