import type { ErrorEntry } from './error-entry.ts'

/** Users and roles, whose answers say only the message. */
export const userErrors = {
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

  onboardingRefused: {
    code: 'USER001',
    status: 400,
    title: 'the consumer can not be onboarded as asked',
    resolve: 'Nothing was created; correct it and send it again.',
  },
} satisfies Record<string, ErrorEntry>
