import type { Transaction } from '../../db/client.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { findSuspendedAccount } from '../held/suspensions.store.ts'

/**
 * Whether a reversal may take money out of these accounts. Someone chooses a reversal, so it is
 * refused while an account or its customer is suspended, as a payment is. A return is demanded by
 * the network: it is booked in any case, and never asks this. What comes back to a suspended
 * account is credited to it, and stays there. The caller has locked the ledger accounts.
 */
export async function requireDebitable(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<Result<void, Refusal>> {
  const found = await findSuspendedAccount(tx, tenantId, accountIds)
  if (!found) return accept(undefined)
  const what = found.isCustomer ? `the customer of account ${found.id}` : `account ${found.id}`
  return refusal(
    'paymentStateConflict',
    `${what} is ${found.status}, and a reversal takes money only from an Active account of an Active customer`,
  )
}
