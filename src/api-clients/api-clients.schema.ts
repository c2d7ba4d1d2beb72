import Type, { type Static } from 'typebox'
import { mustBeName, name, text, Uid, UidInBody } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { type ApiClientRecord, DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../tokens/api-clients.ts'
import { ENTITLEMENTS, type Entitlement } from '../tokens/entitlements.ts'

export const API_CLIENT_STATUSES = ['Active', 'Revoked'] as const

export const ApiClientParams = Type.Object({
  apiKey: Type.String({
    pattern: '^giro_[0-9A-Za-z]{22}$',
    description: 'An API key, giro_ and 22 letters and digits.',
  }),
})

export const ApiClientsQuery = Type.Object({
  ...pageQuery,
  customerUID: Type.Optional(Uid),
  status: Type.Optional(name(API_CLIENT_STATUSES)),
})

const clientName = text(100, { description: 'What people call it.' })
const entitlements = Type.Array(name(ENTITLEMENTS), { maxItems: 100, description: 'What it may do.' })

const roleNames = Type.Array(text(64), {
  maxItems: 100,
  description:
    'Roles of its legal entity. It may do what they say beside its entitlements, as they are when it gets a token.',
})

export const CreateApiClientBody = Type.Object(
  {
    name: clientName,
    customerUID: Type.Optional(UidInBody),
    entitlements: Type.Optional(entitlements),
    roleNames: Type.Optional(roleNames),
  },
  { additionalProperties: false },
)
export type CreateApiClientBody = Static<typeof CreateApiClientBody>

export const UpdateApiClientBody = Type.Object(
  {
    name: Type.Optional(clientName),
    entitlements: Type.Optional(entitlements),
    roleNames: Type.Optional(roleNames),
  },
  { additionalProperties: false },
)
export type UpdateApiClientBody = Static<typeof UpdateApiClientBody>

export const RotateSecretBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the secret before stays valid; ${DEFAULT_OVERLAP_SECONDS} where it is left out, 0 ends it at once, and all tokens of the client with it.`,
      }),
    ),
  },
  { additionalProperties: false },
)

/** Each entitlement once, in the catalogue's spelling. */
export function parseEntitlements(names: readonly string[]): Entitlement[] {
  return [...new Set(names.map((name) => mustBeName(ENTITLEMENTS, name)))]
}

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const ApiClientReply = Type.Object({
  apiKey: Type.String(),
  apiSecret: Type.Optional(Type.String({ description: 'Shown once, in the answer that made it, and never again.' })),
  name: Type.String(),
  customerUID: Type.String(),
  status: Type.String(),
  entitlements: Type.Array(Type.String(), { description: 'What it holds itself.' }),
  roleNames: Type.Array(Type.String(), { description: 'The roles by which it holds more.' }),
  createdAt: instant('When it was created.'),
  revokedAt: Type.Optional(instant('When it was revoked.')),
  secrets: Type.Array(
    Type.Object({
      createdAt: instant('When it was made.'),
      expiresAt: Type.Optional(instant('When it ends, where another one has taken its place.')),
    }),
    { description: 'Its secrets: one, or two while a rotation overlaps.' },
  ),
})

export function renderApiClient(client: ApiClientRecord): Static<typeof ApiClientReply> {
  const { clientId, legalEntityId, revokedAt, createdAt, secrets } = client
  return {
    apiKey: clientId,
    name: client.name,
    customerUID: String(legalEntityId),
    status: revokedAt ? 'Revoked' : 'Active',
    entitlements: client.entitlements,
    roleNames: client.roles.map(({ name }) => name),
    createdAt: createdAt.toString(),
    ...(revokedAt && { revokedAt: revokedAt.toString() }),
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toString(),
      ...(expiresAt && { expiresAt: expiresAt.toString() }),
    })),
  }
}

export const exampleApiClient = {
  name: 'Core integration',
  customerUID: '100042',
  entitlements: ['Accounts.View_Account', 'Payments.Initiate_Payments', 'Payments.View_Payments'],
}

export const exampleApiClientReply = {
  apiKey: 'giro_0Aq1Bw2Ce3Dr4Et5Fy6Gu7',
  ...exampleApiClient,
  roleNames: [],
  status: 'Active',
  createdAt: '2026-07-01T12:00:00Z',
  secrets: [{ createdAt: '2026-07-01T12:00:00Z' }],
}
