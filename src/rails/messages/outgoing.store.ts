import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { HandoverDecision } from '../handover/handovers.store.ts'
import type { MessageRailName } from '../network.ts'
import { openContent, signedContent } from './messages.store.ts'
import { MESSAGE_COLUMNS, type RailMessageRow } from './rail-message.ts'

/** An outgoing message under a claim, with its bytes. */
export interface ClaimedMessage extends RailMessageRow {
  messageType: string
  messageId: string
  token: number
  /** Claims whose holders did not say how they ended, without this one. */
  openTokens: readonly number[]
  attempts: number
  /** What a person decided, to be carried out by this claim. */
  decision: HandoverDecision | null
  /** With the signature, if it is signed. */
  content: Uint8Array
  signature: string | null
}

/** A claim, as its holder names it: it has ended if the token of the row is another one. */
export type MessageClaim = Pick<ClaimedMessage, 'id' | 'token'>

/** The network of the message is open, by the time of the institution. */
const isOpenAt = (time: string) => `(leaves_from is null or leaves_from <= ${time})`
const waiting = `(status = 'Waiting' and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
  or status = 'Claimed' and leased_until <= clock_timestamp())`
const claimColumns = `${MESSAGE_COLUMNS}, token, open_tokens, attempts, decision, sealed, signature`

/**
 * Claims the oldest messages of a rail that wait, or whose lease has ended, each with a higher
 * token; none while the rails are held. Leases end by the clock of the database, which all workers
 * share.
 */
export async function claimMessages(
  tx: Transaction,
  tenantId: bigint,
  { rail, claimedBy, leaseMs, limit }: { rail: MessageRailName; claimedBy: string; leaseMs: number; limit: number },
  now: Temporal.Instant,
): Promise<ClaimedMessage[]> {
  const rows = await tx.query<Omit<ClaimedMessage, 'content'> & { sealed: Buffer }>(
    `with next as materialized (
       select id from rail_messages where tenant_id = $1 and rail = $2 and ${waiting} and ${isOpenAt('$6')}
         and not exists (select from rail_holds where tenant_id = $1 and released_at is null)
       order by created_at, id limit $5 for no key update skip locked)
     update rail_messages m set status = 'Claimed', token = m.token + 1, open_tokens = m.open_tokens || (m.token + 1),
       claimed_by = $3, leased_until = clock_timestamp() + $4 * interval '1 millisecond'
     from next where m.tenant_id = $1 and m.id = next.id returning ${claimColumns.replaceAll(/(\w+)/g, 'm.$1')}`,
    [tenantId, rail, claimedBy, leaseMs, limit, now.toString()],
  )
  const claimed = rows.map(({ sealed, openTokens, ...message }) => ({
    ...message,
    openTokens: openTokens.filter((token) => token !== message.token),
    content: signedContent(openContent(tx, tenantId, message.id, sealed), message.signature),
  }))
  return claimed.toSorted(byAge)
}

const byAge = (one: RailMessageRow, other: RailMessageRow) =>
  one.createdAt.epochMilliseconds - other.createdAt.epochMilliseconds || (one.id < other.id ? -1 : 1)

/** Keeps signatures before their messages leave, so that these leave again with the same bytes. */
export async function storeSignatures(
  tx: Transaction,
  tenantId: bigint,
  signatures: ReadonlyMap<string, string>,
): Promise<void> {
  if (signatures.size === 0) return
  await tx.query(
    `update rail_messages m set signature = s.signature
     from unnest($2::uuid[], $3::text[]) as s (id, signature)
     where m.tenant_id = $1 and m.id = s.id and m.status = 'Claimed' and m.signature is null`,
    [tenantId, [...signatures.keys()], [...signatures.values()]],
  )
}

