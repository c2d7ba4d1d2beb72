import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { type BookCode, bookCode } from '../ledger/chart.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { openBook } from '../ledger/open-account.ts'
import { posting } from '../ledger/postings.ts'
import type { NewTransfer, Resolution } from '../ledger/transfer.ts'
import type { Place } from './receipts.store.ts'

/** What decides the transfers of a receipt. The amount is in minor units. */
export interface Movable {
  id: string
  rail: string
  direction: 'Credit' | 'Debit'
  amount: bigint
  currency: string
  accountId: bigint | null
}

/** The transfer between clearing and the place of a receipt. */
export function transferIn(
  books: OpenBooks,
  { id: referenceId, rail, direction, amount, currency, accountId }: Movable,
  { place, kind }: { place: Place; kind: NewTransfer['kind'] },
  now: Temporal.Instant,
): NewTransfer {
  const terms = { id: newId(now), kind, amount, currency, referenceId, rail }
  if (place === 'Customer') {
    const customer = accountOf({ id: referenceId, accountId })
    return posting(books, direction === 'Credit' ? 'creditReceived' : 'debitReceived', { ...terms, customer })
  }
  if (direction === 'Debit') return posting(books, 'debitUnposted', terms)
  return posting(books, place === 'Review' ? 'creditReviewed' : 'creditUnposted', terms)
}

/** The end of the hold of a receipt, between the same accounts. */
export function endOfHold(
  books: OpenBooks,
  receipt: Movable & { place: Place | null; holdId: string | null },
  kind: Resolution['kind'],
  now: Temporal.Instant,
): Resolution {
  const held = transferIn(books, receipt, { place: receipt.place!, kind: 'pending' }, now)
  return { ...held, kind, pendingId: receipt.holdId!, pendingAmount: receipt.amount }
}

/** The transfer that moves the amount of a settled receipt between suspense and its account. */
export function transferBetween(
  books: OpenBooks,
  { id: referenceId, direction, amount, currency, accountId }: Movable,
  to: 'Customer' | 'Suspense',
  now: Temporal.Instant,
): NewTransfer {
  const terms = { id: newId(now), amount, currency, referenceId, customer: accountOf({ id: referenceId, accountId }) }
  const isCredit = direction === 'Credit'
  if (to === 'Customer') return posting(books, isCredit ? 'creditAssigned' : 'debitAssigned', terms)
  return posting(books, isCredit ? 'creditTakenBack' : 'debitGivenBack', terms)
}

function accountOf({ id, accountId }: Pick<Movable, 'id' | 'accountId'>): bigint {
  if (accountId === null) throw new Error(`receipt ${id} has no account`)
  return accountId
}

/** Opens the institution's accounts that receipts use. */
export async function openReceiptBooks(
  tx: Transaction,
  tenantId: bigint,
  { rail, currency }: { rail: string; currency: string },
  now: Temporal.Instant,
): Promise<BookCode[]> {
  const suspense = await openBook(tx, tenantId, { book: 'suspense', currency }, now)
  const review = await openBook(tx, tenantId, { book: 'suspense-review', currency }, now)
  return [bookCode('clearing', { rail, currency }), suspense, review]
}
