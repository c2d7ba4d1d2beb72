import './customers.errors.ts'
import { underDualControl } from '../approvals/approvals.ts'
import { etagOf } from '../http/etag.ts'
import { named, text } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { changeCustomerStatus } from './change-customer-status.ts'
import { CustomerParams } from './customer-params.ts'
import { CustomerResult, renderCustomerResult } from './customers.schema.ts'
import { findCustomer } from './customers.store.ts'

const SuspensionBody = named(
  'SuspensionRequest',
  { reason: text(500, { description: 'Recorded in the audit trail only; the customer never sees it.' }) },
  { additionalProperties: false },
)

/** Under dual control, one person suspends a customer, and it takes two to lift the suspension. */
const proposedActivation = underDualControl<{ customerUID: string }, unknown>(
  'customerState',
  async (tx, { principal, params }) => {
    const customer = await findCustomer(tx, principal.tenantId, BigInt(params.customerUID))
    if (customer?.status !== 'Suspended') return undefined
    return { subjectId: params.customerUID, current: { status: customer.status } }
  },
)

const exampleResult = {
  customerUID: '100042',
  externalReferenceId: 'onboarding-4711',
  shortName: 'blue-harbor',
  customerEntityStatus: 'Active',
}

export const customerStatusOperations = [
  defineOperation({
    id: 'activateCustomer',
    method: 'PUT',
    paths: ['/v1/institution/customers/{customerUID}/activate'],
    tag: 'Institution',
    summary: 'Activate a customer',
    description:
      'A New or Suspended customer becomes Active and can make payments. If a change to it waits for approval, it becomes Pending, and Active after the decision. A Pending customer cannot be activated directly.',
    failure: 'The customer was not activated',
    entitlement: 'Institution.Manage_Customer_State',
    errors: ['notTheInstitution', 'customerNotFound', 'customerStateNotAllowed'],
    invalid: 'invalidCustomer',
    params: CustomerParams,
    reply: {
      status: 200,
      description: 'The customer is Active, or Pending until its waiting change is decided.',
      data: CustomerResult,
      etag: true,
      example: exampleResult,
    },
    secondPerson: proposedActivation,
    async change(tx, app, { principal, params }) {
      const change = { step: 'activate' } as const
      const activated = await changeCustomerStatus(tx, principal, params.customerUID, change, app.clock.now())
      if (!activated.ok) return activated
      return accept({ data: renderCustomerResult(activated.value), etag: etagOf(activated.value) })
    },
  }),

  defineOperation({
    id: 'suspendCustomer',
    method: 'PUT',
    paths: ['/v1/institution/customers/{customerUID}/suspend'],
    tag: 'Institution',
    summary: 'Suspend a customer',
    description:
      'A New, Active or Pending customer becomes Suspended: a change of it that waits does not stop this, and its decision does not end it. New payments are refused, and what its clients and people set up, and what it pays, is HELD when it is due. What is in a committed file or message continues.',
    failure: 'The customer was not suspended',
    entitlement: 'Institution.Manage_Customer_State',
    errors: ['notTheInstitution', 'customerNotFound', 'customerStateNotAllowed'],
    invalid: 'invalidCustomer',
    params: CustomerParams,
    body: SuspensionBody,
    examples: [{ summary: 'Suspend during a review', value: { reason: 'Ownership could not be verified' } }],
    reply: {
      status: 200,
      description: 'The customer is Suspended.',
      data: CustomerResult,
      etag: true,
      example: { ...exampleResult, customerEntityStatus: 'Suspended' },
    },
    async change(tx, app, { principal, params, body }) {
      const change = { step: 'suspend', reason: body.reason } as const
      const suspended = await changeCustomerStatus(tx, principal, params.customerUID, change, app.clock.now())
      if (!suspended.ok) return suspended
      return accept({ data: renderCustomerResult(suspended.value), etag: etagOf(suspended.value) })
    },
  }),
]
