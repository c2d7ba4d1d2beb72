import Type from 'typebox'
import type { App } from '../app.ts'
import { defineOperation, type Outcome } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { examplePreview, PaymentPreview, renderPreview } from './payment-preview.schema.ts'
import { exampleSearches, PaymentSearch, PaymentSearchBody, parsePaymentSearch } from './payment-search.schema.ts'
import { exampleTimeline, renderTimeline, TimelineReply } from './payment-timeline.schema.ts'
import { readTimeline } from './payment-timeline.ts'
import {
  CREATE_FAILURE,
  CreditRequestBody,
  exampleCreated,
  exampleCreditRequest,
  examplePayment,
  PaymentCreated,
  PaymentParams,
  PaymentReply,
  parseCreditRequest,
  renderPayment,
} from './payments.schema.ts'
import type { PaymentRow } from './payments.store.ts'
import { previewPayment } from './preview-payment.ts'
import { readPayment } from './read-payment.ts'
import { searchPayments } from './search-payments.ts'

/** What a search is by either method. */
const search = {
  paths: ['/payments/search', '/v3/payments/search'],
  tag: 'Payments',
  description:
    "Newest first. All filters must match, names and numbers exactly; only payments of customers that belong to the token's legal entity are found. Amounts are compared in each payment's own currency. The GET takes the fields as query parameters or as a JSON body; the body goes first.",
  failure: 'Payments were not searched',
  entitlement: 'Payments.View_Payments',
  errors: [],
  invalid: 'invalidPaymentSearch',
  examples: exampleSearches,
  reply: {
    status: 200,
    description: 'A page of payments. Account numbers are masked for a token without Customers.View_Account_Number.',
    data: Type.Array(PaymentReply),
    paged: true,
    example: [examplePayment],
  },
} as const

