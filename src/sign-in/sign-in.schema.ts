import Type, { type Static } from 'typebox'
import { name, named } from '../http/fields.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { UserParams } from '../users/users.ts'
import type { Invitation } from './invitations.store.ts'
import { type Credentials, type Invited, renderFactor } from './manage-credentials.ts'

export const FactorParams = Type.Object({
  ...UserParams.properties,
  factorId: Type.String({ format: 'uuid', description: 'A UUID.' }),
})

const moment = (description: string) => Type.String({ format: 'date-time', description })

export const InvitationResult = named('UserInvitation', {
  userId: Type.String(),
  message: Type.String(),
  email: Type.String({ description: 'The address to which the link is mailed.' }),
  expiresAt: Type.String({ format: 'date-time', description: 'Until when the link works: 72 hours, and once.' }),
  invitationUrl: Type.Optional(
    Type.String({ description: 'The link, in a sandbox only. A repeated request gets the reply without it.' }),
  ),
})

export function renderInvited({ userId, mailTo: email, expiresAt }: Invited, message: string) {
  return { userId, message, email, expiresAt: timestamp(expiresAt) }
}

/** What becomes of the mail with an invitation. */
const DELIVERIES = ['Pending', 'Sent', 'Failed'] as const

export const CredentialsReply = named('UserCredentials', {
  userId: Type.String(),
  passwordSetAt: Type.Optional(moment('When the user set a password. Absent without one.')),
  invitation: Type.Optional(
    Type.Object(
      {
        email: Type.String({ description: 'The address to which the link is mailed.' }),
        createdAt: moment('When the user was invited.'),
        expiresAt: moment('Until when the link works.'),
        delivery: name(DELIVERIES, { description: 'What became of the mail with the link.' }),
      },
      { description: 'The invitation that the user has not accepted, if any.' },
    ),
  ),
  factors: Type.Array(
    named('SecondFactor', {
      factorId: Type.String({ description: 'Identifies the factor.' }),
      kind: name(['Totp', 'Passkey'], { description: 'Totp is an authenticator app.' }),
      createdAt: moment('When the user added it.'),
      usedAt: Type.Optional(moment('When the user last signed in with it. Absent if it was never used.')),
    }),
    { description: 'The second factors that the user signs in with.' },
  ),
  recoveryCodesLeft: Type.Integer({ description: 'How many recovery codes the user has not used.' }),
})

export function renderCredentials(credentials: Credentials): Static<typeof CredentialsReply> {
  const { userId, passwordSetAt, invitation, factors, recoveryCodesLeft } = credentials
  return {
    userId,
    passwordSetAt: passwordSetAt && timestamp(passwordSetAt),
    invitation: invitation && renderInvitation(invitation),
    factors: factors.map(renderFactor),
    recoveryCodesLeft,
  }
}

function renderInvitation({ mailTo: email, createdAt, expiresAt, sentAt, dueAt }: Invitation) {
  const unsent = dueAt === null ? 'Failed' : 'Pending'
  const delivery: (typeof DELIVERIES)[number] = sentAt === null ? unsent : 'Sent'
  return { email, createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt), delivery }
}

const userId = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
export const exampleFactorId = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0c11'

export const exampleInvitation: Static<typeof InvitationResult> = {
  userId,
  message: 'The user was invited.',
  email: 'ada.lund@blueharbor.example',
  expiresAt: '2026-07-04T14:00:00.000Z',
  invitationUrl: 'https://giro.example/auth/realms/sandbox/invitation?token=<43 characters>',
}

export const exampleCredentials: Static<typeof CredentialsReply> = {
  userId,
  passwordSetAt: '2026-07-01T14:00:00.000Z',
  factors: [
    {
      factorId: exampleFactorId,
      kind: 'Passkey',
      createdAt: '2026-07-01T14:02:00.000Z',
      usedAt: '2026-07-02T07:58:11.000Z',
    },
  ],
  recoveryCodesLeft: 10,
}
