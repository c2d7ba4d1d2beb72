import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { newId } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { mustTransfer, openBooks } from '../../ledger/ledger.ts'
import { openBook } from '../../ledger/open-account.ts'
import { posting } from '../../ledger/postings.ts'
import { noteReturned } from '../../rails/rails.ts'
import { recordItems } from '../../suspense/suspense.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { meetReversalClocks } from './reverse-debit.ts'
import { openReturnSettlements } from './settle-returns.ts'

/**
 * Books the return of a debit that the institution has already reversed. The customer has paid it
 * back once, and pays nothing more. If the reversing entry is in no file yet, it is withdrawn, and
 * the return takes its place. Otherwise both pay the debtor: the amount stays in `crossed-returns`,
 * as an item in suspense, until the institution has it back, by dishonoring the return (R62).
 */
export async function bookCrossedReturn(
  tx: Transaction,
  tenantId: bigint,
  payment: LockedPayment,
  { achReturnCode, actor }: { achReturnCode: string; actor: string },
  now: Temporal.Instant,
): Promise<Result<{ reversingEntry: 'withdrawn' | 'sent' }, Refusal>> {
  const { id: referenceId, amount, currency, rail } = payment
  const settlements = await openReturnSettlements(tx, tenantId, [{ payment }], now)
  const { settlement: settlementId } = settlements.evidenceOf(payment)!
  const crossed = await noteReturned(tx, tenantId, { paymentId: payment.id, achReturnCode, settlementId }, now)
  if (!crossed) return refusal('paymentStateConflict', 'the payment is REVERSED, and its return is booked already')
  if (!crossed.isSent) await meetReversalClocks(tx, tenantId, [referenceId], actor, now)
  const crossedReturns = await openBook(tx, tenantId, { book: 'crossed-returns', currency }, now)
  const books = await openBooks(tx, tenantId, { accountIds: [], books: [...settlements.books, crossedReturns] })
  const id = newId(now)
  const terms = { id, rail, amount, currency, referenceId }
  if (crossed.isSent) mustTransfer(books, posting(books, 'crossedReturn', terms))
  settlements.post(books)
  await books.write(now)
  const { customerId, senderAccountId: accountId } = payment
  const item = { id, reason: 'CrossedReturn', currency, amount, customerId, accountId, referenceId } as const
  if (crossed.isSent) await recordItems(tx, tenantId, [item], { actor }, now)
  return accept({ reversingEntry: crossed.isSent ? 'sent' : 'withdrawn' })
}
