import { type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import { accept } from '../kernel/result.ts'
import { type ContactBody, parseContact } from './contacts.schema.ts'
import { lockContact } from './contacts.store.ts'
import { refuseContact, replaceWith } from './write-contact.ts'

/** How decisions on contacts take effect. A contact is never deleted, so that the approval's is always there. */
export const contactApprovals: ApprovalSubject = {
  async lock(tx, { tenantId, subjectId: id }) {
    await lockContact(tx, tenantId, BigInt(id))
  },

  async apply(tx, { tenantId, clientId }, approval, now) {
    const before = (await lockContact(tx, tenantId, BigInt(approval.subjectId)))!
    const parsed = parseContact(approval.proposed as ContactBody)
    if (!parsed.ok) return parsed
    const by = { actor: clientId, approval: approvalTrace(approval) }
    return accept(await replaceWith(tx, { ...by, before, data: parsed.value, status: 'Active' }, now))
  },

  /** A change that is dropped leaves the contact as it stands; a contact that never was approved is refused. */
  async drop(tx, { tenantId, clientId }, approval, now) {
    const before = (await lockContact(tx, tenantId, BigInt(approval.subjectId)))!
    if (before.status !== 'Pending') return
    await refuseContact(tx, { actor: clientId, approval: approvalTrace(approval), before }, now)
  },
}
