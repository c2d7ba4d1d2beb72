import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const receiptErrors = defineErrors({
  invalidReceipts: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  receiptNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'no receipt has this receiptUID',
    resolve: 'Use a receiptUID from GET /v3/receipts.',
  },
  receiptStateConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the state of the receipt does not allow this',
    resolve: 'Read the receipt; /docs/pages/receipts says what each state allows.',
  },
  receiptAccountRefused: {
    code: 'ACC001',
    status: 409,
    title: 'the account cannot take the receipt',
    resolve: 'Assign the receipt to another account, or return it.',
  },
  receiptNotCovered: {
    code: 'ACC001',
    status: 409,
    title: 'the account does not have the amount',
    resolve: 'Wait until it has the amount, or return the receipt with R01.',
  },
  returnRequestNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'no request for return has this returnRequestUID',
    resolve: 'Use a returnRequestUID from GET /v3/returnrequests.',
  },
  returnRequestConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the request for return does not allow this answer',
    resolve: 'Read the request: it says whether it is answered, and which receipt it is about.',
  },
  receiptNotReturnable: {
    code: 'ACC001',
    status: 409,
    title: 'the receipt cannot be returned with this code now',
    resolve: 'Use a code that fits, or ask the other bank to accept a late return.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof receiptErrors> {}
}
