import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const roleErrors = defineErrors({
  invalidRole: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  roleNotFound: {
    code: 'USER001',
    status: 404,
    title: 'no role has this roleId',
    resolve: "Use a roleId from the search of the customer's roles.",
  },
  roleOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the role is not associated with the given customer',
    resolve: 'Use the customerId of the customer that owns the role.',
  },
  roleConflict: {
    code: 'USER001',
    status: 409,
    title: 'another role of the customer already has this name',
    resolve: 'Choose another name, or update that role.',
  },
  roleHeldByProgram: {
    code: 'USER001',
    status: 403,
    title: 'an API client holds the role, and only the institution may add entitlements to it',
    resolve: 'Ask the institution, or create a separate role for the users.',
  },
  roleBeyondCaller: {
    code: 'USER001',
    status: 403,
    title: 'the role would get entitlements that the caller does not have',
    resolve: 'Leave them out, or ask a client that has these entitlements itself.',
  },
  roleChanged: {
    code: 'USER001',
    status: 412,
    title: 'the role has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof roleErrors> {}
}
