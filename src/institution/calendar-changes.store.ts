import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** What waits for a date of the calendar, in the order in which its dates are derived again. */
export const WAITING_KINDS = [
  'Series',
  'FUTURE_DATED',
  'HELD',
  'PARTIALLY_APPROVED',
  'PENDING_APPROVAL',
  'READY_TO_TRANSMIT',
  'VALIDATED',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** How far the dates of what waits are derived again since a change of the calendar. */
export interface CalendarChange {
  walksLeft: number
  kind: WaitingKind
  /** The rail and id of the last one; empty and zeros at the start of a kind. */
  rail: string
  afterId: string
}

const START = { rail: '', afterId: '00000000-0000-0000-0000-000000000000' } as const

/** Once for what waits now, and again for what a transaction of before the change adds. */
const WALKS = 2
/** Longer than a transaction lasts. */
const UNTIL_NEXT_WALK = '2 minutes'

/** Asks the worker to derive all dates again. The caller has locked the institution. */
export async function noteCalendarChange(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into calendar_changes (tenant_id, changed_at, walks_left, due_at, kind, rail, after_id)
     values ($1, $2, $3, clock_timestamp(), $4, $5, $6)
     on conflict (tenant_id) do update set changed_at = excluded.changed_at, walks_left = excluded.walks_left,
       due_at = excluded.due_at, kind = excluded.kind, rail = excluded.rail, after_id = excluded.after_id`,
    [tenantId, now.toString(), WALKS, WAITING_KINDS[0], START.rail, START.afterId],
  )
}

/** The tenants with dates to derive again now. */
export async function tenantsWithCalendarChange(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    'select tenant_id from calendar_changes where due_at <= clock_timestamp() order by tenant_id',
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** Locks the change of an institution, if its dates are to be derived again now. */
export async function claimCalendarChange(tx: Transaction, tenantId: bigint): Promise<CalendarChange | undefined> {
  return tx.row<CalendarChange>(
    `select walks_left, kind, rail, after_id from calendar_changes
     where tenant_id = $1 and due_at <= clock_timestamp() for update skip locked`,
    [tenantId],
  )
}

/** Whether a change waits whose first walk is not over. */
export async function isFirstWalkOpen(db: Connection, tenantId: bigint): Promise<boolean> {
  const row = await db.row('select from calendar_changes where tenant_id = $1 and walks_left = $2', [tenantId, WALKS])
  return row !== undefined
}

/** Notes how far a locked change is: the last one looked at, or that its kind has no more. */
export async function advanceCalendarChange(
  tx: Transaction,
  tenantId: bigint,
  { walksLeft, kind }: CalendarChange,
  last: { rail: string; afterId: string } | undefined,
): Promise<void> {
  const next = last ? kind : WAITING_KINDS[WAITING_KINDS.indexOf(kind) + 1]
  if (!next && walksLeft <= 1) {
    await tx.query('delete from calendar_changes where tenant_id = $1', [tenantId])
    return
  }
  const { rail, afterId } = last ?? START
  await tx.query(
    `update calendar_changes set kind = $2, rail = $3, after_id = $4, walks_left = $5,
       due_at = clock_timestamp() + $6::interval where tenant_id = $1`,
    [
      ...[tenantId, next ?? WAITING_KINDS[0], rail, afterId],
      ...[next ? walksLeft : walksLeft - 1, next ? '0 seconds' : UNTIL_NEXT_WALK],
    ],
  )
}
