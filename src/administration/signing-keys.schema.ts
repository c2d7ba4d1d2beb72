import Type, { type Static } from 'typebox'
import { name, named } from '../http/fields.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { ANNOUNCE_SECONDS, SIGNING_KEY_STATUSES, type SigningKey } from '../tokens/signing-keys.ts'

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const SigningKeyReply = named('SigningKey', {
  kid: Type.String({ description: 'The key id in tokens and the JWKS: the thumbprint of the key (RFC 7638).' }),
  algorithm: Type.String(),
  status: name(SIGNING_KEY_STATUSES, {
    description: 'A Pending key is published but does not sign yet; an Active key signs; a Retired key only verifies.',
  }),
  createdAt: instant('When the key was created and published.'),
  signsFrom: instant(
    `When the key starts to sign: ${ANNOUNCE_SECONDS} seconds after publication; for an institution's first key, at once.`,
  ),
  retiredAt: Type.Optional(instant('When its successor starts to sign.')),
  expiresAt: Type.Optional(instant('When the last token it signed expires and the key leaves the JWKS.')),
})

export const SigningKeysReply = named('SigningKeys', { keys: Type.Array(SigningKeyReply) })

export function renderSigningKey(key: SigningKey): Static<typeof SigningKeyReply> {
  const { kid, algorithm, status, createdAt, signsFrom, retiredAt, expiresAt } = key
  return {
    kid,
    algorithm,
    status,
    createdAt: timestamp(createdAt),
    signsFrom: timestamp(signsFrom),
    ...(retiredAt && { retiredAt: timestamp(retiredAt) }),
    ...(expiresAt && { expiresAt: timestamp(expiresAt) }),
  }
}

export const exampleSigningKeys = {
  keys: [
    {
      kid: '8sSUGdI3rI4A9W5oGXm3nD1n0Y2e7n4Qm1qZ8sF3x0E',
      algorithm: 'ES256',
      status: 'Active',
      createdAt: '2026-01-02T12:00:00.000Z',
      signsFrom: '2026-01-02T12:00:00.000Z',
      retiredAt: '2026-07-01T12:01:00.000Z',
      expiresAt: '2026-07-01T16:02:00.000Z',
    },
    {
      kid: 'b0PvS2l8Qx7wJr3cKf6mTz1yHn5gUe9aLd4iVo0sXqM',
      algorithm: 'ES256',
      status: 'Pending',
      createdAt: '2026-07-01T12:00:00.000Z',
      signsFrom: '2026-07-01T12:01:00.000Z',
    },
  ],
} as const
