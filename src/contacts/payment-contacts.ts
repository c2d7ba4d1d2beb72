import type { Temporal } from 'temporal-polyfill'
import { type Transaction, violatedConstraint } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { renderContact } from './contacts.schema.ts'
import { insertPaymentContacts, type PaymentContact } from './contacts.store.ts'

/**
 * Writes contacts for the parties that payments describe, with their audit records. The caller has
 * checked that its clients may create them, and that the names of the listed ones are free.
 */
export async function writePaymentContacts(
  tx: Transaction,
  tenantId: bigint,
  created: readonly { contact: PaymentContact; actor: string }[],
  now: Temporal.Instant,
): Promise<void> {
  if (created.length === 0) return
  const changes = created.map(({ contact, actor }) => ({
    ...{ tenantId, actor, action: 'contact.created' },
    subject: { kind: 'contact', id: String(contact.id), customerId: contact.customerId },
    after: renderContact(contact),
  }))
  const contacts = created.map(({ contact }) => contact)
  await Promise.all([insertPaymentContacts(tx, tenantId, contacts, now), recordChanges(tx, tenantId, changes, now)])
}

/** Whether another transaction took the name of a contact after this one read the names. */
export function isContactNameTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'contacts_template_name'
}
