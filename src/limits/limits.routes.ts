import { CustomerParams } from '../customers/customer-params.ts'
import { defineOperation } from '../http/operation.ts'
import { readInstitutionTime } from '../institution/institution-clock.ts'
import { requireInstitution } from '../institution/require-institution.ts'
import { accept } from '../kernel/result.ts'
import {
  exampleLimits,
  InstitutionLimitsBody,
  InstitutionLimitsReply,
  LimitsQueryBody,
  LimitsReply,
  renderSetLimits,
} from './limits.schema.ts'
import { readInstitutionLimits } from './limits.store.ts'
import { queryLimits } from './query-limits.ts'
import { setInstitutionLimits } from './set-limits.ts'

const exampleSet = { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000, currency: 'USD' }] }

export const limitOperations = [
  defineOperation({
    id: 'queryLimits',
    method: 'POST',
    isQuestion: true,
    paths: ['/v1/customers/{customerUID}/limits'],
    tag: 'Customers',
    summary: 'Ask which limits apply to a payment',
    description:
      'With only paymentRail, all limits of that rail. For ACH, entryType selects credit or debit limits, and secCode adds those of that class. A limit of the customer goes before one of the institution. Without any applicable limit the answer is 204. Writes nothing.',
    failure: 'The limits were not read',
    entitlement: 'Customers.View_Customers',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidLimits',
    params: CustomerParams,
    body: LimitsQueryBody,
    examples: [
      { summary: 'All of a rail', value: { paymentRail: 'FEDWIRE' } },
      {
        summary: 'An ACH credit',
        value: { paymentRail: 'ACH', entryType: 'CREDIT', secCode: 'PPD', paymentAmount: 125.5 },
      },
    ],
    reply: { status: 200, description: 'The limits.', data: LimitsReply, orNothing: true, example: exampleLimits },
    handle: (app, { principal, params, body }) =>
      app.db.read(async (tx) => {
        const now = await readInstitutionTime(tx, principal.tenantId, app.clock)
        const found = await queryLimits(tx, principal, params.customerUID, body, now)
        if (!found.ok) return found
        return accept({ data: found.value, isNothing: found.value.limits.length === 0 })
      }),
  }),

  defineOperation({
    id: 'getInstitutionLimits',
    method: 'GET',
    paths: ['/v1/institution/limits'],
    tag: 'Institution',
    summary: "Read the institution's limits",
    failure: 'The limits were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidLimits',
    reply: { status: 200, description: 'The limits.', data: InstitutionLimitsReply, example: exampleSet },
    handle: (app, { principal }) =>
      app.db.read(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        return accept({ data: renderSetLimits(await readInstitutionLimits(tx, principal.tenantId)) })
      }),
  }),

  defineOperation({
    id: 'setInstitutionLimits',
    method: 'PUT',
    paths: ['/v1/institution/limits'],
    tag: 'Institution',
    summary: "Set the institution's limits",
    description:
      'They hold for every customer who has no limit of its own by the same key. Keys that are not named stay; null removes one.',
    failure: 'The limits were not set',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidLimits',
    body: InstitutionLimitsBody,
    examples: [
      {
        summary: 'A daily limit for wires',
        value: { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000 }] },
      },
    ],
    reply: {
      status: 200,
      description: 'All limits as they are now.',
      data: InstitutionLimitsReply,
      example: exampleSet,
    },
    async change(tx, app, { principal, body }) {
      const set = await setInstitutionLimits(tx, principal, body, app.clock.now())
      return set.ok ? accept({ data: renderSetLimits(set.value) }) : set
    },
  }),
]
