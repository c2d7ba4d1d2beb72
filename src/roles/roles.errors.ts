import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const roleErrors = defineErrors({
  invalidRole: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  roleNotFound: {
    code: 'USER001',
    status: 404,
    title: 'there is no role with this roleId',
    resolve: "Take roleId from the search of the customer's roles.",
  },
  roleOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the role is not associated with the given customer',
    resolve: 'Use the customerId that the role belongs to.',
  },
  roleConflict: {
    code: 'USER001',
    status: 409,
    title: 'another role of the customer has this name already',
    resolve: 'Choose another name, or update that role.',
  },
  roleHeldByProgram: {
    code: 'USER001',
    status: 403,
    title: 'an API client holds the role, and what it may do beyond is for the institution to decide',
    resolve: 'Ask the institution, or make another role for the users.',
  },
  roleChanged: {
    code: 'USER001',
    status: 412,
    title: 'the role was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof roleErrors> {}
}
