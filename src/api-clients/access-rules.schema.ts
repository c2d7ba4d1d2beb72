import type { JWK } from 'jose'
import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { momentField, mustBeName, name, named, parseMoment, text } from '../http/fields.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import {
  type AccessRules,
  AUTHENTICATION_METHODS,
  MAX_TOKEN_SECONDS,
  MIN_TOKEN_SECONDS,
  SENDER_CONSTRAINTS,
  tokenSecondsOf,
} from '../tokens/access-rules.ts'

const part = Type.Optional(text(1_024))

/** A public key: its private parts are refused as unknown fields. */
const PublicKey = named(
  'ClientKey',
  {
    kty: text(8),
    kid: text(128),
    use: Type.Optional(text(8)),
    alg: Type.Optional(text(16)),
    crv: Type.Optional(text(16)),
    x: part,
    y: part,
    n: part,
    e: part,
  },
  { additionalProperties: false },
)

const describe = {
  authenticationMethod:
    'How the client proves who it is at the token endpoint: with its secret, with assertions signed by one of publicKeys (RFC 7523), with a TLS certificate (RFC 8705), or none: an application that cannot keep a secret, and can only sign persons in. Default client_secret. When it is no longer client_secret, the secrets end; when it is client_secret again, a rotation creates one.',
  publicKeys: 'The JWKs that verify assertions: EC P-256, OKP Ed25519, or RSA of at least 2048 bits. Public keys only.',
  certificateThumbprints: 'SHA-256 of each certificate in DER, in base64url (x5t#S256).',
  senderConstraint:
    'What each use of an access token must prove: none, the DPoP key of its token request (RFC 9449), or the certificate of its token request (RFC 8705). Default none.',
  accessTokenSeconds: 'The lifetime of access tokens. Default: 14400 with a secret and no senderConstraint, else 3600.',
  allowedNetworks:
    'The addresses and networks, such as 203.0.113.0/24, from which the client may get and use tokens. Empty for any.',
  expiresAt: 'When the client and its tokens end. Default: never.',
  redirectUris:
    'Where persons come back to after they sign in (OpenID Connect, authorization code flow with PKCE). Each address exactly: https, or http on the loopback interface. Empty for a client that signs nobody in.',
  postLogoutRedirectUris: 'Where persons may come back to after they sign out. Each address exactly.',
}

const addresses = (description: string) => Type.Array(text(2_000), { maxItems: 10, description })

/** What a change takes away. By name, because null says in most requests that a field is unset. */
export const REMOVABLE = words('RemovableClientField', ['accessTokenSeconds', 'expiresAt', 'identityProvider'])

/** The fields in bodies. An update keeps the fields that it omits. */
export const accessRuleFields = {
  authenticationMethod: Type.Optional(name(AUTHENTICATION_METHODS, { description: describe.authenticationMethod })),
  publicKeys: Type.Optional(Type.Array(PublicKey, { maxItems: 10, description: describe.publicKeys })),
  certificateThumbprints: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), {
      maxItems: 10,
      description: describe.certificateThumbprints,
    }),
  ),
  senderConstraint: Type.Optional(name(SENDER_CONSTRAINTS, { description: describe.senderConstraint })),
  accessTokenSeconds: Type.Optional(
    Type.Integer({
      minimum: MIN_TOKEN_SECONDS,
      maximum: MAX_TOKEN_SECONDS,
      description: describe.accessTokenSeconds,
    }),
  ),
  allowedNetworks: Type.Optional(Type.Array(text(64), { maxItems: 50, description: describe.allowedNetworks })),
  expiresAt: Type.Optional(momentField(describe.expiresAt)),
  redirectUris: Type.Optional(addresses(describe.redirectUris)),
  postLogoutRedirectUris: Type.Optional(addresses(describe.postLogoutRedirectUris)),
}
export const removeField = {
  remove: Type.Optional(
    Type.Array(name(REMOVABLE), {
      maxItems: REMOVABLE.length,
      description:
        'Fields that the client loses: its own lifetime of tokens, its end, or its identity provider. null in a field leaves it as it was.',
    }),
  ),
}
const Body = Type.Object({ ...accessRuleFields, ...removeField })

