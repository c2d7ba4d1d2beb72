import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const feeErrors = defineErrors({
  invalidFee: {
    code: 'FEE001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  feeNotFound: {
    code: 'FEE001',
    status: 404,
    title: 'the fee schedule has no fee with this feeId',
    resolve: 'Use a feeId from the list of fees.',
  },
  feeConflict: {
    code: 'FEE001',
    status: 409,
    title: 'another fee already has this name for the same application, product and currency',
    resolve: 'Choose another name, or update that fee.',
  },
  feeTierInUse: {
    code: 'FEE001',
    status: 409,
    title: 'a customer is on a tier that would no longer exist',
    resolve: 'Move its customers to another tier first, or keep the tier.',
  },
  feeChanged: {
    code: 'FEE001',
    status: 412,
    title: 'the fee has changed since the version in If-Match',
    resolve: 'Read the fee again and send the change with its current ETag.',
  },
  feeNotConfigured: {
    code: 'CUST001',
    status: 400,
    title: 'the fee schedule has no such fee',
    resolve: 'Use the application, feeName, product and feeTier of one fee in the fee schedule.',
  },
  feeAccountUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'the customer has no account with this accountNumber',
    resolve: "Use an accountNumber from the list of the customer's accounts.",
  },
  customerFeeNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'no fee tier has this feeId',
    resolve: 'Use the feeId from the reply that added the fee tier.',
  },
  customerFeeOfAnotherCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the fee tier is not associated with the given customer',
    resolve: 'Use the customerUID of the customer with this fee tier.',
  },
  customerFeeConflict: {
    code: 'CUST001',
    status: 409,
    title: 'the customer already has a fee tier for the same application, feeName, product and accountNumber',
    resolve: 'Update the existing fee tier.',
  },
  accountNumberUnknown: {
    code: 'CUST001',
    status: 404,
    title: 'none of your customers has an account with this accountNumber',
    resolve: 'Check accountNumber, or omit accountType to search accounts of every type.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof feeErrors> {}
}
