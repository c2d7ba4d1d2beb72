import type { Transaction } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Fee, type FeeFilter, readFee, searchFees } from './fees.store.ts'

export async function viewFee(tx: Transaction, principal: Principal, feeId: number): Promise<Result<Fee, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const fee = await readFee(tx, principal.tenantId, BigInt(feeId))
  return fee ? accept(fee) : refusal('feeNotFound')
}

export async function listFees(
  tx: Transaction,
  principal: Principal,
  filter: FeeFilter,
  page: PageRequest,
): Promise<Result<PageOf<Fee>, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  return institution.ok ? accept(await searchFees(tx, principal.tenantId, filter, page)) : institution
}