/** Whether the change takes the field away. */
export function isRemoved({ remove = [] }: Pick<Static<typeof Body>, 'remove'>, field: Removable): boolean {
  return remove.some((one) => mustBeName(REMOVABLE, one) === field)
}
type Removable = (typeof REMOVABLE)[number]

/** The rules after a change: the fields of the body in place of those before. */
export function overlayRules(before: AccessRules, body: Static<typeof Body>): AccessRules {
  const { authenticationMethod, senderConstraint, publicKeys, accessTokenSeconds, expiresAt } = body
  const kept = <Value>(field: Removable, value: Value) => (isRemoved(body, field) ? null : value)
  return {
    authenticationMethod: authenticationMethod
      ? mustBeName(AUTHENTICATION_METHODS, authenticationMethod)
      : before.authenticationMethod,
    publicKeys: (publicKeys as JWK[] | undefined) ?? before.publicKeys,
    certificateThumbprints: body.certificateThumbprints ?? before.certificateThumbprints,
    senderConstraint: senderConstraint ? mustBeName(SENDER_CONSTRAINTS, senderConstraint) : before.senderConstraint,
    accessTokenSeconds: accessTokenSeconds ?? kept('accessTokenSeconds', before.accessTokenSeconds),
    allowedNetworks: body.allowedNetworks ?? before.allowedNetworks,
    expiresAt: expiresAt === undefined ? kept('expiresAt', before.expiresAt) : parseMoment(expiresAt),
    redirectUris: body.redirectUris ?? before.redirectUris,
    postLogoutRedirectUris: body.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
  }
}

export const accessRuleReply = {
  authenticationMethod: name(AUTHENTICATION_METHODS, { description: describe.authenticationMethod }),
  publicKeys: Type.Array(PublicKey, { description: describe.publicKeys }),
  certificateThumbprints: Type.Array(Type.String(), { description: describe.certificateThumbprints }),
  senderConstraint: name(SENDER_CONSTRAINTS, { description: describe.senderConstraint }),
  accessTokenSeconds: Type.Integer({ description: 'The lifetime of access tokens.' }),
  allowedNetworks: Type.Array(Type.String(), { description: describe.allowedNetworks }),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'When the client and its tokens end.' })),
  redirectUris: Type.Array(Type.String(), { description: describe.redirectUris }),
  postLogoutRedirectUris: Type.Array(Type.String(), { description: describe.postLogoutRedirectUris }),
  lastUsedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the client last called the API, to about a minute.' }),
  ),
}

export function renderAccessRules(rules: AccessRules & { lastUsedAt: Temporal.Instant | null }) {
  const { authenticationMethod, publicKeys, certificateThumbprints, senderConstraint, allowedNetworks } = rules
  return {
    authenticationMethod,
    publicKeys: publicKeys as Static<typeof PublicKey>[],
    certificateThumbprints: [...certificateThumbprints],
    senderConstraint,
    accessTokenSeconds: tokenSecondsOf(rules),
    allowedNetworks: [...allowedNetworks],
    redirectUris: [...rules.redirectUris],
    postLogoutRedirectUris: [...rules.postLogoutRedirectUris],
    ...(rules.expiresAt && { expiresAt: timestamp(rules.expiresAt) }),
    ...(rules.lastUsedAt && { lastUsedAt: timestamp(rules.lastUsedAt) }),
  }
}

export const exampleAccessRules = {
  authenticationMethod: 'client_secret',
  publicKeys: [],
  certificateThumbprints: [],
  senderConstraint: 'none',
  accessTokenSeconds: 14_400,
  allowedNetworks: ['203.0.113.0/24'],
  redirectUris: [],
  postLogoutRedirectUris: [],
}
