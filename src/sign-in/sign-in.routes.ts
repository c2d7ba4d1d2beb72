import './sign-in.errors.ts'
import Type from 'typebox'
import { userManagementPaths } from '../customers/customers.ts'
import { type Answer, defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { UserParams } from '../users/users.ts'
import {
  type Invited,
  inviteUser,
  proposedInvitation,
  proposedReset,
  readCredentials,
  removeFactor,
  resetCredentials,
} from './manage-credentials.ts'
import {
  CredentialsReply,
  exampleCredentials,
  exampleInvitation,
  FactorParams,
  InvitationResult,
  renderCredentials,
  renderInvited,
} from './sign-in.schema.ts'

const userErrors = ['customerNotFound', 'foreignCustomer', 'userNotFound', 'userOfAnotherCustomer'] as const

const linkRule =
  'The link in the mail works once and for 72 hours, and ends earlier links. In a sandbox, the reply contains the link, too.'

function replyWithLink(invited: Invited, message: string): Answer {
  const { url: invitationUrl } = invited
  return { data: renderInvited(invited, message), ...(invitationUrl !== undefined && { shownOnce: { invitationUrl } }) }
}

export const signInOperations = [
  defineOperation({
    id: 'inviteUser',
    method: 'POST',
    paths: userManagementPaths('/users/{userId}/invitation'),
    tag: 'Users',
    summary: 'Invite a user to set a password',
    description: `Mails an Active user without a password a link to set one. ${linkRule} Outside a sandbox the invitation waits for a second person; in a sandbox, only if one decides about the user. Who set the address of the user cannot approve it.`,
    failure: 'The user was not invited',
    entitlement: 'User_Admin.Manage_Users',
    dialect: 'message',
    errors: [...userErrors, 'userStatusConflict', 'userHasCredentials'],
    invalid: 'invalidUser',
    params: UserParams,
    reply: { status: 201, description: 'The user was invited.', data: InvitationResult, example: exampleInvitation },
    secondPerson: proposedInvitation,
    async change(tx, app, { principal, params, approval }) {
      const invited = await inviteUser(tx, app, principal, { ...params, approval })
      return invited.ok ? accept(replyWithLink(invited.value, 'The user was invited.')) : invited
    },
  }),

  defineOperation({
    id: 'getUserCredentials',
    method: 'GET',
    paths: userManagementPaths('/users/{userId}/credentials'),
    tag: 'Users',
    summary: "Read a user's credentials",
    description: 'When the user set a password, the open invitation and the second factors, without any secret.',
    failure: 'The credentials were not read',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: userErrors,
    invalid: 'invalidUser',
    params: UserParams,
    reply: { status: 200, description: 'The credentials.', data: CredentialsReply, example: exampleCredentials },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const found = await readCredentials(db, principal, params)
        return found.ok ? accept({ data: renderCredentials(found.value) }) : found
      }),
  }),

  defineOperation({
    id: 'resetUserCredentials',
    method: 'POST',
    paths: userManagementPaths('/users/{userId}/credentials/reset'),
    tag: 'Users',
    summary: "Reset a user's credentials",
    description: `Ends the password, the second factors, the recovery codes, the sessions and the tokens of an Active user, and invites the user again. A second person always decides it. ${linkRule}`,
    failure: 'The credentials were not reset',
    entitlement: 'User_Admin.Activate_Users',
    dialect: 'message',
    errors: [...userErrors, 'userStatusConflict'],
    invalid: 'invalidUser',
    params: UserParams,
    reply: {
      status: 200,
      description: 'The credentials were reset.',
      data: InvitationResult,
      example: { ...exampleInvitation, message: 'The credentials were reset, and the user was invited.' },
    },
    secondPerson: proposedReset,
    async change(tx, app, { principal, params, approval }) {
      const invited = await resetCredentials(tx, app, principal, { ...params, approval })
      if (!invited.ok) return invited
      return accept(replyWithLink(invited.value, 'The credentials were reset, and the user was invited.'))
    },
  }),

  defineOperation({
    id: 'removeUserFactor',
    method: 'DELETE',
    paths: userManagementPaths('/users/{userId}/factors/{factorId}'),
    tag: 'Users',
    summary: 'Remove a second factor of a user',
    description:
      "Removes a passkey or an authenticator app, such as one on a lost telephone, and ends the user's sessions and tokens. A second person always decides it. The only factor of a user cannot be removed: reset the credentials.",
    failure: 'The factor was not removed',
    entitlement: 'User_Admin.Activate_Users',
    dialect: 'message',
    errors: [...userErrors, 'factorNotFound', 'lastFactor'],
    invalid: 'invalidUser',
    params: FactorParams,
    reply: { status: 204, description: 'The factor was removed.', data: Type.Null(), example: undefined },
    secondPerson: proposedReset,
    async change(tx, app, { principal, params, approval }) {
      const removed = await removeFactor(tx, app, principal, { ...params, approval })
      return removed.ok ? accept({ data: null }) : removed
    },
  }),
]
