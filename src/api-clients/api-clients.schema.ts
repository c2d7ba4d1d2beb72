import Type, { type Static } from 'typebox'
import { mustBeName, name, named, text, Uid, UidInBody, uniqueName } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import { type ApiClientRecord, DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../tokens/api-clients.ts'
import { ENTITLEMENTS, type Entitlement } from '../tokens/entitlements.ts'
import {
  accessRuleFields,
  accessRuleReply,
  exampleAccessRules,
  removeField,
  renderAccessRules,
} from './access-rules.schema.ts'

export const API_CLIENT_STATUSES = words('ApiClientStatus', ['Active', 'Revoked'])

export const ApiClientParams = Type.Object({
  apiKey: Type.String({
    pattern: '^giro_[0-9A-Za-z]{22}$',
    description: 'The API key: giro_ followed by 22 letters and digits.',
  }),
})

export const ApiClientsQuery = Type.Object({
  ...pageQuery,
  customerUID: Type.Optional(Uid),
  status: Type.Optional(name(API_CLIENT_STATUSES)),
})

const clientName = text(100, { description: 'The display name.' })
const entitlements = Type.Array(name(ENTITLEMENTS), { maxItems: 100, description: 'The entitlements of the client.' })

const roleNames = Type.Array(text(64, uniqueName), {
  maxItems: 100,
  description:
    'Roles of its legal entity. Each new token carries their current entitlements in addition to those of the client itself.',
})

const trustedToNamePersons = Type.Boolean({
  description:
    'Whether the client may name the person for whom it approves or rejects a payment. For a portal that signs persons in itself and has no identity provider. Default false. The client can never name a person whom it created or changed after the payment was made.',
})

const jwkText = (description?: string) => Type.Optional(text(2_000, { description }))

/**
 * The public parts of a JWK (RFC 7517, RFC 7518 section 6, RFC 8037). Private parts are refused.
 */
const PublicKey = named(
  'IdentityProviderKey',
  {
    kty: text(10, { description: 'EC, RSA or OKP.' }),
    kid: text(255),
    alg: jwkText(),
    use: jwkText(),
    crv: jwkText(),
    x: jwkText(),
    y: jwkText(),
    n: jwkText(),
    e: jwkText(),
  },
  { additionalProperties: false },
)

const identityProviderFields = {
  issuer: text(500, { description: 'The iss of its assertions.' }),
  keys: Type.Array(PublicKey, {
    minItems: 1,
    maxItems: 10,
    description:
      'Its public keys as JWKs. The private keys must belong to the identity provider, never to the client: a client that signs its own assertions could assert any person.',
  }),
}

const IdentityProvider = named('IdentityProvider', identityProviderFields, {
  additionalProperties: false,
  description:
    'The identity provider that signs persons in for this client. The client exchanges its assertions for tokens of the persons.',
})

export const CreateApiClientBody = named(
  'ApiClientRequest',
  {
    name: clientName,
    customerUID: Type.Optional(UidInBody),
    entitlements: Type.Optional(entitlements),
    roleNames: Type.Optional(roleNames),
    ...accessRuleFields,
    trustedToNamePersons: Type.Optional(trustedToNamePersons),
    identityProvider: Type.Optional(IdentityProvider),
  },
  { additionalProperties: false },
)
export type CreateApiClientBody = Static<typeof CreateApiClientBody>

export const UpdateApiClientBody = named(
  'ApiClientUpdate',
  {
    name: Type.Optional(clientName),
    entitlements: Type.Optional(entitlements),
    roleNames: Type.Optional(roleNames),
    ...accessRuleFields,
    trustedToNamePersons: Type.Optional(trustedToNamePersons),
    identityProvider: Type.Optional(IdentityProvider),
    ...removeField,
  },
  { additionalProperties: false },
)
export type UpdateApiClientBody = Static<typeof UpdateApiClientBody>

export const RotateSecretBody = named(
  'ApiClientSecretRotation',
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the previous secret stays valid. Default ${DEFAULT_OVERLAP_SECONDS}. 0 ends it at once, with all earlier ones and all tokens of the client.`,
      }),
    ),
  },
  { additionalProperties: false },
)

/** Removes duplicates and restores the catalog's spelling. */
export function parseEntitlements(names: readonly string[]): Entitlement[] {
  return [...new Set(names.map((name) => mustBeName(ENTITLEMENTS, name)))]
}

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const ApiClientReply = named('ApiClientRecord', {
  apiKey: Type.String(),
  apiSecret: Type.Optional(Type.String({ description: 'Shown once, in the reply that created it.' })),
  name: Type.String(),
  customerUID: Type.String(),
  status: name(API_CLIENT_STATUSES),
  entitlements: Type.Array(Type.String(), { description: 'Entitlements granted directly.' }),
  roleNames: Type.Array(Type.String(), { description: 'Roles that grant further entitlements.' }),
  ...accessRuleReply,
  trustedToNamePersons: Type.Boolean({ description: 'Whether the client may name the person for whom it decides.' }),
  identityProvider: Type.Optional(IdentityProvider),
  createdAt: instant('When the client was created.'),
  revokedAt: Type.Optional(instant('When the client was revoked.')),
  secrets: Type.Array(
    Type.Object({
      createdAt: instant('When the secret was created.'),
      expiresAt: Type.Optional(instant('When the secret ends; only for a secret that was replaced.')),
    }),
    { description: 'One secret, or more during the overlap of rotations. None for a client without a secret.' },
  ),
  holders: Type.Array(
    Type.Object({
      id: Type.String({ description: 'An apiKey, or the id of a user.' }),
      endsAt: Type.Optional(
        instant(
          'From when it holds nothing of the client: four hours after others replaced all its credentials by keys.',
        ),
      ),
    }),
    {
      description:
        'Who was shown a secret of the client or proposed a key of it, at any time. Under dual control, none of them, and nobody who holds one of them, is a second person beside the client.',
    },
  ),
})

export function renderApiClient(client: ApiClientRecord): Static<typeof ApiClientReply> {
  const { clientId, legalEntityId, revokedAt, createdAt, trustedToNamePersons, identityProvider } = client
  return {
    apiKey: clientId,
    name: client.name,
    customerUID: String(legalEntityId),
    status: revokedAt ? 'Revoked' : 'Active',
    entitlements: client.entitlements,
    roleNames: client.roles.map(({ name }) => name),
    ...renderAccessRules(client),
    trustedToNamePersons,
    ...(identityProvider && { identityProvider: identityProvider as Static<typeof IdentityProvider> }),
    createdAt: timestamp(createdAt),
    ...(revokedAt && { revokedAt: timestamp(revokedAt) }),
    secrets: client.secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: timestamp(createdAt),
      ...(expiresAt && { expiresAt: timestamp(expiresAt) }),
    })),
    holders: client.holders.map(({ id, endsAt }) => ({ id, ...(endsAt && { endsAt: timestamp(endsAt) }) })),
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
  ...exampleAccessRules,
  trustedToNamePersons: false,
  status: 'Active',
  createdAt: '2026-07-01T12:00:00.000Z',
  secrets: [{ createdAt: '2026-07-01T12:00:00.000Z' }],
  holders: [{ id: 'giro_9Zy8Xw7Vu6Ts5Rq4Po3Nm2' }],
}
