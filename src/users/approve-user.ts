import { type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { confirmPerson } from '../tokens/api-clients.ts'
import { requireUserLift } from './change-user-status.ts'
import { checkUser } from './check-user.ts'
import { changeStatus, type UserStatus } from './domain/user-state.ts'
import type { ProposedUser } from './propose-user.ts'
import { requireUser } from './require-user.ts'
import { lockUser } from './users.store.ts'
import { writeUser } from './write-user.ts'

/** Applies or drops a proposed user. Users are never deleted, so the subject always exists. */
export const userApprovals: ApprovalSubject = {
  async lock(tx, { tenantId, subjectId: id }) {
    await lockUser(tx, tenantId, id)
  },

  async apply(tx, principal, approval, now, { tokenClock }) {
    const path = { customerId: String(approval.customerId), userId: approval.subjectId }
    const found = await requireUser(tx, principal, path, { lock: true })
    if (!found.ok) return found
    const before = found.value
    const { status: asked, ...body } = approval.proposed as ProposedUser
    const owner = { tenantId: principal.tenantId, customerId: approval.customerId }
    const checked = await checkUser(tx, owner, body)
    if (!checked.ok) return checked
    const author = { clientId: approval.requestedBy, userId: approval.requestedByUser }
    const step = { before, ...checked.value, approval: approvalTrace(approval), author }
    await confirmPerson(tx, principal, { userId: before.user.id }, tokenClock.now())
    if (!asked) return accept(await writeUser(tx, principal, step, now))
    const lift = await requireUserLift(tx, principal, before.user)
    if (!lift.ok) return lift
    const status = changeStatus(before.user.status as UserStatus, 'activate')
    if (!status.ok) return refusal('userStatusConflict', status.refusal)
    return accept(await writeUser(tx, principal, { ...step, status: status.value }, now))
  },

  /** A dropped proposal changes nothing; a user never approved stays Pending. */
  async drop() {},
}
