import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

export interface AuditRecord {
  tenantId: bigint
  /** Who did it: an API key, or `operator` for what is done on the command line. */
  actor: string
  /** What was done, as `customer.created`. */
  action: string
  subject: { kind: string; id: string; customerId?: bigint }
  before?: unknown
  after?: unknown
}

export async function insertAuditRecord(
  tx: Transaction,
  id: string,
  record: AuditRecord,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, actor, action, subject, before, after } = record
  await tx.query(
    `insert into audit_log (tenant_id, id, at, actor, action, subject_kind, subject_id, customer_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      id,
      now.toString(),
      actor,
      action,
      subject.kind,
      subject.id,
      subject.customerId ?? null,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    ],
  )
}

/** All that is given must match exactly; `from` is inclusive, `to` is not. */
export interface LogFilter {
  customerId?: bigint
  actor?: string
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
  action: string
  subjectKind: string
  subjectId: string
  customerId: bigint | null
  before: unknown
  after: unknown
  /** The place in the chain, null as long as it has none. */
  sequence: bigint | null
  previousHash: Buffer | null
  hash: Buffer | null
}

/** A page of the log, newest first; of one moment, in the order of their ids. */
export async function searchLog(
  tx: Transaction,
  tenantId: bigint,
  filter: LogFilter,
  { page, limit }: PageRequest,
  totals: Totals,
): Promise<PageOf<LogRow>> {
  let query = build.selectFrom('audit_log').where('tenant_id', '=', tenantId)
  if (filter.customerId !== undefined) query = query.where('customer_id', '=', filter.customerId)
  if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor)
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.subjectKind !== undefined) query = query.where('subject_kind', '=', filter.subjectKind)
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.from !== undefined) query = query.where('at', '>=', sql<never>`${filter.from}`)
  if (filter.to !== undefined) query = query.where('at', '<', sql<never>`${filter.to}`)

  // The page is found in the index alone, and only its rows are read: an offset does not fetch what it skips.
  const ids = query
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await tx.all(
    build
      .selectFrom('audit_log as a')
      .leftJoin('audit_chain as c', (join) =>
        join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.audit_id', '=', 'a.id'),
      )
      .select([
        'a.id',
        sql<string>`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
        'a.actor',
        'a.action',
        'a.subject_kind as subjectKind',
        'a.subject_id as subjectId',
        'a.customer_id as customerId',
        'a.before',
        'a.after',
        'c.sequence',
        'c.previous_hash as previousHash',
        'c.hash',
      ])
      .where('a.tenant_id', '=', tenantId)
      .where('a.id', 'in', ids)
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc'),
  )
  const count = async () => Number((await tx.first(query.select(build.fn.countAll<bigint>().as('total'))))?.total)
  return { rows, total: await totals.of(['audit_log', tenantId, ...Object.entries(filter).flat()], count) }
}
