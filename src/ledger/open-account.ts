import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { RAILS } from '../kernel/rail.ts'
import { type Book, type BookCode, type BookParts, bookCode, CHART } from './chart.ts'
import { insertAccount, lockAccounts, readBooks, setReceivable } from './ledger.store.ts'
import type { LedgerAccount } from './transfer.ts'

/**
 * Opens the institution's own accounts in a currency: own funds, and for each rail clearing and
 * settlement. Accounts that exist are unchanged.
 */
export async function openInstitutionBooks(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  now: Temporal.Instant,
): Promise<void> {
  await insertBook(tx, tenantId, { book: 'settlement', currency }, now)
  for (const rail of RAILS)
    for (const book of ['clearing', 'rail-settlement'] as const)
      await insertBook(tx, tenantId, { book, currency, rail }, now)
}

/** Opens an account of the chart. Returns its id; undefined if it exists. */
function insertBook(
  tx: Transaction,
  tenantId: bigint,
  { book, ...parts }: { book: Book } & BookParts,
  now: Temporal.Instant,
): Promise<bigint | undefined> {
  const account = { kind: CHART[book].kind, code: bookCode(book, parts), currency: parts.currency }
  return insertAccount(tx, { ...account, tenantId, overdraft: true, now })
}

/** Opens an account of the chart, if it does not exist, and returns its code. */
export async function openBook(
  tx: Transaction,
  tenantId: bigint,
  { book, ...parts }: { book: Book } & BookParts,
  now: Temporal.Instant,
): Promise<BookCode> {
  const code = bookCode(book, parts)
  const [known] = await readBooks(tx, tenantId, { codes: [code], ids: [] })
  const { currency } = parts
  if (!known) await insertAccount(tx, { tenantId, kind: CHART[book].kind, code, currency, overdraft: true, now })
  return code
}

/** Opens the FX books in each of these currencies. Books that exist are unchanged. */
export async function openFxBooks(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const codes = fxBooksOf(currencies)
  const known = new Set((await readBooks(tx, tenantId, { codes, ids: [] })).map(({ code }) => code))
  // In a fixed order: two transactions that open the same account wait for each other.
  for (const code of codes.filter((code) => !known.has(code)).sort())
    await insertAccount(tx, { tenantId, kind: 'fx', code, currency: code.slice(-3), overdraft: true, now })
}

/** Opens the institution's own accounts in the currencies in which it has none, for payouts. */
export async function openPayoutBooks(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const codes = currencies.map((currency) => bookCode('settlement', { currency }))
  const known = new Set((await readBooks(tx, tenantId, { codes, ids: [] })).map(({ currency }) => currency))
  for (const currency of currencies.filter((currency) => !known.has(currency)).sort())
    await openInstitutionBooks(tx, tenantId, currency, now)
}

export function fxBooksOf(currencies: readonly string[]): BookCode[] {
  const books = ['fx-position', 'fx-customers', 'fx-market', 'fx-margin', 'fx-result'] as const
  return currencies.flatMap((currency) => books.map((book) => bookCode(book, { currency })))
}

/**
 * Opens the ledger account of a customer's account. The first account in a currency also opens the
 * institution's books in it. Credits to it first repay the receivable, if its customer has one.
 * @returns the id, which is also the accountUID
 */
export async function openCustomerLedgerAccount(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  now: Temporal.Instant,
  receivableId?: bigint,
): Promise<bigint> {
  await openInstitutionBooks(tx, tenantId, currency, now)
  const account = { tenantId, kind: 'customer', code: null, currency, overdraft: false, receivableId, now } as const
  return (await insertAccount(tx, account))!
}

/**
 * Opens the ledger account of what a customer owes in a currency, and lets credits to these
 * accounts of the customer repay it. The caller has locked them, or the customer before they were
 * used.
 */
export async function openReceivableAccount(
  tx: Transaction,
  tenantId: bigint,
  { customerId, currency, accountIds }: { customerId: bigint; currency: string; accountIds: readonly bigint[] },
  now: Temporal.Instant,
): Promise<bigint> {
  const id = await insertBook(tx, tenantId, { book: 'receivables', currency, customer: customerId }, now)
  await setReceivable(tx, tenantId, accountIds, id!)
  return id!
}

export { findAccount as readLedgerAccount } from './ledger.store.ts'

/**
 * Locks the ledger account of a customer's account until the transaction ends. Throws if it does
 * not exist.
 */
export async function lockLedgerAccount(tx: Transaction, tenantId: bigint, id: bigint): Promise<LedgerAccount> {
  const [account] = await lockAccounts(tx, tenantId, [id])
  if (!account) throw new Error(`the books have no account ${id}`)
  return account
}
