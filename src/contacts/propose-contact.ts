import type { Temporal } from 'temporal-polyfill'
import { type Proposer, requestApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { renderContent } from './contacts.schema.ts'
import type { ContactRow } from './contacts.store.ts'

/** Proposes a contact as a whole, or for an Active contact its current and proposed details. */
export async function proposeContact(
  tx: Transaction,
  principal: Proposer,
  { contact, proposed }: { contact: ContactRow; proposed: ContactRow },
  now: Temporal.Instant,
): Promise<string> {
  const { id } = await requestApproval(
    tx,
    principal,
    {
      kind: 'contact',
      subjectId: String(contact.id),
      customerId: contact.customerId,
      proposed: renderContent(proposed),
      ...(contact.status === 'Active' ? { action: 'update', current: renderContent(contact) } : { action: 'create' }),
    },
    now,
  )
  return id
}
