import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

export interface AuditRecord {
  tenantId: bigint
  /** The API key of a client, or `operator` for the command line. */
  actor: string
  /** Such as `customer.created`. */
  action: string
  subject: { kind: string; id: string; customerId?: bigint }
  before?: unknown
  after?: unknown
}

/** Writes the records of one institution, each with its id. */
export async function insertAuditRecords(
  tx: Transaction,
  tenantId: bigint,
  records: readonly (AuditRecord & { id: string })[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'audit_log',
    { tenantId, at: now },
    records.map(({ id, actor, action, subject, before, after }) => ({
      id,
      actor,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      customerId: subject.customerId ?? null,
      before: plainJson(before),
      after: plainJson(after),
    })),
  )
}

/** The value as JSON knows it, because only parts of it may be sealed. */
function plainJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

/** Each given field must match exactly. `from` is inclusive, `to` is exclusive. */
export interface LogFilter {
  customerId?: bigint
  actor?: string
  userId?: string
  action?: string
  subjectKind?: string
  subjectId?: string
  from?: string
  to?: string
}

export interface LogRow {
  id: string
  /** UTC with six decimals. */
  at: string
  actor: string
  /** The user whose token the actor used. */
  userId: string | null
  action: string
  subjectKind: string
  subjectId: string
  customerId: bigint | null
  before: unknown
  after: unknown
  /** Both as stored, sealed or not: the JSON text that the hash covers. */
  storedBefore: string | null
  storedAfter: string | null
  /** The place in the chain; null until the record is chained. */
  sequence: bigint | null
  previousHash: Buffer | null
  hash: Buffer | null
}

/** The records of a subject in the log. */
export interface Subject {
  kind: string
  id: string
}

/** Changes by any of the actors, or by any of the users whose tokens were used. */
export interface ChangesBy {
  subjects: readonly Subject[]
  actors: readonly string[]
  userIds: readonly string[]
  /** Inclusive. */
  since: Temporal.Instant
}

/**
 * The first of these changes. If another client approved the change, the client and the person that
 * requested it count too.
 */
export async function findChangeBy(
  db: Connection,
  tenantId: bigint,
  { subjects, actors, userIds, since }: ChangesBy,
): Promise<{ action: string; at: Temporal.Instant } | undefined> {
  return db.row(
    `select a.action, a.at
     from unnest($2::text[], $3::text[]) as s (kind, id)
     join audit_log a on a.tenant_id = $1 and a.subject_kind = s.kind and a.subject_id = s.id and a.at >= $4
     left join audit_log r on r.tenant_id = a.tenant_id and r.subject_kind = 'approval'
       and r.subject_id = a.after #>> '{approval,approvalUID}' and r.action = 'approval.requested'
     where a.actor = any($5::text[]) or a.user_id = any($6::uuid[])
       or r.actor = any($5::text[]) or r.user_id = any($6::uuid[])
     order by a.at, a.id limit 1`,
    [
      ...[tenantId, subjects.map(({ kind }) => kind), subjects.map(({ id }) => id)],
      ...[since.toString(), actors, userIds],
    ],
  )
}

/**
 * Who changed a subject since a time, inclusive: each client with the user whose token it sent, if
 * any. Who requested a change counts as well as who approved it. Its creation is no change.
 */
export async function readChangers(
  db: Connection,
  tenantId: bigint,
  { kind, id }: Subject,
  since: Temporal.Instant,
): Promise<{ clientId: string; userId: string | null }[]> {
  return db.query(
    `select distinct w.client_id, w.user_id
     from audit_log a
       left join audit_log r on r.tenant_id = a.tenant_id and r.subject_kind = 'approval'
         and r.subject_id = a.after #>> '{approval,approvalUID}' and r.action = 'approval.requested'
       cross join lateral (values (a.actor, a.user_id), (r.actor, r.user_id)) as w (client_id, user_id)
     where a.tenant_id = $1 and a.subject_kind = $2 and a.subject_id = $3 and a.at >= $4 and a.action not like '%.created'
       and w.client_id is not null
     order by w.client_id, w.user_id`,
    [tenantId, kind, id, since.toString()],
  )
}

/** A record of a subject with everyone who made its change: the actor, and who had asked for it. */
export interface RecordOfSubject {
  subjectKind: string
  subjectId: string
  action: string
  at: Temporal.Instant
  by: { clientId: string; userId: string | null }[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The last records of each subject, oldest first. */
export async function readLastRecords(
  db: Connection,
  tenantId: bigint,
  subjects: readonly Subject[],
  limit: number,
): Promise<RecordOfSubject[]> {
  type Row = Omit<RecordOfSubject, 'by'> &
    Record<'actor' | 'requester', string | null> &
    Record<'userId' | 'requesterUser', string | null>
  const rows = await db.query<Row>(
    `select a.id, a.tenant_id, a.subject_kind, a.subject_id, a.action, a.at, a.actor, a.user_id, r.actor as requester,
       r.user_id as requester_user, a.before, a.after
     from unnest($2::text[], $3::text[]) as s (kind, id)
       cross join lateral (
         select * from audit_log l where l.tenant_id = $1 and l.subject_kind = s.kind and l.subject_id = s.id
         order by l.at desc, l.id desc limit $4) as a
       left join audit_log r on r.tenant_id = $1 and r.subject_kind = 'approval'
         and r.subject_id = a.after #>> '{approval,approvalUID}' and r.action = 'approval.requested'
     order by a.at, a.id`,
    [tenantId, subjects.map(({ kind }) => kind), subjects.map(({ id }) => id), limit],
  )
  return rows.map(({ actor, userId, requester, requesterUser, ...row }) => {
    const asked = requester === null ? [] : [{ clientId: requester, userId: requesterUser }]
    return { ...row, by: [{ clientId: actor!, userId }, ...asked] }
  })
}

/** A page of the log, newest first. Records of the same moment are ordered by id. */
export async function searchLog(
  db: Connection,
  tenantId: bigint,
  filter: LogFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<LogRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', filter.customerId)
  where.equals('actor', filter.actor)
  where.equals('user_id', filter.userId)
  where.equals('action', filter.action)
  where.equals('subject_kind', filter.subjectKind)
  where.equals('subject_id', filter.subjectId)
  const { from, to } = filter
  if (from !== undefined) where.and(`at >= ${where.bind(from)}`)
  if (to !== undefined) where.and(`at < ${where.bind(to)}`)

  // The index alone finds the page, and only its rows are fetched: skipped rows cost no table
  // reads.
  const rows = await readPage<LogRow>(
    db,
    where,
    page,
    (bounds) => `
      select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.actor, a.user_id, a.action,
        a.subject_kind, a.subject_id, a.customer_id, a.before, a.after,
        a.before::text as stored_before, a.after::text as stored_after, c.sequence, c.previous_hash, c.hash
      from audit_log a left join audit_chain c on c.tenant_id = a.tenant_id and c.audit_id = a.id
      where a.tenant_id = $1
        and a.id in (select id from audit_log where tenant_id = $1 ${where} order by at desc, id desc ${bounds})
      order by a.at desc, a.id desc`,
  )
  const count = () => readTotal(db, where, `select count(*) as total from audit_log where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['audit_log', tenantId, ...Object.entries(filter).flat()], count) }
}
