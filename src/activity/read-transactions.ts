import type { AccountRow } from '../accounts/accounts.ts'
import type { Transaction } from '../db/client.ts'
import { parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { parseDates, parseFilter, type TransactionsQuery } from './activity.schema.ts'
import { cursorOf, sequenceIn } from './cursor.ts'
import {
  type Entry,
  type EntryFilter,
  isPendingAlone,
  lastEntry,
  leastOfHolds,
  MAX_SCANNED,
  newestEntry,
  type SequenceRange,
  searchEntries,
} from './entries.store.ts'
import { requireAccount } from './require-account.ts'
import { readSubjects, type Subjects } from './subjects.ts'

const DEFAULT_LIMIT = 50

export interface TransactionPage {
  account: AccountRow
  entries: readonly Entry[]
  subjects: Subjects
  /** Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * A page of the transactions of an account, newest first. A cursor is the number of the last entry
 * that was read. Numbers are given in the order of booking and never change, so what is booked
 * meanwhile is above the cursor: a reader misses nothing and sees nothing twice. A page reads a
 * bounded number of entries; with filters that few entries match, it can be short, or empty, and
 * still have a cursor.
 */
export async function readTransactions(
  tx: Transaction,
  principal: Principal,
  accountUID: string,
  query: TransactionsQuery,
): Promise<Result<TransactionPage, Refusal>> {
  const limit = query.limit ?? DEFAULT_LIMIT
  const early = filterOfNewest(query)
  const [found, newest, newestEntries] = await Promise.all([
    requireAccount(tx, principal, accountUID),
    newestEntry(tx, principal.tenantId, BigInt(accountUID)),
    early && searchEntries(tx, principal.tenantId, BigInt(accountUID), { filter: early, range: 'newest', limit }),
  ])
  if (!found.ok) return found
  const account = found.value
  const filter = filterOf(account, query)
  if (!filter.ok) return filter
  const range = await rangeOf(tx, account, filter.value, { newest, cursor: query.cursor })
  if (!range.ok) return range
  const { entries, nextCursor } = await readPage(tx, account, filter.value, {
    range: range.value,
    limit,
    newestEntries,
  })
  return accept({ account, entries, nextCursor, subjects: await readSubjects(tx, account.tenantId, entries) })
}

/**
 * The filter of a first page among the newest entries. It depends on nothing that is read before,
 * so its entries come with the account. Undefined for any other page.
 */
function filterOfNewest(query: TransactionsQuery): EntryFilter | undefined {
  const { cursor, fromDate, toDate, minAmount, maxAmount } = query
  if ([cursor, fromDate, toDate, minAmount, maxAmount].some((asked) => asked !== undefined)) return undefined
  const dates = parseDates(query)
  if (!dates.ok) return undefined
  const filter = { ...parseFilter(query), ...dates.value, minAmount: undefined, maxAmount: undefined }
  return filter.referenceIds !== undefined || isPendingAlone(filter.statuses) ? undefined : filter
}

function filterOf(account: AccountRow, query: TransactionsQuery): Result<EntryFilter, Refusal> {
  const dates = parseDates(query)
  if (!dates.ok) return dates
  const amounts = amountsOf(query, account.currency)
  if (!amounts.ok) return amounts
  return accept({ ...parseFilter(query), ...dates.value, ...amounts.value })
}

function amountsOf(
  { minAmount, maxAmount }: TransactionsQuery,
  currency: string,
): Result<Pick<EntryFilter, 'minAmount' | 'maxAmount'>, Refusal> {
  const amounts: Pick<EntryFilter, 'minAmount' | 'maxAmount'> = { minAmount: undefined, maxAmount: undefined }
  for (const [name, asked] of Object.entries({ minAmount, maxAmount })) {
    if (asked === undefined) continue
    const amount = parseAmount(asked, currency)
    if (!amount.ok) return refusal('invalidActivity', `${name} is no amount in ${currency}`)
    amounts[name as keyof typeof amounts] = amount.value
  }
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount)
    return refusal('invalidActivity', 'minAmount must not be more than maxAmount')
  return accept(amounts)
}

/** What the booking dates and the cursor leave of the account. */
async function rangeOf(
  tx: Transaction,
  { tenantId, id }: AccountRow,
  { fromDate, toDate }: EntryFilter,
  { newest, cursor }: { newest: bigint; cursor: string | undefined },
): Promise<Result<SequenceRange, Refusal>> {
  const after = cursor === undefined ? undefined : sequenceIn(id, cursor)
  // One above the newest entry is from before a restore of the database.
  if (cursor !== undefined && (after === undefined || after > newest))
    return refusal('invalidActivity', 'cursor: it is not the nextCursor of a page of this account')
  const [before, last] = await Promise.all([
    fromDate === undefined ? 0n : lastEntry(tx, tenantId, id, { dayStart: fromDate }),
    toDate === undefined ? newest : lastEntry(tx, tenantId, id, { dayEnd: toDate }),
  ])
  return accept({ from: before + 1n, to: after !== undefined && after - 1n < last ? after - 1n : last })
}

async function readPage(
  tx: Transaction,
  { tenantId, id }: AccountRow,
  filter: EntryFilter,
  { range, limit, newestEntries }: { range: SequenceRange; limit: number; newestEntries: Entry[] | undefined },
): Promise<{ entries: Entry[]; nextCursor: string | undefined }> {
  const least = await leastRead(tx, { tenantId, id }, filter, range)
  const from = least < range.from ? range.from : least
  const entries =
    newestEntries ?? (await searchEntries(tx, tenantId, id, { filter, range: { from, to: range.to }, limit }))
  const lastRead = entries.length === limit ? entries.at(-1)!.sequence : from
  return { entries, nextCursor: lastRead > range.from ? cursorOf(id, lastRead) : undefined }
}

/** The last entry that a page reads. An index serves a search by payment. */
async function leastRead(
  tx: Transaction,
  { tenantId, id }: Pick<AccountRow, 'tenantId' | 'id'>,
  { referenceIds, statuses }: EntryFilter,
  { from, to }: SequenceRange,
): Promise<bigint> {
  if (referenceIds !== undefined) return from
  return isPendingAlone(statuses) ? leastOfHolds(tx, tenantId, id, to) : to - MAX_SCANNED + 1n
}
