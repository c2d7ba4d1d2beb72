import './users.errors.ts'
import Type from 'typebox'
import { CustomerIdParams, userManagementPaths } from '../customers/customers.ts'
import { withForms } from '../http/client-forms.ts'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { parseSizedPage, renderSizedPage, sizedPageQuery } from '../http/paging.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { changeUserStatus } from './change-user-status.ts'
import { listUsers } from './list-users.ts'
import { requireUser } from './require-user.ts'
import {
  CreateUserBody,
  exampleUser,
  parseFilter,
  renderEntitlements,
  renderUser,
  renderUserResult,
  SearchUsersBody,
  UpdateUserBody,
  UserDetailReply,
  UserParams,
  UserResult,
  UsersReply,
} from './users.schema.ts'
import { userForms } from './users-v2.forms.ts'
import { createUser, updateUser } from './write-user.ts'

const userId = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
const { applicationLimits: limits, ...exampleFields } = exampleUser
const exampleReply = { userId, ...exampleFields, status: 'Active', shortName: 'blue-harbor', limits }
const exampleEntitlements = ['Contacts.View_Contacts', 'Payments.Initiate_Payments', 'Payments.View_Payments']

const customerErrors = ['customerNotFound', 'foreignCustomer'] as const
const userErrors = [...customerErrors, 'userNotFound', 'userOfAnotherCustomer'] as const
const conflicts = { users_login_id: { reason: 'userConflict' }, users_login: { reason: 'userConflict' } } as const

