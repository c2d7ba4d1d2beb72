import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { INSTITUTION_TIME, tenantsWhere } from '../../../institution/institution.ts'
import { words } from '../../../kernel/words.ts'

/**
 * Open, Asked for its status, Answered, Silent (a person finds out), or Unsent (it did not leave
 * in time).
 */
export const EXCHANGE_STATUSES = words('FedwireExchangeStatus', ['Open', 'Asked', 'Answered', 'Silent', 'Unsent'])
export type ExchangeStatus = (typeof EXCHANGE_STATUSES)[number]

/** What we asked by a message, and whether it was answered. */
export interface Exchange {
  messageId: string
  messageType: string
  paymentId: string | null
  receiptId: string | null
  status: ExchangeStatus
  dueAt: Temporal.Instant | null
  /** The message that answered it. */
  answerId: string | null
}

const columns = 'message_id, message_type, payment_id, receipt_id, status, due_at, answer_id'

export async function openExchanges(
  tx: Transaction,
  tenantId: bigint,
  exchanges: readonly (Pick<Exchange, 'messageId' | 'messageType' | 'dueAt'> & {
    paymentId?: string
    receiptId?: string
  })[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = exchanges.map(({ paymentId = null, receiptId = null, ...one }) => ({ ...one, paymentId, receiptId }))
  await insertRows(tx, 'fedwire_exchanges', { tenantId, status: 'Open', createdAt: now }, rows)
}

/** Locks the exchange; undefined if we asked nothing by a message of this id. */
export async function lockExchange(
  tx: Transaction,
  tenantId: bigint,
  messageId: string,
): Promise<Exchange | undefined> {
  return tx.row<Exchange>(
    `select ${columns} from fedwire_exchanges where tenant_id = $1 and message_id = $2 for no key update`,
    [tenantId, messageId],
  )
}

/** Locks the last message of a type about a payment that asked something; undefined without one. */
export async function lockAskedOf(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  messageType: string,
): Promise<string | undefined> {
  const row = await tx.row<{ messageId: string }>(
    `select message_id from fedwire_exchanges where tenant_id = $1 and payment_id = $2 and message_type = $3
     order by created_at desc, message_id desc limit 1 for no key update`,
    [tenantId, paymentId, messageType],
  )
  return row?.messageId
}

/** An answer also ends an exchange that was silent: it came late. */
export async function noteAnswer(
  tx: Transaction,
  tenantId: bigint,
  { messageId, answerId }: { messageId: string; answerId: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update fedwire_exchanges set status = 'Answered', due_at = null, answer_id = $3, ended_at = $4
     where tenant_id = $1 and message_id = $2`,
    [tenantId, messageId, answerId, now.toString()],
  )
}

/** The message answers whatever we asked by a type of message. */
export async function noteAnswerOfType(
  tx: Transaction,
  tenantId: bigint,
  { messageType, answerId }: { messageType: string; answerId: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update fedwire_exchanges set status = 'Answered', due_at = null, answer_id = $3, ended_at = $4
     where tenant_id = $1 and message_type = $2 and status in ('Open', 'Asked')`,
    [tenantId, messageType, answerId, now.toString()],
  )
}

/** An exchange whose answer is due, with when its message left, by the institution's clock. */
export interface DueExchange extends Exchange {
  /** The status of the outgoing message. */
  sent: string
  leftAt: Temporal.Instant | null
}

/** Locks the exchanges whose answers are due, the oldest first. */
export async function claimDueExchanges(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<DueExchange[]> {
  return tx.query<DueExchange>(
    `select ${columns.replaceAll(/(\w+)/g, 'e.$1')}, m.status as sent, m.ended_at as left_at
     from fedwire_exchanges e join lateral (
       select status, ended_at from rail_messages where tenant_id = $1 and rail = 'FEDWIRE' and direction = 'Out'
         and message_id = e.message_id order by copy desc limit 1) m on true
     where e.tenant_id = $1 and e.status in ('Open', 'Asked') and e.due_at <= $2
     order by e.due_at, e.message_id limit $3 for no key update of e skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/** Moves open exchanges on: to another time, or to their end. */
export async function moveExchange(
  tx: Transaction,
  tenantId: bigint,
  { messageId, status, dueAt }: Pick<Exchange, 'messageId' | 'status' | 'dueAt'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update fedwire_exchanges set status = $3, due_at = $4, ended_at = case when $4::timestamptz is null then $5::timestamptz end
     where tenant_id = $1 and message_id = $2`,
    [tenantId, messageId, status, dueAt?.toString() ?? null, now.toString()],
  )
}

/** The institutions for which an answer is due. */
export async function tenantsWithDueAnswer(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  return tenantsWhere(
    db,
    `exists (select from fedwire_exchanges
       where tenant_id = i.tenant_id and status in ('Open', 'Asked') and due_at <= ${INSTITUTION_TIME})`,
    [now.toString()],
  )
}

/** When the next answer is due; undefined if none is expected. */
export async function nextDueAnswer(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ next: Temporal.Instant | null }>(
    `select min(due_at) as next from fedwire_exchanges where tenant_id = $1 and status in ('Open', 'Asked')`,
    [tenantId],
  )
  return row?.next ?? undefined
}
