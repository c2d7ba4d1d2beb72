import { type ApprovalRow, type ApprovalSubject, approvalTrace } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { accept } from '../kernel/result.ts'
import { applyCustomerUpdate, lockForUpdate } from './apply-customer-update.ts'
import type { UpdateCustomerBody } from './customers.schema.ts'
import { admit, type CustomerRow } from './customers.store.ts'
import { resumeCustomer } from './hold-customer.ts'

/**
 * Admits a new customer, or applies a proposed change to a customer. Customers are never deleted,
 * so the subject always exists.
 */
export const customerApprovals: ApprovalSubject = {
  async lock(tx, approval) {
    await lockSubject(tx, approval)
  },

  async apply(tx, principal, approval, now) {
    const trace = approvalTrace(approval)
    const held = await lockSubject(tx, approval)
    if (approval.action === 'create') {
      const admitted = await admit(tx, approval.tenantId, held.id, now)
      return accept(await resumeCustomer(tx, principal, { before: admitted, approval: trace }, now))
    }
    const before = await resumeCustomer(tx, principal, { before: held, approval: trace }, now)
    const body = approval.proposed as UpdateCustomerBody
    return applyCustomerUpdate(tx, principal, { before, body, approval: trace }, now)
  },

  async drop(tx, actor, approval, now) {
    const before = await lockSubject(tx, approval)
    // A new customer stays Pending. An update asks the institution again.
    if (approval.action === 'create') return
    await resumeCustomer(tx, actor, { before, approval: approvalTrace(approval) }, now)
  },
}

async function lockSubject(tx: Transaction, { tenantId, subjectId: id, proposed }: ApprovalRow): Promise<CustomerRow> {
  return (await lockForUpdate(tx, tenantId, BigInt(id), proposed as UpdateCustomerBody))!
}
