import Type from 'typebox'
import { canonicalName } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { requireCustomer } from './belonging.ts'
import { createCustomer } from './create-customer.ts'
import {
  CreateCustomerBody,
  CUSTOMER_STATUSES,
  CUSTOMER_TYPES,
  CustomerParams,
  CustomerQuery,
  CustomerReply,
  CustomerResult,
  exampleCustomer,
  renderCustomer,
} from './customers.schema.ts'
import { searchCustomers } from './customers.store.ts'

const exampleReply = { customerUID: '100042', status: 'New', ...exampleCustomer }

export const customerOperations = [
  defineOperation({
    id: 'createCustomer',
    method: 'POST',
    paths: ['/v2/customers', '/customers'],
    tag: 'Customers',
    summary: 'Create a customer',
    description: 'A new customer is in the state New, and becomes Active with its first account.',
    failure: 'The customer was not created',
    entitlement: 'Customers.Manage_Customers',
    errors: ['institutionUserUnknown', 'relatedCustomerUnknown', 'customerConflict'],
    conflicts: {
      customers_short_name: { reason: 'customerConflict', detail: 'another customer has this shortName already' },
      customers_customer_id: { reason: 'customerConflict', detail: 'another customer has this customerId already' },
    },
    invalid: 'invalidCustomer',
    body: CreateCustomerBody,
    examples: [{ summary: 'A company', value: exampleCustomer }],
    reply: {
      status: 200,
      description: 'The customer was created.',
      data: CustomerResult,
      example: {
        customerUID: '100042',
        externalReferenceId: 'onboarding-4711',
        shortName: 'blue-harbor',
        customerEntityStatus: 'New',
      },
    },
    async change(tx, app, { principal, body }) {
      const created = await createCustomer(tx, principal, body, app.clock.now())
      if (!created.ok) return created
      const { id, external_reference_id, short_name, status } = created.value
      return accept({
        data: {
          customerUID: String(id),
          externalReferenceId: external_reference_id,
          shortName: short_name,
          customerEntityStatus: status,
        },
      })
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
    reply: { status: 200, description: 'The customer.', data: CustomerReply, example: exampleReply },
    handle: (app, { principal, params }) =>
      app.db.read(async (tx) => {
        const customer = await requireCustomer(tx, principal, params.customerUID)
        return customer.ok ? accept({ data: renderCustomer(customer.value) }) : customer
      }),
  }),

  defineOperation({
    id: 'searchCustomers',
    method: 'GET',
    paths: ['/v2/customers', '/customers'],
    tag: 'Customers',
    summary: 'Search customers',
    description: "All filters must match exactly. Only customers that belong to the token's legal entity are found.",
    failure: 'Customers were not searched',
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
      app.db.read(async (tx) => {
        const { customerUID, customerType, status, page, limit, ...filter } = query
        const institution = await readInstitution(tx, principal.tenantId)
        const isInstitution = principal.legalEntityId === institution.legalEntityId
        const found = await searchCustomers(
          tx,
          principal.tenantId,
          {
            ...filter,
            belongingTo: isInstitution ? undefined : principal.legalEntityId,
            id: customerUID === undefined ? undefined : BigInt(customerUID),
            customerType: customerType && canonicalName(CUSTOMER_TYPES, customerType),
            status: status && canonicalName(CUSTOMER_STATUSES, status),
          },
          { page, limit },
        )
        return accept({ data: found.rows.map(renderCustomer), pagination: describePage({ page, limit }, found) })
      }),
  }),
]
