import './payments.errors.ts'
import Type from 'typebox'
import type { App } from '../app.ts'
import { defineOperation, type Outcome } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { exampleTimeline, renderTimeline, TimelineReply } from './history/payment-timeline.schema.ts'
import { readTimeline } from './history/payment-timeline.ts'
import type { Submission } from './intake/payment-intake.ts'
import {
  exampleCreated,
  examplePayment,
  PaymentCreated,
  PaymentParams,
  PaymentReply,
  renderPayment,
} from './payments.schema.ts'
import type { PaymentRow } from './payments.store.ts'
import { examplePreview, PaymentPreview, renderPreview } from './preview/payment-preview.schema.ts'
import { previewPayment } from './preview/preview-payment.ts'
import { BookTransferBody, exampleBookTransfer, parseBookTransfer } from './request/book-transfer.schema.ts'
import {
  type CreditRequest,
  CreditRequestBody,
  exampleCreditRequest,
  parseCreditRequest,
} from './request/credit-request.schema.ts'
import { DebitRequestBody, exampleDebitRequest, parseDebitRequest } from './request/debit-request.schema.ts'
import {
  exampleSearches,
  PaymentSearch,
  PaymentSearchBody,
  parsePaymentSearch,
} from './search/payment-search.schema.ts'
import { readPayment } from './search/read-payment.ts'
import { searchPayments } from './search/search-payments.ts'

const CREDIT_FAILURE = 'The payment was not created'
const DEBIT_FAILURE = 'The debit was not created'
const TRANSFER_FAILURE = 'The transfer was not made'

