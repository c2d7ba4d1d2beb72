import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { RAILS } from '../kernel/rail.ts'
import { type Book, type BookCode, type BookParts, bookCode, CHART } from './chart.ts'
import { insertAccount, insertCustomerAccounts, lockAccounts, readBooks, setReceivable } from './ledger.store.ts'
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
  await openBooksIn(tx, tenantId, [currency], now)
}

async function openBooksIn(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const wanted = currencies.flatMap((currency) => [
    { book: 'settlement' as const, currency },
    ...RAILS.flatMap((rail) => [
      { book: 'clearing' as const, currency, rail },
      { book: 'rail-settlement' as const, currency, rail },
    ]),
  ])
  const codeOf = ({ book, ...parts }: (typeof wanted)[number]) => bookCode(book, parts)
  const known = await readBooks(tx, tenantId, { codes: wanted.map(codeOf), ids: [] })
  const codes = new Set(known.map(({ code }) => code))
  for (const one of wanted.filter((one) => !codes.has(codeOf(one)))) await insertBook(tx, tenantId, one, now)
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
  const missing = currencies.filter((currency) => !known.has(currency)).sort()
  await openBooksIn(tx, tenantId, missing, now)
}

export function fxBooksOf(currencies: readonly string[]): BookCode[] {
  const books = ['fx-position', 'fx-customers', 'fx-market', 'fx-margin', 'fx-result'] as const
  return currencies.flatMap((currency) => books.map((book) => bookCode(book, { currency })))
}

/** The ledger account of a customer's account. Credits to it first repay the receivable, if any. */
export interface NewCustomerAccount {
  currency: string
  receivableId: bigint | undefined
}

/**
 * Opens the ledger accounts of customers' accounts. The first account in a currency also opens the
 * institution's books in it.
 * @returns the id of each, which is also its accountUID
 */
export async function openCustomerLedgerAccounts(
  tx: Transaction,
  tenantId: bigint,
  accounts: readonly NewCustomerAccount[],
  now: Temporal.Instant,
): Promise<bigint[]> {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
  await openBooksIn(tx, tenantId, currencies, now)
  const opened = Map.groupBy(await insertCustomerAccounts(tx, tenantId, accounts, now), nameOf)
  return accounts.map((account) => opened.get(nameOf(account))!.shift()!.id)
}

/** Opens one without a receivable. */
export async function openCustomerLedgerAccount(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  now: Temporal.Instant,
): Promise<bigint> {
  const [id] = await openCustomerLedgerAccounts(tx, tenantId, [{ currency, receivableId: undefined }], now)
  return id!
}

/** Accounts with the same name are alike until they have an id. */
const nameOf = ({ currency, receivableId }: { currency: string; receivableId: bigint | null | undefined }) =>
  `${currency} ${receivableId ?? ''}`

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
