import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { StoredText } from '../../db/seal-rows.ts'
import {
  type ConvertFee,
  type ExtraFee,
  type OpenPricing,
  type Pricing,
  pricingOf,
  readPricing,
} from '../../fees/fees.ts'
import { type BaseRates, type OpenExchanges, openBaseRates, openFeeRates } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { RAILS } from '../../kernel/rail.ts'
import type { BookCode } from '../../ledger/chart.ts'
import { bookCode } from '../../ledger/chart.ts'
import { type OpenBooks, openBooks } from '../../ledger/ledger.ts'
import { openBook } from '../../ledger/open-account.ts'
import { lockCustomersForLimits, type OpenLimits, openLimits, readLimitsOfAccounts } from '../../limits/limits.ts'
import type { Passage } from '../../rails/rails.ts'
import { type CreditExposure, openCreditExposure } from './credit-exposure.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import { type OwnSide, readOwnAccounts, readOwnSides } from './parties.store.ts'

/**
 * All data for deciding the payments of one transaction. Each decision sees the effects of those
 * before it.
 */
export interface WorkingSet {
  institution: Institution
  now: Temporal.Instant
  /** Today in the institution's time zone. */
  date: Temporal.PlainDate
  ownSides: ReadonlyMap<bigint, OwnSide>
  /** The accounts of this institution among the counterparties, by the index of the number. */
  ownAccounts: ReadonlyMap<string, OwnAccount>
  books: OpenBooks
  limits: OpenLimits
  creditExposure: CreditExposure
  /** What settled debits count for in exposure limits, by account. */
  returnableDebits: ReadonlyMap<bigint, bigint>
  /** What other banks pay and has not settled, of the same accounts: it is no exposure. */
  pendingReceipts: ReadonlyMap<bigint, bigint>
  /** The rates at which limits and approvals measure amounts in other currencies. */
  rates: BaseRates
  pricing: OpenPricing
  /** Converts fees in other currencies at the rate of the day. */
  convertFee: ConvertFee
  /** The FX contracts; undefined if no payment is between two currencies. */
  exchanges: OpenExchanges | undefined
  /** When the payments of each way leave, as far as they have been computed. */
  passages: Map<string, Passage>
  /** Writes the changes of books, limits and pricing counts. */
  write(): Promise<void>
}

/**
 * Locks and reads with one statement per table: ledger accounts first, in ascending order, then
 * customers with limits and those above them.
 */
export async function openWorkingSet(
  tx: Transaction,
  institution: Institution,
  wanted: {
    senderAccountIds: readonly bigint[]
    /** The account numbers of counterparties with the institution's routing number. */
    ownNumbers: readonly StoredText[]
    currencies: readonly string[]
    /** What the payments are charged on top of the schedule. */
    extraFees?: readonly ExtraFee[]
    /** The fees of these accounts, if the caller has read them with its first statements. */
    pricing?: Pricing
    /** Takes no locks, for a transaction that does not write. */
    unlocked?: boolean
  },
  now: Temporal.Instant,
): Promise<WorkingSet> {
  const { tenantId, routingNumber } = institution
  const { senderAccountIds, ownNumbers, unlocked } = wanted
  const [priced, ownIds] = await Promise.all([
    wanted.pricing ?? readPricing(tx, tenantId, senderAccountIds, wanted.extraFees),
    readOwnAccounts(tx, tenantId, routingNumber, ownNumbers),
  ])
  const date = today(now, institution.timeZone)
  const pricing = pricingOf(tx, tenantId, priced, date)
  const [books, ownSides, ownAccounts, set] = await Promise.all([
    openBooks(tx, tenantId, {
      accountIds: [...senderAccountIds, ...pricing.feeAccountIds, ...Array.from(ownIds.values(), ({ id }) => id)],
      books: [...wanted.currencies.flatMap(booksOf), ...pricing.income.map((parts) => bookCode('fees', parts))],
      unlocked,
    }),
    // Read after the ledger accounts are locked, because closing or suspending an account locks its
    // ledger account first.
    readOwnSides(tx, tenantId, senderAccountIds),
    readOwnAccounts(tx, tenantId, routingNumber, ownNumbers),
    readLimitsOfAccounts(tx, tenantId, senderAccountIds),
  ])
  await includeIncome(tx, tenantId, { books, pricing, unlocked }, now)
  const payers = payersOf(ownSides)
  const limits = openLimits(tx, institution, { payers, date, set })
  const creditExposure = openCreditExposure(tx, tenantId, [...ownSides.values()])
  const countedIds = [...new Set([...limits.countedIds, ...pricing.countedIds, ...creditExposure.limitedIds])]
  const currencies = [...wanted.currencies, ...Array.from(ownSides.values(), ({ account }) => account.currency)]
  // All customers are locked in one statement, because customers of one group share limits.
  const [rates, convertFee] = await Promise.all([
    openBaseRates(tx, institution, currencies, now),
    openFeeRates(tx, institution, pricing.currencies, now),
    !unlocked && lockCustomersForLimits(tx, tenantId, countedIds),
    limits.readUsage(),
    creditExposure.read(),
    pricing.readCounts(),
  ])
  return {
    institution,
    now,
    date,
    ownSides,
    ownAccounts,
    books,
    limits,
    creditExposure,
    rates,
    pricing,
    ...{ returnableDebits: new Map(), pendingReceipts: new Map() },
    convertFee,
    exchanges: undefined,
    passages: new Map(),
    write: async () => void (await Promise.all([books.write(now), limits.write(), pricing.write()])),
  }
}

const payersOf = (ownSides: WorkingSet['ownSides']) => [
  ...new Map(Array.from(ownSides.values(), ({ customer }) => [customer.id, customer])).values(),
]

/** Opens the income accounts that fees need and that do not exist yet: most often none. */
async function includeIncome(
  tx: Transaction,
  tenantId: bigint,
  { books, pricing, unlocked }: Pick<WorkingSet, 'books' | 'pricing'> & { unlocked?: boolean },
  now: Temporal.Instant,
): Promise<void> {
  const missing = pricing.income.filter((parts) => !books.has(bookCode('fees', parts)))
  // In order: two transactions that open the same account wait for each other.
  if (!unlocked) for (const parts of missing) await openBook(tx, tenantId, { book: 'fees', ...parts }, now)
  if (missing.length > 0) await books.include(missing.map((parts) => bookCode('fees', parts)))
}

/** The institution's ledger accounts that payments can use: a few rows, read without locks. */
export function booksOf(currency: string): BookCode[] {
  return RAILS.map((rail) => bookCode('clearing', { rail, currency }))
}
