import type { Transaction } from '../../db/client.ts'
import { checked, type DigestedTable, storedContent, type WithContent } from '../../db/content-digest.ts'
import { PAYMENT_APPROVALS, PAYMENTS } from '../../db/digested-tables.ts'

/** A month of an institution: the ids and the business days that belong to it. */
export interface MonthBounds {
  tenantId: bigint
  /** The first id of the month, and the first after it. */
  firstId: string
  endId: string
  /** The first business date of the month, and the first after it. */
  firstDay: string
  endDay: string
}

/** A row as PostgreSQL writes it in JSON, without the tenant. Sealed values stay sealed. */
export interface ArchivedRow {
  line: string
  /** Present if the row is not what the service wrote. The line says so, too. */
  altered?: string | undefined
}

type DigestedRow<Row extends ArchivedRow> = Row & WithContent

/** Rows that say of themselves if they are not what the service wrote. */
function withAltered<Row extends ArchivedRow>(
  db: Transaction,
  tenantId: bigint,
  digested: DigestedTable,
  rows: readonly DigestedRow<Row>[],
): (Omit<Row, 'content'> & ArchivedRow)[] {
  return rows.map((stored) => {
    const row = checked(db, tenantId, digested, stored)
    return row.altered === undefined ? row : { ...row, line: withNote(row.line, row.altered) }
  })
}

/** A JSON object as text with one more member: its numbers stay as they are. */
const withNote = (line: string, altered: string) => `${line.slice(0, -1)}, "altered": ${JSON.stringify(altered)}}`

/** The first business day up to the month's end that is open, and how many of it are closed. */
export async function findOpenDay(
  tx: Transaction,
  { tenantId, firstDay, endDay }: MonthBounds,
): Promise<{ openDay: string | null; closedDays: bigint }> {
  const row = await tx.row<{ openDay: string | null; closedDays: bigint }>(
    `select (select min(business_date) from ledger_days
         where tenant_id = $1 and closed_at is null and business_date < $3) as open_day,
       (select count(*) from ledger_days
         where tenant_id = $1 and closed_at is not null and business_date >= $2 and business_date < $3) as closed_days`,
    [tenantId, firstDay, endDay],
  )
  return row!
}

/** The next payments of the month, each with its state, in the order of their ids. */
export async function readPaymentsOfMonth(
  tx: Transaction,
  { tenantId, firstId, endId }: MonthBounds,
  after: string | undefined,
  limit: number,
): Promise<(ArchivedRow & { id: string })[]> {
  const rows = await tx.query<DigestedRow<ArchivedRow & { id: string }>>(
    `select p.id, (to_jsonb(p) - 'tenant_id' || jsonb_build_object('state', to_jsonb(s) - 'tenant_id'))::text as line,
       ${storedContent(PAYMENTS, 'p')} as content
     from payments p join payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id
     where p.tenant_id = $1 and p.id >= $2 and p.id < $3 and ($4::uuid is null or p.id > $4)
     order by p.id limit $5`,
    [tenantId, firstId, endId, after ?? null, limit],
  )
  return withAltered(tx, tenantId, PAYMENTS, rows)
}

/** What belongs to payments, by the name of its file: the rows, and their order. */
const OF_PAYMENTS = {
  steps: { from: 'payment_steps', key: 'payment_id', order: 'payment_id, step' },
  transfers: { from: 'ledger_transfers', key: 'reference_id', order: 'reference_id, id' },
  makers: { from: 'payment_makers', key: 'payment_id', order: 'payment_id, revision' },
  approvals: { from: 'payment_approvals', key: 'payment_id', order: 'payment_id, approver, revision' },
  valueDates: { from: 'payment_value_date_changes', key: 'payment_id', order: 'payment_id, at, value_date' },
  fees: { from: 'payment_fees', key: 'payment_id', order: 'payment_id, number' },
  exchanges: { from: 'payment_exchanges', key: 'payment_id', order: 'payment_id' },
  achEntries: { from: 'ach_entries', key: 'payment_id', order: 'payment_id' },
} as const

export type PartOfPayments = keyof typeof OF_PAYMENTS
export const PARTS_OF_PAYMENTS = Object.keys(OF_PAYMENTS) as PartOfPayments[]

