import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type RoleRow, readRole, searchRoles } from './roles.store.ts'
import type { RolePath } from './write-role.ts'

/** What is shown of a role names its customer too. */
type Shown<Found> = Result<{ found: Found; owner: { shortName: string } }, Refusal>

export async function viewRole(
  tx: Transaction,
  principal: Principal,
  { customerId, roleId }: RolePath,
): Promise<Shown<RoleRow>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const role = await readRole(tx, principal.tenantId, roleId)
  if (!role) return refusal('roleNotFound')
  if (role.customerId !== customer.value.id) return refusal('roleOfAnotherCustomer')
  return accept({ found: role, owner: customer.value })
}

export async function listRoles(
  tx: Transaction,
  principal: Principal,
  { customerId, name }: { customerId: string; name: string | undefined },
  page: PageRequest,
  totals: Totals,
): Promise<Shown<PageOf<RoleRow>>> {
  const customer = await requireCustomer(tx, principal, customerId)
  if (!customer.ok) return customer
  const found = await searchRoles(tx, principal.tenantId, { customerId: customer.value.id, name }, page, totals)
  return accept({ found, owner: customer.value })
}
