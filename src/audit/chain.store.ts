import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { ChainedContent, ChainHead, ChainLink } from './chain.ts'

/**
 * A record in the form its hash covers, as text from PostgreSQL: a Date or a double could lose
 * digits.
 */
const content = `a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.actor, a.user_id, a.action, a.subject_kind,
  a.subject_id, a.customer_id, a.before::text as before, a.after::text as after`

export async function insertUnchained(tx: Transaction, tenantId: bigint, auditIds: readonly string[]): Promise<void> {
  await insertRows(
    tx,
    'audit_unchained',
    { tenantId },
    auditIds.map((auditId) => ({ auditId })),
  )
}

/**
 * The tenants with unchained records. Only this query reads across tenants; the work then runs for
 * one tenant at a time.
 */
export async function tenantsWithUnchained(tx: Transaction): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (select true from audit_unchained u where u.tenant_id = i.tenant_id limit 1) order by i.tenant_id`,
  )
  return rows.map((row) => row.tenantId)
}

export async function findChainHead(db: Connection, tenantId: bigint): Promise<ChainHead | undefined> {
  const head = await db.row<ChainHead>(
    'select sequence, hash from audit_chain where tenant_id = $1 order by sequence desc limit 1',
    [tenantId],
  )
  return head
}

/** The oldest unchained records. */
export async function readUnchained(tx: Transaction, tenantId: bigint, limit: number): Promise<ChainedContent[]> {
  return tx.query<ChainedContent>(
    `select ${content} from audit_unchained u join audit_log a on a.tenant_id = u.tenant_id and a.id = u.audit_id
     where u.tenant_id = $1 order by u.audit_id limit $2`,
    [tenantId, limit],
  )
}

export async function insertLinks(tx: Transaction, tenantId: bigint, links: readonly Omit<ChainLink, 'record'>[]) {
  await insertRows(
    tx,
    'audit_chain',
    { tenantId },
    links.map(({ sequence, auditId, previousHash, hash }) => ({ sequence, auditId, previousHash, hash })),
  )
}

export async function deleteUnchained(tx: Transaction, tenantId: bigint, auditIds: readonly string[]): Promise<void> {
  await tx.query('delete from audit_unchained where tenant_id = $1 and audit_id = any($2::uuid[])', [
    tenantId,
    auditIds,
  ])
}

interface LinkRow extends ChainedContent {
  sequence: bigint
  auditId: string
  previousHash: Buffer
  hash: Buffer
  /** Null if the record was removed. */
  id: string
}

/** The next links of the chain, each with its record. */
export async function readLinks(tx: Transaction, tenantId: bigint, after: bigint, limit: number): Promise<ChainLink[]> {
  const rows = await tx.query<LinkRow>(
    `select c.sequence, c.audit_id, c.previous_hash, c.hash, ${content}
     from audit_chain c left join audit_log a on a.tenant_id = c.tenant_id and a.id = c.audit_id
     where c.tenant_id = $1 and c.sequence > $2 order by c.sequence limit $3`,
    [tenantId, after, limit],
  )
  return rows.map(({ sequence, auditId, previousHash, hash, ...record }) => ({
    sequence,
    auditId,
    previousHash,
    hash,
    record: record.id === null ? undefined : record,
  }))
}

/** An unchained record, and whether it is queued for chaining as it should be. */
export interface Unplaced {
  id: string
  isWaiting: boolean
}

/**
 * How many records wait to be chained, and the first few that should already be chained: not queued
 * at all, or created before `lateBefore`.
 */
export async function readUnplaced(
  tx: Transaction,
  tenantId: bigint,
  lateBefore: string,
  limit: number,
): Promise<{ waiting: number; late: Unplaced[] }> {
  const late = await tx.query<Unplaced>(
    `select a.id, u.audit_id is not null as is_waiting
     from audit_log a left join audit_unchained u on u.tenant_id = a.tenant_id and u.audit_id = a.id
     where a.tenant_id = $1 and (u.audit_id is null or a.at < $2)
       and not exists (select from audit_chain c where c.tenant_id = a.tenant_id and c.audit_id = a.id)
     order by a.id limit $3`,
    [tenantId, lateBefore, limit],
  )
  const row = await tx.row<{ waiting: bigint }>(
    'select count(*) as waiting from audit_unchained where tenant_id = $1',
    [tenantId],
  )
  return { waiting: Number(row?.waiting), late }
}

/** The first few that are queued for chaining but no longer exist as records. */
export async function readVanished(tx: Transaction, tenantId: bigint, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select u.audit_id as id from audit_unchained u
     where u.tenant_id = $1 and not exists (select from audit_log a where a.tenant_id = u.tenant_id and a.id = u.audit_id)
     order by u.audit_id limit $2`,
    [tenantId, limit],
  )
  return rows.map(({ id }) => id)
}

/** The events of what another table keeps, and of the audit log itself. */
export const EVENTS_WITHOUT_RECORD = [
  'audit.anchored',
  'payment.rescheduled',
  'payment.status.changed',
  'positivePay.exception.opened',
  'receipt.received',
  'receipt.status.changed',
] as const
export type EventWithoutRecord = (typeof EVENTS_WITHOUT_RECORD)[number]

/**
 * The first few changes that have no audit record. Every change writes its event and its record in
 * one transaction, with the same moment; a decision about a payment has the record of its payment.
 */
export async function readUnrecorded(
  tx: Connection,
  tenantId: bigint,
  limit: number,
): Promise<{ what: string; id: string; type: string | null }[]> {
  return tx.query(
    `select 'event' as what, e.id, e.type from events e
     where e.tenant_id = $1 and e.type <> all($3::text[])
       and not exists (select from audit_log a
         where a.tenant_id = $1 and a.subject_kind = e.subject_kind and a.subject_id = e.subject_id
           and a.action = e.type and a.at = e.created_at)
     union all
     select 'decision about the payment', p.payment_id, null from payment_approvals p
     where p.tenant_id = $1 and not exists (select from audit_log a
         where a.tenant_id = $1 and a.subject_kind = 'payment' and a.subject_id = p.payment_id::text
           and a.action in ('payment.approved', 'payment.rejected'))
     union all
     select 'decision about the receipt', t.receipt_id, null from receipt_steps t
     where t.tenant_id = $1 and t.actor <> 'worker' and not exists (select from audit_log a
         where a.tenant_id = $1 and a.subject_kind = 'receipt' and a.subject_id = t.receipt_id::text
           and a.actor = t.actor and a.at = t.at)
     limit $2`,
    [tenantId, limit, EVENTS_WITHOUT_RECORD],
  )
}
