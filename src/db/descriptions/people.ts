import type { Subject } from './subject.ts'

export const people = {
  title: 'People and their roles',
  about: 'The persons who act for a customer or for the institution, and what they may do.',
  tables: {
    users: {
      about:
        "The persons who use the institution's applications for a customer. Users do not sign in here: an identity " +
        'provider proves them, and their tokens carry the entitlements of their roles. The API creates and changes ' +
        'users; they are never deleted.',
      columns: {
        id: 'The userId of the API, a UUID. Tokens of the person carry it.',
        customerId: 'The customer that the user acts for.',
        loginId: 'The login of the user at the identity provider, unique in the institution. It never changes.',
        firstName: 'The first name of the person, as the client gave it.',
        lastName: 'The last name of the person, as the client gave it.',
        email: 'The e-mail address. A signatory with the same address counts as the same person.',
        status:
          'Pending (waits for approval), Active, Suspended or Locked. Only an Active user gets tokens and can ' +
          'approve. No operation sets Locked today.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        phoneNumber: 'The telephone number, sealed. Null if it is not given.',
        limits:
          "The user's own limits by application, as a JSON array of `{name, limits}`. Amounts are in the " +
          "institution's currency. For Payments, the approval limit and the daily approval limit apply; other names " +
          'have no effect.',
        version: 'How often the row was changed, from 1: the entity tag of the API.',
        suspendedBy:
          'Who suspended the user: Customer or Institution. Only the institution lifts its own suspension. Null ' +
          'while the user is not Suspended.',
        accessVersion:
          "Rises each time the user's tokens end: when the user is changed, or a role of the user loses an " +
          'entitlement. A token carries the version it was issued with, and an older one is refused.',
        accessNarrowedAt: 'When `access_version` last rose, by the clock of the database. Null if it never did.',
        phoneNumberIndex:
          'The blind index of `phone_number`, for searches: a keyed hash. Null while `phone_number` is null or not ' +
          'sealed yet.',
      },
    },
    roles: {
      about:
        'A named set of entitlements and limits of a customer. Users and API clients hold roles. The API creates and ' +
        'changes roles; they are never deleted.',
      columns: {
        id: 'The roleId of the API, a UUID.',
        customerId: 'The customer that the role belongs to. Only its users and API clients can hold it.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        name: 'The name of the role, unique for its customer.',
        description: "What the role is for, in the client's words.",
        type: 'Custom (made by a client) or Default (made when a consumer was onboarded).',
        applications:
          'The entitlements and limits by application, as a JSON array of `{name, entitlements, limits}`. Limits are ' +
          "amounts in the institution's currency. Always written as a whole.",
        version: 'How often the row was changed, from 1: the entity tag of the API.',
      },
    },
    user_roles: {
      about: "Which roles a user holds. A row is written or deleted when the user's roles change.",
      columns: {
        userId: 'The user who holds the role.',
        roleId: 'The role, which belongs to the customer of the user.',
        customerId:
          'The customer of both. It is in both foreign keys, so that no user holds a role of another customer.',
      },
    },
    signatories: {
      about:
        'The persons who may approve payments of a customer without being users, and up to which amount. The API ' +
        'writes them.',
      columns: {
        id: 'The signatoryId of the API, from 100001.',
        customerId: 'The customer that the signatory acts for.',
        fullName: 'The first and last name of the person.',
        emailAddress:
          'The e-mail address. A user with the same address counts as the same person, who cannot approve their own ' +
          'payment.',
        phoneNumber: 'The telephone number of the person, sealed.',
        title: 'The position of the person, for example CFO. Null if it is not given.',
        approvalLimit:
          'The largest payment that the signatory may approve, in minor units of `currency`. Null for no limit.',
        currency:
          'The currency of `approval_limit`: that of the institution when the limit was set. Null without a limit.',
        deletedAt:
          'When the signatory was deleted, by the clock of the institution. The row stays, for questions about ' +
          'earlier approvals. Null for a signatory who is shown.',
        status: 'Active (can approve payments), Pending (waits for a second person) or Rejected.',
      },
    },
  },
} satisfies Subject
