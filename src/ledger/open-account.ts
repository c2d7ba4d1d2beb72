import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { BookCode } from './book-code.ts'
import { insertAccount, lockAccounts, readBooks, setReceivable } from './ledger.store.ts'
import type { LedgerAccount } from './transfer.ts'

const RAILS = ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'] as const

/**
 * Opens the institution's own accounts in a currency: settlement, fees, and clearing for each rail.
 * Accounts that exist are unchanged.
 */
export async function openInstitutionBooks(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  now: Temporal.Instant,
): Promise<void> {
  const book = { tenantId, currency, overdraft: true, now }
  await insertAccount(tx, { ...book, kind: 'settlement', code: `settlement:${currency}` })
  await insertAccount(tx, { ...book, kind: 'income', code: `fees:${currency}` })
  for (const rail of RAILS) await insertAccount(tx, { ...book, kind: 'clearing', code: `clearing:${rail}:${currency}` })
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
  const codes = currencies.map((currency): BookCode => `settlement:${currency}`)
  const known = new Set((await readBooks(tx, tenantId, { codes, ids: [] })).map(({ currency }) => currency))
  for (const currency of currencies.filter((currency) => !known.has(currency)).sort())
    await openInstitutionBooks(tx, tenantId, currency, now)
}

export function fxBooksOf(currencies: readonly string[]): BookCode[] {
  const books = ['position', 'customers', 'market', 'result'] as const
  return currencies.flatMap((currency) => books.map((book): BookCode => `fx-${book}:${currency}`))
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
 * accounts of the customer repay it. The caller has locked them.
 */
export async function openReceivableAccount(
  tx: Transaction,
  tenantId: bigint,
  { customerId, currency, accountIds }: { customerId: bigint; currency: string; accountIds: readonly bigint[] },
  now: Temporal.Instant,
): Promise<bigint> {
  const code = `receivables:${currency}:${customerId}` as const
  const id = await insertAccount(tx, { tenantId, kind: 'receivable', code, currency, overdraft: true, now })
  await setReceivable(tx, tenantId, accountIds, id!)
  return id!
}

/** Opens the account of what the institution wrote off in a currency, unless it exists. */
export async function openLosses(
  tx: Transaction,
  tenantId: bigint,
  currency: string,
  now: Temporal.Instant,
): Promise<void> {
  await insertAccount(tx, { tenantId, kind: 'expense', code: `losses:${currency}`, currency, overdraft: true, now })
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
