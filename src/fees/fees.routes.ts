import './fees.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import {
  AddCustomerFeeBody,
  besideCustomerFee,
  CustomerFeeParams,
  CustomerFeeResult,
  CustomerFeesParams,
  CustomerFeesReply,
  describeCustomerFee,
  exampleCustomerFee,
  exampleCustomerFeeResult,
  renderCustomerFeeResult,
  UpdateCustomerFeeBody,
} from './customer-fees.schema.ts'
import { lockCustomerFee } from './customer-fees.store.ts'
import { exampleFee, FeeBody, FeeParams, FeeReply, FeesQuery, renderFee, shownTiers } from './fees.schema.ts'
import { findFee } from './fees.store.ts'
import { listCustomerFees, listFees, viewFee } from './read-fee.ts'
import { addCustomerFee, updateCustomerFee } from './write-customer-fee.ts'
import { createFee, removeFee, updateFee } from './write-fee.ts'

const exampleReply = { feeId: 100001, ...exampleFee, tiers: shownTiers }
const examples = [
  { summary: 'By amount, with a percentage for larger payments', value: exampleFee },
  {
    summary: 'By count, with the first hundred payments free',
    value: {
      ...exampleFee,
      name: 'Wire volume',
      product: 'Fedwire',
      tierBy: 'Count',
      tiers: [
        { name: 'Included', from: 0, flat: 0 },
        { name: 'Beyond', from: 101, flat: 12.5 },
      ],
    },
  },
]

const conflicts = { fees_name: { reason: 'feeConflict' } } as const
const customerConflicts = { customer_fees_scope: { reason: 'customerFeeConflict' } } as const

const tierRules =
  'The tier with the highest `from` that is not above the amount (or the count) applies to the whole payment. The fee is `percentage` of the amount, ' +
  'rounded up to the minor unit, plus `flat`, at least `minimum` and at most `maximum`.'

const customerTierRules =
  'The tier applies to the fees of `application`, or only to those with `feeName` and `product` if given. At least one such fee in the fee schedule ' +
  'must have a tier named `feeTier`.'

const proposedFee = underDualControl<Static<typeof FeeParams>, unknown>('fees', async (tx, { principal, params }) => {
  const fee = await findFee(tx, principal.tenantId, BigInt(params.feeId))
  return { subjectId: String(params.feeId), current: fee && renderFee(fee) }
})

const proposedCustomerFee = underDualControl<Static<typeof CustomerFeeParams>, unknown>(
  'customerFee',
  async (tx, { principal, params }) => {
    const tier = await lockCustomerFee(tx, principal.tenantId, BigInt(params.feeId))
    return { subjectId: String(params.feeId), current: tier && describeCustomerFee(tier) }
  },
)

