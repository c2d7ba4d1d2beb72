import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type OpenPricing, openPricing } from '../../fees/fees.ts'
import type { OpenExchanges } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { RAILS } from '../../kernel/rail.ts'
import type { BookCode } from '../../ledger/book-code.ts'
import { type OpenBooks, openBooks } from '../../ledger/ledger.ts'
import { type OpenLimits, openLimits } from '../../limits/limits.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import { type OwnSide, readOwnAccounts, readOwnSides } from './parties.store.ts'

/** Everything that the payments of one transaction are decided with; each decision sees the effect of those before it. */
export interface WorkingSet {
  institution: Institution
  now: Temporal.Instant
  /** Today where the institution is. */
  date: Temporal.PlainDate
  ownSides: ReadonlyMap<bigint, OwnSide>
  /** The institution's own accounts among the receiving ones, by their number. */
  ownAccounts: ReadonlyMap<string, OwnAccount>
  books: OpenBooks
  limits: OpenLimits
  pricing: OpenPricing
  /** The contracts that currencies are exchanged at; undefined where every payment is in the currency of both accounts. */
  exchanges: OpenExchanges | undefined
  /** Writes what the decisions changed in the books, of limits and of counts. */
  write(): Promise<void>
}

/** Locks and reads with one statement a table: ledger accounts first, in ascending order, then customers with limits. */
export async function openWorkingSet(
  tx: Transaction,
  institution: Institution,
  wanted: {
    senderAccountIds: readonly bigint[]
    /** The account numbers of receivers who bank with the institution itself. */
    ownNumbers: readonly string[]
    currencies: readonly string[]
    /** For a transaction that will not write: nothing is locked. */
    unlocked?: boolean
  },
  now: Temporal.Instant,
): Promise<WorkingSet> {
  const { tenantId, routingNumber, currency } = institution
  const { senderAccountIds, ownNumbers, unlocked } = wanted
  const date = today(now, institution.timeZone)
  const [pricing, ownIds] = await Promise.all([
    openPricing(tx, tenantId, senderAccountIds, date),
    readOwnAccounts(tx, tenantId, routingNumber, ownNumbers),
  ])
  const [books, ownSides, ownAccounts] = await Promise.all([
    openBooks(tx, tenantId, {
      accountIds: [...senderAccountIds, ...pricing.feeAccountIds, ...Array.from(ownIds.values(), ({ id }) => id)],
      books: wanted.currencies.flatMap(booksOf),
      unlocked,
    }),
    // Read after the ledger accounts are locked: whoever closes or suspends an account locks it there first.
    readOwnSides(tx, tenantId, senderAccountIds),
    readOwnAccounts(tx, tenantId, routingNumber, ownNumbers),
  ])
  const customerIds = [...new Set(Array.from(ownSides.values(), ({ customer }) => customer.id))]
  const [limits] = await Promise.all([
    openLimits(tx, tenantId, { customerIds, currency, date, unlocked }),
    pricing.readCounts({ unlocked }),
  ])
  return {
    institution,
    now,
    date,
    ownSides,
    ownAccounts,
    books,
    limits,
    pricing,
    exchanges: undefined,
    async write() {
      await Promise.all([books.write(now), limits.write(), pricing.write()])
    },
  }
}

/** The institution's accounts that payments may be held against: a few rows, read without locks. */
export function booksOf(currency: string): BookCode[] {
  return [...RAILS.map((rail): BookCode => `clearing:${rail}:${currency}`), `fees:${currency}`]
}
