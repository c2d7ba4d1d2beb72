import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const userErrors = defineErrors({
  invalidUser: {
    code: 'USER001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  userNotFound: {
    code: 'USER001',
    status: 404,
    title: 'there is no user with this userId',
    resolve: "Take userId from the search of the customer's users.",
  },
  userOfAnotherCustomer: {
    code: 'USER001',
    status: 400,
    title: 'the user is not associated with the given customer',
    resolve: 'Use the customerId that the user belongs to.',
  },
  userConflict: {
    code: 'USER001',
    status: 409,
    title: 'another user of the institution has this loginId already',
    resolve: 'Choose another loginId.',
  },
  userChanged: {
    code: 'USER001',
    status: 412,
    title: 'the user was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  userWaits: {
    code: 'USER001',
    status: 409,
    title: 'the user waits for approval',
    resolve: 'Have another API client approve it, in the approvals of kind user.',
  },
  userStatusConflict: {
    code: 'USER001',
    status: 409,
    title: 'the present status of the user does not allow it',
    resolve: 'Suspend an Active or Pending user; activate a Suspended, Locked or Pending one.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof userErrors> {}
}
