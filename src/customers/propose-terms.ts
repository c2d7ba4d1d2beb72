import { underDualControl } from '../approvals/approvals.ts'
import { changedTerms } from '../ownership/domain/changed-terms.ts'
import { fieldsOf } from '../ownership/ownership.ts'
import { accessSettingsOf } from './access-settings.ts'
import { describeLimits } from './apply-customer-update.ts'
import { bodyOf, overlay, type UpdateCustomerBody } from './customers.schema.ts'
import { findCustomer } from './customers.store.ts'
import { waitsForApproval } from './domain/dual-approval.ts'

/**
 * The limits and terms of a customer wait under dual control. The customer can pay meanwhile. An
 * update that already waits by the customer's own settings waits only once.
 */
export const proposedTerms = underDualControl<{ customerUID: string }, UpdateCustomerBody>(
  'limits',
  async (tx, { principal, params, body }) => {
    const customer = await findCustomer(tx, principal.tenantId, BigInt(params.customerUID))
    if (!customer) return undefined
    const before = bodyOf(customer)
    const after = overlay(before, body)
    if (body.limits === undefined && changedTerms(fieldsOf('customer'), { before, after }).length === 0)
      return undefined
    if (waitsForApproval(accessSettingsOf(customer), after.legalEntityAccessSettings ?? {})) return undefined
    return { subjectId: params.customerUID, current: { ...before, limits: await describeLimits(tx, customer) } }
  },
)