/** What a preview is, of whichever kind of payment. */
const preview = {
  method: 'POST',
  tag: 'Payments',
  entitlement: 'Payments.Initiate_Payments',
  invalid: 'invalidPayment',
  isQuestion: true,
  reply: { status: 200, description: 'What would come of it.', data: PaymentPreview, example: examplePreview },
} as const

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
    failure: CREDIT_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'senderAccountUnknown',
      'receiverContactUnknown',
      'receiverAccountUnknown',
      'senderIsReceiver',
      'receiverNotReachable',
      'currencyMismatch',
      'fxContractMismatch',
      'fxNotQuoted',
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
      return submit(app, { operation: 'createCreditPayment', principal, request: request.value, idempotency })
    },
  }),

  defineOperation({
    id: 'createDebitPayment',
    method: 'POST',
    paths: ['/v3/payments/debitrequest', '/payments/debitrequest'],
    tag: 'Payments',
    summary: 'Collect from a contact',
    description:
      "Collects from the bank account of a contact, the debtor, into an account of the customer, by an ACH debit. Who sends it has the debtor's authorization. The account has the money when the debit has settled, not before; if the debtor's bank returns the debit, it is taken back. It waits for its date or for approval, and recurs, as any payment does, and counts against the limits of debits and the exposure limit of the account.",
    failure: DEBIT_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'creditorUnknown',
      'debtorUnknown',
      'debtorOfInstitution',
      'receiverNotReachable',
      'currencyMismatch',
      'paymentDateInPast',
      'paymentDateTooFar',
      'secCodeNotAllowed',
      'accountNotActive',
      'customerNotActive',
      'contactNotApproved',
      'railNotAvailable',
      'railAmountExceeded',
      'debitsNotUnderwritten',
      'debitExposureExceeded',
      'insufficientFunds',
      'limitExceeded',
      'approvalLimitExceeded',
    ],
    invalid: 'invalidPayment',
    body: DebitRequestBody,
    examples: [
      { summary: 'Today', value: exampleDebitRequest },
      {
        summary: 'Every month, until it is cancelled',
        value: { ...exampleDebitRequest, recurrence: { frequency: 'Monthly', payUntil: 'Cancelled' } },
      },
    ],
    reply: {
      status: 200,
      description: 'The debit was accepted.',
      data: PaymentCreated,
      example: { ...exampleCreated, externalReferenceId: exampleDebitRequest.externalReferenceId },
    },
    async handle(app, { principal, body, idempotency }) {
      const request = parseDebitRequest(body)
      if (!request.ok) return request
      return submit(app, { operation: 'createDebitPayment', principal, request: request.value, idempotency })
    },
  }),

  defineOperation({
    id: 'createBookTransfer',
    method: 'POST',
    paths: ['/v3/payments/booktransfer', '/payments/booktransfer'],
    tag: 'Payments',
    summary: 'Transfer between two accounts of the institution',
    description:
      "Pays from one account to another one of the same institution, both of customers that belong to the token's legal entity. It is PROCESSED at once, whatever the day and hour; waits for its date or for approval as any payment does; and counts against no limit. An account of anybody else is paid as a contact, and so is one of another customer where the sending customer has its contacts approved (beneDualApproval).",
    failure: TRANSFER_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'senderAccountUnknown',
      'receiverAccountUnknown',
      'transferNeedsContact',
      'senderIsReceiver',
      'currencyMismatch',
      'fxNotQuoted',
      'paymentDateInPast',
      'paymentDateTooFar',
      'accountNotActive',
      'customerNotActive',
      'insufficientFunds',
      'approvalLimitExceeded',
    ],
    invalid: 'invalidPayment',
    body: BookTransferBody,
    examples: [
      { summary: 'At once', value: exampleBookTransfer },
      {
        summary: 'Every week, until it is cancelled',
        value: { ...exampleBookTransfer, recurrence: { frequency: 'Weekly', payUntil: 'Cancelled' } },
      },
    ],
    reply: {
      status: 200,
      description: 'The transfer was made, or waits.',
      data: PaymentCreated,
      example: { ...exampleCreated, paymentStatus: 'PROCESSED', externalReferenceId: 'sweep-2026-07-01' },
    },
    async handle(app, { principal, body, idempotency }) {
      const request = parseBookTransfer(body)
      if (!request.ok) return request
      return submit(app, { operation: 'createBookTransfer', principal, request: request.value, idempotency })
    },
  }),

  defineOperation({
    ...preview,
    id: 'previewCreditPayment',
    paths: ['/v3/payments/creditrequest/preview', '/payments/creditrequest/preview'],
    summary: 'Ask what would come of a payment',
    description:
      'Takes the body of a payment, decides it by the same rules at this moment, and answers what would come of it: its state, fee, limits, approvals, dates, and everything it would be refused for. Nothing is held, reserved or kept. What is answered holds until the next payment or change; the payment is decided anew when it is made.',
    failure: 'The payment was not previewed',
    errors: ['senderAccountUnknown', 'receiverContactUnknown'],
    body: CreditRequestBody,
    examples: [{ summary: 'ACH, today', value: exampleCreditRequest }],
    handle: (app, { principal, body }) => answerPreview(app, principal, parseCreditRequest(body), CREDIT_FAILURE),
  }),

  defineOperation({
    ...preview,
    id: 'previewDebitPayment',
    paths: ['/v3/payments/debitrequest/preview', '/payments/debitrequest/preview'],
    summary: 'Ask what would come of a debit',
    description: 'As the preview of a payment, with the body of a debit request.',
    failure: 'The debit was not previewed',
    errors: ['creditorUnknown', 'debtorUnknown'],
    body: DebitRequestBody,
    examples: [{ summary: 'Today', value: exampleDebitRequest }],
    handle: (app, { principal, body }) => answerPreview(app, principal, parseDebitRequest(body), DEBIT_FAILURE),
  }),

  defineOperation({
    ...preview,
    id: 'previewBookTransfer',
    paths: ['/v3/payments/booktransfer/preview', '/payments/booktransfer/preview'],
    summary: 'Ask what would come of a transfer between two accounts of the institution',
    description: 'As the preview of a payment, with the body of a book transfer.',
    failure: 'The transfer was not previewed',
    errors: ['senderAccountUnknown', 'receiverAccountUnknown', 'transferNeedsContact'],
    body: BookTransferBody,
    examples: [{ summary: 'At once', value: exampleBookTransfer }],
    handle: (app, { principal, body }) => answerPreview(app, principal, parseBookTransfer(body), TRANSFER_FAILURE),
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
      app.db.read(async (db) => {
        const payment = await readPayment(db, principal, params.paymentUID)
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
    description:
      'Who decided about it, its steps, the transfers in the books, what its rail did and the mails about it, in the order of time.',
    failure: 'The timeline was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['paymentNotFound', 'foreignPayment'],
    invalid: 'invalidPaymentUid',
    params: PaymentParams,
    reply: { status: 200, description: 'The timeline.', data: TimelineReply, example: exampleTimeline },
    handle: (app, { principal, params }) =>
      app.db.snapshot(async (tx) => {
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

async function submit(app: App, submission: Submission): Promise<Outcome> {
  const outcome = await app.paymentIntake.submit(submission)
  return outcome.ok ? { ...outcome, value: { data: outcome.value } } : outcome
}

async function answerPreview(
  app: App,
  principal: Principal,
  request: Result<CreditRequest, Refusal>,
  failure: string,
): Promise<Outcome> {
  if (!request.ok) return request
  const seen = await app.db.snapshot((tx) => previewPayment(tx, principal, request.value, app.clock.now()))
  return seen.ok ? accept({ data: renderPreview(seen.value, failure) }) : seen
}

async function answerSearch(app: App, principal: Principal, asked: PaymentSearch): Promise<Outcome> {
  const search = parsePaymentSearch(asked)
  if (!search.ok) return search
  // Payments go on while they are looked for: rows, statuses and the total are those of one moment.
  return app.db.snapshot(async (tx) => {
    const found = await searchPayments(tx, principal, search.value, app.totals)
    const data = renderPayments(principal, found.rows)
    return accept({ data, pagination: describePage(search.value.page, found) })
  })
}

function renderPayments({ entitlements }: Principal, payments: readonly PaymentRow[]) {
  const showsNumbers = entitlements.has('Customers.View_Account_Number')
  return payments.map((payment) => renderPayment(payment, { showsNumbers }))
}
