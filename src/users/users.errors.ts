import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const userErrors = defineErrors({
  invalidUser: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  userNotFound: {
    code: 'USER001',
    status: 404,
    title: 'no user has this userId',
    resolve: "Use a userId from the search of the customer's users.",
  },
  userOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the user is not associated with the given customer',
    resolve: 'Use the customerId of the customer that the user belongs to.',
  },
  userConflict: {
    code: 'USER001',
    status: 409,
    title: 'another user of the institution already has this loginId, in any case',
    resolve: 'Choose another loginId.',
  },
  userChanged: {
    code: 'USER001',
    status: 412,
    title: 'the user has changed since the version in If-Match',
    resolve: 'Read it again and send the change with its current ETag.',
  },
  userWaits: {
    code: 'USER001',
    status: 409,
    title: 'the user waits for approval',
    resolve: 'Have another API client approve the proposal of kind user.',
  },
  userStatusConflict: {
    code: 'USER001',
    status: 409,
    title: 'the current status of the user does not allow this',
    resolve: 'Suspend only Active or Pending users; activate only Suspended, Locked or Pending ones.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof userErrors> {}
}
