import './customers.errors.ts'
import Type from 'typebox'
import { etagOf } from '../http/etag.ts'
import { canonicalName } from '../http/fields.ts'
import { type Answer, defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { readInstitution } from '../institution/institution.ts'
import { withMaskedNumbers } from '../kernel/masked-number.ts'
import { accept } from '../kernel/result.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { requireCustomer } from './belonging.ts'
import { createCustomer } from './create-customer.ts'
import { createCustomers, nameConflicts } from './create-customers.ts'
import { CustomerParams } from './customer-params.ts'
import {
  CreateCustomerBody,
  CUSTOMER_TYPES,
  CustomerQuery,
  CustomerReply,
  CustomerResult,
  exampleCustomer,
  renderCustomer,
  renderCustomerResult,
  UpdateCustomerBody,
} from './customers.schema.ts'
import { searchCustomers } from './customers.store.ts'
import { CUSTOMER_STATUSES } from './domain/customer-state.ts'
import { proposedNewTerms, proposedTerms } from './propose-terms.ts'
import type { WrittenCustomer } from './request-admission.ts'
import { updateCustomer } from './update-customer.ts'

const exampleReply = { customerUID: '100042', status: 'New', ...exampleCustomer }

const exampleResult = {
  customerUID: '100042',
  externalReferenceId: 'onboarding-4711',
  shortName: 'blue-harbor',
  customerEntityStatus: 'New',
}

const written = ({ customer, approvalUID }: WrittenCustomer): Answer => ({
  data: renderCustomerResult(customer, approvalUID),
  etag: etagOf(customer),
})

export const customerOperations = [
  defineOperation({
    id: 'createCustomer',
    method: 'POST',
    paths: ['/v2/customers', '/customers'],
    tag: 'Customers',
    summary: 'Create a customer',
    description:
      "Creates a customer with status New. It becomes Active when it opens its first account. Created by a customer's client, it is Pending until the institution approves it: it cannot pay, and its accounts cannot receive. Only the institution can send secCodes and the other fields that it owns (/docs/pages/field-owners).",
    failure: 'The customer was not created',
    entitlement: 'Customers.Create_Legal_Entities',
    errors: ['institutionTerms', 'institutionUserUnknown', 'relatedCustomerUnknown', 'customerConflict'],
    conflicts: nameConflicts,
    invalid: 'invalidCustomer',
    body: CreateCustomerBody,
    examples: [{ summary: 'A company', value: exampleCustomer }],
    reply: {
      status: 200,
      description: 'The customer was created, or waits for the approval in approvalUID.',
      data: CustomerResult,
      etag: true,
      example: exampleResult,
    },
    secondPerson: proposedNewTerms,
    async change(tx, app, { principal, body }) {
      const created = await createCustomer(tx, principal, body, app.clock.now())
      if (!created.ok) return created
      return accept(written(created.value))
    },
    async changeAll(tx, app, orders) {
      const [first] = orders
      if (!first) return []
      const created = await createCustomers(tx, first.principal.tenantId, orders, app.clock.now())
      return created.map((one) => (one.ok ? accept(written(one.value)) : one))
    },
  }),

  defineOperation({
    id: 'updateCustomer',
    method: 'PUT',
    paths: ['/v2/customers/{customerUID}', '/customers/{customerUID}'],
    tag: 'Customers',
    summary: 'Update a customer',
    description:
      "Changes the fields in the body and keeps the others. Limits are set by key, in the institution's currency; null removes a limit. Only the institution can change limits, secCodes, pricing, risk settings and the other fields that it owns (/docs/pages/field-owners). An update requires approval if customerDualApproval is on, or if it would remove or loosen a dual approval; the customer is Pending until the decision. If a customer's client changes legalName, taxId, achCompanyID, lei, customerType or the customers above it, the institution must approve.",
    failure: 'The customer was not updated',
    entitlement: 'Customers.Manage_Customers',
    errors: [
      'customerNotFound',
      'foreignCustomer',
      'institutionUserUnknown',
      'relatedCustomerUnknown',
      'institutionTerms',
      'hierarchyCycle',
      'customerChanged',
      'customerConflict',
    ],
    conflicts: nameConflicts,
    invalid: 'invalidCustomer',
    params: CustomerParams,
    body: UpdateCustomerBody,
    bodyKiB: 128,
    examples: [
      { summary: 'Change the address', value: { legalAddress: exampleCustomer.legalAddress } },
      {
        summary: 'Set a limit',
        value: {
          limits: [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000 }] }],
        },
      },
    ],
    reply: {
      status: 200,
      description: 'The customer was updated, or the update waits for the approval in approvalUID.',
      data: CustomerResult,
      etag: true,
      example: { ...exampleResult, customerEntityStatus: 'Active' },
    },
    secondPerson: proposedTerms,
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateCustomer(tx, principal, { ...params, ifMatch }, body, app.clock.now())
      if (!updated.ok) return updated
      return accept(written(updated.value))
    },
  }),

  defineOperation({
    id: 'getCustomer',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}', '/customers/{customerUID}'],
    tag: 'Customers',
    summary: 'Read a customer',
    failure: 'The customer was not read',
    entitlement: 'Customers.View_Customers',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidCustomer',
    params: CustomerParams,
    reply: { status: 200, description: 'The customer.', data: CustomerReply, etag: true, example: exampleReply },
    handle: (app, { principal, params }) =>
      app.db.lookUp(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        return accept({ data: renderCustomer(customer.value), etag: etagOf(customer.value) })
      }),
  }),

  defineOperation({
    id: 'searchCustomers',
    method: 'GET',
    paths: ['/v2/customers', '/customers'],
    tag: 'Customers',
    summary: 'Search customers',
    description:
      "Finds customers that match all filters exactly, among the token's legal entity and those below it. " +
      'Tax ids are masked for a token without Customers.View_Tax_Id.',
    failure: 'The customers were not searched',
    entitlement: 'Customers.View_Customers',
    errors: [],
    invalid: 'invalidCustomer',
    query: CustomerQuery,
    reply: {
      status: 200,
      description: 'A page of customers.',
      data: Type.Array(CustomerReply),
      paged: true,
      example: [exampleReply],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const { customerUID, customerId, achCompanyID, customerType, status, page, limit, ...filter } = query
        const view = { showsNumbers: true, showsTaxIds: numberViewOf(principal).showsTaxIds }
        const institution = await readInstitution(db, principal.tenantId)
        const isInstitution = principal.legalEntityId === institution.legalEntityId
        const found = await searchCustomers(
          db,
          principal.tenantId,
          {
            ...filter,
            customerRef: customerId,
            achCompanyId: achCompanyID,
            belongingTo: isInstitution ? undefined : principal.legalEntityId,
            id: customerUID === undefined ? undefined : BigInt(customerUID),
            customerType: customerType && canonicalName(CUSTOMER_TYPES, customerType),
            status: status && canonicalName(CUSTOMER_STATUSES, status),
          },
          { page, limit },
          app.totals,
        )
        return accept({
          data: found.rows.map((row) => withMaskedNumbers(renderCustomer(row), view)),
          pagination: describePage({ page, limit }, found),
        })
      }),
  }),
]
