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
  /** Of its ACH entry, or of the entry that reverses it. */
  traceNumber: string | undefined
  /** The payment of a UETR. */
  uetrOf: string | undefined
  imad: string | undefined
  omad: string | undefined
  fileName: string | undefined
  /** Of the batch in the file. */
  batchNumber: number | undefined
  receiverAccountNo: string | undefined
  receiverName: string | undefined
  senderName: string | undefined
  senderAccountNo: string | undefined
  /** A name of a state; no payment has the state INITIATED. */
  status: PaymentStatus | 'INITIATED' | undefined
  /** The payment must use one of these. */
  rails: readonly (Rail | 'BOOK')[] | undefined
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
  { page, days, totals }: { page: PageRequest; days: readonly string[] | undefined; totals: Totals },
): Promise<PageOf<PaymentRow>> {
  const senders = await readMatchingSenders(tx, tenantId, filter)
  const where = matching(tx.keyring, tenantId, filter, senders)
  const count = () =>
    readTotal(tx, where, `select count(*) as total from ${sourceOf(filter, senders)} where tenant_id = $1 ${where}`)
  const key = JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const [rows, total] = await Promise.all([
    readRows(tx, tenantId, { filter, where, senders, ranges: chooseRanges(filter, senders, days) }, page),
    totals.of(['payments', tenantId, key], count),
  ])
  return { rows, total }
}

/** The days that the search may read one by one; undefined if it reads none of them. */
export async function readPaidDays(
  tx: Transaction,
  tenantId: bigint,
  filter: Omit<PaymentFilter, 'belongingTo'>,
): Promise<readonly string[] | undefined> {
  return mayReadDays(filter) ? readDays(tx, tenantId, filter) : undefined
}

/** What a search found out before it reads its page. */
interface Sought {
  filter: PaymentFilter
  where: Conditions
  senders: Senders
  ranges: Ranges | undefined
}

async function readRows(tx: Transaction, tenantId: bigint, sought: Sought, page: PageRequest): Promise<PaymentRow[]> {
  const ids = await readPageOfIds(tx, sought, page)
  return readPayments(
    tx,
    tenantId,
    ids.map(({ id }) => id),
  )
}

/**
 * A page of ids. Most searches by date are for recent days, so the newest payments are tried first.
 * If they do not fill the page, it is merged from ranges of an index.
 */
async function readPageOfIds(
  tx: Transaction,
  { filter, where, senders, ranges }: Sought,
  page: PageRequest,
): Promise<{ id: string }[]> {
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
  const { status, rails, currency, amounts } = filter
  if (status === undefined && rails === undefined) return 'payments'
  const others = [currency, amounts, ...namesOf(filter)]
  const isOfStates = others.every((value) => value === undefined) && (senders === undefined || senders === 'many')
  return `${isOfStates ? STATES : 'current_payments'} as payments`
}