export async function readPartOfPayments(
  tx: Transaction,
  tenantId: bigint,
  part: PartOfPayments,
  ids: readonly string[],
): Promise<ArchivedRow[]> {
  const { from, key, order } = OF_PAYMENTS[part]
  const digested = part === 'approvals' ? PAYMENT_APPROVALS : undefined
  const content = digested ? storedContent(digested, 'r') : 'null'
  const rows = await tx.query<DigestedRow<ArchivedRow>>(
    `select (to_jsonb(r) - 'tenant_id')::text as line, ${content} as content from ${from} r
     where r.tenant_id = $1 and r.${key} = any($2::uuid[]) order by ${order}`,
    [tenantId, ids],
  )
  return digested ? withAltered(tx, tenantId, digested, rows) : rows
}

/** The next posted transfers of the month's business days. Amounts are text, so they stay exact. */
export async function readJournalOfMonth(
  tx: Transaction,
  { tenantId, firstDay, endDay }: MonthBounds,
  after: { day: string; id: string } | undefined,
  limit: number,
): Promise<(ArchivedRow & { id: string; day: string })[]> {
  return tx.query(
    `select t.id, t.business_date as day,
       (to_jsonb(t) - 'tenant_id' || jsonb_build_object('amount', t.amount::text))::text as line
     from ledger_transfers t
     where t.tenant_id = $1 and t.business_date >= $2 and t.business_date < $3 and t.kind in ('posted', 'post_pending')
       and (t.business_date, t.id) > ($4::date, $5::uuid)
     order by t.business_date, t.id limit $6`,
    [tenantId, firstDay, endDay, after?.day ?? firstDay, after?.id ?? '00000000-0000-0000-0000-000000000000', limit],
  )
}

export async function readAccountIds(
  tx: Transaction,
  tenantId: bigint,
  after: bigint,
  limit: number,
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `select id from ledger_accounts where tenant_id = $1 and code is null and id > $2 order by id limit $3`,
    [tenantId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** The next entries of the account in the month. Its numbers follow the days. */
export async function readEntriesOfMonth(
  tx: Transaction,
  { tenantId, firstDay, endDay }: MonthBounds,
  { accountId, after, limit }: { accountId: bigint; after: bigint; limit: number },
): Promise<(ArchivedRow & { sequence: bigint })[]> {
  return tx.query(
    `select e.sequence, (to_jsonb(e) - 'tenant_id' || jsonb_build_object('amount', e.amount::text,
       'debits_pending', e.debits_pending::text, 'debits_posted', e.debits_posted::text,
       'credits_pending', e.credits_pending::text, 'credits_posted', e.credits_posted::text))::text as line
     from ledger_entries e
     where e.tenant_id = $1 and e.account_id = $2 and e.sequence > $3 and e.business_date >= $4 and e.business_date < $5
     order by e.sequence limit $6`,
    [tenantId, accountId, after, firstDay, endDay, limit],
  )
}

/** The closing balances of the month's days, as they were handed to the general ledger. */
export async function readClosingsOfMonth(
  tx: Transaction,
  { tenantId, firstDay, endDay }: MonthBounds,
  day: string | undefined,
): Promise<(ArchivedRow & { day: string })[]> {
  return tx.query(
    `select c.business_date as day, (to_jsonb(c) - 'tenant_id')::text as line from ledger_closings c
     where c.tenant_id = $1 and c.business_date = (select min(d.business_date) from ledger_days d
       where d.tenant_id = $1 and d.business_date >= $2 and d.business_date < $3 and d.closed_at is not null
         and ($4::date is null or d.business_date > $4))
     order by c.account`,
    [tenantId, firstDay, endDay, day ?? null],
  )
}

/** The links of the audit chain that have a record of the month: from the first to the last one. */
export async function findLinksOfMonth(
  tx: Transaction,
  tenantId: bigint,
  { from, to }: { from: string; to: string },
): Promise<{ first: bigint; last: bigint } | undefined> {
  const row = await tx.row<{ first: bigint | null; last: bigint | null }>(
    `select min(c.sequence) as first, max(c.sequence) as last
     from audit_log a join audit_chain c on c.tenant_id = a.tenant_id and c.audit_id = a.id
     where a.tenant_id = $1 and a.at >= $2 and a.at < $3`,
    [tenantId, from, to],
  )
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined
}
