import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/** The id of the customer of a path, refused as any customer is, under the codes of signatories. */
export async function requireSignatoryCustomer(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
): Promise<Result<bigint, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerUID)
  if (customer.ok) return accept(customer.value.id)
  return refusal(
    customer.refusal.reason === 'customerNotFound' ? 'signatoryCustomerNotFound' : 'signatoryCustomerDenied',
  )
}
