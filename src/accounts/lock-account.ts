import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { refuseUnreachable } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { lockLedgerAccount } from '../ledger/open-account.ts'
import { postedOf } from '../ledger/transfer.ts'
import { readOwed } from '../receivables/receivables.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountRow, findAccount, lockAccount } from './accounts.store.ts'
import type { AccountPosition } from './domain/account-state.ts'

/** The port through which accounts query higher layers. */
export interface AccountPorts {
  /** Whether payments or debits of the account wait, or a series of the account is Active. */
  hasWaitingPayments(tx: Transaction, tenantId: bigint, accountId: bigint): Promise<boolean>
}

declare module '../app.ts' {
  interface App extends AccountPorts {}
}

/** The account in the path of a change, and the version in If-Match. */
export interface AccountPath {
  customerUID: string
  accountUID: string
  ifMatch: string | undefined
}

export interface LockedAccount {
  account: AccountRow
  /** Reads the account's position; called only when a decision needs it. */
  position(): Promise<AccountPosition>
}

/**
 * Locks the account in the path for a change. The ledger account is locked first, in the same order
 * as payment intake: no payment is decided on a status about to change, and no money moves while
 * the position is checked.
 */
export async function requireLockedAccount(
  tx: Transaction,
  app: AccountPorts,
  principal: Principal,
  path: AccountPath,
): Promise<Result<LockedAccount, Refusal>> {
  const { tenantId } = principal
  const customer = await requireCustomer(tx, principal, path.customerUID)
  if (!customer.ok) return customer
  const id = BigInt(path.accountUID)
  const seen = await findAccount(tx, tenantId, id)
  if (seen?.customerId !== customer.value.id)
    return refuseUnreachable(tx, principal, seen, { missing: 'accountNotFound', outside: 'accountOfAnotherCustomer' })

  const ledger = await lockLedgerAccount(tx, tenantId, id)
  const account = await lockAccount(tx, tenantId, id)
  if (!account) return refusal('accountNotFound')
  if (!isExpectedVersion(account, path.ifMatch)) return refusal('accountChanged')
  const position = async () => ({
    posted: postedOf(ledger),
    held: ledger.debitsPending + ledger.creditsPending,
    owed: await readOwed(tx, tenantId, account),
    hasWaitingPayments: await app.hasWaitingPayments(tx, tenantId, id),
  })
  return accept({ account, position })
}