export const userOperations = withForms(userForms, [
  defineOperation({
    id: 'createUser',
    method: 'POST',
    paths: userManagementPaths('/users'),
    tag: 'Users',
    summary: 'Create a user',
    description:
      "Creates a user with roles of the customer. The user is Pending until activated or, if the customer's userDualApproval is on, or the roles give more than a client of an institution under dual control has, until approved. The institution's own users belong to its own legal entity.",
    failure: 'The user was not created',
    entitlement: 'User_Admin.Manage_Users',
    dialect: 'message',
    errors: [...customerErrors, 'userConflict'],
    conflicts,
    invalid: 'invalidUser',
    params: CustomerIdParams,
    body: CreateUserBody,
    bodyKiB: 128,
    examples: [{ summary: 'With a limit', value: exampleUser }],
    reply: {
      status: 201,
      description: 'The user was created.',
      data: UserResult,
      etag: true,
      example: { userId, message: 'The user was created.', data: { userId } },
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createUser(tx, principal, params.customerId, body, app.clock.now())
      if (!created.ok) return created
      return accept({ data: renderUserResult(created.value, 'created'), etag: etagOf(created.value.user) })
    },
  }),

  defineOperation({
    id: 'searchUsers',
    method: 'POST',
    paths: userManagementPaths('/users/search'),
    tag: 'Users',
    summary: "Search a customer's users",
    description: 'Finds users that match all fields in the body exactly, in order of creation. Writes nothing.',
    isQuestion: true,
    failure: 'The users were not searched',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: customerErrors,
    invalid: 'invalidUser',
    params: CustomerIdParams,
    query: Type.Object(sizedPageQuery),
    body: SearchUsersBody,
    examples: [
      { summary: 'All', value: {} },
      { summary: 'Suspended users', value: { status: 'Suspended' } },
    ],
    reply: {
      status: 200,
      description: 'A page of users.',
      data: UsersReply,
      example: { totalElements: 1, totalPages: 1, size: 10, page: 1, data: [exampleReply] },
    },
    handle: (app, { principal, params, query, body }) =>
      app.db.read(async (db) => {
        const page = parseSizedPage(query)
        const ofCustomer = { ...params, shortName: body.shortName }
        const found = await listUsers(db, principal, ofCustomer, parseFilter(body), page, app.totals)
        if (!found.ok) return found
        return accept({
          data: renderSizedPage(page, found.value, ({ user, customer, roles }) => renderUser(user, customer, roles)),
        })
      }),
  }),

  defineOperation({
    id: 'getUser',
    method: 'GET',
    paths: userManagementPaths('/users/{userId}'),
    tag: 'Users',
    summary: 'Read a user',
    description: 'The user with its roles, and the entitlements that it has by them.',
    failure: 'The user was not read',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: userErrors,
    invalid: 'invalidUser',
    params: UserParams,
    reply: {
      status: 200,
      description: 'The user, with the current entitlements of its roles.',
      data: UserDetailReply,
      etag: true,
      example: { ...exampleReply, entitlements: exampleEntitlements },
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const found = await requireUser(db, principal, params, { lock: false })
        if (!found.ok) return found
        const { user, customer, roles } = found.value
        const data = { ...renderUser(user, customer, roles), entitlements: renderEntitlements(roles) }
        return accept({ data, etag: etagOf(user) })
      }),
  }),

  defineOperation({
    id: 'updateUser',
    method: 'PUT',
    paths: userManagementPaths('/users/{userId}'),
    tag: 'Users',
    summary: 'Update a user',
    description:
      'Changes the fields in the body and keeps the others; roleNames and applicationLimits are replaced as a whole. loginId and status cannot change here. With userDualApproval, roles and limits that give the user more than before wait for approval, and so do roles beyond what a client of an institution under dual control has. Another email or phoneNumber of a user who was activated waits outside a sandbox, and where a second person decides about the users.',
    failure: 'The user was not updated',
    entitlement: 'User_Admin.Manage_Users',
    dialect: 'message',
    errors: [...userErrors, 'userChanged'],
    invalid: 'invalidUser',
    params: UserParams,
    body: UpdateUserBody,
    bodyKiB: 128,
    examples: [{ summary: 'Change the role', value: { roleNames: ['Treasury'] } }],
    reply: {
      status: 200,
      description: 'The user was updated.',
      data: UserResult,
      etag: true,
      example: { userId, message: 'The user was updated.', data: { userId } },
    },
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateUser(tx, principal, { ...params, ifMatch }, body, app.clock.now())
      if (!updated.ok) return updated
      return accept({ data: renderUserResult(updated.value, 'updated'), etag: etagOf(updated.value.user) })
    },
  }),

  defineOperation({
    id: 'suspendUser',
    method: 'PUT',
    paths: userManagementPaths('/users/{userId}/suspend'),
    tag: 'Users',
    summary: 'Suspend a user',
    description:
      'Suspends an Active or Pending user and voids any waiting proposal for the user. A Suspended or Locked user is refused.',
    failure: 'The user was not suspended',
    entitlement: 'User_Admin.Suspend_Users',
    dialect: 'message',
    errors: [...userErrors, 'heldByInstitution', 'userStatusConflict'],
    invalid: 'invalidUser',
    params: UserParams,
    reply: { status: 204, description: 'The user is Suspended.', data: Type.Null(), example: undefined },
    async change(tx, app, { principal, params }) {
      const suspended = await changeUserStatus(tx, principal, params, 'suspend', momentOf(app))
      return suspended.ok ? accept({ data: null }) : suspended
    },
  }),

  defineOperation({
    id: 'activateUser',
    method: 'PUT',
    paths: userManagementPaths('/users/{userId}/activate'),
    tag: 'Users',
    summary: 'Activate a user',
    description:
      'Activates a Suspended, Locked or Pending user. Who activates a user confirms its address, if somebody else set it. So an Active user whose address nobody else has confirmed can be activated again by somebody independent; any other Active user is refused. Where a second person decides about the user, activation requires approval: the request is refused, and the error names the waiting approval.',
    failure: 'The user was not activated',
    entitlement: 'User_Admin.Activate_Users',
    dialect: 'message',
    errors: [...userErrors, 'heldByInstitution', 'userStatusConflict', 'userWaits'],
    invalid: 'invalidUser',
    params: UserParams,
    reply: { status: 204, description: 'The user is Active.', data: Type.Null(), example: undefined },
    async change(tx, app, { principal, params }) {
      const activated = await changeUserStatus(tx, principal, params, 'activate', momentOf(app))
      return activated.ok ? accept({ data: null }) : activated
    },
  }),
])
