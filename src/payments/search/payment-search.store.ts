import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../../db/client.ts'
import type { Totals } from '../../db/totals.ts'
import { CONTRACT_NO } from '../../fx/domain/contract-no.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { RAILS, type Rail } from '../../kernel/rail.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type PaymentRow, readPayments } from '../payments.store.ts'
import type { AmountRange } from './domain/amount-range.ts'

/** What a payment has to be, all of it. */
export interface PaymentFilter {
  /** Only payments of this customer and of those below it; undefined for all of the institution. */
  belongingTo: bigint | undefined
  id: string | undefined
  /** All of them. */
  references: readonly string[]
  /** The first and the last paymentDate, yyyy-mm-dd. */
  fromDate: string | undefined
  toDate: string | undefined
  currency: string | undefined
  /** Any of them. */
  amounts: readonly AmountRange[] | undefined
  forexContractNo: string | undefined
  receiverAccountNo: string | undefined
  receiverName: string | undefined
  senderName: string | undefined
  senderAccountNo: string | undefined
  status: PaymentStatus | undefined
  rail: Rail | undefined
}

/** The accounts a search is confined to: undefined for all, `many` where there are too many to name. */
type Senders = readonly bigint[] | 'many' | undefined

/** Beyond it a legal entity has so great a part of all payments that a page of them is found among the newest of all. */
const MAX_SENDERS = 1_000
const MAX_DAYS = 5_000
/** A range of no more days costs less than a look at the newest payments of all. */
const FEW_DAYS = 31
const NEWEST = 1_000

/** A page of payments, newest first. Its ids are found in indexes, and only its rows are read. */
export async function searchPayments(
  tx: Transaction,
  tenantId: bigint,
  filter: PaymentFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<PaymentRow>> {
  const senders = await findSenders(tx, tenantId, filter)
  const matching = matchingPayments(tenantId, filter, senders)
  const ids = await findPage(tx, tenantId, { filter, matching, senders }, page)
  const rows = await readPayments(
    tx,
    tenantId,
    ids.map(({ id }) => id),
  )
  const count = async () => Number((await tx.first(matching.select(build.fn.countAll<bigint>().as('total'))))?.total)
  const key = JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return { rows, total: await totals.of(['payments', tenantId, key], count) }
}

/** A page of ids. Most who ask by day ask for what is recent, which is among the newest; else it is put together from ranges. */
async function findPage(
  tx: Transaction,
  tenantId: bigint,
  { filter, matching, senders }: { filter: PaymentFilter; matching: Matching; senders: Senders },
  page: PageRequest,
): Promise<{ id: string }[]> {
  const ranges = await chooseRanges(tx, tenantId, filter, senders)
  if (ranges?.column === 'payment_date' && ranges.values.length > FEW_DAYS) {
    const found = await tx.all(pageOf(matching.where('payments.id', '>=', amongNewest(tenantId)), undefined, page))
    if (found.length === page.limit) return found
  }
  return tx.all(pageOf(matching, ranges, page))
}

/** The id that so many payments are newer than; null, which finds nothing, where there are fewer. */
function amongNewest(tenantId: bigint) {
  const last = build
    .selectFrom('payments as newest')
    .select('newest.id')
    .where('newest.tenant_id', '=', tenantId)
    .orderBy('newest.id', 'desc')
    .offset(NEWEST)
    .limit(1)
  return sql<string>`(${last})`
}

/** The sending accounts of the customers that are asked for, or that the token reaches. */
async function findSenders(tx: Transaction, tenantId: bigint, filter: PaymentFilter): Promise<Senders> {
  const { belongingTo, senderName, senderAccountNo } = filter
  if (belongingTo === undefined && senderName === undefined && senderAccountNo === undefined) return undefined
  const accounts = await tx.all(sendingAccounts(tenantId, filter).limit(MAX_SENDERS + 1))
  return accounts.length > MAX_SENDERS ? 'many' : accounts.map(({ id }) => id)
}

function sendingAccounts(tenantId: bigint, { belongingTo, senderName, senderAccountNo }: PaymentFilter) {
  let query = build
    .selectFrom('customers as c')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.customer_id', '=', 'c.id'),
    )
    .select('a.id')
    .where('c.tenant_id', '=', tenantId)
    .where('a.tenant_id', '=', tenantId)
  if (belongingTo !== undefined)
    query = query.where((where) =>
      where.or([where('c.id', '=', belongingTo), sql<boolean>`c.ancestor_ids @> array[${belongingTo}]::bigint[]`]),
    )
  if (senderName !== undefined) query = query.where('c.legal_name', '=', senderName)
  if (senderAccountNo !== undefined) query = query.where('a.account_number', '=', senderAccountNo)
  return query
}

/** The payments that name a contract, and those that were priced at it. */
function paymentsAtContract(tenantId: bigint, forexContractNo: string) {
  const named = build
    .selectFrom('payments as p')
    .select('p.id')
    .where('p.tenant_id', '=', tenantId)
    .where(sql<string>`p.details #>> '{additionalInfo,fxContractNumber}'`, '=', forexContractNo)
  const priced = build
    .selectFrom('fx_contracts as c')
    .innerJoin('payment_exchanges as x', (join) =>
      join.onRef('x.tenant_id', '=', 'c.tenant_id').onRef('x.contract_id', '=', 'c.id'),
    )
    .select('x.payment_id as id')
    .where('c.tenant_id', '=', tenantId)
    .where('c.contract_no', '=', CONTRACT_NO.test(forexContractNo) ? BigInt(forexContractNo) : 0n)
  return sql<string>`any(array(${named.union(priced)}))`
}

