import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows, type NewRow } from '../../db/rows.ts'
import type { PositivePayExceptions } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { words } from '../../kernel/words.ts'
import type { ExceptionCause } from '../domain/match-rules.ts'

export const DECISIONS = words('PositivePayDecision', ['PENDING', 'APPROVED', 'REJECTED', 'DEFAULT_DECISION'])
export type Decision = (typeof DECISIONS)[number]

/** An exception with what its receipt says. Its number is that of the receipt. */
export interface ExceptionRow extends PositivePayExceptions {
  cause: ExceptionCause
  status: Decision
  amount: bigint
  currency: string
  accountNumber: string
  secCode: string
  originatorName: string
  originatorIdentification: string
  originatorRouting: string
  traceNumber: string
  settlementDate: string
}

export function insertExceptions(
  tx: Transaction,
  tenantId: bigint,
  rows: readonly Omit<NewRow<'positive_pay_exceptions'>, 'tenantId' | 'status'>[],
): Promise<void> {
  return insertRows(tx, 'positive_pay_exceptions', { tenantId, status: 'PENDING' }, rows)
}

/** The exceptions of the tenant `$1` that meet the conditions. */
const shown = (
  conditions: string,
) => `select e.*, r.amount, r.currency, r.account_number, r.sec_code, r.originator_name,
    r.originator_identification, r.originator_routing, r.trace_number, r.settlement_date
  from positive_pay_exceptions e join receipts r on r.tenant_id = e.tenant_id and r.id = e.receipt_id
  where e.tenant_id = $1 ${conditions}`

export function findException(db: Connection, tenantId: bigint, receiptId: string): Promise<ExceptionRow | undefined> {
  return db.row<ExceptionRow>(shown('and e.receipt_id = $2'), [tenantId, receiptId])
}

/** The conditions of a search; an exception must meet all of them. Amounts are in cents. */
export interface ExceptionFilter {
  /** Only exceptions of this customer and those below it; undefined for the whole institution. */
  belongingTo: bigint | undefined
  customerId: bigint | undefined
  accountNumber: string | undefined
  receiptId: string | undefined
  status: Decision | undefined
  secCode: string | undefined
  minAmount: bigint | undefined
  maxAmount: bigint | undefined
  /** The first and the last settlement date, yyyy-mm-dd. */
  fromDate: string | undefined
  toDate: string | undefined
}

/** A page of exceptions, newest first. */
export async function searchExceptions(
  db: Connection,
  tenantId: bigint,
  filter: ExceptionFilter,
  page: PageRequest,
): Promise<PageOf<ExceptionRow>> {
  const where = conditions(tenantId)
  const { belongingTo } = filter
  if (belongingTo !== undefined)
    where.and(`e.customer_id in (select id from customers_under($1, ${where.bind(belongingTo)}) as u (id))`)
  where.equals('e.customer_id', filter.customerId)
  where.equalsSealed(db.keyring, 'r.account_number', 'account_number', filter.accountNumber)
  where.equals('e.receipt_id', filter.receiptId)
  where.equals('e.status', filter.status)
  where.equals('r.sec_code', filter.secCode)
  if (filter.minAmount !== undefined) where.and(`r.amount >= ${where.bind(filter.minAmount)}`)
  if (filter.maxAmount !== undefined) where.and(`r.amount <= ${where.bind(filter.maxAmount)}`)
  if (filter.fromDate !== undefined) where.and(`r.settlement_date >= ${where.bind(filter.fromDate)}`)
  if (filter.toDate !== undefined) where.and(`r.settlement_date <= ${where.bind(filter.toDate)}`)
  const rows = await readPage<ExceptionRow>(db, where, page, (bounds) =>
    shown(`${where} order by e.receipt_id desc ${bounds}`),
  )
  const count = `select count(*) as total from positive_pay_exceptions e
    join receipts r on r.tenant_id = e.tenant_id and r.id = e.receipt_id
    where e.tenant_id = $1 ${where}`
  return { rows, total: await readTotal(db, where, count) }
}

/** Notes the decision on the exception of a receipt, if it has one that waits. */
export async function noteDecision(
  tx: Transaction,
  { tenantId, id }: { tenantId: bigint; id: string },
  { status, decidedBy, now }: { status: Decision; decidedBy: string; now: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `update positive_pay_exceptions set status = $3, decided_by = $4, decided_at = $5
     where tenant_id = $1 and receipt_id = $2 and status = 'PENDING'`,
    [tenantId, id, status, decidedBy, now.toString()],
  )
}

/** The receipts of exceptions whose time is over, locked, those due first. */
export async function claimExpired(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ receiptId: string }>(
    `select receipt_id from positive_pay_exceptions
     where tenant_id = $1 and status = 'PENDING' and expires_at <= $2
     order by expires_at, receipt_id limit $3 for update skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ receiptId }) => receiptId)
}
