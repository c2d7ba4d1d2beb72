import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/** The id of the customer in the path. Refusals use the error codes of signatories. */
export async function requireSignatoryCustomer(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<bigint, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (customer.ok) return accept(customer.value.id)
  return refusal(
    customer.refusal.reason === 'customerNotFound' ? 'signatoryCustomerNotFound' : 'signatoryCustomerDenied',
  )
}
