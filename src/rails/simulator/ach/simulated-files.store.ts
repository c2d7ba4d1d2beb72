import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'

/** A file that the simulated operator sends to an institution. */
export interface SimulatedFile {
  id: string
  name: string
  content: string
  /** When it is sent, by the clock of the institution. */
  dueAt: Temporal.Instant
}

/** What the operator did with a file. Missing: it was not where files leave. */
export const ORIGINATION_OUTCOMES = ['Accepted', 'Rejected', 'Duplicate', 'Missing'] as const

/** A file of an institution that the operator has met. */
export interface Origination {
  name: string
  sha256: string | null
  outcome: (typeof ORIGINATION_OUTCOMES)[number]
  /** Why it was rejected. */
  reason: string | null
}

/** A file that was noted before keeps its outcome. */
export async function noteOrigination(
  tx: Transaction,
  tenantId: bigint,
  origination: Origination,
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...origination, takenAt: now }
  const again = 'on conflict (tenant_id, name) do nothing'
  await insertRows(tx, 'simulated_ach_originations', { tenantId }, [row], again)
}

/** Whether the operator has accepted a file with this content under another name. */
export async function isAccepted(
  db: Connection,
  tenantId: bigint,
  { name, sha256 }: { name: string; sha256: string },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (select from simulated_ach_originations
       where tenant_id = $1 and sha256 = $2 and name <> $3 and outcome = 'Accepted') as found`,
    [tenantId, sha256, name],
  )
  return row?.found === true
}

/** Whether the operator has rejected a file with this content. */
export async function isRejected(db: Connection, tenantId: bigint, sha256: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (select from simulated_ach_originations
       where tenant_id = $1 and sha256 = $2 and outcome = 'Rejected') as found`,
    [tenantId, sha256],
  )
  return row?.found === true
}

/** Those of the newest files that have left and that the operator has not met yet. */
export async function readUnmet(db: Connection, tenantId: bigint): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from (select name, status from rail_handovers where tenant_id = $1 and rail = 'ACH'
         order by created_at desc, id desc limit 50) h
       where status = 'HandedOver' and not exists (
         select from simulated_ach_originations o where o.tenant_id = $1 and o.name = h.name)`,
    [tenantId],
  )
  return rows.map(({ name }) => name)
}

/** A file of a name that was made before stays as it is. */
export async function insertSimulated(
  tx: Transaction,
  tenantId: bigint,
  files: readonly SimulatedFile[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'simulated_ach_files',
    { tenantId, createdAt: now },
    files,
    'on conflict (tenant_id, name) do nothing',
  )
}

/** Institutions with a file that was not sent yet. */
export async function tenantsWithSimulated(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (
       select from simulated_ach_files f where f.tenant_id = i.tenant_id and f.written_at is null)`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The oldest files that are due, a few at a time because they can be large. */
export async function readDueSimulated(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<SimulatedFile[]> {
  return db.query<SimulatedFile>(
    `select id, name, content, due_at from simulated_ach_files where tenant_id = $1 and written_at is null
       and due_at <= $2 order by due_at limit 5`,
    [tenantId, now.toString()],
  )
}

/** When the next file is due; undefined if none waits. */
export async function nextSimulated(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    'select min(due_at) as at from simulated_ach_files where tenant_id = $1 and written_at is null',
    [tenantId],
  )
  return row?.at ?? undefined
}

export async function markSimulated(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'update simulated_ach_files set written_at = $3 where tenant_id = $1 and id = $2 and written_at is null',
    [tenantId, id, now.toString()],
  )
}
