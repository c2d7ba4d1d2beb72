import { type ApprovalRow, type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { applyCustomerUpdate, lockForUpdate } from './apply-customer-update.ts'
import type { UpdateCustomerBody } from './customers.schema.ts'
import type { CustomerRow } from './customers.store.ts'
import { resumeCustomer } from './hold-customer.ts'

/**
 * Applies or drops a proposed change. Customers are never deleted, so the subject always exists.
 */
export const customerApprovals: ApprovalSubject = {
  async lock(tx, approval) {
    await lockSubject(tx, approval)
  },

  async apply(tx, principal, approval, now) {
    const trace = approvalTrace(approval)
    const held = await lockSubject(tx, approval)
    const before = await resumeCustomer(tx, principal, { before: held, approval: trace }, now)
    const body = approval.proposed as UpdateCustomerBody
    return applyCustomerUpdate(tx, principal, { before, body, approval: trace }, now)
  },

  async drop(tx, actor, approval, now) {
    const before = await lockSubject(tx, approval)
    await resumeCustomer(tx, actor, { before, approval: approvalTrace(approval) }, now)
  },
}

async function lockSubject(tx: Transaction, { tenantId, subjectId: id, proposed }: ApprovalRow): Promise<CustomerRow> {
  return (await lockForUpdate(tx, tenantId, BigInt(id), proposed as UpdateCustomerBody))!
}
