import { type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { ownerOf } from '../ownership/ownership.ts'
import { type ContactBody, parseContact } from './contacts.schema.ts'
import { lockContact } from './contacts.store.ts'
import { setterOf } from './details-setters.ts'
import { refuseContact, replaceWith, requireContactLift } from './write-contact.ts'

/**
 * Applies or drops a proposed contact. Contacts are never deleted, so the subject always exists.
 */
export const contactApprovals: ApprovalSubject = {
  async lock(tx, { tenantId, subjectId: id }) {
    await lockContact(tx, tenantId, BigInt(id))
  },

  async apply(tx, principal, approval, now) {
    const { tenantId, clientId } = principal
    const before = (await lockContact(tx, tenantId, BigInt(approval.subjectId)))!
    const lift = await requireContactLift(tx, principal, before)
    if (!lift.ok) return lift
    const parsed = parseContact(approval.proposed as ContactBody)
    if (!parsed.ok) return parsed
    // The service proposes what another bank says: then only the approver has agreed.
    const isOfBank = approval.requestedFor === null
    const setBy = isOfBank ? setterOf(principal, await readInstitution(tx, tenantId)) : ('approved' as const)
    const by = { actor: clientId, approval: approvalTrace(approval), setBy }
    return accept(await replaceWith(tx, { ...by, before, data: parsed.value, status: 'Active' }, now))
  },

  /** An Active contact keeps its current details; one never approved becomes Rejected. */
  async drop(tx, actor, approval, now) {
    const { tenantId, clientId } = actor
    const before = (await lockContact(tx, tenantId, BigInt(approval.subjectId)))!
    if (before.status !== 'Pending') return
    const rejectedBy = 'legalEntityId' in actor ? await ownerOf(tx, actor) : 'Customer'
    await refuseContact(tx, { actor: clientId, approval: approvalTrace(approval), before, rejectedBy }, now)
  },
}