function matchingPayments(tenantId: bigint, filter: PaymentFilter, senders: Senders) {
  const { id, references, fromDate, toDate, currency, amounts, status, rail } = filter
  let query = build.selectFrom('payments').where('payments.tenant_id', '=', tenantId)
  if (senders === 'many')
    query = query.where(({ exists }) =>
      exists(sendingAccounts(tenantId, filter).where('a.id', '=', sql.ref<bigint>('payments.sender_account_id'))),
    )
  else if (senders) query = query.where('sender_account_id', '=', sql<bigint>`any(${senders}::bigint[])`)
  if (id !== undefined) query = query.where('payments.id', '=', id)
  for (const reference of references) query = query.where('external_reference_id', '=', reference)
  if (fromDate !== undefined) query = query.where('payment_date', '>=', fromDate)
  if (toDate !== undefined) query = query.where('payment_date', '<=', toDate)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  if (amounts)
    query = query.where((where) =>
      where.or(
        amounts.map(({ currencies, from, to }) =>
          where.and([
            where('currency', '=', sql<string>`any(${currencies}::text[])`),
            where('amount', '>=', from),
            where('amount', '<=', to),
          ]),
        ),
      ),
    )
  if (filter.forexContractNo !== undefined)
    query = query.where('payments.id', '=', paymentsAtContract(tenantId, filter.forexContractNo))
  if (filter.receiverAccountNo !== undefined)
    query = query.where('receiver_account_number', '=', filter.receiverAccountNo)
  if (filter.receiverName !== undefined) query = query.where('receiver_name', '=', filter.receiverName)
  if (status !== undefined) query = query.where('status', '=', status)
  if (rail !== undefined) query = query.where('rail', '=', rail)
  return query
}

type Matching = ReturnType<typeof matchingPayments>

/** Ranges of one index, each of which is in the order of ids: one for each value of the column. */
interface Ranges {
  column: 'sender_account_id' | 'rail' | 'payment_date'
  type: 'bigint' | 'text' | 'date'
  values: readonly unknown[]
}

/**
 * Accounts, states and days are many ranges of their index, and PostgreSQL would read all of each before it could sort them. So the newest of
 * each range are taken, and the newest of those. Where the search names something rare, its own index is one short range and nothing is better.
 */
async function chooseRanges(
  tx: Transaction,
  tenantId: bigint,
  filter: PaymentFilter,
  senders: Senders,
): Promise<Ranges | undefined> {
  const { amounts, status, rail, fromDate, toDate } = filter
  const namesOne = [
    filter.id,
    filter.forexContractNo,
    filter.receiverAccountNo,
    filter.receiverName,
    ...filter.references,
  ]
  if (namesOne.some((name) => name !== undefined) || amounts?.some(({ from, to }) => from === to)) return undefined
  if (senders && senders !== 'many') return { column: 'sender_account_id', type: 'bigint', values: senders }
  if (status !== undefined && status !== 'PROCESSED')
    return { column: 'rail', type: 'text', values: rail === undefined ? ['BOOK', ...RAILS] : [rail] }
  if (rail !== undefined || (fromDate === undefined && toDate === undefined)) return undefined
  const days = await findDays(tx, tenantId, filter)
  return days.length > MAX_DAYS ? undefined : { column: 'payment_date', type: 'date', values: days }
}

/** The days of the range, between the first and the last that any payment has. */
async function findDays(tx: Transaction, tenantId: bigint, { fromDate, toDate }: PaymentFilter): Promise<string[]> {
  const [ends] = await tx.query<{ first: string | null; last: string | null }>(
    'select min(payment_date) as first, max(payment_date) as last from payments where tenant_id = $1',
    [tenantId],
  )
  if (!ends?.first || !ends.last) return []
  const first = Temporal.PlainDate.from(fromDate && fromDate > ends.first ? fromDate : ends.first)
  const last = Temporal.PlainDate.from(toDate && toDate < ends.last ? toDate : ends.last)
  const length = Math.min(first.until(last, { largestUnit: 'days' }).days + 1, MAX_DAYS + 1)
  return Array.from({ length: Math.max(length, 0) }, (_, days) => first.add({ days }).toString())
}

function pageOf(matching: Matching, ranges: Ranges | undefined, { page, limit }: PageRequest) {
  const offset = (page - 1) * limit
  if (!ranges) return matching.select('payments.id').orderBy('payments.id', 'desc').limit(limit).offset(offset)
  const { column, type, values } = ranges
  const newest = matching
    .select('payments.id')
    .where(`payments.${column}`, '=', sql<never>`range.value`)
    .orderBy('payments.id', 'desc')
    .limit(offset + limit)
  return build
    .selectFrom(sql<{ value: unknown }>`unnest(${values}::${sql.raw(type)}[])`.as<'range'>(sql`range (value)`))
    .innerJoinLateral(newest.as('found'), (join) => join.onTrue())
    .select('found.id')
    .orderBy('found.id', 'desc')
    .limit(limit)
    .offset(offset)
}
