import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
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
