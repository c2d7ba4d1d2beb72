import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const accountErrors = defineErrors({
  invalidAccount: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  accountNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountOfAnotherCustomer: {
    code: 'ACC001',
    status: 400,
    title: 'the account is not associated with the given customer',
    resolve: 'Use the customerUID that the account belongs to.',
  },
  accountChanged: {
    code: 'ACC001',
    status: 412,
    title: 'the account was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  accountToDeleteNotFound: {
    code: 'ACC002',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountStatusConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the present status of the account does not allow it',
    resolve: 'Suspend an Active account, activate a Suspended one; a Closed one stays closed.',
  },
  accountNotEmpty: {
    code: 'ACC001',
    status: 409,
    title: 'the account has a balance or open payments',
    resolve: 'Pay out what is left, and wait for or cancel its open payments.',
  },
  defaultOffsetConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the default offset account of this currency already',
    resolve: 'Take defaultOffset from that one first.',
  },
  feeAccountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the fee account of this currency already',
    resolve: 'Take feeAccount from that one first.',
  },
  accountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account has this accountNumber at this routing number already',
    resolve: 'Choose another accountNumber.',
  },
  invalidAdjustment: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  adjustmentNotCovered: {
    code: 'ACC001',
    status: 402,
    title: 'the available balance does not cover the debit',
    resolve: 'Debit no more than availableBalance.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof accountErrors> {}
}
