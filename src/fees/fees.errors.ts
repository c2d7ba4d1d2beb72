import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const feeErrors = defineErrors({
  invalidFee: {
    code: 'FEE001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  feeNotFound: {
    code: 'FEE001',
    status: 404,
    title: 'there is no fee with this feeId in the fee schedule',
    resolve: 'Take feeId from the list of fees.',
  },
  feeConflict: {
    code: 'FEE001',
    status: 409,
    title: 'another fee has this name already for the same application, product and currency',
    resolve: 'Choose another name, or change that fee.',
  },
  feeTierInUse: {
    code: 'FEE001',
    status: 409,
    title: 'a customer is on a tier that would no longer exist',
    resolve: 'Put its customers on another tier first, or keep the tier.',
  },
  feeChanged: {
    code: 'FEE001',
    status: 412,
    title: 'the fee was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  feeNotConfigured: {
    code: 'CUST001',
    status: 400,
    title: 'the institution has configured no such fee',
    resolve: 'Name application, feeName, product and feeTier as they stand in the fee schedule.',
  },
  feeAccountUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'accountNumber is no account of the customer',
    resolve: "Take accountNumber from the list of the customer's accounts.",
  },
  customerFeeNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'there is no fee tier with this feeId',
    resolve: 'Take feeId from the answer that added the fee tier.',
  },
  customerFeeOfAnotherCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the fee tier is not associated with the given customer',
    resolve: 'Use the customerUID that the fee tier belongs to.',
  },
  customerFeeConflict: {
    code: 'CUST001',
    status: 409,
    title: 'the customer has a fee tier for the same application, feeName, product and accountNumber already',
    resolve: 'Update that one.',
  },
  accountNumberUnknown: {
    code: 'CUST001',
    status: 404,
    title: 'no customer of yours has an account with this accountNumber',
    resolve: 'Check accountNumber, and leave out accountType to search accounts of every type.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof feeErrors> {}
}