/** The fields that name few payments: an index finds them. */
function namesOf({
  id,
  forexContractNo,
  receiverAccountNo,
  receiverName,
  references,
  ...of
}: Omit<PaymentFilter, 'belongingTo'>) {
  return [
    id,
    forexContractNo,
    receiverAccountNo,
    receiverName,
    of.traceNumber,
    of.fileName,
    of.uetrOf,
    of.imad,
    of.omad,
    ...references,
  ]
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

/** The payments with an entry, or a reversing one, of this trace number, in this file or batch. */
function paymentsOfEntries({ traceNumber, fileName, batchNumber }: PaymentFilter, bind: Bind): string {
  const ofTable = (table: string) => {
    let text = `select e.payment_id as id from ${table} e where e.tenant_id = $1`
    if (traceNumber !== undefined) text += ` and e.trace_number = ${bind(traceNumber)}`
    if (fileName !== undefined)
      text += ` and e.file_id = (select f.id from ach_files f where f.tenant_id = $1 and f.name = ${bind(fileName)})`
    if (batchNumber !== undefined) text += ` and e.batch_number = ${bind(batchNumber)}`
    return text
  }
  return `${ofTable('ach_entries')} union ${ofTable('ach_reversals')}`
}

/** The payments that Fedwire knows by these identifiers. */
function paymentsOfWires({ imad, omad }: PaymentFilter, bind: Bind): string {
  let text = 'select w.payment_id as id from wire_ids w where w.tenant_id = $1'
  if (imad !== undefined) text += ` and w.imad = ${bind(imad)}`
  if (omad !== undefined) text += ` and w.omad = ${bind(omad)}`
  return text
}

function matching(keyring: Keyring, tenantId: bigint, filter: PaymentFilter, senders: Senders): Conditions {
  const where = conditions(tenantId)
  const { bind } = where
  if (senders === 'many')
    where.and(`exists (${sendingAccounts(keyring, tenantId, filter, bind)} and a.id = payments.sender_account_id)`)
  else if (senders) where.and(`sender_account_id = any(${bind(senders)}::bigint[])`)
  where.equals('id', filter.id)
  where.equals('id', filter.uetrOf)
  if (filter.imad !== undefined || filter.omad !== undefined)
    where.and(`id = any(array(${paymentsOfWires(filter, bind)}))`)
  for (const reference of filter.references) where.equals('external_reference_id', reference)
  if (filter.fromDate !== undefined) where.and(`payment_date >= ${bind(filter.fromDate)}`)
  if (filter.toDate !== undefined) where.and(`payment_date <= ${bind(filter.toDate)}`)
  where.equals('currency', filter.currency)
  if (filter.amounts) where.and(`(${filter.amounts.map((range) => isInRange(range, bind)).join(' or ') || 'false'})`)
  if (filter.forexContractNo !== undefined)
    where.and(`id = any(array(${paymentsAtContract(filter.forexContractNo, bind)}))`)
  if (filter.traceNumber !== undefined || filter.fileName !== undefined)
    where.and(`id = any(array(${paymentsOfEntries(filter, bind)}))`)
  where.equalsSealed(keyring, 'receiver_account_number', 'account_number', filter.receiverAccountNo)
  where.equals('receiver_name', filter.receiverName)
  where.equals('status', filter.status)
  if (filter.rails?.length === 1) where.equals('rail', filter.rails[0])
  else if (filter.rails) where.and(`rail = any(${bind(filter.rails)}::text[])`)
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
function chooseRanges(
  filter: PaymentFilter,
  senders: Senders,
  days: readonly string[] | undefined,
): Ranges | undefined {
  const { status, rails } = filter
  if (isForFew(filter)) return undefined
  if (senders && senders !== 'many') return { column: 'sender_account_id', type: 'bigint', values: senders }
  if (status !== undefined && status !== 'PROCESSED')
    return { column: 'rail', type: 'text', values: rails ?? ['BOOK', ...RAILS] }
  if (rails && rails.length > 1) return { column: 'rail', type: 'text', values: rails }
  return days === undefined || days.length > MAX_DAYS
    ? undefined
    : { column: 'payment_date', type: 'date', values: days }
}

/** Whether an index finds the few payments that can match. */
function isForFew(filter: Omit<PaymentFilter, 'belongingTo'>): boolean {
  const { amounts } = filter
  return namesOf(filter).some((name) => name !== undefined) || Boolean(amounts?.some(({ from, to }) => from === to))
}

/** Whether the days are the ranges, unless the senders are so few that they are. */
function mayReadDays(filter: Omit<PaymentFilter, 'belongingTo'>): boolean {
  const { status, rails, fromDate, toDate } = filter
  const asksDays = fromDate !== undefined || toDate !== undefined
  return asksDays && rails === undefined && (status === undefined || status === 'PROCESSED') && !isForFew(filter)
}

/** The days of the range that lie between the first and the last paymentDate of the institution. */
async function readDays(
  tx: Transaction,
  tenantId: bigint,
  { fromDate, toDate }: Pick<PaymentFilter, 'fromDate' | 'toDate'>,
): Promise<string[]> {
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
