import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'

/**
 * BooksBroken: a verification found a difference in the books. DatabaseOlder: more has left than
 * the database knows, as after a restore. EvidenceBroken: what shows that was damaged. Operator: a
 * person stopped the rails. Restored: the database was made from a backup.
 */
export const HOLD_REASONS = ['BooksBroken', 'DatabaseOlder', 'EvidenceBroken', 'Operator', 'Restored'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export interface RailHold {
  tenantId: bigint
  id: string
  reason: HoldReason
  /** What differs, in words: one line for each difference. */
  differences: readonly string[]
  heldBy: string
  heldAt: Temporal.Instant
  releasedAt: Temporal.Instant | null
  releasedBy: string | null
  releaseReason: string | null
}

const columns = 'tenant_id, id, reason, differences, held_by, held_at, released_at, released_by, release_reason'

/** Opens a hold. Undefined if one is open for the same reason. */
export async function insertHold(
  tx: Transaction,
  hold: Omit<RailHold, 'releasedAt' | 'releasedBy' | 'releaseReason'> & { replaces: string | undefined },
): Promise<RailHold | undefined> {
  const { tenantId, id, reason, differences, heldBy, heldAt, replaces } = hold
  return tx.row<RailHold>(
    `insert into rail_holds (tenant_id, id, reason, differences, held_by, held_at, replaces)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, reason) where released_at is null do nothing
     returning ${columns}`,
    [tenantId, id, reason, JSON.stringify(differences), heldBy, heldAt.toString(), replaces ?? null],
  )
}

/** The open hold of a reason, if there is one. */
export async function readOpenHold(
  tx: Transaction,
  tenantId: bigint,
  reason: HoldReason,
): Promise<RailHold | undefined> {
  return tx.row<RailHold>(
    `select ${columns} from rail_holds where tenant_id = $1 and reason = $2 and released_at is null`,
    [tenantId, reason],
  )
}

/** The hold that has the differences of this one and more; undefined if it was not replaced. */
export async function readReplacement(tx: Transaction, tenantId: bigint, id: string): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>('select id from rail_holds where tenant_id = $1 and replaces = $2', [
    tenantId,
    id,
  ])
  return row?.id
}

/** The open holds of an institution, the oldest first: at most one for each reason. */
export async function readOpenHolds(db: Connection, tenantId: bigint): Promise<RailHold[]> {
  return db.query<RailHold>(
    `select ${columns} from rail_holds where tenant_id = $1 and released_at is null order by held_at, id`,
    [tenantId],
  )
}

/** Whether an open hold of any of these reasons exists. */
export async function isHeld(
  db: Connection,
  tenantId: bigint,
  reasons: readonly HoldReason[] = HOLD_REASONS,
): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(
    `select exists (select from rail_holds where tenant_id = $1 and released_at is null and reason = any ($2)) as held`,
    [tenantId, reasons],
  )
  return row?.held === true
}

/** Locks a hold, open or released. */
export async function lockHold(tx: Transaction, tenantId: bigint, id: string): Promise<RailHold | undefined> {
  return tx.row<RailHold>(`select ${columns} from rail_holds where tenant_id = $1 and id = $2 for no key update`, [
    tenantId,
    id,
  ])
}

/** Undefined, and nothing is changed, if it was released before. */
export async function markReleased(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Temporal.Instant },
): Promise<RailHold | undefined> {
  return tx.row<RailHold>(
    `update rail_holds set released_at = $3, released_by = $4, release_reason = $5 where tenant_id = $1 and id = $2
       and released_at is null returning ${columns}`,
    [tenantId, id, at.toString(), by, reason],
  )
}

/**
 * The time of the last hold for this reason that people released, in milliseconds since 1970: they
 * accepted what it found. 0 if there is none.
 */
export async function readAcceptedUntil(db: Connection, tenantId: bigint, reason: HoldReason): Promise<number> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select max(h.held_at) as at from rail_holds h where h.tenant_id = $1 and h.reason = $2 and h.released_at is not null
       and not exists (select from rail_holds n where n.tenant_id = $1 and n.replaces = h.id)`,
    [tenantId, reason],
  )
  return row?.at?.epochMilliseconds ?? 0
}

/** The holds that are looked at, the newest first: there are few. */
const MAX_HOLDS = 1_000

/** A hold with the record of its release, as stored. */
export interface RecordedHold {
  id: string
  reason: string
  differences: string[]
  isReleased: boolean
  auditId: string | null
  recorded: unknown
}

/** Holds that were not replaced, the newest first, each with the first record of its release. */
export function readHoldsWithReleases(db: Connection, tenantId: bigint): Promise<RecordedHold[]> {
  return db.query<RecordedHold>(
    `select h.id, h.reason, h.differences, h.released_at is not null as is_released, a.id as audit_id, a.after as recorded
     from rail_holds h left join lateral (
       select id, after from audit_log
       where tenant_id = $1 and subject_kind = 'railHold' and subject_id = h.id::text and action = 'rails.released'
       order by at, id limit 1) a on true
     where h.tenant_id = $1 and not exists (select from rail_holds n where n.tenant_id = $1 and n.replaces = h.id)
     order by h.held_at desc, h.id limit ${MAX_HOLDS}`,
    [tenantId],
    { isOpened: false },
  )
}
