import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import {
  CreditRequestBody,
  exampleCreated,
  exampleCreditRequest,
  PaymentCreated,
  PaymentParams,
  PaymentReply,
  parseCreditRequest,
  renderPayment,
} from './payments.schema.ts'
import { readPayment } from './read-payment.ts'

export const paymentOperations = [
  defineOperation({
    id: 'createCreditPayment',
    method: 'POST',
    paths: ['/payments/creditrequest', '/v3/payments/creditrequest'],
    tag: 'Payments',
    summary: 'Pay a contact',
    description:
      'Pays from an account of the customer to one of its contacts, at the speed asked for. The funds are held when the answer says VALIDATED; a refused payment leaves nothing behind. A payment to an account of the institution itself is PROCESSED at once. With recurrence it is the first payment of a series, whose others are made by themselves.',
    failure: 'The payment was not created',
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
      example: {
        paymentUID: exampleCreated.paymentUID,
        externalReferenceId: 'invoice-2026-118',
        senderUID: '100042',
        senderAccountNumber: '400000001',
        beneficiaryUID: '100217',
        beneficiaryName: 'Highland Beans Inc',
        senderAmount: '125.50',
        senderCurrency: 'USD',
        receiverAmount: 125.5,
        receiverCurrency: 'USD',
        paymentDate: '2026-07-01',
        speed: 'Economy',
        deliveryMethod: 'ACH',
        status: 'PROCESSED',
        displayStatus: 'Completed',
        audit: { submitterId: 'giro_5yVqXQ0gDb', submissionDate: '2026-07-01T14:00:00Z', approvers: [] },
      },
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (tx) => {
        const payment = await readPayment(tx, principal, params.paymentUID)
        if (!payment.ok) return payment
        const showsNumbers = principal.entitlements.has('Customers.View_Account_Number')
        return accept({ data: renderPayment(payment.value, { showsNumbers }) })
      }),
  }),
]
