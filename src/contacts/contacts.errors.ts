import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const contactErrors = defineErrors({
  invalidContact: {
    code: 'CUST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  contactNotFound: {
    code: 'CUST002',
    status: 404,
    title: 'no contact has this contactUID',
    resolve: 'Use a contactUID from the list of contacts.',
  },
  contactOfAnotherCustomer: {
    code: 'CUST002',
    status: 400,
    title: 'the contact is not associated with the given customer',
    resolve: 'Use the customerUID of the customer that owns the contact.',
  },
  contactOfPayment: {
    code: 'CUST001',
    status: 409,
    title: 'the contact was created by a payment for the party it describes, and does not change',
    resolve: 'Create a contact with the new details.',
  },
  contactConflict: {
    code: 'CUST001',
    status: 409,
    title: 'another contact of the customer already has this templateName',
    resolve: 'Choose another templateName.',
  },
  contactChanged: {
    code: 'CUST001',
    status: 412,
    title: 'the contact has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof contactErrors> {}
}
