import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { INSTITUTION_TIME, tenantsWhere } from '../../../institution/institution.ts'
import { words } from '../../../kernel/words.ts'

/** Why a credit is not posted yet: its cover has not come, or its value date. */
export const AWAITED = words('AwaitedBySwiftCredit', ['Cover', 'ValueDate'])
export type Awaited = (typeof AWAITED)[number]

/** A credit that came before its money. */
export interface WaitingCredit {
  uetr: string
  messageId: string
  waitsFor: Awaited
  /** When the value date begins, or from when on the absence of the cover is an exception. */
  dueAt: Temporal.Instant
}

/** From now on, a credit waits. One that waits already waits for this instead. */
export async function insertWaiting(
  tx: Transaction,
  tenantId: bigint,
  credit: WaitingCredit,
  now: Temporal.Instant,
): Promise<void> {
  const onConflict =
    'on conflict (tenant_id, uetr) do update set waits_for = excluded.waits_for, due_at = excluded.due_at, asked_at = null'
  await insertRows(tx, 'swift_credits', { tenantId, createdAt: now }, [credit], onConflict)
}

/** The credit waits no more. */
export async function endWaiting(
  tx: Transaction,
  tenantId: bigint,
  uetr: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update swift_credits set ended_at = $3 where tenant_id = $1 and uetr = $2 and ended_at is null', [
    tenantId,
    uetr,
    now.toString(),
  ])
}

/**
 * Claims credits that are due, up to `limit`: those whose value date has begun wait no more, and of
 * a cover that has not come a person is told once.
 */
export async function claimDue(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<WaitingCredit[]> {
  return tx.query<WaitingCredit>(
    `with due as materialized (
       select uetr from swift_credits where tenant_id = $1 and ended_at is null and asked_at is null and due_at <= $2
       order by due_at limit $3 for no key update skip locked)
     update swift_credits c set
       asked_at = case when c.waits_for = 'Cover' then $2::timestamptz end,
       ended_at = case when c.waits_for = 'ValueDate' then $2::timestamptz end
     from due where c.tenant_id = $1 and c.uetr = due.uetr
     returning c.uetr, c.message_id, c.waits_for, c.due_at`,
    [tenantId, now.toString(), limit],
  )
}

/** The institutions for which one of them is due. */
export async function tenantsWithDueCredit(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  return tenantsWhere(
    db,
    `exists (select from swift_credits where tenant_id = i.tenant_id and ended_at is null and asked_at is null
       and due_at <= ${INSTITUTION_TIME})`,
    [now.toString()],
  )
}

/** When the next of them is due; undefined if none waits. */
export async function nextWaiting(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ dueAt: Temporal.Instant | null }>(
    'select min(due_at) as due_at from swift_credits where tenant_id = $1 and ended_at is null and asked_at is null',
    [tenantId],
  )
  return row?.dueAt ?? undefined
}
