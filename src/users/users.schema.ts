import Type, { type Static } from 'typebox'
import { CustomerIdParams } from '../customers/customers.ts'
import {
  blanksAreAbsent,
  canonicalName,
  EmailField,
  mustBeName,
  name,
  named,
  nameText,
  PhoneNumberField,
  removable,
  text,
  uniqueName,
} from '../http/fields.ts'
import { sizedPageOf } from '../http/paging.ts'
import { ApplicationLimits, renderLimits } from '../roles/roles.ts'
import { APPLICATIONS, entitlementsOf } from '../tokens/entitlements.ts'
import { USER_STATUSES } from './domain/user-state.ts'
import type { HeldRole, UserData, UserFilter, UserRow } from './users.store.ts'

/** Names of people, in any script; not blank. */
const personName = nameText(64)

const LimitsOfApplication = named('ApplicationLimits', { name: text(64), limits: ApplicationLimits })

const userFields = {
  externalReferenceId: text(64),
  loginId: Type.String({
    pattern: '^[-@._a-zA-Z0-9]{1,128}$',
    description: '1 to 128 letters, digits and the characters - @ . _',
  }),
  firstName: personName,
  lastName: personName,
  email: EmailField,
  roleNames: Type.Array(text(64, uniqueName), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of roles of the customer.',
  }),
  phoneNumber: Type.Optional(PhoneNumberField),
  applicationLimits: Type.Optional(Type.Array(LimitsOfApplication, { maxItems: APPLICATIONS.length })),
}
export const CreateUserBody = named('UserRequest', userFields, blanksAreAbsent())
export type CreateUserBody = Static<typeof CreateUserBody>

const { loginId: _loginId, ...updatable } = userFields

/** The fields of a new user, all optional. loginId never changes. */
export const UpdateUserBody = named(
  'UserUpdate',
  { ...Type.Partial(Type.Object(updatable)).properties, phoneNumber: removable(PhoneNumberField) },
  blanksAreAbsent(CreateUserBody.required),
)
export type UpdateUserBody = Static<typeof UpdateUserBody>

/** The body that would create this user. An update is merged into it and checked as a whole. */
export function bodyOf(user: UserRow, roles: readonly HeldRole[]): CreateUserBody {
  return {
    externalReferenceId: user.externalReferenceId,
    loginId: user.loginId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    roleNames: roles.map((role) => role.name),
    phoneNumber: user.phoneNumber ?? undefined,
    applicationLimits: user.limits as Static<typeof UserReply>['limits'],
  }
}

/** The user to store, and every violation of the catalog of applications. */
export function parseUser(body: CreateUserBody): { data: UserData; wrong: string[] } {
  const wrong: string[] = []
  const limits = new Map<string, ApplicationLimits>()
  for (const { name, limits: asked } of body.applicationLimits ?? []) {
    const application = canonicalName(APPLICATIONS, name)
    if (application === undefined) wrong.push(`${name} in applicationLimits is not an application`)
    else if (limits.has(application)) wrong.push(`${application} is named twice in applicationLimits`)
    else limits.set(application, asked)
  }
  const data = {
    externalReferenceId: body.externalReferenceId,
    firstName: body.firstName,
    lastName: body.lastName,
    email: body.email,
    phoneNumber: body.phoneNumber ?? null,
    limits: [...limits].map(([application, limits]) => ({ name: application, limits })),
  }
  return { data, wrong }
}

export const SearchUsersBody = named('UserSearch', {
  loginId: Type.Optional(text(128)),
  firstName: Type.Optional(text(64)),
  lastName: Type.Optional(text(64)),
  email: Type.Optional(text(254)),
  phoneNumber: Type.Optional(text(32)),
  status: Type.Optional(name(USER_STATUSES)),
  shortName: Type.Optional(text(64, { description: 'The short name of the customer.' })),
})

export function parseFilter(body: Static<typeof SearchUsersBody>): Omit<UserFilter, 'customerId'> {
  const { shortName: _shortName, status, ...filter } = body
  return { ...filter, ...(status !== undefined && { status: mustBeName(USER_STATUSES, status) }) }
}

const UserFields = {
  userId: Type.String(),
  loginId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phoneNumber: Type.Optional(Type.String()),
  status: name(USER_STATUSES),
  shortName: Type.String({ description: 'The short name of the customer.' }),
  externalReferenceId: Type.String(),
  roleNames: Type.Array(Type.String()),
  limits: Type.Array(LimitsOfApplication),
}
export const UserReply = named('User', UserFields)
export const UsersReply = sizedPageOf(UserReply)

export function renderUser(
  user: UserRow,
  customer: { shortName: string },
  roles: readonly HeldRole[],
): Static<typeof UserReply> {
  return {
    userId: user.id,
    loginId: user.loginId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneNumber ?? undefined,
    status: user.status,
    shortName: customer.shortName,
    externalReferenceId: user.externalReferenceId,
    roleNames: roles.map((role) => role.name),
    limits: (user.limits as Static<typeof UserReply>['limits']).map((one) => ({
      ...one,
      limits: renderLimits(one.limits),
    })),
  }
}

export const UserDetailReply = named('UserDetail', {
  ...UserFields,
  entitlements: Type.Array(Type.String(), { description: 'The current entitlements of all roles of the user.' }),
})

export function renderEntitlements(roles: readonly HeldRole[]): string[] {
  return [...new Set(roles.flatMap(entitlementsOf))].sort()
}

export const UserResult = named('UserResult', {
  userId: Type.String(),
  message: Type.String(),
  data: Type.Object({
    userId: Type.String(),
    approvalUID: Type.Optional(Type.String({ description: 'The approval that the change waits for, if any.' })),
  }),
})

/** A user that waits for approval exists already; a waiting change does not. */
const messages = {
  created: { done: 'The user was created.', waits: 'The user was created and waits for approval.' },
  updated: { done: 'The user was updated.', waits: 'The update of the user waits for approval.' },
} as const

export function renderUserResult(
  { user: { id: userId }, approvalUID }: { user: UserRow; approvalUID: string | undefined },
  change: keyof typeof messages,
): Static<typeof UserResult> {
  const message = messages[change][approvalUID === undefined ? 'done' : 'waits']
  return { userId, message, data: { userId, approvalUID } }
}

export const UserParams = Type.Object({
  ...CustomerIdParams.properties,
  userId: Type.String({ format: 'uuid', description: 'A UUID.' }),
})

export const exampleUser = {
  externalReferenceId: 'user-4711',
  loginId: 'ada.lund',
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada.lund@blueharbor.example',
  roleNames: ['Treasury'],
  phoneNumber: '+1 207 555 0100',
  applicationLimits: [{ name: 'Payments', limits: [{ name: 'Approval limit', value: 25000 }] }],
}
