import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import { refuseUnreachable } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findRole, type RoleRow, searchRoles } from './roles.store.ts'
import type { RolePath } from './write-role.ts'

/** A role is shown with its customer's id and short name. */
type Shown<Found> = Result<{ found: Found; owner: { shortName: string } }, Refusal>

export async function viewRole(
  db: Connection,
  principal: Principal,
  { customerId, roleId }: RolePath,
): Promise<Shown<RoleRow>> {
  const customer = await requireCustomer(db, principal, customerId)
  if (!customer.ok) return customer
  const role = await findRole(db, principal.tenantId, roleId)
  if (role?.customerId !== customer.value.id)
    return refuseUnreachable(db, principal, role, { missing: 'roleNotFound', outside: 'roleOfAnotherCustomer' })
  return accept({ found: role, owner: customer.value })
}

export async function listRoles(
  db: Connection,
  principal: Principal,
  { customerId, name }: { customerId: string; name: string | undefined },
  page: PageRequest,
  totals: Totals,
): Promise<Shown<PageOf<RoleRow>>> {
  const customer = await requireCustomer(db, principal, customerId)
  if (!customer.ok) return customer
  const found = await searchRoles(db, principal.tenantId, { customerId: customer.value.id, name }, page, totals)
  return accept({ found, owner: customer.value })
}
