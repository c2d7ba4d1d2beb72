import { defineOperation } from '../http/operation.ts'
import { readInstitutionTime } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import {
  CustomerLimitsReply,
  exampleCustomerLimits,
  exampleLimits,
  LimitsQueryBody,
  LimitsReply,
  readCustomerLimits,
  renderCustomerLimits,
} from '../limits/limits.ts'
import { requireCustomer } from './belonging.ts'
import { CustomerParams } from './customer-params.ts'
import { queryLimits } from './query-limits.ts'
import './customers.errors.ts'

export const customerLimitOperations = [
  defineOperation({
    id: 'readCustomerLimits',
    method: 'GET',
    paths: ['/v1/customers/{customerUID}/limits'],
    tag: 'Customers',
    summary: "Read a customer's own limits",
    description:
      'The limits that are set for the customer itself. For a key without one, the limit of the institution applies. POST at the same path says what is left.',
    failure: 'The limits were not read',
    entitlement: 'Customers.View_Customers',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidLimits',
    params: CustomerParams,
    reply: { status: 200, description: 'The limits.', data: CustomerLimitsReply, example: exampleCustomerLimits },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const limits = await readCustomerLimits(db, principal.tenantId, customer.value.id)
        return accept({ data: renderCustomerLimits(limits) })
      }),
  }),

  defineOperation({
    id: 'queryLimits',
    method: 'POST',
    isQuestion: true,
    paths: ['/v1/customers/{customerUID}/limits'],
    tag: 'Customers',
    summary: 'Query the limits for a payment',
    description:
      "With only paymentRail, returns all limits of that rail. For ACH, entryType selects credit or debit limits, and secCode adds the limits of that class. A customer's limit overrides the institution's, and bounds the customer's payments and those of all customers below it together. level says which limit has the least left. Returns 204 if no limit applies. Writes nothing.",
    failure: 'The limits were not read',
    entitlement: 'Customers.View_Customers',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidLimits',
    params: CustomerParams,
    body: LimitsQueryBody,
    examples: [
      { summary: 'All limits of a rail', value: { paymentRail: 'FEDWIRE' } },
      {
        summary: 'An ACH credit',
        value: { paymentRail: 'ACH', entryType: 'CREDIT', secCode: 'PPD', paymentAmount: 125.5 },
      },
    ],
    reply: { status: 200, description: 'The limits.', data: LimitsReply, orNothing: true, example: exampleLimits },
    handle: (app, { principal, params, body }) =>
      app.db.read(async (db) => {
        const now = await readInstitutionTime(db, principal.tenantId, app.clock)
        const found = await queryLimits(db, principal, params.customerUID, body, now)
        if (!found.ok) return found
        return accept({ data: found.value, isNothing: found.value.limits.length === 0 })
      }),
  }),
]
