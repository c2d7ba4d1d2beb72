import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const contactErrors = defineErrors({
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
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof contactErrors> {}
}
