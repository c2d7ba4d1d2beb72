import { hash, randomUUID } from 'node:crypto'
import { errors, type Provider, type ResourceServer, type TokenEndpointGrantContext } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { API_IDENTIFIER, API_SCOPE, type Confirmation, issuerOf } from './access-token-claims.ts'
import { ENDPOINTS } from './endpoints.ts'
import { type AssertionRefusal, MAX_ASSERTION_SECONDS, verifyPersonAssertion } from './person-assertion.ts'
import { findIdentityProvider, findPerson, type Person } from './persons.store.ts'
import type { Realm } from './realms.store.ts'
import { refuseForeignScopes } from './requested-scopes.ts'
import { insertTokenRecordOnce } from './token-records.store.ts'

/** The parameters of the grant in addition to `grant_type`. */
export const TOKEN_EXCHANGE_PARAMETERS = [
  ...['subject_token', 'subject_token_type', 'requested_token_type', 'actor_token', 'actor_token_type'],
  ...['audience', 'scope', 'resource'],
]

/** The type of an assertion, and of the token it is exchanged for: RFC 8693 section 3. */
export const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt'
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

/** The longest life of a person's token. Afterwards the person must still be signed in. */
export const PERSON_TOKEN_SECONDS = 900

const KIND = 'PersonAssertion'

const explanations: Record<AssertionRefusal, string> = {
  malformed: 'it is not a signed JWT',
  type: 'its typ must be JWT',
  algorithm: 'its algorithm is not accepted',
  unknownKey: 'its key is not registered for this client',
  signature: 'its signature is invalid',
  issuer: 'its iss is not the identity provider that is registered for this client',
  audience: 'its aud must be this token endpoint, and nothing else',
  subject: 'its sub must be the loginId of a user',
  id: 'it needs a jti of 1 to 255 characters',
  lifetime: `it needs iat and exp at most ${MAX_ASSERTION_SECONDS} seconds apart`,
  expired: 'it has expired',
  notYetValid: 'it is not valid yet',
}

interface Options {
  db: Database
  clock: Clock
  publicUrl: string
}

interface Exchange {
  realm: Realm
  resourceServer: ResourceServer
  /** What the token will be bound to; undefined for a bearer token. */
  confirmation: Confirmation | undefined
}

/** The persons of the tokens that are being issued. */
const persons = new WeakMap<object, Person>()

/**
 * RFC 8693: exchanges the assertion of an identity provider for an access token of the person, with
 * the client as its actor. The client is already authenticated. The token has the entitlements that
 * client and person share, acts for the person's customer, and cannot be refreshed.
 */
export async function grantTokenExchange(
  provider: Provider,
  { realm, resourceServer, confirmation, ...options }: Options & Exchange,
  ctx: TokenEndpointGrantContext,
): Promise<void> {
  const { client, params } = ctx.oidc
  requireSupported(params, [...ctx.oidc.requestParamScopes])
  const key = { tenantId: realm.tenantId, clientId: client.clientId }
  const legalEntityId = BigInt(String(client['legal_entity']))
  const person = await proveInDatabase(String(params.subject_token), { ...key, legalEntityId, realm }, options)
  const accessToken = new provider.AccessToken({
    client,
    accountId: person.userId,
    // No grant is stored, because the token cannot be refreshed.
    grantId: randomUUID(),
    gty: 'token_exchange',
    scope: API_SCOPE,
    expiresIn: Math.min(PERSON_TOKEN_SECONDS, resourceServer.accessTokenTTL!),
  })
  accessToken.resourceServer = new provider.ResourceServer(API_IDENTIFIER, resourceServer)
  persons.set(accessToken, person)
  ctx.oidc.entity('AccessToken', accessToken)
  ctx.body = {
    access_token: await accessToken.save(),
    issued_token_type: ACCESS_TOKEN_TYPE,
    token_type: confirmation?.jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: accessToken.expiration,
  }
}

/**
 * The claims of a person's token in place of those of the client. `sub` is the user, and `act`
 * names the client (RFC 8693 section 4.1). Undefined for any other token.
 */
export function claimsOfExchange(token: object, clientId: string, entitlements: readonly string[]) {
  const person = persons.get(token)
  return person && claimsOfPerson(person, clientId, entitlements)
}

/** The claims of a token of the person that the client uses. */
export function claimsOfPerson(person: Person, clientId: string, entitlements: readonly string[]) {
  const shared = new Set<string>(person.entitlements)
  return {
    legal_entity: String(person.legalEntityId),
    entitlements: entitlements.filter((entitlement) => shared.has(entitlement)),
    person_version: Number(person.accessVersion),
    act: { sub: clientId },
  }
}

function requireSupported(params: Record<string, unknown>, scopes: readonly string[]): void {
  if (typeof params['subject_token'] !== 'string') throw new errors.InvalidRequest('subject_token is missing')
  if (params['subject_token_type'] !== JWT_TYPE)
    throw new errors.InvalidRequest(`subject_token_type must be ${JWT_TYPE}`)
  if ((params['requested_token_type'] ?? ACCESS_TOKEN_TYPE) !== ACCESS_TOKEN_TYPE)
    throw new errors.InvalidRequest(`requested_token_type must be ${ACCESS_TOKEN_TYPE}`)
  if (params['actor_token'] !== undefined || params['actor_token_type'] !== undefined)
    throw new errors.InvalidRequest('actor_token is not supported: the authenticated client is the actor')
  refuseForeignScopes(scopes)
  for (const name of ['resource', 'audience'])
    if ((params[name] ?? API_IDENTIFIER) !== API_IDENTIFIER) throw new errors.InvalidTarget()
}

/**
 * The person whom the assertion proves. Of two requests with the same assertion, on any nodes, one
 * succeeds.
 */
async function proveInDatabase(
  assertion: string,
  asked: { tenantId: bigint; clientId: string; legalEntityId: bigint; realm: Realm },
  { db, clock, publicUrl }: Options,
): Promise<Person> {
  const { tenantId, legalEntityId, realm } = asked
  const identityProvider = await db.read((db) => findIdentityProvider(db, asked))
  if (!identityProvider)
    throw new errors.InvalidRequest('the institution has not registered an identity provider for this client')
  const now = clock.now()
  const audience = issuerOf(publicUrl, realm.code) + ENDPOINTS.token
  const nowSeconds = now.epochMilliseconds / 1_000
  const proven = await verifyPersonAssertion(assertion, identityProvider, { audience, nowSeconds })
  if (!proven.ok) throw refused(explanations[proven.refusal])
  const { loginId, jti, expiresAt } = proven.value
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, { tenantId, loginId, legalEntityId })
    if (!person) throw refused("its sub is not the loginId of an Active user of the client's legal entity")
    const id = hash('sha256', JSON.stringify([identityProvider.issuer, jti]), 'base64url')
    const record = { tenantId, kind: KIND, id, payload: {}, grantId: undefined }
    const end = Temporal.Instant.fromEpochMilliseconds(Math.ceil(expiresAt) * 1_000)
    if (!(await insertTokenRecordOnce(tx, { ...record, expiresAt: end }, now))) throw refused('it was used before')
    return person
  })
}

/** RFC 8693 section 2.2.2: an invalid subject_token is an invalid request. */
function refused(why: string): Error {
  return new errors.InvalidRequest(`the subject_token was refused: ${why}`)
}
