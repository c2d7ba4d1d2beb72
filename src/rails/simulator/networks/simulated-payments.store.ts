import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRow } from '../../../db/rows.ts'
import { INSTITUTION_TIME } from '../../../institution/institution.ts'
import type { MessageRailName } from '../../network.ts'
import type { Booked } from './plan.ts'
import type { ToldPayment, ToldRequest } from './told.ts'

export const BOOK_DIRECTIONS = ['FromBank', 'ToBank'] as const
export type Direction = (typeof BOOK_DIRECTIONS)[number]

/** A payment, its return, or a request to pay. */
export const BOOK_KINDS = ['Payment', 'Return', 'Request'] as const
export type BookKind = (typeof BOOK_KINDS)[number]

/** What a simulated network has booked. */
export interface BookedPayment {
  id: string
  rail: MessageRailName
  direction: Direction
  kind: BookKind
  messageId: string
  uetr: string | undefined
  amount: bigint
  currency: string
  status: Booked
  code: string | undefined
  /** Until when the network waits for the institution's answer. */
  answerBy: Temporal.Instant | undefined
  /** The message that it returns. */
  returns: string | undefined
  told: ToldPayment | ToldRequest
}

export async function insertBooked(
  tx: Transaction,
  tenantId: bigint,
  booked: BookedPayment,
  now: Temporal.Instant,
): Promise<void> {
  const { uetr, code, answerBy, returns, told, status, ...row } = booked
  const isOver = status === 'Settled' || status === 'Rejected'
  const stored = {
    ...{ ...row, status, uetr: uetr ?? null, code: code ?? null, answerBy: answerBy ?? null },
    returns: returns ?? null,
    // Its amount is in a column, and JSON has no such number.
    told: { ...told, amount: undefined },
    endedAt: isOver ? now : null,
  }
  await insertRow(tx, 'simulated_payments', { tenantId, createdAt: now, ...stored })
}

/** The payment with this message id, if it is booked. It is locked. */
export async function lockBooked(
  tx: Transaction,
  tenantId: bigint,
  { rail, direction, messageId }: Pick<BookedPayment, 'rail' | 'messageId'> & { direction?: Direction },
): Promise<BookedPayment | undefined> {
  const rows = await tx.query<Stored>(
    `select * from simulated_payments where tenant_id = $1 and rail = $2 and message_id = $3
       and ($4::text is null or direction = $4) order by id limit 1 for update`,
    [tenantId, rail, messageId, direction ?? null],
  )
  return rows.map(bookedOf)[0]
}

/** The payment of either direction with this UETR. */
export async function findByUetr(
  db: Connection,
  tenantId: bigint,
  { rail, uetr }: { rail: MessageRailName; uetr: string },
): Promise<BookedPayment | undefined> {
  const rows = await db.query<Stored>(
    `select * from simulated_payments where tenant_id = $1 and rail = $2 and uetr = $3 and kind = 'Payment'
     order by id limit 1 for update`,
    [tenantId, rail, uetr],
  )
  return rows.map(bookedOf)[0]
}

/** Whether a return of the message is booked that was not rejected. */
export async function isReturned(
  db: Connection,
  tenantId: bigint,
  { rail, messageId }: { rail: MessageRailName; messageId: string },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (select from simulated_payments where tenant_id = $1 and rail = $2 and returns = $3
       and kind = 'Return' and status in ('Waiting', 'Settled')) as found`,
    [tenantId, rail, messageId],
  )
  return row?.found === true
}

/** Books the end of a payment, or that one which the network never got has come after all. */
export async function endBooked(
  tx: Transaction,
  tenantId: bigint,
  { id, status, code }: { id: string; status: 'Settled' | 'Rejected'; code?: string | undefined },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'update simulated_payments set status = $3, code = $4, ended_at = $5 where tenant_id = $1 and id = $2',
    [tenantId, id, status, code ?? null, now.toString()],
  )
}

/** Credits whose time for an answer is over. They are locked. */
export async function lockUnanswered(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<BookedPayment[]> {
  const rows = await tx.query<Stored>(
    `select * from simulated_payments where tenant_id = $1 and status = 'Waiting' and answer_by <= $2
     order by answer_by, id limit 100 for update skip locked`,
    [tenantId, now.toString()],
  )
  return rows.map(bookedOf)
}

/** Institutions with a credit whose time for an answer is over. `now` is the machine's. */
export async function tenantsWithUnanswered(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (select from simulated_payments
       where tenant_id = i.tenant_id and status = 'Waiting' and answer_by <= ${INSTITUTION_TIME})`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the time for the next answer is over; undefined if none is waited for. */
export async function nextUnanswered(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select min(answer_by) as at from simulated_payments where tenant_id = $1 and status = 'Waiting'`,
    [tenantId],
  )
  return row?.at ?? undefined
}

/** The next number of a network for its messages of a day. */
export async function nextNumber(
  tx: Transaction,
  tenantId: bigint,
  { rail, day }: { rail: MessageRailName; day: Temporal.PlainDate },
): Promise<number> {
  const row = await tx.row<{ last: number }>(
    `insert into simulated_sequences (tenant_id, rail, day, last) values ($1, $2, $3, 1)
     on conflict (tenant_id, rail, day) do update set last = simulated_sequences.last + 1 returning last`,
    [tenantId, rail, day.toString()],
  )
  return row!.last
}

type Stored = Omit<BookedPayment, 'uetr' | 'code' | 'answerBy' | 'returns'> & {
  returns: string | null
  uetr: string | null
  code: string | null
  answerBy: Temporal.Instant | null
}

function bookedOf({ uetr, code, answerBy, returns, told, ...row }: Stored): BookedPayment {
  return {
    ...{ ...row, uetr: uetr ?? undefined, code: code ?? undefined, answerBy: answerBy ?? undefined },
    returns: returns ?? undefined,
    told: { ...told, amount: row.amount },
  }
}
