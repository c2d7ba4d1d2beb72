import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { openReceivableAccount } from '../ledger/open-account.ts'
import { insertReceivable, lockReceivableOf, readAccountsOf } from './receivables.store.ts'

/**
 * The ledger account of what a customer owes in a currency, opened with its first debt. The caller
 * has locked all accounts of the customer in the currency (`readAccountsOf`) with these books.
 */
export async function openReceivable(
  tx: Transaction,
  tenantId: bigint,
  books: OpenBooks,
  owner: { customerId: bigint; currency: string },
  now: Temporal.Instant,
): Promise<bigint> {
  const known = await lockReceivableOf(tx, tenantId, owner)
  // With those that were opened after the caller took its locks, and before this lock.
  const accountIds = await readAccountsOf(tx, tenantId, [owner])
  const id = known ?? (await openReceivableAccount(tx, tenantId, { ...owner, accountIds }, now))
  if (known === undefined) await insertReceivable(tx, { tenantId, ...owner, ledgerAccountId: id, createdAt: now })
  const opened = accountIds.filter((accountId) => books.account(accountId))
  await books.includeReceivable(id, opened)
  return id
}
