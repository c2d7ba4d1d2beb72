import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import { availableOf, owedOn } from '../ledger/transfer.ts'

/**
 * Repays what the owner of an account owes with all that the account has available. Call it when
 * the money of the account becomes available to its owner again, with its ledger account locked.
 */
export async function repayWithBalance(
  tx: Transaction,
  tenantId: bigint,
  accountId: bigint,
  now: Temporal.Instant,
): Promise<void> {
  const books = await openBooks(tx, tenantId, { accountIds: [accountId] })
  const account = books.account(accountId)!
  const { receivableId, currency } = account
  if (receivableId === null) return
  const [available, owed] = [availableOf(account), owedOn(books.account(receivableId)!)]
  const amount = available < owed ? available : owed
  if (amount <= 0n) return
  const id = newId(now)
  const terms = { id, customer: accountId, receivable: receivableId, amount, currency, referenceId: id }
  mustTransfer(books, posting(books, 'repayment', terms))
  await books.write(now)
}
