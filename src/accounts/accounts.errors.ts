import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const accountErrors = defineErrors({
  invalidAccount: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  accountNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'no account has this accountUID',
    resolve: "Use an accountUID from the list of the customer's accounts.",
  },
  accountOfAnotherCustomer: {
    code: 'ACC001',
    status: 400,
    title: 'the account is not associated with the given customer',
    resolve: 'Use the customerUID of the customer that owns the account.',
  },
  accountChanged: {
    code: 'ACC001',
    status: 412,
    title: 'the account has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
  accountToDeleteNotFound: {
    code: 'ACC002',
    status: 404,
    title: 'no account has this accountUID',
    resolve: "Use an accountUID from the list of the customer's accounts.",
  },
  accountToDeleteOfAnotherCustomer: {
    code: 'ACC002',
    status: 400,
    title: 'the account is not associated with the given customer',
    resolve: 'Use the customerUID of the customer that owns the account.',
  },
  accountStatusConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the current status of the account does not allow this',
    resolve: 'Suspend only Active accounts, and activate only Suspended ones; a Closed account stays closed.',
  },
  accountNotEmpty: {
    code: 'ACC001',
    status: 409,
    title: 'the account has a balance or open payments, or its customer owes the institution money',
    resolve:
      'Repay what is owed, pay out the balance, and cancel the open payments or wait for them to finish. The balance of a Closed account is moved by an adjustment of the institution.',
  },
  defaultOffsetConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the customer already has a default offset account in this currency',
    resolve: 'Turn off defaultOffset on that account first.',
  },
  feeAccountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the customer already has a fee account in this currency',
    resolve: 'Turn off feeAccount on that account first.',
  },
  accountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account already has this accountNumber at this routing number',
    resolve: 'Choose another accountNumber.',
  },
  accountNumberNotYours: {
    code: 'AUTH002',
    status: 403,
    title: 'accountNumber: the institution gives the numbers of accounts at its own routing number',
    resolve:
      'Leave accountNumber out and read the number from the new account, or use a client of the institution with Accounts.Choose_Account_Number.',
  },
  accountNumberQuarantined: {
    code: 'ACC001',
    status: 409,
    title: 'a closed account had this accountNumber',
    resolve: 'Choose another accountNumber.',
  },
  invalidAdjustment: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
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
