import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Hold, mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { availableOf } from '../../ledger/transfer.ts'
import { openReceivable } from '../../receivables/receivables.ts'
import type { LockedPayment } from '../locked-payments.store.ts'

/** The books in which a return is booked, with all accounts of the customers that may owe. */
export interface OpenReturn {
  tx: Transaction
  tenantId: bigint
  books: OpenBooks
  now: Temporal.Instant
}

/**
 * Takes a returned debit, already settled, back from the creditor. The originator's bank must
 * accept the return even if its customer no longer has the money (Nacha Operating Rules), and a
 * customer's account is never overdrawn. The customer therefore owes the shortfall: its next
 * credits repay it.
 * @returns the amount that the customer owes, in decimal text; undefined if its account had enough
 */
export async function takeBack(
  { tx, tenantId, books, now }: OpenReturn,
  { id: referenceId, rail, customerId }: Pick<LockedPayment, 'id' | 'rail' | 'customerId'>,
  { creditAccountId: customer, amount, currency }: Hold,
): Promise<{ shortfall: string } | undefined> {
  const account = books.account(customer)
  if (!account) throw new Error(`the books have no account ${customer}`)
  const available = availableOf(account)
  const taken = available < amount ? available : amount
  const shortfall = amount - taken
  const terms = { rail, currency, referenceId }
  if (taken > 0n)
    mustTransfer(books, posting(books, 'collectionReturned', { ...terms, id: newId(now), customer, amount: taken }))
  if (shortfall > 0n) {
    const receivable = await openReceivable(tx, tenantId, books, { customerId, currency }, now)
    mustTransfer(books, posting(books, 'returnShortfall', { ...terms, id: newId(now), receivable, amount: shortfall }))
  }
  return shortfall > 0n ? { shortfall: formatAmount(shortfall, currency) } : undefined
}
