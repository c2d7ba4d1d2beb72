import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertAndReadRows, lockById, updateById } from '../db/rows.ts'
import type { MessageExceptions } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { newId } from '../kernel/id.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { Evidence, MessageRailName } from '../rails/rails.ts'

export const EXCEPTION_STATUSES = words('MessageExceptionStatus', ['Open', 'Resolved'])
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number]

export type MessageException = Omit<MessageExceptions, 'status' | 'rail'> & {
  status: ExceptionStatus
  rail: MessageRailName
}

/** What a network said that a person decides. */
export interface NewException {
  rail: MessageRailName
  /** The incoming message; null if a clock of the network ended. */
  railMessageId: string | null
  kind: string
  why: string
  paymentId: string | undefined
  receiptId: string | undefined
  evidence: Partial<Evidence>
}

/**
 * Keeps exceptions. A payment that the institution does not have is named in the evidence alone.
 */
export async function insertExceptions(
  tx: Transaction,
  tenantId: bigint,
  exceptions: readonly NewException[],
  now: Temporal.Instant,
): Promise<MessageException[]> {
  const named = exceptions.flatMap(({ paymentId }) => paymentId ?? [])
  const known = await tx.query<{ id: string }>(
    'select id from payments where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, named],
  )
  const ids = new Set(known.map(({ id }) => id))
  const rows = exceptions.map(({ paymentId, receiptId, ...one }) => ({
    ...{ id: newId(now), ...one, receiptId: receiptId ?? null, status: 'Open' },
    paymentId: paymentId !== undefined && ids.has(paymentId) ? paymentId : null,
  }))
  return (await insertAndReadRows(tx, 'message_exceptions', { tenantId, createdAt: now }, rows)) as MessageException[]
}

export async function lockException(
  tx: Transaction,
  tenantId: bigint,
  id: string,
): Promise<MessageException | undefined> {
  return (await lockById(tx, 'message_exceptions', tenantId, id)) as MessageException | undefined
}

/** Writes that a person has resolved an exception, locked by the caller. */
export async function writeResolved(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { resolvedBy, notes }: { resolvedBy: string; notes: string | null },
  now: Temporal.Instant,
): Promise<MessageException> {
  const resolved = { status: 'Resolved', resolvedAt: now, resolvedBy, notes }
  return (await updateById(tx, 'message_exceptions', tenantId, id, resolved)) as MessageException
}

export interface ExceptionFilter {
  status: ExceptionStatus | undefined
  rail: string | undefined
  paymentId: string | undefined
  receiptId: string | undefined
}

/** Newest first. */
export async function searchExceptions(
  db: Connection,
  tenantId: bigint,
  { status, rail, paymentId, receiptId }: ExceptionFilter,
  page: PageRequest,
): Promise<PageOf<MessageException>> {
  const where = conditions(tenantId)
  where.equals('status', status)
  where.equals('rail', rail)
  where.equals('payment_id', paymentId)
  where.equals('receipt_id', receiptId)
  const from = `from message_exceptions where tenant_id = $1 ${where}`
  const latest = 'order by created_at desc, id desc'
  const rows = await readPage<MessageException>(db, where, page, (bounds) => `select * ${from} ${latest} ${bounds}`)
  return { rows, total: await readTotal(db, where, `select count(*) as total ${from}`) }
}
