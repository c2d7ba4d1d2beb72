import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type BookCode, currencyOfBook } from './chart.ts'
import { insertTransfers, type LockedAccount, lockAccounts, readAccounts, readBooks } from './ledger.store.ts'
import { applyAndRepay, applyWithoutRepaying, repayReleased } from './repayments.ts'
import type { LedgerAccount, Transfer, TransferRefusal } from './transfer.ts'

/**
 * The ledger refused a transfer that must always succeed. This is a defect, never a refusal of a
 * request.
 */
export class LedgerInvariantBroken extends Error {
  constructor(transfer: Transfer, refusal: TransferRefusal) {
    super(
      `the ledger refused transfer ${transfer.id} (${transfer.kind} for ${transfer.purpose} ${transfer.referenceId}): ${refusal}`,
    )
  }
}

/**
 * The books within one transaction. Each transfer is decided against the totals in memory,
 * including the transfers before it. `write` writes them all together. Customer accounts are locked
 * when they are opened, in ascending order of id. The institution's own accounts, which every
 * payment touches, are locked only while they are written.
 */
export interface OpenBooks {
  account(id: bigint): LedgerAccount | undefined
  /**
   * The id of one of the institution's accounts. Throws if it does not exist, because the first
   * account in a currency opens its books.
   */
  book(code: BookCode): bigint
  /** Whether one of the institution's accounts is open. */
  has(code: BookCode): boolean
  /** Opens more of the institution's accounts. With `unlocked`, a missing one is simulated. */
  include(codes: readonly BookCode[]): Promise<void>
  /** Opens a receivable that these accounts repay from now on. */
  includeReceivable(receivableId: bigint, accountIds: readonly bigint[]): Promise<void>
  /**
   * Decides and applies one transfer. A credit to a customer that owes the institution repays its
   * receivable at once, by a transfer of its own. `write` does so with holds that were released,
   * and with what is left of a credit that `repays: 'atWrite'`, as this transaction needs it first.
   */
  transfer(transfer: Transfer, how?: { repays: 'atWrite' }): Result<void, TransferRefusal>
  /** Writes all applied transfers; the database changes the totals with them. */
  write(now: Temporal.Instant): Promise<void>
}

export async function openBooks(
  tx: Transaction,
  tenantId: bigint,
  wanted: {
    accountIds: Iterable<bigint>
    books?: Iterable<BookCode>
    bookIds?: Iterable<bigint>
    /** Opens without locks, for a transaction that will not write. */
    unlocked?: boolean
  },
): Promise<OpenBooks> {
  const openAccounts = wanted.unlocked ? readAccounts : lockAccounts
  const [customers, books] = await Promise.all([
    withReceivables(openAccounts, tx, tenantId, [...new Set(wanted.accountIds)]),
    readBooks(tx, tenantId, { codes: [...new Set(wanted.books)], ids: [...new Set(wanted.bookIds)] }),
  ])
  const accounts = new Map<bigint, LedgerAccount>(customers.map((account) => [account.id, account]))
  const lastEntries = new Map(customers.map(({ id, lastEntryAt }) => [id, lastEntryAt]))
  for (const { id, currency } of books) accounts.set(id, bookOf(id, currency))
  const before = new Map([...accounts].map(([id, account]) => [id, { ...account }]))
  const applied: Transfer[] = []
  const repayLater = new Set<string>()

  return {
    account: (id) => accounts.get(id),
    book(code) {
      const book = books.find((known) => known.code === code)
      if (!book) throw new Error(`the books have no account ${code}`)
      return book.id
    },
    has: (code) => books.some((known) => known.code === code),
    async include(codes) {
      const missing = [...new Set(codes)].filter((code) => !books.some((known) => known.code === code))
      const found = await readBooks(tx, tenantId, { codes: missing, ids: [] })
      const existing = new Set(found.map(({ code }) => code))
      const simulated = wanted.unlocked ? missing.filter((code) => !existing.has(code)) : []
      for (const code of simulated)
        found.push({ code, id: -BigInt(books.length + found.length + 1), currency: currencyOfBook(code) })
      for (const { id, currency } of found)
        if (!accounts.has(id)) for (const totals of [accounts, before]) totals.set(id, bookOf(id, currency))
      books.push(...found)
    },
    async includeReceivable(receivableId, accountIds) {
      for (const id of accountIds) accounts.get(id)!.receivableId = receivableId
      if (accounts.has(receivableId)) return
      for (const receivable of await openAccounts(tx, tenantId, [receivableId])) {
        accounts.set(receivableId, receivable)
        before.set(receivableId, { ...receivable })
      }
    },
    transfer(transfer, how) {
      const result = how ? applyWithoutRepaying(accounts, transfer) : applyAndRepay(accounts, transfer)
      if (!result.ok) return result
      if (how) repayLater.add(transfer.id)
      applied.push(...result.value)
      return accept(undefined)
    },
    async write(now) {
      if (applied.length === 0) return
      applied.push(...repayReleased(accounts, before, { applied, repayLater }))
      await insertTransfers(tx, tenantId, applied, bookingTime(applied, lastEntries, now))
    },
  }
}

/**
 * A transaction that waited for a customer's account books at the time of its last entry: the times
 * of an account never run back.
 */
function bookingTime(
  transfers: readonly Transfer[],
  lastEntries: ReadonlyMap<bigint, Temporal.Instant | null>,
  now: Temporal.Instant,
): Temporal.Instant {
  let latest = now
  for (const { debitAccountId, creditAccountId } of transfers)
    for (const id of [debitAccountId, creditAccountId]) {
      const lastEntryAt = lastEntries.get(id)
      if (lastEntryAt && Temporal.Instant.compare(lastEntryAt, latest) > 0) latest = lastEntryAt
    }
  return latest
}

/** Opens accounts, and then the receivables that credits to them repay: most often none. */
async function withReceivables(
  openAccounts: typeof lockAccounts,
  tx: Transaction,
  tenantId: bigint,
  ids: bigint[],
): Promise<LockedAccount[]> {
  const accounts = await openAccounts(tx, tenantId, ids)
  const owing = new Set(accounts.flatMap(({ receivableId }) => receivableId ?? []))
  return owing.size === 0 ? accounts : [...accounts, ...(await openAccounts(tx, tenantId, [...owing]))]
}

/**
 * Makes a transfer that must succeed. A refusal is a broken invariant and fails the transaction.
 */
export function mustTransfer(books: OpenBooks, transfer: Transfer, how?: { repays: 'atWrite' }): void {
  const result = books.transfer(transfer, how)
  if (!result.ok) throw new LedgerInvariantBroken(transfer, result.refusal)
}

/**
 * One of the institution's own accounts at the start of a transaction. Its totals are unknown and
 * start at zero; the transfers decide what is added to them.
 */
function bookOf(id: bigint, currency: string): LedgerAccount {
  return {
    id,
    currency,
    overdraft: true,
    debitsPending: 0n,
    debitsPosted: 0n,
    creditsPending: 0n,
    creditsPosted: 0n,
    receivableId: null,
  }
}

export { type Hold, readHolds, readLiveHolds, readMovements } from './ledger.store.ts'
