import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Keyring } from '../../db/keyring.ts'
import { searched, searchTexts } from '../../db/seal-rows.ts'
import type { Totals } from '../../db/totals.ts'
import { type Bind, type Conditions, conditions, readPage, readTotal } from '../../db/where.ts'
import { CONTRACT_NO } from '../../fx/domain/contract-no.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { RAILS, type Rail } from '../../kernel/rail.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type PaymentRow, readPayments } from '../payments.store.ts'
import type { AmountRange } from './domain/amount-range.ts'

/** The conditions of a search; a payment must meet all of them. */
export interface PaymentFilter {
  /**
   * Only payments of this customer and the customers below it; undefined for the whole institution.
   */
  belongingTo: bigint | undefined
  id: string | undefined
  /** The payment must have all of these. */
  references: readonly string[]
  /** The first and the last paymentDate, yyyy-mm-dd. */
  fromDate: string | undefined
  toDate: string | undefined
  currency: string | undefined
  /** The amount must be in one of these. */
  amounts: readonly AmountRange[] | undefined
  forexContractNo: string | undefined
  receiverAccountNo: string | undefined
  receiverName: string | undefined
  senderName: string | undefined
  senderAccountNo: string | undefined
  /** A name of a state; no payment has the state INITIATED. */
  status: PaymentStatus | 'INITIATED' | undefined
  rail: Rail | undefined
}

/** The accounts a search is limited to: undefined for all, `many` if there are too many to list. */
type Senders = readonly bigint[] | 'many' | undefined

/**
 * A legal entity with more accounts makes such a large share of all payments that its page is found
 * quickly among the newest payments.
 */
const MAX_SENDERS = 1_000
const MAX_DAYS = 5_000
/** For up to this many days, reading the days costs less than reading the newest payments. */
const FEW_DAYS = 31
const NEWEST_PAYMENTS = 1_000

/**
 * A page of payments, newest first. The ids come from indexes; only the rows of the page are read.
 */
