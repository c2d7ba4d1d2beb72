import './payments.errors.ts'
import Type from 'typebox'
import type { App } from '../app.ts'
import { defineOperation, type Outcome } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { readDateRemark } from './date-remark.ts'
import { findNumbered } from './decision/named-accounts.store.ts'
import { readUsableCurrency } from './decision/parties.store.ts'
import { readStops } from './held/read-stops.ts'
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
  renderStoppedMakers,
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
import { parseAccount } from './request/named-account.schema.ts'
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

/** What the previews of all kinds of payment share. */
const preview = {
  method: 'POST',
  tag: 'Payments',
  entitlement: 'Payments.Initiate_Payments',
  invalid: 'invalidPayment',
  isQuestion: true,
  reply: {
    status: 200,
    description: 'The outcome the payment would have now.',
    data: PaymentPreview,
    example: examplePreview,
  },
} as const

/** What both search operations share. */
const search = {
  paths: ['/v3/payments/search', '/payments/search'],
  tag: 'Payments',
  description:
    "Returns payments, newest first. All filters must match; names and numbers must match exactly. Only payments of customers within the token's legal entity are returned. Amounts are compared in each payment's own currency. The GET accepts the fields as query parameters or as a JSON body; the body takes precedence.",
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
    paths: ['/v3/payments/creditrequest', '/payments/creditrequest'],
    tag: 'Payments',
    summary: 'Pay a contact',
    description:
      'Pays from an account of the customer to one of its contacts, at the requested speed. A reply with VALIDATED means that the funds are held; a refused payment leaves no hold. A payment to a contact with an account at this institution is PROCESSED immediately. With recurrence, it is the first payment of a series, and the service creates the others.',
    failure: CREDIT_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'senderAccountUnknown',
      'receiverContactUnknown',
      'partyNeedsContact',
      'contactAltered',
      'contactConflict',
      'receiverAccountUnknown',
      'senderIsReceiver',
      'receiverNotReachable',
      'currencyMismatch',
      'fxContractMismatch',
      'fxNotQuoted',
      'fxBelowSmallestTicket',
      'paymentDateInPast',
      'paymentDateTooFar',
      'secCodeNotAllowed',
      'prenoteOpen',
      'prenoteReturned',
      'informationLost',
      'accountNotActive',
      'customerNotActive',
      'railNotEnabled',
      'railNotAvailable',
      'railAmountExceeded',
      'creditExposureExceeded',
      'feesExceedAmount',
      'feeNotConverted',
      'insufficientFunds',
      'limitExceeded',
      'amountNotMeasured',
      'approvalLimitExceeded',
      'feesNotAllowed',
      'referenceRepeated',
    ],
    invalid: 'invalidPayment',
    body: CreditRequestBody,
    examples: [
      { summary: 'ACH, today', value: exampleCreditRequest },
      { summary: 'A domestic wire', value: { ...exampleCreditRequest, speed: 'Express', paymentAmount: 25000 } },
      {
        summary: 'Every month, twelve times',
        value: {
          ...exampleCreditRequest,
          recurrence: { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 12 },
        },
      },
    ],
    reply: { status: 200, description: 'The payment was accepted.', data: PaymentCreated, example: exampleCreated },
    async handle(app, { principal, body, idempotency, trace }) {
      const request = parseCreditRequest(body)
      if (!request.ok) return request
      return submit(app, { operation: 'createCreditPayment', principal, request: request.value, idempotency, trace })
    },
  }),

  defineOperation({
    id: 'createDebitPayment',
    method: 'POST',
    paths: ['/v3/payments/debitrequest', '/payments/debitrequest'],
    tag: 'Payments',
    summary: 'Collect from a contact',
    description:
      "Collects from the bank account of a contact, the debtor, into an account of the customer, by ACH debit. The customer must have the debtor's authorization. The funds become available when the debit settles, or on availableOn if the institution holds the proceeds; if the debtor's bank returns it, they are taken back. Like any payment, a debit can wait for its date or for approval, and can recur. It counts against the customer's debit limits and the exposure limit of the account.",
    failure: DEBIT_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'creditorUnknown',
      'debtorUnknown',
      'partyNeedsContact',
      'contactConflict',
      'debtorOfInstitution',
      'receiverNotReachable',
      'currencyMismatch',
      'paymentDateInPast',
      'paymentDateTooFar',
      'secCodeNotAllowed',
      'prenoteOpen',
      'prenoteReturned',
      'informationLost',
      'accountNotActive',
      'customerNotActive',
      'contactNotApproved',
      'contactAltered',
      'railNotAvailable',
      'railAmountExceeded',
      'debitsNotUnderwritten',
      'debitExposureExceeded',
      'feesExceedAmount',
      'feeNotConverted',
      'insufficientFunds',
      'limitExceeded',
      'amountNotMeasured',
      'approvalLimitExceeded',
      'feesNotAllowed',
      'referenceRepeated',
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
    async handle(app, { principal, body, idempotency, trace }) {
      const request = parseDebitRequest(body)
      if (!request.ok) return request
      return submit(app, { operation: 'createDebitPayment', principal, request: request.value, idempotency, trace })
    },
  }),

  defineOperation({
    id: 'createBookTransfer',
    method: 'POST',
    paths: ['/v3/payments/booktransfer', '/payments/booktransfer'],
    tag: 'Payments',
    summary: 'Transfer between two accounts of the institution',
    description:
      "Pays from one account of the institution to another; both customers must be within the token's legal entity. A transfer for today is PROCESSED immediately, on any day and at any hour. Like any payment, it can wait for its date or for approval. A transfer to another customer counts against the BOOK limits. To pay any other account of the institution, use a contact. If the sending customer's contacts need approval (beneDualApproval), another customer's account also needs a contact.",
    failure: TRANSFER_FAILURE,
    entitlement: 'Payments.Initiate_Payments',
    errors: [
      'senderAccountUnknown',
      'receiverAccountUnknown',
      'transferNeedsContact',
      'senderIsReceiver',
      'currencyMismatch',
      'fxNotQuoted',
      'fxBelowSmallestTicket',
      'paymentDateInPast',
      'paymentDateTooFar',
      'accountNotActive',
      'customerNotActive',
      'insufficientFunds',
      'limitExceeded',
      'feeNotConverted',
      'amountNotMeasured',
      'approvalLimitExceeded',
      'referenceRepeated',
    ],
    invalid: 'invalidPayment',
    body: BookTransferBody,
    examples: [
      { summary: 'Immediately', value: exampleBookTransfer },
      {
        summary: 'Every week, until it is cancelled',
        value: { ...exampleBookTransfer, recurrence: { frequency: 'Weekly', payUntil: 'Cancelled' } },
      },
    ],
    reply: {
      status: 200,
      description: 'The transfer was accepted: made, scheduled, or waiting for approval.',
      data: PaymentCreated,
      example: { ...exampleCreated, paymentStatus: 'PROCESSED', externalReferenceId: 'sweep-2026-07-01' },
    },
    async handle(app, { principal, body, idempotency, trace }) {
      const request = parseBookTransfer(body, await currencyOfSender(app, principal, body))
      if (!request.ok) return request
      return submit(app, { operation: 'createBookTransfer', principal, request: request.value, idempotency, trace })
    },
  }),

  defineOperation({
    ...preview,
    id: 'previewCreditPayment',
    paths: ['/v3/payments/creditrequest/preview', '/payments/creditrequest/preview'],
    summary: 'Preview a payment',
    description:
      'Takes the body of a payment and decides it now under the same rules. Returns the status, fee, limits, approvals and dates it would have, and every reason to refuse it. Nothing is held, reserved or stored. The payment itself is decided again when it is made, so a payment or change in between can alter the outcome.',
    failure: 'The payment was not previewed',
    errors: ['senderAccountUnknown', 'receiverContactUnknown', 'feesNotAllowed'],
    body: CreditRequestBody,
    examples: [{ summary: 'ACH, today', value: exampleCreditRequest }],
    handle: (app, { principal, body }) => answerPreview(app, principal, parseCreditRequest(body), CREDIT_FAILURE),
  }),

  defineOperation({
    ...preview,
    id: 'previewDebitPayment',
    paths: ['/v3/payments/debitrequest/preview', '/payments/debitrequest/preview'],
    summary: 'Preview a debit',
    description: 'Like the preview of a payment, with the body of a debit request.',
    failure: 'The debit was not previewed',
    errors: ['creditorUnknown', 'debtorUnknown', 'feesNotAllowed'],
    body: DebitRequestBody,
    examples: [{ summary: 'Today', value: exampleDebitRequest }],
    handle: (app, { principal, body }) => answerPreview(app, principal, parseDebitRequest(body), DEBIT_FAILURE),
  }),

  defineOperation({
    ...preview,
    id: 'previewBookTransfer',
    paths: ['/v3/payments/booktransfer/preview', '/payments/booktransfer/preview'],
    summary: 'Preview a transfer between two accounts of the institution',
    description: 'Like the preview of a payment, with the body of a book transfer.',
    failure: 'The transfer was not previewed',
    errors: ['senderAccountUnknown', 'receiverAccountUnknown', 'transferNeedsContact'],
    body: BookTransferBody,
    examples: [{ summary: 'Immediately', value: exampleBookTransfer }],
    async handle(app, { principal, body }) {
      const request = parseBookTransfer(body, await currencyOfSender(app, principal, body))
      return answerPreview(app, principal, request, TRANSFER_FAILURE)
    },
  }),

  defineOperation({
    id: 'getPayment',
    method: 'GET',
    paths: ['/v3/payments/{paymentUID}', '/payments/{paymentUID}'],
    tag: 'Payments',
    summary: 'Read a payment',
    failure: 'The payment was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['paymentNotFound'],
    invalid: 'invalidPaymentUid',
    params: PaymentParams,
    reply: {
      status: 200,
      description: 'The payment. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: PaymentReply,
      example: examplePayment,
    },
    handle: (app, { principal, params }) =>
      app.db.lookUp(async (db) => {
        const payment = await readPayment(db, principal, params.paymentUID)
        if (!payment.ok) return payment
        const [shown] = renderPayments(principal, [payment.value])
        const stops = await readStops(db, principal, payment.value)
        const remark = await readDateRemark(db, principal.tenantId, payment.value)
        return accept({ data: { ...shown!, ...remark, ...(stops && { stoppedMakers: renderStoppedMakers(stops) }) } })
      }),
  }),

  defineOperation({
    id: 'getPaymentTimeline',
    method: 'GET',
    paths: ['/v3/payments/{paymentUID}/timeline', '/payments/{paymentUID}/timeline'],
    tag: 'Payments',
    summary: 'Read the timeline of a payment',
    description:
      'Returns the approvals, status changes, ledger transfers, rail messages, mails and webhook deliveries of a payment, in chronological order.',
    failure: 'The timeline was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['paymentNotFound'],
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

/** The currency of the sending account, for a book transfer that states none. */
async function currencyOfSender(
  { db }: App,
  principal: Principal,
  { paymentCurrency, senderAccount }: BookTransferBody,
): Promise<string | undefined> {
  const account = paymentCurrency ? undefined : parseAccount('senderAccount', senderAccount)
  if (!account?.ok) return undefined
  const { id, numbered } = account.value
  return db.lookUp(async (tx) => {
    const wanted = numbered ? [{ account: numbered, principal }] : []
    const find = await findNumbered(tx, principal.tenantId, wanted)
    const found = numbered ? find(numbered, { principal, as: 'sender' }) : id
    return found === undefined ? undefined : readUsableCurrency(tx, principal, found)
  })
}

async function submit(app: App, submission: Submission): Promise<Outcome> {
  const { repeats, ...outcome } = await app.paymentIntake.submit(submission)
  if (!outcome.ok) return outcome
  const { altered, ...data } = outcome.value
  const headers = {
    ...(repeats && { 'giro-repeated-reference': repeats }),
    ...(altered && { 'giro-altered-fields': altered }),
  }
  return { ...outcome, value: { data, headers } }
}

async function answerPreview(
  app: App,
  principal: Principal,
  request: Result<CreditRequest, Refusal>,
  failure: string,
): Promise<Outcome> {
  if (!request.ok) return request
  const times = { systemNow: app.clock.now(), tokenNow: app.tokenClock.now() }
  const seen = await app.db.snapshot((tx) => previewPayment(tx, principal, request.value, times))
  return seen.ok ? accept({ data: renderPreview(seen.value, failure) }) : seen
}

async function answerSearch(app: App, principal: Principal, asked: PaymentSearch): Promise<Outcome> {
  const search = parsePaymentSearch(asked)
  if (!search.ok) return search
  // A snapshot, so that rows, statuses and the total are consistent while payments change.
  return app.db.snapshot(async (tx) => {
    const found = await searchPayments(tx, principal, search.value, app.totals)
    const data = renderPayments(principal, found.rows)
    return accept({ data, pagination: describePage(search.value.page, found) })
  })
}

function renderPayments(principal: Principal, payments: readonly PaymentRow[]) {
  const view = numberViewOf(principal)
  return payments.map((payment) => renderPayment(payment, view))
}
