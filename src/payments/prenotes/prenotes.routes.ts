import '../payments.errors.ts'
import Type from 'typebox'
import { requireCustomer } from '../../customers/customers.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import { createPrenote } from './create-prenote.ts'
import {
  CreatePrenoteBody,
  describePrenote,
  examplePrenote,
  examplePrenoteRequest,
  PrenoteParams,
  PrenoteReply,
  PrenotesParams,
  PrenotesQuery,
  parsePrenoteFilter,
} from './prenotes.schema.ts'
import { findPrenote, searchPrenotes } from './prenotes.store.ts'

const shared = { tag: 'Payments', invalid: 'invalidPayment' } as const

export const prenoteOperations = [
  defineOperation({
    ...shared,
    id: 'createPrenote',
    method: 'POST',
    paths: ['/v2/customers/{customerUID}/prenotes'],
    summary: "Check a contact's account with a prenotification",
    description:
      'Sends an ACH entry without an amount to the account of a contact, with the next file. It costs nothing and counts against no limit. Until the third banking day after it settles, ACH payments with the contact that would settle sooner are refused; if the other bank returns it, until the account of the contact is changed. /docs/pages/ach explains it.',
    failure: 'The prenotification was not made',
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'customerNotFound',
      'foreignCustomer',
      'senderAccountUnknown',
      'creditorUnknown',
      'receiverContactUnknown',
      'debtorUnknown',
      'contactNotApproved',
      'contactAltered',
      'accountNotActive',
      'customerNotActive',
      'currencyMismatch',
      'receiverNotReachable',
      'debtorOfInstitution',
      'debitsNotUnderwritten',
      'railNotAvailable',
      'railNotEnabled',
      'secCodeNotAllowed',
      'prenoteConflict',
    ],
    conflicts: { prenotes_standing: { reason: 'prenoteConflict' } },
    params: PrenotesParams,
    body: CreatePrenoteBody,
    examples: [{ summary: 'Before wages are paid', value: examplePrenoteRequest }],
    reply: {
      status: 200,
      description: 'It leaves with the next file.',
      data: PrenoteReply,
      example: { ...examplePrenote, status: 'Queued' },
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createPrenote(tx, principal, { ...params, body }, app.clock)
      return created.ok ? accept({ data: describePrenote(created.value) }) : created
    },
  }),

  defineOperation({
    ...shared,
    id: 'listPrenotes',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/prenotes'],
    summary: "List a customer's prenotifications",
    description: 'Newest first. All filters must match.',
    failure: 'The prenotifications were not listed',
    entitlement: 'Payments.View_Payments',
    errors: ['customerNotFound', 'foreignCustomer'],
    params: PrenotesParams,
    query: PrenotesQuery,
    reply: {
      status: 200,
      description: 'A page of prenotifications.',
      data: Type.Array(PrenoteReply),
      paged: true,
      example: [examplePrenote],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const found = await searchPrenotes(db, principal.tenantId, parsePrenoteFilter(customer.value.id, query), query)
        return accept({ data: found.rows.map(describePrenote), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getPrenote',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/prenotes/{prenoteUID}'],
    summary: 'Read a prenotification',
    failure: 'The prenotification was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['customerNotFound', 'foreignCustomer', 'prenoteNotFound'],
    params: PrenoteParams,
    reply: { status: 200, description: 'The prenotification.', data: PrenoteReply, example: examplePrenote },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const prenote = await findPrenote(db, principal.tenantId, params.prenoteUID)
        if (prenote?.customerId !== customer.value.id) return refusal('prenoteNotFound')
        return accept({ data: describePrenote(prenote) })
      }),
  }),
]
