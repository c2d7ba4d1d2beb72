import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

type CustomerOfSignatories = Extract<Awaited<ReturnType<typeof requireCustomer>>, { ok: true }>['value']

/** The customer in the path. Refusals use the error codes of signatories. */
export async function requireSignatoryCustomer(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<CustomerOfSignatories, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (customer.ok) return customer
  return refusal(
    customer.refusal.reason === 'customerNotFound' ? 'signatoryCustomerNotFound' : 'signatoryCustomerDenied',
  )
}
