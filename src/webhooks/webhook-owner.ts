import { requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/** The customer that owns a webhook; null for the institution. */
export type WebhookOwner = bigint | null

/** The path of a request: without a customer, it is about the institution's webhooks. */
export interface OwnerPath {
  customerUID?: string
}

/** Whose webhooks the path is about, if the caller may manage them. */
export async function requireOwner(
  db: Connection,
  principal: Principal,
  { customerUID }: OwnerPath,
): Promise<Result<WebhookOwner, Refusal>> {
  if (customerUID !== undefined) {
    const customer = await requireCustomer(db, principal, customerUID)
    return customer.ok ? accept(customer.value.id) : customer
  }
  const institution = await requireInstitution(db, principal)
  return institution.ok ? accept(null) : institution
}
