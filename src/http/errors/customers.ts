import type { ErrorEntry } from './error-entry.ts'

/** Customers and contacts. */
export const customerErrors = {
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
  invalidLimits: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
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
  invalidContact: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  contactNotFound: {
    code: 'CUST002',
    status: 404,
    title: 'there is no contact with this contactUID',
    resolve: 'Take contactUID from the list of contacts.',
  },
  contactOfAnotherCustomer: {
    code: 'CUST002',
    status: 400,
    title: 'the contact is not associated with the given customer',
    resolve: 'Use the customerUID that the contact belongs to.',
  },
  contactConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another contact of the customer has this templateName already',
    resolve: 'Choose another templateName.',
  },

  contactChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the contact was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
} satisfies Record<string, ErrorEntry>
