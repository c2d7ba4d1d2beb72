import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, updateById } from '../db/rows.ts'
import type { OutstandingCancellations } from '../db/types.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { OutstandingKind } from './domain/kinds.ts'
import type { ActorKey, ActorKind } from './find-actor.ts'
import type { Remedy } from './outstanding.store.ts'

export const CANCELLATION_STATUSES = words('OutstandingCancellationStatus', ['Running', 'Done', 'Stopped'])
export type CancellationStatus = (typeof CANCELLATION_STATUSES)[number]

export const ITEM_OUTCOMES = words('OutstandingOutcome', ['Open', 'Cancelled', 'NotCancelled'])
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number]

export type Cancellation = Omit<OutstandingCancellations, 'actorKind' | 'status'> & {
  actorKind: ActorKind
  status: CancellationStatus
}

/** Something that a cancellation found, and what became of it. */
export interface CancellationItem {
  kind: OutstandingKind
  itemId: string
  currency: string | null
  amount: bigint | null
  remedy: Remedy
  outcome: ItemOutcome
  why: string | null
}

export interface CancellationTotal {
  kind: OutstandingKind
  outcome: ItemOutcome
  currency: string | null
  count: number
  amount: bigint | null
}

/** What the worker decided about an item. `why` is null if it is cancelled. */
export interface DecidedItem {
  itemId: string
  remedy?: Remedy
  why: string | null
}

/** Undefined if one runs for the actor, also one that another transaction has just begun. */
export async function insertCancellation(
  tx: Transaction,
  cancellation: Omit<Cancellation, 'status' | 'statusReason' | 'endedAt'>,
): Promise<Cancellation | undefined> {
  const { tenantId, id, actorKind, actorId, reason, requestedBy, requestedByUser, createdAt } = cancellation
  return tx.row<Cancellation>(
    `insert into outstanding_cancellations (tenant_id, id, actor_kind, actor_id, reason, requested_by, requested_by_user,
       created_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'Running') on conflict do nothing returning *`,
    [tenantId, id, actorKind, actorId, reason, requestedBy, requestedByUser, createdAt.toString()],
  )
}

export async function findCancellation(
  db: Connection,
  tenantId: bigint,
  id: string,
): Promise<Cancellation | undefined> {
  return (await byId(db, 'outstanding_cancellations', tenantId, id)) as Cancellation | undefined
}

export async function findRunning(
  db: Connection,
  tenantId: bigint,
  { kind, id }: ActorKey,
): Promise<Cancellation | undefined> {
  return db.row<Cancellation>(
    `select * from outstanding_cancellations where tenant_id = $1 and actor_kind = $2 and actor_id = $3 and status = 'Running'`,
    [tenantId, kind, id],
  )
}

export async function endCancellation(
  tx: Transaction,
  { tenantId, id }: Cancellation,
  ended: { status: 'Done' | 'Stopped'; statusReason: string | null; endedAt: Temporal.Instant },
): Promise<Cancellation> {
  return (await updateById(tx, 'outstanding_cancellations', tenantId, id, ended)) as Cancellation
}

/** The tenants with a running cancellation. Only this query reads across tenants. */
export async function tenantsCancelling(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (
       select from outstanding_cancellations c where c.tenant_id = i.tenant_id and c.status = 'Running')
     order by i.tenant_id`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The oldest running one that no other worker has, until the transaction ends. */
export async function claimCancellation(tx: Transaction, tenantId: bigint): Promise<Cancellation | undefined> {
  return tx.row<Cancellation>(
    `select * from outstanding_cancellations where tenant_id = $1 and status = 'Running'
     order by id limit 1 for no key update skip locked`,
    [tenantId],
  )
}

/** The next open items, all of one kind, and one alone unless they are payments. */
export async function readOpenItems(
  tx: Transaction,
  tenantId: bigint,
  cancellationId: string,
  limit: number,
): Promise<{ kind: OutstandingKind; itemId: string }[]> {
  const rows = await tx.query<{ kind: OutstandingKind; itemId: string }>(
    `select kind, item_id from outstanding_items where tenant_id = $1 and cancellation_id = $2 and outcome = 'Open'
     order by rank, item_id limit $3`,
    [tenantId, cancellationId, limit],
  )
  const kind = rows[0]?.kind
  return kind === 'Payment' ? rows.filter((row) => row.kind === kind) : rows.slice(0, 1)
}

export async function writeDecided(
  tx: Transaction,
  { tenantId, id }: Pick<Cancellation, 'tenantId' | 'id'>,
  { kind, items }: { kind: OutstandingKind; items: readonly DecidedItem[] },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update outstanding_items i set remedy = coalesce(d.remedy, i.remedy), why = d.why, decided_at = $4,
       outcome = case when d.why is null then 'Cancelled' else 'NotCancelled' end
     from unnest($5::text[], $6::text[], $7::text[]) as d (item_id, remedy, why)
     where i.tenant_id = $1 and i.cancellation_id = $2 and i.kind = $3 and i.item_id = d.item_id and i.outcome = 'Open'`,
    [
      ...[tenantId, id, kind, now.toString(), items.map(({ itemId }) => itemId)],
      ...[items.map(({ remedy }) => remedy ?? null), items.map(({ why }) => why)],
    ],
  )
}

export async function readCancellationTotals(
  db: Connection,
  tenantId: bigint,
  id: string,
): Promise<CancellationTotal[]> {
  return db.query<CancellationTotal>(
    `select kind, outcome, currency, count(*)::int as count, sum(amount)::bigint as amount from outstanding_items
     where tenant_id = $1 and cancellation_id = $2 group by rank, kind, outcome, currency
     order by rank, outcome, currency`,
    [tenantId, id],
  )
}

/** Those with the outcome, or all, in the order in which they are taken back. */
export async function readItems(
  db: Connection,
  tenantId: bigint,
  { id, outcome }: { id: string; outcome: ItemOutcome | undefined },
  { page, limit }: PageRequest,
): Promise<CancellationItem[]> {
  return db.query<CancellationItem>(
    `select kind, item_id, currency, amount, remedy, outcome, why from outstanding_items
     where tenant_id = $1 and cancellation_id = $2 and ($3::text is null or outcome = $3)
     order by rank, item_id limit $4 offset $5`,
    [tenantId, id, outcome ?? null, limit, (page - 1) * limit],
  )
}
