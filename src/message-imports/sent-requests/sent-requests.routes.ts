import '../message-imports.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { readInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { askForPayment } from './ask-for-payment.ts'
import {
  AskForPaymentBody,
  exampleSentRequest,
  parseAsked,
  parseSentFilter,
  renderSent,
  SentRequestReply,
  SentRequestsQuery,
} from './sent-requests.schema.ts'
import { searchSent } from './sent-requests.store.ts'

const shared = { tag: 'Payments', invalid: 'invalidPaymentRequest', paths: ['/v3/paymentrequests/sent'] } as const

export const sentRequestOperations = [
  defineOperation({
    ...shared,
    id: 'askForPayment',
    method: 'POST',
    summary: 'Ask a contact to pay',
    description:
      "Sends a request for payment (pain.013) over FedNow or RTP to a contact's bank. No money moves and none is held. The request becomes Paid when a credit with its `endToEndId` is on the account; its receipt is `receiptUID`. docs/rails/returns-and-requests.md explains it.",
    failure: 'The request was not sent',
    entitlement: 'Payments.Initiate_Payments',
    errors: ['askingAccountUnknown', 'askedContactUnknown', 'paymentRequestNotSent'],
    body: AskForPaymentBody,
    examples: [
      {
        summary: 'An invoice',
        value: { accountUID: '100108', contactUID: '100217', amount: 125.5, remittance: 'Invoice 118' },
      },
    ],
    reply: {
      status: 200,
      description: 'The request, which leaves at once.',
      data: SentRequestReply,
      example: exampleSentRequest,
    },
    async change(tx, app, { principal, body }) {
      const now = await app.readInstitutionTime(tx, principal.tenantId)
      const asked = await askForPayment(tx, principal, parseAsked(body), now)
      return asked.ok ? accept({ data: renderSent(asked.value) }) : asked
    },
  }),

  defineOperation({
    ...shared,
    id: 'listSentPaymentRequests',
    method: 'GET',
    summary: 'List requests for payment that were sent',
    description:
      'What customers asked their contacts to pay, newest first. A client of a customer sees those of its customer and the customers below it.',
    failure: 'The requests were not read',
    entitlement: 'Payments.View_Payments',
    errors: [],
    query: SentRequestsQuery,
    reply: {
      ...{ status: 200, description: 'A page of requests.', data: Type.Array(SentRequestReply), paged: true },
      example: [exampleSentRequest],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const { tenantId, legalEntityId } = principal
        const isInstitution = (await readInstitution(tx, tenantId)).legalEntityId === legalEntityId
        const belongingTo = isInstitution ? undefined : legalEntityId
        const found = await searchSent(tx, tenantId, { ...parseSentFilter(query), belongingTo }, query)
        return accept({ data: found.rows.map(renderSent), pagination: describePage(query, found) })
      }),
  }),
]
