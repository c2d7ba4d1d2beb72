import { type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import { readInstitution } from '../institution/institution.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { confirmPerson } from '../tokens/api-clients.ts'
import { type CreateSignatoryBody, parseNewSignatory } from './signatories.schema.ts'
import { lockSignatory } from './signatories.store.ts'
import { dataOf, writeSignatory } from './write-signatory.ts'

/** Applies or drops a proposed signatory, who may have been deleted since. */
export const signatoryApprovals: ApprovalSubject = {
  async lock(tx, { tenantId, subjectId: id }) {
    await lockSignatory(tx, tenantId, BigInt(id))
  },

  async apply(tx, principal, approval, now, { tokenClock }) {
    const { tenantId, clientId } = principal
    const before = await lockSignatory(tx, tenantId, BigInt(approval.subjectId))
    if (!before) return refusal('signatoryNotFound')
    const { currency } = await readInstitution(tx, tenantId)
    const parsed = parseNewSignatory(approval.proposed as CreateSignatoryBody, currency)
    if (!parsed.ok) return parsed
    await confirmPerson(tx, principal, { signatoryId: before.id }, tokenClock.now())
    const by = { actor: clientId, approval: approvalTrace(approval) }
    return accept(await writeSignatory(tx, { ...by, before, data: parsed.value, status: 'Active' }, now))
  },

  /** An Active signatory stays as before; one who was never approved becomes Rejected. */
  async drop(tx, { tenantId, clientId }, approval, now) {
    const before = await lockSignatory(tx, tenantId, BigInt(approval.subjectId))
    if (before?.status !== 'Pending') return
    const by = { actor: clientId, approval: approvalTrace(approval) }
    await writeSignatory(tx, { ...by, before, data: dataOf(before), status: 'Rejected' }, now)
  },
}