export async function searchPayments(
  tx: Transaction,
  tenantId: bigint,
  filter: PaymentFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<PaymentRow>> {
  const senders = await readMatchingSenders(tx, tenantId, filter)
  const where = matching(tx.keyring, tenantId, filter, senders)
  const ids = await readPageOfIds(tx, tenantId, { filter, where, senders }, page)
  const rows = await readPayments(
    tx,
    tenantId,
    ids.map(({ id }) => id),
  )
  const count = () =>
    readTotal(tx, where, `select count(*) as total from ${sourceOf(filter, senders)} where tenant_id = $1 ${where}`)
  const key = JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return { rows, total: await totals.of(['payments', tenantId, key], count) }
}

/**
 * A page of ids. Most searches by date are for recent days, so the newest payments are tried first.
 * If they do not fill the page, it is merged from ranges of an index.
 */
async function readPageOfIds(
  tx: Transaction,
  tenantId: bigint,
  { filter, where, senders }: { filter: PaymentFilter; where: Conditions; senders: Senders },
  page: PageRequest,
): Promise<{ id: string }[]> {
  const ranges = await chooseRanges(tx, tenantId, filter, senders)
  if (ranges?.column === 'payment_date' && ranges.values.length > FEW_DAYS) {
    const found = await readPage<{ id: string }>(
      tx,
      where,
      page,
      (bounds) =>
        `select id from ${sourceOf(filter, senders)} where tenant_id = $1 ${where} and id >= (${LEAST_OF_NEWEST}) order by id desc ${bounds}`,
    )
    if (found.length === page.limit) return found
  }
  return readPage(tx, where, page, (bounds, bind) =>
    ranges
      ? newestOfRanges(sourceOf(filter, senders), where, ranges, page, bounds, bind)
      : `select id from ${sourceOf(filter, senders)} where tenant_id = $1 ${where} order by id desc ${bounds}`,
  )
}

/** The columns of states that a search can read without the rest of the payment. */
const STATES = `(select tenant_id, payment_id as id, status, rail, payment_date, sender_account_id
  from payment_states where tenant_id = $1)`

/**
 * The rows that a search reads. One for a status or a rail reads the states alone if it can: they
 * have an index for it. Without either, a search does not read them.
 */
function sourceOf(filter: PaymentFilter, senders: Senders): string {
  const { status, rail, currency, amounts } = filter
  if (status === undefined && rail === undefined) return 'payments'
  const others = [currency, amounts, ...namesOf(filter)]
  const isOfStates = others.every((value) => value === undefined) && (senders === undefined || senders === 'many')
  return `${isOfStates ? STATES : 'current_payments'} as payments`
}

/** The fields that name few payments: an index finds them. */
function namesOf({ id, forexContractNo, receiverAccountNo, receiverName, references }: PaymentFilter) {
  return [id, forexContractNo, receiverAccountNo, receiverName, ...references]
}

/**
 * The id that `NEWEST_PAYMENTS` payments are newer than. With fewer payments it is null, and the
 * comparison matches nothing.
 */
const LEAST_OF_NEWEST = `select newest.id from payments newest where newest.tenant_id = $1
  order by newest.id desc offset ${NEWEST_PAYMENTS} limit 1`

/** The sending accounts of the requested customers, or of those the token can reach. */
async function readMatchingSenders(tx: Transaction, tenantId: bigint, filter: PaymentFilter): Promise<Senders> {
  const { belongingTo, senderName, senderAccountNo } = filter
  if (belongingTo === undefined && senderName === undefined && senderAccountNo === undefined) return undefined
  const where = conditions(tenantId)
  const accounts = await tx.query<{ id: bigint }>(
    `${sendingAccounts(tx.keyring, tenantId, filter, where.bind)} limit ${MAX_SENDERS + 1}`,
    where.values,
    { isKept: false },
  )
  return accounts.length > MAX_SENDERS ? 'many' : accounts.map(({ id }) => id)
}

function sendingAccounts(
  keyring: Keyring,
  tenantId: bigint,
  { belongingTo, senderName, senderAccountNo }: PaymentFilter,
  bind: Bind,
): string {
  let text = `select a.id from customers c join accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
    where c.tenant_id = $1 and a.tenant_id = $1`
  if (belongingTo !== undefined) text += ` and c.id = any(array(select customers_under($1, ${bind(belongingTo)})))`
  if (senderName !== undefined) text += ` and c.legal_name = ${bind(senderName)}`
  if (senderAccountNo !== undefined)
    text += ` and ${searched('a.account_number')} = any(${bind(searchTexts(keyring, tenantId, 'account_number', [senderAccountNo]))}::text[])`
  return text
}

/** The payments that name a contract, and those priced with it. */
function paymentsAtContract(forexContractNo: string, bind: Bind): string {
  const contractNo = CONTRACT_NO.test(forexContractNo) ? BigInt(forexContractNo) : 0n
  return `select p.id from payments p
      where p.tenant_id = $1 and p.fx_contract_number = ${bind(forexContractNo)}
    union
    select x.payment_id as id from fx_contracts c
      join payment_exchanges x on x.tenant_id = c.tenant_id and x.contract_id = c.id
      where c.tenant_id = $1 and c.contract_no = ${bind(contractNo)}`
}

function matching(keyring: Keyring, tenantId: bigint, filter: PaymentFilter, senders: Senders): Conditions {
  const where = conditions(tenantId)
  const { bind } = where
  if (senders === 'many')
    where.and(`exists (${sendingAccounts(keyring, tenantId, filter, bind)} and a.id = payments.sender_account_id)`)
  else if (senders) where.and(`sender_account_id = any(${bind(senders)}::bigint[])`)
  where.equals('id', filter.id)
  for (const reference of filter.references) where.equals('external_reference_id', reference)
  if (filter.fromDate !== undefined) where.and(`payment_date >= ${bind(filter.fromDate)}`)
  if (filter.toDate !== undefined) where.and(`payment_date <= ${bind(filter.toDate)}`)
  where.equals('currency', filter.currency)
  if (filter.amounts) where.and(`(${filter.amounts.map((range) => isInRange(range, bind)).join(' or ') || 'false'})`)
  if (filter.forexContractNo !== undefined)
    where.and(`id = any(array(${paymentsAtContract(filter.forexContractNo, bind)}))`)
  where.equalsSealed(keyring, 'receiver_account_number', 'account_number', filter.receiverAccountNo)
  where.equals('receiver_name', filter.receiverName)
  where.equals('status', filter.status)
  where.equals('rail', filter.rail)
  return where
}

function isInRange({ currencies, from, to }: AmountRange, bind: Bind): string {
  return `(currency = any(${bind(currencies)}::text[]) and amount >= ${bind(from)} and amount <= ${bind(to)})`
}

/** Ranges of one index, one for each value of the column. Each is in the order of ids. */
interface Ranges {
  column: 'sender_account_id' | 'rail' | 'payment_date'
  type: 'bigint' | 'text' | 'date'
  values: readonly unknown[]
}

/**
 * Accounts, rails and days are many ranges of their index, and PostgreSQL would read every range to
 * its end before sorting. The query therefore takes the newest payments of each range, and then the
 * newest of those. A search for something rare uses that field's index instead, because one short
 * range is always faster.
 */
async function chooseRanges(
  tx: Transaction,
  tenantId: bigint,
  filter: PaymentFilter,
  senders: Senders,
): Promise<Ranges | undefined> {
  const { amounts, status, rail, fromDate, toDate } = filter
  if (namesOf(filter).some((name) => name !== undefined) || amounts?.some(({ from, to }) => from === to))
    return undefined
  if (senders && senders !== 'many') return { column: 'sender_account_id', type: 'bigint', values: senders }
  if (status !== undefined && status !== 'PROCESSED')
    return { column: 'rail', type: 'text', values: rail === undefined ? ['BOOK', ...RAILS] : [rail] }
  if (rail !== undefined || (fromDate === undefined && toDate === undefined)) return undefined
  const days = await readDays(tx, tenantId, filter)
  return days.length > MAX_DAYS ? undefined : { column: 'payment_date', type: 'date', values: days }
}

/** The days of the range that lie between the first and the last paymentDate of the institution. */
async function readDays(tx: Transaction, tenantId: bigint, { fromDate, toDate }: PaymentFilter): Promise<string[]> {
  const ends = await tx.row<{ first: string | null; last: string | null }>(
    'select min(payment_date) as first, max(payment_date) as last from payments where tenant_id = $1',
    [tenantId],
  )
  if (!ends?.first || !ends.last) return []
  const first = Temporal.PlainDate.from(fromDate && fromDate > ends.first ? fromDate : ends.first)
  const last = Temporal.PlainDate.from(toDate && toDate < ends.last ? toDate : ends.last)
  const length = Math.min(first.until(last, { largestUnit: 'days' }).days + 1, MAX_DAYS + 1)
  return Array.from({ length: Math.max(length, 0) }, (_, days) => first.add({ days }).toString())
}

function newestOfRanges(
  source: string,
  where: Conditions,
  { column, type, values }: Ranges,
  { page, limit }: PageRequest,
  bounds: string,
  bind: Bind,
): string {
  return `select found.id from unnest(${bind(values)}::${type}[]) as range (value)
    join lateral (
      select id from ${source} where tenant_id = $1 ${where} and ${column} = range.value
      order by id desc limit ${bind(page * limit)}
    ) as found on true
    order by found.id desc ${bounds}`
}
