import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Hold, mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
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
  payment: Pick<LockedPayment, 'id' | 'customerId'>,
  { debitAccountId: clearing, creditAccountId: creditor, amount, currency }: Hold,
): Promise<{ shortfall: string } | undefined> {
  const account = books.account(creditor)
  if (!account) throw new Error(`the books have no account ${creditor}`)
  const available = availableOf(account)
  const taken = available < amount ? available : amount
  const shortfall = amount - taken
  const parts = [{ debitAccountId: creditor, amount: taken }]
  if (shortfall > 0n) {
    const owner = { customerId: payment.customerId, currency }
    parts.push({ debitAccountId: await openReceivable(tx, tenantId, books, owner, now), amount: shortfall })
  }
  for (const part of parts.filter((one) => one.amount > 0n))
    mustTransfer(books, {
      ...part,
      id: newId(now),
      kind: 'posted',
      creditAccountId: clearing,
      currency,
      purpose: 'return',
      referenceId: payment.id,
    })
  return shortfall > 0n ? { shortfall: formatAmount(shortfall, currency) } : undefined
}
