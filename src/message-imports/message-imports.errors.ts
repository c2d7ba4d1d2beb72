import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const messageImportErrors = defineErrors({
  invalidMessageException: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  invalidPaymentRequest: {
    code: 'PAYMENT002',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  paymentRequestNotFound: {
    code: 'PAYMENT001',
    status: 404,
    title: 'no request for payment has this requestUID',
    resolve: 'Use a requestUID from GET /v3/paymentrequests.',
  },
  paymentRequestConflict: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the request for payment cannot be decided so',
    resolve: 'Read the request: it says what became of it, and until when it can be paid.',
  },
  askingAccountUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: 'accountUID is not one of your accounts',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  askedContactUnknown: {
    code: 'PAYMENT002',
    status: 400,
    title: "contactUID is not a contact of the account's customer",
    resolve: 'Take contactUID from the list of contacts of the customer who owns the account.',
  },
  paymentRequestNotSent: {
    code: 'PAYMENT003',
    status: 409,
    title: 'the request for payment cannot be sent',
    resolve: 'The message says what is missing: an approval, a setting of the account, or a network.',
  },
  messageExceptionNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no exception has this exceptionUID',
    resolve: 'Use an exceptionUID from GET /v1/institution/messageexceptions.',
  },
  messageExceptionResolved: {
    code: 'INST001',
    status: 409,
    title: 'the exception is already resolved',
    resolve: 'Read it: it says who resolved it, and when.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof messageImportErrors> {}
}
