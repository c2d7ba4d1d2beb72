import type { Connection } from '../db/client.ts'
import type { PageOf } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { readSignatories, type SignatoryRow } from './signatories.store.ts'
import { requireSignatoryCustomer } from './signatory-customer.ts'

/** One page of the customer's signatories, in the order they were added, and their total number. */
export async function listSignatories(
  db: Connection,
  principal: Principal,
  customerUID: string,
  slice: { offset: number; size: number },
): Promise<Result<PageOf<SignatoryRow>, Refusal>> {
  const customer = await requireSignatoryCustomer(db, principal, customerUID)
  if (!customer.ok) return customer
  return accept(await readSignatories(db, principal.tenantId, customer.value.id, slice))
}
