import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { words } from '../../kernel/words.ts'

/** Replaced: other files carry the payments of a file that only the evidence shows. */
export const HANDOVER_STATUSES = words('HandoverStatus', ['Waiting', 'Claimed', 'HandedOver', 'InDoubt', 'Replaced'])
/** What a person decides about a hand-over in doubt: it has left, or it leaves again. */
export const HANDOVER_DECISIONS = words('DecidedHandover', ['HandedOver', 'HandOverAgain'])
export type HandoverDecision = (typeof HANDOVER_DECISIONS)[number]

export interface Handover {
  tenantId: bigint
  id: string
  rail: string
  name: string
  status: (typeof HANDOVER_STATUSES)[number]
  token: number
  /** Claims whose holders did not say how they ended. */
  openTokens: readonly number[]
  /** Why nobody can tell whether it left; null unless it is in doubt. */
  doubt: string | null
  /** The decision of a person that has not been carried out yet, or the last one. */
  decision: HandoverDecision | null
  /** When the transport took it, by the clock of the database; null until then. */
  leftAt: Temporal.Instant | null
  /** Whether only the evidence shows it: it left before the database was restored. */
  fromEvidence: boolean
  createdAt: Temporal.Instant
}

const columns =
  'tenant_id, id, rail, name, status, token, open_tokens, doubt, decision, left_at, from_evidence, created_at'

/** Announces what is to be handed over, in the transaction that stores its content. */
export async function insertHandover(
  tx: Transaction,
  { tenantId, id, rail, name }: Pick<Handover, 'tenantId' | 'id' | 'rail' | 'name'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('insert into rail_handovers (tenant_id, id, rail, name, created_at) values ($1, $2, $3, $4, $5)', [
    tenantId,
    id,
    rail,
    name,
    now.toString(),
  ])
}

/**
 * Claims the oldest hand-over of a rail that waits, or whose lease has ended, with a higher token.
 * Claims none while the rails are held.
 * Leases end by the clock of the database, which all workers share.
 */
export async function claimHandover(
  tx: Transaction,
  tenantId: bigint,
  { rail, claimedBy, leaseMs }: { rail: string; claimedBy: string; leaseMs: number },
): Promise<Handover | undefined> {
  return tx.row<Handover>(
    `with next as materialized (
       select id from rail_handovers where tenant_id = $1 and rail = $2
         and not exists (select from rail_holds where tenant_id = $1 and released_at is null)
         and (status = 'Waiting' or status = 'Claimed' and leased_until <= clock_timestamp())
       order by created_at, id limit 1 for no key update skip locked)
     update rail_handovers h set status = 'Claimed', token = h.token + 1, open_tokens = h.open_tokens || (h.token + 1),
       claimed_by = $3, leased_until = clock_timestamp() + $4 * interval '1 millisecond'
     from next where h.tenant_id = $1 and h.id = next.id
     returning ${columns.replaceAll(/(\w+)/g, 'h.$1')}`,
    [tenantId, rail, claimedBy, leaseMs],
  )
}

/** A claim, as its holder names it: it has ended if the token of the row is another one. */
export type Claim = Pick<Handover, 'tenantId' | 'id' | 'token'>

/** Returns false, and changes nothing, if the claim has ended. So do the next three. */
export async function confirmHandover(tx: Transaction, claim: Claim, evidence: string): Promise<boolean> {
  return end(tx, claim, `status = 'HandedOver', open_tokens = '{}', left_at = clock_timestamp(), evidence = $4`, [
    evidence,
  ])
}

export async function markInDoubt(tx: Transaction, claim: Claim, doubt: string): Promise<boolean> {
  return end(tx, claim, `status = 'InDoubt', open_tokens = '{}', doubt = $4, decision = null`, [doubt])
}

/** Ends the claim of a file that only the evidence shows: its payments are collected again. */
export async function markReplaced(tx: Transaction, claim: Claim): Promise<boolean> {
  return end(tx, claim, `status = 'Replaced', open_tokens = '{}'`, [])
}

/** Ends a claim whose consignment has not left, so that the next one can start at once. */
export async function giveBack(tx: Transaction, claim: Claim): Promise<boolean> {
  return end(tx, claim, `status = 'Waiting', open_tokens = array_remove(open_tokens, $3)`, [])
}

async function end(tx: Transaction, { tenantId, id, token }: Claim, set: string, values: unknown[]): Promise<boolean> {
  const row = await tx.row(
    `update rail_handovers set ${set}, claimed_by = null, leased_until = null where tenant_id = $1 and id = $2 and token = $3 and status = 'Claimed'
     returning id`,
    [tenantId, id, token, ...values],
  )
  return row !== undefined
}

