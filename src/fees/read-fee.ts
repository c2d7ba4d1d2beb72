import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type CustomerFeeRow, readCustomerFees } from './customer-fees.store.ts'
import { type Fee, type FeeFilter, findFee, searchFees } from './fees.store.ts'

export async function viewFee(db: Connection, principal: Principal, feeId: number): Promise<Result<Fee, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const fee = await findFee(db, principal.tenantId, BigInt(feeId))
  return fee ? accept(fee) : refusal('feeNotFound')
}

export async function listFees(
  db: Connection,
  principal: Principal,
  filter: FeeFilter,
  page: PageRequest,
): Promise<Result<PageOf<Fee>, Refusal>> {
  const institution = await requireInstitution(db, principal)
  return institution.ok ? accept(await searchFees(db, principal.tenantId, filter, page)) : institution
}

/** The tiers of a customer. Only the institution reads them: they say how it prices others. */
export async function listCustomerFees(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<CustomerFeeRow[], Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const customer = await requireCustomer(db, principal, customerUID)
  return customer.ok ? accept(await readCustomerFees(db, principal.tenantId, customer.value.id)) : customer
}