export const paymentOperations = [
  defineOperation({
    id: 'createCreditPayment',
    method: 'POST',
    paths: ['/payments/creditrequest', '/v3/payments/creditrequest'],
    tag: 'Payments',
    summary: 'Pay a contact',
    description:
      'Pays from an account of the customer to one of its contacts, at the speed asked for. The funds are held when the answer says VALIDATED; a refused payment leaves nothing behind. A payment to an account of the institution itself is PROCESSED at once. With recurrence it is the first payment of a series, whose others are made by themselves.',
    failure: CREATE_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'senderAccountUnknown',
      'receiverContactUnknown',
      'receiverAccountUnknown',
      'senderIsReceiver',
      'receiverNotReachable',
      'currencyMismatch',
      'paymentDateInPast',
      'paymentDateTooFar',
      'secCodeNotAllowed',
      'accountNotActive',
      'customerNotActive',
      'railNotEnabled',
      'railNotAvailable',
      'railAmountExceeded',
      'insufficientFunds',
      'limitExceeded',
      'approvalLimitExceeded',
    ],
    invalid: 'invalidPayment',
    body: CreditRequestBody,
    examples: [
      { summary: 'ACH, today', value: exampleCreditRequest },
      { summary: 'A wire', value: { ...exampleCreditRequest, speed: 'Express', paymentAmount: 25000 } },
      {
        summary: 'Every month, twelve times',
        value: {
          ...exampleCreditRequest,
          recurrence: { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 12 },
        },
      },
    ],
    reply: { status: 200, description: 'The payment was accepted.', data: PaymentCreated, example: exampleCreated },
    async handle(app, { principal, body, idempotency }) {
      const request = parseCreditRequest(body)
      if (!request.ok) return request
      const outcome = await app.paymentIntake.submit({ principal, request: request.value, idempotency })
      return outcome.ok ? { ...outcome, value: { data: outcome.value } } : outcome
    },
  }),

  defineOperation({
    id: 'previewCreditPayment',
    method: 'POST',
    paths: ['/v3/payments/creditrequest/preview', '/payments/creditrequest/preview'],
    tag: 'Payments',
    summary: 'Ask what would come of a payment',
    description:
      'Takes the body of a payment, decides it by the same rules at this moment, and answers what would come of it: its state, fee, limits, approvals, dates, and everything it would be refused for. Nothing is held, reserved or kept. What is answered holds until the next payment or change; the payment is decided anew when it is made.',
    failure: 'The payment was not previewed',
    entitlement: 'Payments.Initiate_Payments',
    errors: ['senderAccountUnknown', 'receiverContactUnknown'],
    invalid: 'invalidPayment',
    isQuestion: true,
    body: CreditRequestBody,
    examples: [{ summary: 'ACH, today', value: exampleCreditRequest }],
    reply: { status: 200, description: 'What would come of it.', data: PaymentPreview, example: examplePreview },
    async handle(app, { principal, body }) {
      const request = parseCreditRequest(body)
      if (!request.ok) return request
      const preview = await app.db.snapshot((tx) => previewPayment(tx, principal, request.value, app.clock.now()))
      return preview.ok ? accept({ data: renderPreview(preview.value) }) : preview
    },
  }),

  defineOperation({
    id: 'getPayment',
    method: 'GET',
    paths: ['/payments/{paymentUID}', '/v3/payments/{paymentUID}'],
    tag: 'Payments',
    summary: 'Read a payment',
    failure: 'The payment was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['paymentNotFound', 'foreignPayment'],
    invalid: 'invalidPaymentUid',
    params: PaymentParams,
    reply: {
      status: 200,
      description: 'The payment. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: PaymentReply,
      example: examplePayment,
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (tx) => {
        const payment = await readPayment(tx, principal, params.paymentUID)
        if (!payment.ok) return payment
        return accept({ data: renderPayments(principal, [payment.value])[0] })
      }),
  }),

  defineOperation({
    id: 'getPaymentTimeline',
    method: 'GET',
    paths: ['/v3/payments/{paymentUID}/timeline', '/payments/{paymentUID}/timeline'],
    tag: 'Payments',
    summary: 'Read what happened to a payment',
    description: 'Its steps, the transfers in the books and what its rail did, in the order of time.',
    failure: 'The timeline was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['paymentNotFound', 'foreignPayment'],
    invalid: 'invalidPaymentUid',
    params: PaymentParams,
    reply: { status: 200, description: 'The timeline.', data: TimelineReply, example: exampleTimeline },
    handle: (app, { principal, params }) =>
      app.db.read(async (tx) => {
        const timeline = await readTimeline(tx, principal, params.paymentUID)
        return timeline.ok ? accept({ data: renderTimeline(timeline.value) }) : timeline
      }),
  }),

  defineOperation({
    ...search,
    id: 'searchPayments',
    method: 'POST',
    summary: 'Search payments',
    isQuestion: true,
    body: PaymentSearchBody,
    handle: (app, { principal, body }) => answerSearch(app, principal, body ?? {}),
  }),

  defineOperation({
    ...search,
    id: 'searchPaymentsByQuery',
    method: 'GET',
    summary: 'Search payments by query parameters',
    query: PaymentSearch,
    body: PaymentSearchBody,
    handle: (app, { principal, query, body }) => answerSearch(app, principal, { ...query, ...body }),
  }),
]

async function answerSearch(app: App, principal: Principal, asked: PaymentSearch): Promise<Outcome> {
  const search = parsePaymentSearch(asked)
  if (!search.ok) return search
  return app.db.read(async (tx) => {
    const found = await searchPayments(tx, principal, search.value, app.totals)
    const data = renderPayments(principal, found.rows)
    return accept({ data, pagination: describePage(search.value.page, found) })
  })
}

function renderPayments({ entitlements }: Principal, payments: readonly PaymentRow[]) {
  const showsNumbers = entitlements.has('Customers.View_Account_Number')
  return payments.map((payment) => renderPayment(payment, { showsNumbers }))
}
