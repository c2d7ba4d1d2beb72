import { type AccountRow, findAccount } from '../accounts/accounts.ts'
import { belongsTo, findCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { refuseUnreachable } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/**
 * The account in the path, open or closed. Outside the token's legal entity it is 403, whether or
 * not it exists.
 */
export async function requireAccount(
  db: Connection,
  principal: Principal,
  accountUID: string,
): Promise<Result<AccountRow, Refusal>> {
  const account = await findAccount(db, principal.tenantId, BigInt(accountUID))
  const customer = account && (await findCustomer(db, principal.tenantId, account.customerId))
  if (account && customer && belongsTo(customer, principal)) return accept(account)
  return refuseUnreachable(db, principal, account, { missing: 'accountNotFound', outside: 'accountOutOfReach' })
}