export const feeOperations = [
  defineOperation({
    id: 'createFee',
    method: 'POST',
    paths: ['/v1/institution/fees'],
    tag: 'Institution',
    summary: 'Add a fee to the fee schedule',
    description: tierRules,
    failure: 'The fee was not created',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution', 'feeConflict'],
    conflicts,
    invalid: 'invalidFee',
    body: FeeBody,
    examples,
    reply: { status: 201, description: 'The fee was created.', data: FeeReply, etag: true, example: exampleReply },
    secondPerson: underDualControl('fees', async () => ({})),
    async change(tx, app, { principal, body }) {
      const created = await createFee(tx, principal, body, app.clock.now())
      return created.ok ? accept({ data: renderFee(created.value), etag: etagOf(created.value) }) : created
    },
  }),

  defineOperation({
    id: 'listFees',
    method: 'GET',
    paths: ['/v1/institution/fees'],
    tag: 'Institution',
    summary: 'List the fee schedule',
    description: 'Filters match exactly, and a fee must match all of them.',
    failure: 'The fees were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFee',
    query: FeesQuery,
    reply: {
      status: 200,
      description: 'A page of fees.',
      data: Type.Array(FeeReply),
      paged: true,
      example: [exampleReply],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const { page, limit, ...filter } = query
        const found = await listFees(db, principal, filter, { page, limit })
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderFee), pagination: describePage({ page, limit }, found.value) })
      }),
  }),

  defineOperation({
    id: 'getFee',
    method: 'GET',
    paths: ['/v1/institution/fees/{feeId}'],
    tag: 'Institution',
    summary: 'Read a fee in the fee schedule',
    description: 'The fee with its tiers, as it applies to new payments.',
    failure: 'The fee was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'feeNotFound'],
    invalid: 'invalidFee',
    params: FeeParams,
    reply: { status: 200, description: 'The fee.', data: FeeReply, etag: true, example: exampleReply },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const fee = await viewFee(db, principal, params.feeId)
        return fee.ok ? accept({ data: renderFee(fee.value), etag: etagOf(fee.value) }) : fee
      }),
  }),

  defineOperation({
    id: 'updateFee',
    method: 'PUT',
    paths: ['/v1/institution/fees/{feeId}'],
    tag: 'Institution',
    summary: 'Replace a fee in the fee schedule',
    description: `The body replaces the whole fee. A tier with customers cannot be removed. ${tierRules}`,
    failure: 'The fee was not updated',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution', 'feeNotFound', 'feeConflict', 'feeTierInUse', 'feeChanged'],
    conflicts,
    invalid: 'invalidFee',
    params: FeeParams,
    body: FeeBody,
    examples,
    reply: { status: 200, description: 'The fee was replaced.', data: FeeReply, etag: true, example: exampleReply },
    secondPerson: proposedFee,
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateFee(tx, principal, { feeId: params.feeId, ifMatch }, body, app.clock.now())
      return updated.ok ? accept({ data: renderFee(updated.value), etag: etagOf(updated.value) }) : updated
    },
  }),

  defineOperation({
    id: 'deleteFee',
    method: 'DELETE',
    paths: ['/v1/institution/fees/{feeId}'],
    tag: 'Institution',
    summary: 'Delete a fee from the fee schedule',
    description: 'A fee with customers on its tiers cannot be deleted, unless another fee has the same tiers for them.',
    failure: 'The fee was not deleted',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution', 'feeNotFound', 'feeTierInUse'],
    invalid: 'invalidFee',
    params: FeeParams,
    reply: { status: 204, description: 'The fee was deleted.', data: Type.Null(), example: undefined },
    secondPerson: proposedFee,
    async change(tx, app, { principal, params }) {
      const removed = await removeFee(tx, principal, params.feeId, app.clock.now())
      return removed.ok ? accept({ data: null }) : removed
    },
  }),

  defineOperation({
    id: 'listCustomerFeeTiers',
    method: 'GET',
    paths: ['/v1/customers/{customerUID}/fees'],
    tag: 'Customers',
    summary: "List a customer's fee tiers",
    description: 'At most a thousand.',
    failure: 'The fee tiers were not listed',
    entitlement: 'Customers.View_Customers',
    errors: ['notTheInstitution', 'customerNotFound'],
    invalid: 'invalidCustomer',
    params: CustomerFeesParams,
    reply: {
      ...{ status: 200, description: 'The fee tiers.', data: CustomerFeesReply },
      example: { tiers: [{ ...exampleCustomerFeeResult, ...exampleCustomerFee }] },
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const found = await listCustomerFees(db, principal, params.customerUID)
        return found.ok ? accept({ data: { tiers: found.value.map(describeCustomerFee) } }) : found
      }),
  }),

  defineOperation({
    id: 'addCustomerFeeTier',
    method: 'POST',
    paths: ['/v1/customers/{customerUID}/fees'],
    tag: 'Customers',
    summary: 'Put a customer on a fee tier',
    description: `${customerTierRules} A customer has one tier for the same fees and account; adding another one changes it.`,
    failure: 'The fee tier was not added',
    entitlement: 'Customers.Manage_Customers',
    errors: ['notTheInstitution', 'customerNotFound', 'feeNotConfigured', 'feeAccountUnknown', 'customerFeeConflict'],
    conflicts: customerConflicts,
    invalid: 'invalidCustomer',
    params: CustomerFeesParams,
    body: AddCustomerFeeBody,
    examples: [{ summary: 'For all ACH payments', value: exampleCustomerFee }],
    reply: {
      status: 200,
      description: 'The customer is on the tier.',
      data: CustomerFeeResult,
      beside: besideCustomerFee,
      example: exampleCustomerFeeResult,
    },
    secondPerson: underDualControl('customerFee', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const added = await addCustomerFee(tx, principal, params.customerUID, body, app.clock.now())
      return added.ok ? accept(renderCustomerFeeResult(added.value)) : added
    },
  }),

  defineOperation({
    id: 'updateCustomerFeeTier',
    method: 'PUT',
    paths: ['/v1/customers/{customerUID}/fees/{feeId}'],
    tag: 'Customers',
    summary: "Change a customer's fee tier",
    description: `Omitted fields stay unchanged. ${customerTierRules}`,
    failure: 'The fee tier was not updated',
    entitlement: 'Customers.Manage_Customers',
    errors: [
      'notTheInstitution',
      'customerNotFound',
      'customerFeeNotFound',
      'customerFeeOfAnotherCustomer',
      'feeNotConfigured',
      'feeAccountUnknown',
      'customerFeeConflict',
    ],
    conflicts: customerConflicts,
    invalid: 'invalidCustomer',
    params: CustomerFeeParams,
    body: UpdateCustomerFeeBody,
    examples: [{ summary: 'Move the customer to another tier', value: { feeTier: 'Standard' } }],
    reply: {
      status: 200,
      description: 'The fee tier was changed.',
      data: CustomerFeeResult,
      beside: besideCustomerFee,
      example: exampleCustomerFeeResult,
    },
    secondPerson: proposedCustomerFee,
    async change(tx, app, { principal, params, body }) {
      const updated = await updateCustomerFee(tx, principal, params, body, app.clock.now())
      return updated.ok ? accept(renderCustomerFeeResult(updated.value)) : updated
    },
  }),
]
