import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../customers/belonging.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ContactBody, parseContact, renderContact } from './contacts.schema.ts'
import { type ContactRow, insertContact, lockContact, replaceContact } from './contacts.store.ts'

/** Adds a contact to the customer; it can receive money at once. */
export async function createContact(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: ContactBody,
  now: Temporal.Instant,
): Promise<Result<ContactRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const parsed = parseContact(body)
  if (!parsed.ok) return parsed
  const { tenantId } = principal
  const created = await insertContact(tx, { ...parsed.value, tenantId, customerId: customer.value.id }, now)
  const subject = { kind: 'contact', id: String(created.id), customerId: customer.value.id }
  const after = renderContact(created)
  await recordChange(tx, { tenantId, actor: principal.clientId, action: 'contact.created', subject, after }, now)
  return accept(created)
}

/** Replaces the contact by what the body says; what it leaves out is gone. Payments made before are not redirected. */
export async function updateContact(
  tx: Transaction,
  principal: Principal,
  path: { customerUID: string; contactUID: string },
  body: ContactBody,
  now: Temporal.Instant,
): Promise<Result<ContactRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, path.customerUID)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const before = await lockContact(tx, tenantId, BigInt(path.contactUID))
  if (!before) return refusal('contactNotFound')
  if (before.customer_id !== customer.value.id) return refusal('contactOfAnotherCustomer')
  const parsed = parseContact(body)
  if (!parsed.ok) return parsed
  const after = await replaceContact(tx, before.id, { ...parsed.value, tenantId, customerId: customer.value.id }, now)
  await recordChange(
    tx,
    {
      tenantId,
      actor: principal.clientId,
      action: 'contact.updated',
      subject: { kind: 'contact', id: String(before.id), customerId: customer.value.id },
      before: renderContact(before),
      after: renderContact(after),
    },
    now,
  )
  return accept(after)
}