/** Institutions with a message that can be claimed. */
export async function tenantsWithWaiting(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (select from rail_messages
       where tenant_id = i.tenant_id and ${waiting} and ${isOpenAt(INSTITUTION_TIME)})`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The rails of an institution with messages that can be claimed. */
export async function railsWithWaiting(db: Connection, tenantId: bigint): Promise<MessageRailName[]> {
  const rows = await db.query<{ rail: MessageRailName }>(
    `select distinct rail from rail_messages where tenant_id = $1 and ${waiting}`,
    [tenantId],
  )
  return rows.map(({ rail }) => rail)
}

/** When the next message can leave: now, or when its network opens. Undefined if none waits. */
export async function nextDeparture(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ next: Temporal.Instant | null }>(
    `select min(coalesce(leaves_from, $2)) as next from rail_messages
     where tenant_id = $1 and status in ('Waiting', 'Claimed')`,
    [tenantId, now.toString()],
  )
  return row?.next ?? undefined
}

/** Ends claims of messages that have left. Returns the ids of those whose claims had not ended. */
export async function markLeft(
  tx: Transaction,
  tenantId: bigint,
  left: readonly (MessageClaim & { evidence: string; doubt?: string | null | undefined })[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const set = `status = 'HandedOver', open_tokens = '{}', left_at = clock_timestamp(), ended_at = $4, evidence = c.text,
    doubt = coalesce(c.more, doubt)`
  const values = left.map(({ evidence, doubt }) => [evidence, doubt ?? null] as const)
  return endClaims(tx, tenantId, { claims: left, set, values }, [now.toString()])
}

/** Nobody can tell whether they left: a person decides. */
export async function markInDoubt(
  tx: Transaction,
  tenantId: bigint,
  inDoubt: readonly (MessageClaim & { doubt: string })[],
): Promise<Set<string>> {
  const set = `status = 'InDoubt', open_tokens = '{}', doubt = c.text, decision = null`
  return endClaims(tx, tenantId, { claims: inDoubt, set, values: inDoubt.map(({ doubt }) => [doubt, null]) })
}

/** They cannot leave in time any more, and certainly have not left. */
export async function markExpired(
  tx: Transaction,
  tenantId: bigint,
  claims: readonly MessageClaim[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const set = `status = 'Expired', open_tokens = '{}', ended_at = $4`
  return endClaims(tx, tenantId, { claims, set, values: claims.map(() => [null, null]) }, [now.toString()])
}

/** They have certainly not left by these claims. Refused ones wait before they are tried again. */
export async function giveBack(
  tx: Transaction,
  tenantId: bigint,
  claims: readonly (MessageClaim & { retryInSeconds?: number })[],
): Promise<Set<string>> {
  const set = `status = 'Waiting', open_tokens = array_remove(open_tokens, c.token),
    attempts = attempts + (c.text is not null)::integer,
    next_attempt_at = clock_timestamp() + c.text::integer * interval '1 second'`
  const values = claims.map(({ retryInSeconds }) => [retryInSeconds?.toString() ?? null, null] as const)
  return endClaims(tx, tenantId, { claims, set, values })
}

/** Nobody can tell whether they left, and they leave again: the claims stay open. */
export async function reopen(tx: Transaction, tenantId: bigint, claims: readonly MessageClaim[]): Promise<Set<string>> {
  const set = `status = 'Waiting', next_attempt_at = clock_timestamp() + interval '1 second'`
  return endClaims(tx, tenantId, { claims, set, values: claims.map(() => [null, null]) })
}

/** When the last message of the rail left that the database knows of. */
export async function readLastLeft(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select max(left_at) as at from rail_messages where tenant_id = $1 and rail = $2 and status = 'HandedOver'`,
    [tenantId, rail],
  )
  return row?.at ?? undefined
}

/** Which of these messages the database does not know, or never gave to a link. */
export async function findUnsent(db: Connection, tenantId: bigint, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select d.id from unnest($2::uuid[]) as d (id) where not exists (
       select from rail_messages m where m.tenant_id = $1 and m.id = d.id and m.token > 0)`,
    [tenantId, ids],
  )
  return rows.map(({ id }) => id)
}

async function endClaims(
  tx: Transaction,
  tenantId: bigint,
  {
    claims,
    set,
    values,
  }: { claims: readonly MessageClaim[]; set: string; values: readonly (readonly [string | null, string | null])[] },
  more: readonly string[] = [],
): Promise<Set<string>> {
  if (claims.length === 0) return new Set()
  const list = JSON.stringify(
    claims.map(({ id, token }, at) => ({ id, token, text: values[at]![0], more: values[at]![1] })),
  )
  const rows = await tx.query<{ id: string }>(
    `update rail_messages m set ${set}, claimed_by = null, leased_until = null
     from jsonb_to_recordset($2::jsonb) as c (id uuid, token integer, text text, more text)
     where m.tenant_id = $1 and m.id = c.id and m.token = c.token and m.status = $3 returning m.id`,
    [tenantId, list, 'Claimed', ...more],
  )
  return new Set(rows.map(({ id }) => id))
}
