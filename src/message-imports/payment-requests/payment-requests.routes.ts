import '../message-imports.errors.ts'
import Type from 'typebox'
import { mustBeName } from '../../http/fields.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { readInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { numberViewOf } from '../../tokens/number-view.ts'
import { acceptRequest, refuseRequest } from './decide-request.ts'
import {
  AcceptRequestBody,
  examplePaymentRequest,
  PaymentRequestParams,
  PaymentRequestReply,
  PaymentRequestsQuery,
  parseRequestFilter,
  REQUEST_REFUSALS,
  RefuseRequestBody,
  renderRequest,
} from './payment-requests.schema.ts'
import { searchRequests } from './payment-requests.store.ts'

const shared = { tag: 'Payments', invalid: 'invalidPaymentRequest' } as const
const decision = {
  ...shared,
  method: 'POST',
  params: PaymentRequestParams,
  entitlement: 'Payments.Initiate_Payments',
} as const
const conflicts = ['paymentRequestNotFound', 'paymentRequestConflict'] as const
/** Why the payment of a request is refused: it is in dollars, once, without fees of its own. */
const OF_PAYMENTS = [
  ...(['invalidPayment', 'senderAccountUnknown', 'receiverContactUnknown', 'partyNeedsContact'] as const),
  ...(['receiverNotReachable', 'currencyMismatch', 'accountNotActive', 'customerNotActive'] as const),
  ...(['railNotEnabled', 'railNotAvailable', 'railAmountExceeded', 'insufficientFunds', 'limitExceeded'] as const),
  ...(['approvalLimitExceeded', 'amountNotMeasured', 'feeNotConverted'] as const),
] as const
const decided = { decidedBy: 'giro_5yVqXQ0gDb', decidedAt: '2026-07-02T15:00:00.000Z' } as const

export const paymentRequestOperations = [
  defineOperation({
    ...shared,
    id: 'listPaymentRequests',
    method: 'GET',
    paths: ['/v3/paymentrequests'],
    summary: 'List requests to pay',
    description:
      'Requests for payment over FedNow and RTP, and drawdown requests over Fedwire (pain.013), newest first. A client of a customer sees those to the accounts of its customer and the customers below it; the institution sees all. docs/rails/returns-and-requests.md explains them.',
    failure: 'The requests were not read',
    entitlement: 'Payments.View_Payments',
    errors: [],
    query: PaymentRequestsQuery,
    reply: {
      status: 200,
      description: 'A page of requests. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: Type.Array(PaymentRequestReply),
      paged: true,
      example: [examplePaymentRequest],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const { tenantId, legalEntityId } = principal
        const isInstitution = (await readInstitution(tx, tenantId)).legalEntityId === legalEntityId
        const belongingTo = isInstitution ? undefined : legalEntityId
        const found = await searchRequests(tx, tenantId, { ...parseRequestFilter(query), belongingTo }, query)
        const data = found.rows.map((request) => renderRequest(request, numberViewOf(principal)))
        return accept({ data, pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...decision,
    id: 'acceptPaymentRequest',
    paths: ['/v3/paymentrequests/{requestUID}/accept'],
    summary: 'Pay what a request asks for',
    description:
      'Makes a payment of the account that the request names, over its network, on the day that it asks for. The payment is decided like any other: by the limits, approvals, fees and funds of its customer. The creditor is paid as the request describes it, as by a payment to a party without a contact, or as `contactUID`, a contact with the same account at the same bank. The creditor is told once the payment has left. If it ends without leaving, the request is Open again; if the request expires before, the payment is cancelled.',
    failure: 'The request was not accepted',
    errors: [...conflicts, ...OF_PAYMENTS],
    body: AcceptRequestBody,
    examples: [{ summary: 'To an approved contact', value: { contactUID: '100217' } }],
    reply: {
      status: 200,
      description: 'A payment is made: `paymentUID`.',
      data: PaymentRequestReply,
      example: {
        ...{ ...examplePaymentRequest, status: 'Accepted', ...decided },
        paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
      },
    },
    async change(tx, app, { principal, params, body }) {
      const contactUID = body?.contactUID === undefined ? undefined : String(body.contactUID)
      const done = await acceptRequest(tx, principal, { requestUID: params.requestUID, contactUID }, app.clock.now())
      return done.ok ? accept({ data: renderRequest(done.value, numberViewOf(principal)) }) : done
    },
  }),

  defineOperation({
    ...decision,
    id: 'refusePaymentRequest',
    paths: ['/v3/paymentrequests/{requestUID}/refuse'],
    summary: 'Refuse to pay what a request asks for',
    description: "Tells the creditor why, by the network's own answer (pain.014). No money moves.",
    failure: 'The request was not refused',
    errors: conflicts,
    body: RefuseRequestBody,
    examples: [{ summary: 'The amount is wrong', value: { reason: 'AM09', notes: 'The invoice says 120.50' } }],
    reply: {
      status: 200,
      description: 'The creditor is told so.',
      data: PaymentRequestReply,
      example: { ...examplePaymentRequest, status: 'Refused', refusalReason: 'AM09', ...decided },
    },
    async change(tx, app, { principal, params, body }) {
      const code = mustBeName(REQUEST_REFUSALS, body.reason)
      const asked = { requestUID: params.requestUID, code, notes: body.notes }
      const done = await refuseRequest(tx, principal, asked, app.clock.now())
      return done.ok ? accept({ data: renderRequest(done.value, numberViewOf(principal)) }) : done
    },
  }),
]
