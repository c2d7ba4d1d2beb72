import { type AccountRow, findAccountWithOwner } from '../accounts/accounts.ts'
import { belongsTo } from '../customers/customers.ts'
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
  const found = await findAccountWithOwner(db, principal.tenantId, BigInt(accountUID))
  if (found && belongsTo(found.customer, principal)) return accept(found.account)
  return refuseUnreachable(db, principal, found, { missing: 'accountNotFound', outside: 'accountOutOfReach' })
}
