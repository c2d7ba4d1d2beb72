import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const customerErrors = defineErrors({
  invalidCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  customerNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'there is no customer with this customerUID',
    resolve: 'Take customerUID from the customer search.',
  },
  customerConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another customer has this value already',
    resolve: 'Choose another one; it must be unique in the institution.',
  },
  hierarchyCycle: {
    code: 'CUST001',
    status: 400,
    title: 'a customer can not stand below itself',
    resolve: 'Name a customer that does not stand below this one.',
  },
  customerStateNotAllowed: {
    code: 'CUST001',
    status: 409,
    title: 'the present state of the customer does not allow this',
    resolve: 'Read the customer, and do what its state allows.',
  },
  customerChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the record was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  relatedCustomerUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'a related customer does not exist',
    resolve: 'Name the shortName of an existing customer of the fitting customerType.',
  },
  institutionUserUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'relationshipManager and originatingOfficer must be login ids of active users of the institution',
    resolve: 'Use the login id of an active user.',
  },
  foreignCustomer: {
    code: 'CUST001',
    status: 403,
    title: 'forbidden operation, the customer does not belong to the legal entity of the token',
    resolve: 'Use a customer of your own, or a token of the legal entity that the customer belongs to.',
  },
  ownTerms: {
    code: 'CUST001',
    status: 403,
    title: 'a customer does not set its own limits, fees and terms',
    resolve: 'Ask the institution, or whoever stands above the customer.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof customerErrors> {}
}
