import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { UserOfCustomer } from './require-user.ts'
import { readRolesOf, searchUsers, type UserFilter } from './users.store.ts'

/** Users of the customer. A shortName filter with another customer's name finds none. */
export async function listUsers(
  db: Connection,
  principal: Principal,
  { customerId, shortName }: { customerId: string; shortName: string | undefined },
  filter: Omit<UserFilter, 'customerId'>,
  page: PageRequest,
  totals: Totals,
): Promise<Result<PageOf<UserOfCustomer>, Refusal>> {
  const required = await requireCustomer(db, principal, customerId)
  if (!required.ok) return required
  const customer = required.value
  if (shortName !== undefined && shortName !== customer.shortName) return accept({ rows: [], total: 0 })
  const { tenantId } = principal
  const { rows, total } = await searchUsers(db, tenantId, { ...filter, customerId: customer.id }, page, totals)
  const ids = rows.map(({ id }) => id)
  const roles = await readRolesOf(db, tenantId, ids)
  return accept({ rows: rows.map((user) => ({ user, customer, roles: roles.get(user.id) ?? [] })), total })
}
