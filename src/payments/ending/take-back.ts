import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Hold, mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
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
  { id: referenceId, rail }: { id: string; rail: string },
  { creditAccountId: creditor, amount, currency }: Hold,
  now: Temporal.Instant,
): { shortfall: string } | undefined {
  const account = books.account(creditor)
  if (!account) throw new Error(`the books have no account ${creditor}`)
  const available = availableOf(account)
  const shortfall = account.overdraft || available >= amount ? 0n : amount - (available > 0n ? available : 0n)
  const terms = { rail, currency, referenceId, customer: creditor }
  const parts = { collectionReturned: amount - shortfall, returnShortfall: shortfall }
  for (const name of ['collectionReturned', 'returnShortfall'] as const)
    if (parts[name] > 0n) mustTransfer(books, posting(books, name, { ...terms, id: newId(now), amount: parts[name] }))
  return shortfall > 0n ? { shortfall: formatAmount(shortfall, currency) } : undefined
}