/** The place to which the institution's consignments of a rail go; the first worker names it. */
export async function adoptOutbox(
  tx: Transaction,
  tenantId: bigint,
  { rail, identity, by }: { rail: string; identity: string; by: string },
  now: Temporal.Instant,
): Promise<string> {
  await tx.query(
    `insert into rail_outboxes (tenant_id, rail, identity, adopted_by, adopted_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, rail) do nothing`,
    [tenantId, rail, identity, by, now.toString()],
  )
  return (await readAdopted(tx, tenantId, rail))!
}

/**
 * Keeps the adopted place as it is until the transaction ends: what is claimed in it goes there, or
 * is seen as claimed by the one that replaces the place.
 */
export async function keepOutbox(tx: Transaction, tenantId: bigint, rail: string): Promise<void> {
  await tx.query('select from rail_outboxes where tenant_id = $1 and rail = $2 for share', [tenantId, rail])
}

/** Names another place on purpose. */
export async function replaceOutbox(
  tx: Transaction,
  tenantId: bigint,
  { rail, identity, by }: { rail: string; identity: string; by: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into rail_outboxes (tenant_id, rail, identity, adopted_by, adopted_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, rail) do update set identity = excluded.identity, adopted_by = excluded.adopted_by,
       adopted_at = excluded.adopted_at`,
    [tenantId, rail, identity, by, now.toString()],
  )
}

/**
 * Puts in doubt what may have left through a place that was replaced: its claims did not say how
 * they ended, and the new place has no evidence of them. What people decided to have left stays.
 */
export async function doubtOpenClaims(
  tx: Transaction,
  tenantId: bigint,
  { rail, doubt }: { rail: string; doubt: string },
): Promise<Pick<Handover, 'id' | 'name'>[]> {
  return tx.query(
    `update rail_handovers set status = 'InDoubt', doubt = $3, open_tokens = '{}', decision = null, claimed_by = null, leased_until = null
     where tenant_id = $1 and rail = $2 and (status = 'Claimed' or status = 'Waiting' and open_tokens <> '{}')
       and decision is distinct from 'HandedOver'
     returning id, name`,
    [tenantId, rail, doubt],
  )
}

/** The place to which the institution's consignments of a rail went; undefined before the first. */
export async function readAdopted(db: Connection, tenantId: bigint, rail: string): Promise<string | undefined> {
  const row = await db.row<{ identity: string }>(
    'select identity from rail_outboxes where tenant_id = $1 and rail = $2',
    [tenantId, rail],
  )
  return row?.identity
}

/** When the last consignment left that the database knows of, by the clock of the database. */
export async function readLastDeparture(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    'select max(left_at) as at from rail_handovers where tenant_id = $1 and left_at is not null',
    [tenantId],
  )
  return row?.at ?? undefined
}

/** The oldest hundred hand-overs that a person must decide. */
export async function readInDoubt(db: Connection, tenantId: bigint): Promise<Handover[]> {
  return db.query<Handover>(
    `select ${columns} from rail_handovers where tenant_id = $1 and status = 'InDoubt' order by id limit 100`,
    [tenantId],
  )
}

export async function lockHandover(tx: Transaction, tenantId: bigint, id: string): Promise<Handover | undefined> {
  return tx.row<Handover>(`select ${columns} from rail_handovers where tenant_id = $1 and id = $2 for no key update`, [
    tenantId,
    id,
  ])
}

/** A worker carries the decision out. The caller has locked the row, which is in doubt. */
export async function noteDecision(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  decision: HandoverDecision,
): Promise<Handover> {
  const row = await tx.row<Handover>(
    `update rail_handovers set status = 'Waiting', doubt = null, decision = $3 where tenant_id = $1 and id = $2
     returning ${columns}`,
    [tenantId, id, decision],
  )
  return row!
}

/** What the database knows of files and messages, by their names. */
export async function readByNames(
  db: Connection,
  tenantId: bigint,
  names: readonly string[],
): Promise<Pick<Handover, 'rail' | 'name' | 'token'>[]> {
  return db.query('select rail, name, token from rail_handovers where tenant_id = $1 and name = any ($2)', [
    tenantId,
    names,
  ])
}

/** The last departures that the database knows of, with the evidence that it noted. */
export async function readLastEvidence(
  db: Connection,
  tenantId: bigint,
  since: string,
): Promise<{ name: string; evidence: string; leftAt: Temporal.Instant }[]> {
  return db.query(
    `select name, evidence, left_at from rail_handovers
     where tenant_id = $1 and left_at >= $2 and evidence <> 'decided' order by left_at desc limit 100`,
    [tenantId, since],
  )
}

/**
 * Names the run of the database server. After a restore or a failover it is another one, and what
 * this process knew of the database may no longer be so.
 */
export async function readServerRun(db: Connection): Promise<string> {
  const row = await db.row<{ run: string }>('select pg_postmaster_start_time()::text as run')
  return row!.run
}
