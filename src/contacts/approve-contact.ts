import { type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import { accept } from '../kernel/result.ts'
import { type ContactBody, parseContact } from './contacts.schema.ts'
import { lockContact } from './contacts.store.ts'
import { refuseContact, replaceWith } from './write-contact.ts'

/**
 * Applies or drops a proposed contact. Contacts are never deleted, so the subject always exists.
 */
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

  /** An Active contact keeps its current details; one never approved becomes Rejected. */
  async drop(tx, { tenantId, clientId }, approval, now) {
    const before = (await lockContact(tx, tenantId, BigInt(approval.subjectId)))!
    if (before.status !== 'Pending') return
    await refuseContact(tx, { actor: clientId, approval: approvalTrace(approval), before }, now)
  },
}
