import { underDualControl } from '../approvals/approvals.ts'
import { isInstitution } from '../institution/institution.ts'
import { changedTerms, fieldsOf, loosenedTerms, termsOfNew } from '../ownership/ownership.ts'
import { accessSettingsOf } from './access-settings.ts'
import { describeLimits } from './apply-customer-update.ts'
import { bodyOf, type NewCustomerBody, overlay, type UpdateCustomerBody } from './customers.schema.ts'
import { findCustomer } from './customers.store.ts'
import { waitsForApproval } from './domain/dual-approval.ts'
import { changesIdentity } from './identity.ts'

const fields = fieldsOf('customer')

/**
 * The limits and terms of a customer wait under dual control, and so does its identity: a customer
 * that moves below another can be debited by it. The customer can pay meanwhile. An update that
 * already waits by the customer's own settings, or by the admission of the customer, waits only
 * once. The identity that a customer's client sends waits as the customer's own proposal.
 */
export const proposedTerms = underDualControl<{ customerUID: string }, UpdateCustomerBody>(
  'limits',
  async (tx, { principal, params, body }) => {
    const customer = await findCustomer(tx, principal.tenantId, BigInt(params.customerUID))
    if (!customer) return undefined
    const before = bodyOf(customer)
    const after = overlay(before, body)
    const hasTerms = body.limits !== undefined || changedTerms(fields, { before, after }).length > 0
    const hasIdentity = customer.isAdmitted && changesIdentity(before, after) && (await isInstitution(tx, principal))
    if (!hasTerms && !hasIdentity) return undefined
    if (waitsForApproval(accessSettingsOf(customer), accessSettingsOf({ profile: after }))) return undefined
    return { subjectId: params.customerUID, current: { ...before, limits: await describeLimits(tx, customer) } }
  },
)

/** A new customer waits under dual control if its terms differ from those of every new customer. */
export const proposedNewTerms = underDualControl<unknown, NewCustomerBody>('limits', async (_tx, { body }) =>
  loosenedTerms(fields, termsOfNew(fields, body), body).length > 0 ? {} : undefined,
)
