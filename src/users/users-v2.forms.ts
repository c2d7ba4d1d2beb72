import Type, { type Static } from 'typebox'
import { type ClientForm, formBody } from '../http/client-forms.ts'
import { name, named } from '../http/fields.ts'
import { pageFields } from '../http/paging.ts'
import { USER_STATUSES } from './domain/user-state.ts'
import {
  CreateUserBody,
  exampleUser,
  SearchUsersBody,
  UpdateUserBody,
  type UserDetailReply,
  type UserReply,
  type UserResult,
  type UsersReply,
} from './users.schema.ts'

const spellings = { userName: 'loginId', mobile: 'phoneNumber' }
const uuid = Type.String({ format: 'uuid', description: 'A UUID.' })
const UserUuid = Type.Object({ userUUID: uuid })

const CreateBody = formBody('UserRequestV2', CreateUserBody.properties, spellings)
const { mobile } = spellings
const UpdateBody = formBody('UserUpdateV2', { userUUID: uuid, ...UpdateUserBody.properties }, { mobile })
const SearchBody = formBody(
  'UserSearchV2',
  { ...SearchUsersBody.properties, page: Type.Optional(pageFields.page), limit: Type.Optional(pageFields.limit) },
  { ...spellings, customerShortName: 'shortName' },
)

const shownFields = {
  userUUID: Type.String(),
  userName: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  customerUID: Type.String(),
  customerShortName: Type.String(),
  externalReferenceId: Type.String(),
  status: name(USER_STATUSES),
  email: Type.String(),
  mobile: Type.Optional(Type.String()),
}
const UserShown = named('UserV2', shownFields)
const Limit = Type.Object({ limitCode: Type.String(), value: Type.Optional(Type.String()), appCode: Type.String() })
const UserDetail = named('UserDetailV2', {
  ...shownFields,
  roles: Type.Array(Type.Object({ name: Type.String() })),
  userlimits: Type.Array(Limit),
})

function showUser(user: Static<typeof UserReply>, customerUID: string): Static<typeof UserShown> {
  return {
    userUUID: user.userId,
    userName: user.loginId,
    firstName: user.firstName,
    lastName: user.lastName,
    customerUID,
    customerShortName: user.shortName,
    externalReferenceId: user.externalReferenceId,
    status: user.status,
    email: user.email,
    ...(user.phoneNumber !== undefined && { mobile: user.phoneNumber }),
  }
}

function showDetail(user: Static<typeof UserDetailReply>, customerUID: string): Static<typeof UserDetail> {
  return {
    ...showUser(user, customerUID),
    roles: user.roleNames.map((roleName) => ({ name: roleName })),
    userlimits: user.limits.flatMap(({ name: appCode, limits }) =>
      limits.map(({ name: limitCode, value }) => ({
        limitCode,
        ...(value !== undefined && { value: String(value) }),
        appCode,
      })),
    ),
  }
}

const Written = named('UserResultV2', {
  externalReferenceId: Type.Optional(Type.String()),
  userUUID: Type.String(),
  approvalUID: Type.Optional(Type.String()),
})

const exampleUuid = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
const exampleWritten = { externalReferenceId: 'user-4711', userUUID: exampleUuid }
const exampleShown: Static<typeof UserShown> = {
  ...exampleWritten,
  userName: 'ada.lund',
  firstName: 'Ada',
  lastName: 'Lund',
  customerUID: '100042',
  customerShortName: 'blue-harbor',
  status: 'Active',
  email: 'ada.lund@blueharbor.example',
}

const showWritten: ClientForm['show'] = ({ data }: Static<typeof UserResult>, _customer, { body }) => ({
  data: { externalReferenceId: body.externalReferenceId, userUUID: data.userId, approvalUID: data.approvalUID },
})

const createUserForm: ClientForm = {
  ...{ id: 'createUserV2', method: 'POST', path: '/v2/users', dialect: 'envelope', body: CreateBody },
  examples: [{ summary: 'With a limit', value: exampleUser }],
  reply: { status: 201, data: Written, etag: true, example: exampleWritten },
  ask: ({ body: { customerUID: _customer, ...body } }, customerId) => ({ params: { customerId }, body }),
  show: showWritten,
}

/** The user is in the body. */
const updateUserForm: ClientForm = {
  ...{ id: 'updateUserV2', method: 'PUT', path: '/v2/users', dialect: 'envelope', body: UpdateBody },
  examples: [{ summary: 'Another name', value: { userUUID: exampleUuid, lastName: 'Byron' } }],
  reply: { status: 200, data: Written, etag: true, example: exampleWritten },
  ask: ({ body: { customerUID: _customer, userUUID: userId, ...body } }, customerId) => ({
    params: { customerId, userId },
    body,
  }),
  show: showWritten,
}

/** The reply is without an envelope, as in the reference. */
const getUserForm: ClientForm = {
  ...{ id: 'getUserV2', method: 'GET', path: '/v2/users/{userUUID}', dialect: 'message', params: UserUuid },
  reply: { status: 200, data: UserDetail, etag: true, example: { ...exampleShown, roles: [], userlimits: [] } },
  ask: ({ params }, customerId) => ({ params: { customerId, userId: params.userUUID } }),
  show: (user: Static<typeof UserDetailReply>, customerId) => ({ data: showDetail(user, customerId) }),
}

const searchUsersForm: ClientForm = {
  ...{ id: 'searchUsersV2', method: 'POST', path: '/v2/users/search', dialect: 'envelope', body: SearchBody },
  isQuestion: true,
  examples: [{ summary: 'Suspended users', value: { status: 'Suspended' } }],
  reply: { status: 200, data: Type.Array(UserShown), paged: true, example: [exampleShown] },
  ask: ({ body: { customerUID: _customer, page, limit, ...body } }, customerId) => ({
    params: { customerId },
    query: { page, size: limit },
    body,
  }),
  show: ({ totalElements, size, page, data }: Static<typeof UsersReply>, customerId) => ({
    data: data.map((user) => showUser(user, customerId)),
    pagination: { totalRecords: totalElements, returnedRecords: data.length, pageReturned: page, pageSize: size },
  }),
}

const statusForm = (act: 'suspend' | 'activate'): ClientForm => ({
  ...{ id: `${act}UserV2`, method: 'PUT', path: `/v2/users/{userUUID}/${act}`, dialect: 'envelope' },
  params: UserUuid,
  reply: { status: 200, data: Type.Null(), example: null },
  ask: ({ params }, customerId) => ({ params: { customerId, userId: params.userUUID } }),
  show: () => ({ data: null }),
})
const suspendUserForm = statusForm('suspend')
const activateUserForm = statusForm('activate')

/** The forms of the operations on users in the vendor's reference, by the id of the operation. */
export const userForms = {
  createUser: createUserForm,
  searchUsers: searchUsersForm,
  getUser: getUserForm,
  updateUser: updateUserForm,
  suspendUser: suspendUserForm,
  activateUser: activateUserForm,
}
