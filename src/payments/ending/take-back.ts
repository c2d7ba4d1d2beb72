import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Hold, mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { availableOf } from '../../ledger/transfer.ts'

/**
 * Takes a returned debit, already settled, back from the creditor. The originator's bank must
 * accept the return even if its customer no longer has the money (Nacha Operating Rules), and a
 * customer's account is never overdrawn. The institution therefore pays the shortfall from its own
 * money and recovers it from the customer.
 * @returns the amount the institution paid, in decimal text; undefined if it paid nothing
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
