import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const customerErrors = defineErrors({
  invalidCustomer: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  customerNotFound: {
    code: 'CUST001',
    status: 404,
    title: 'no customer has this customerUID',
    resolve: 'Use a customerUID from the customer search.',
  },
  customerConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another customer already has this value',
    resolve: 'Choose a value that is unique in the institution.',
  },
  hierarchyCycle: {
    code: 'CUST001',
    status: 400,
    title: 'a customer cannot be below itself in the hierarchy',
    resolve: 'Name a customer that is not below this one.',
  },
  customerStateNotAllowed: {
    code: 'CUST001',
    status: 409,
    title: 'the current status of the customer does not allow this',
    resolve: 'Read the customer and choose an action that its status allows.',
  },
  customerChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the record has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
  relatedCustomerUnknown: {
    code: 'CUST001',
    status: 400,
    title: 'a related customer does not exist',
    resolve: 'Use the shortName of an existing customer with the required customerType.',
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
    resolve: "Use a customer of the token's legal entity, or a token of a legal entity above the customer.",
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof customerErrors> {}
}
