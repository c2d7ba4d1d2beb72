import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Hold, mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { availableOf } from '../../ledger/transfer.ts'

/**
 * Takes a settled debit that was returned back from the creditor. The originator's bank has to accept the return, whether its customer still has
 * the money or not (Nacha Operating Rules), and a customer's account is never overdrawn: what is not available there the institution pays with its own
 * money, and recovers from its customer.
 * @returns what the institution paid, in decimal text, where it paid anything
 */
export function takeBack(
  books: OpenBooks,
  paymentId: string,
  { debitAccountId: clearing, creditAccountId: creditor, amount, currency }: Hold,
  now: Temporal.Instant,
): { shortfall: string } | undefined {
  const account = books.account(creditor)
  if (!account) throw new Error(`the books have no account ${creditor}`)
  const available = availableOf(account)
  const shortfall = account.overdraft || available >= amount ? 0n : amount - (available > 0n ? available : 0n)
  const parts = [
    { debitAccountId: creditor, amount: amount - shortfall },
    { debitAccountId: books.book(`settlement:${currency}`), amount: shortfall },
  ]
  for (const part of parts.filter((one) => one.amount > 0n))
    mustTransfer(books, {
      ...part,
      id: newId(now),
      kind: 'posted',
      creditAccountId: clearing,
      currency,
      purpose: 'return',
      referenceId: paymentId,
    })
  return shortfall > 0n ? { shortfall: formatAmount(shortfall, currency) } : undefined
}
