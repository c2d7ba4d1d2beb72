import type { IncomingMessage } from 'node:http'
import type { JWK } from 'jose'
import {
  type Client,
  type Configuration,
  errors,
  type JWKS,
  type KoaContextWithOIDC,
  Provider,
  type ResourceServer,
} from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { networkOf } from '../kernel/network-of.ts'
import { CLIENT_ALGORITHMS } from './access-rules.ts'
import { ALGORITHM, API_IDENTIFIER, API_SCOPE, issuerOf } from './access-token-claims.ts'
import { isApiKey, NOBODYS_DIGEST, secretMatches } from './api-secret.ts'
import {
  claimsOfSignedIn,
  codeFlowConfiguration,
  codeFlowSeconds,
  isOfPerson,
  personSeconds,
  prolongSession,
  servePublicUrl,
} from './authorization-code.ts'
import type { Caller } from './caller.ts'
import { CLIENT_CREDENTIALS_PARAMETERS, grantClientCredentials } from './client-credentials-grant.ts'
import type { ClientGuard } from './client-guard.ts'
import { CONSOLE_CLIENT, type ConsoleClient } from './console-client.ts'
import { CLIENT_AUTHENTICATION_METHODS, ENDPOINTS, TOKEN_EXCHANGE } from './endpoints.ts'
import type { Log } from './log.ts'
import type { PeoplePort } from './people.ts'
import { createRealmAdapter, DIGEST_SEPARATOR, isInBrowser } from './realm-adapter.ts'
import { answerInOurShape, reportFailures, withoutCors } from './realm-answers.ts'
import { answerForStructuredTokens } from './realm-structured-tokens.ts'
import type { Realm } from './realms.store.ts'
import { type Confirmations, createConfirmations } from './sender-constraint.ts'
import { continueInOwnBrowser } from './sign-in-requests.ts'
import { show, signOutOfBrowser, signOutPages } from './sign-out.ts'
import { claimsOfExchange, grantTokenExchange, TOKEN_EXCHANGE_PARAMETERS } from './token-exchange-grant.ts'

export interface RealmProviderOptions {
  db: Database
  clock: Clock
  publicUrl: string
  accessTokenSeconds: number
  refreshTokenSeconds: number
  /** Called after tokens are revoked, before the client gets the reply. */
  onRevocation: () => Promise<void>
  guard: ClientGuard
  callerOf: (request: IncomingMessage) => Caller
  log: Log
  people: PeoplePort | undefined
  console: ConsoleClient | undefined
}

/** A grant is kept a little longer than its refresh token. */
const GRANT_MARGIN_SECONDS = 60

export interface RealmKeys {
  /** The private JWK that signs. */
  signing: JWK
  /** The public JWKs of all keys whose signatures verify. */
  published: readonly JWK[]
}

/** The OAuth 2.0 server of one institution. The token service publishes its public keys. */
export function createRealmProvider(realm: Realm, keys: RealmKeys, options: RealmProviderOptions): Provider {
  /** The lifetime of its access tokens depends on the client. */
  const apiFor = (client: Client): ResourceServer => ({
    audience: API_IDENTIFIER,
    scope: API_SCOPE,
    accessTokenTTL: Math.min(options.accessTokenSeconds, Number(client['token_seconds'])),
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: ALGORITHM, kid: keys.signing.kid! } },
  })
  const issuer = issuerOf(options.publicUrl, realm.code)
  const confirmations = createConfirmations({ ...options, ...realm, tokenUrl: issuer + ENDPOINTS.token })
  const configuration = configurationOf(realm, keys.signing, { apiFor, confirmations }, options)
  const provider = new Provider(issuer, configuration)
  compareSecretsByDigest(provider, realm, options)
  expectAssertionsFor(provider, audiencesOf(issuer))
  provider.registerGrantType(
    'client_credentials',
    async (ctx) => {
      await confirmations.confirm(ctx)
      await grantClientCredentials(provider, apiFor(ctx.oidc.client), ctx)
    },
    CLIENT_CREDENTIALS_PARAMETERS,
  )
  provider.registerGrantType(
    TOKEN_EXCHANGE,
    async (ctx) => {
      const confirmation = await confirmations.confirm(ctx)
      const resourceServer = apiFor(ctx.oidc.client)
      await grantTokenExchange(provider, { ...options, realm, resourceServer, confirmation }, ctx)
    },
    TOKEN_EXCHANGE_PARAMETERS,
  )
  withoutCors(provider)
  servePublicUrl(provider, options.publicUrl)
  if (options.people) {
    signOutOfBrowser(provider, realm, options)
    continueInOwnBrowser(provider, configuration.routes!.authorization!)
  }
  reportFailures(provider, realm, options.log)
  answerInOurShape(provider, confirmations, options.refreshTokenSeconds)
  provider.use(answerForStructuredTokens(realm, keys.published, options))
  return provider
}

function configurationOf(
  realm: Realm,
  signing: JWK,
  { apiFor, confirmations }: { apiFor: (client: Client) => ResourceServer; confirmations: Confirmations },
  options: RealmProviderOptions,
): Configuration {
  const { refreshTokenSeconds, people } = options
  const codeFlow = people && codeFlowConfiguration(realm, { ...options, people })
  return {
    ...NO_CODE_FLOW,
    ...codeFlow,
    adapter: createRealmAdapter({ ...options, realm, tenantId: realm.tenantId }),
    jwks: { keys: [signing] as JWKS['keys'] },
    routes: routesOf(realm),
    clientAuthMethods: [...CLIENT_AUTHENTICATION_METHODS],
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    enabledJWA: { clientAuthSigningAlgValues: [...CLIENT_ALGORITHMS] },
    clockTolerance: ASSERTION_CLOCK_SKEW_SECONDS,
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims) => {
      requireSoleAudience(claims, audiencesOf(issuerOf(options.publicUrl, realm.code)))
      requireShortLife(claims, options.clock)
    },
    extraClientMetadata: {
      properties: ['legal_entity', 'entitlements', 'access_version', 'sender_constraint', 'token_seconds'],
    },
    // Accept any Origin: no page of another origin can read a reply.
    clientBasedCORS: () => true,
    ttl: {
      ...codeFlowSeconds,
      AccessToken: (_ctx, token, client) => personSeconds(apiFor(client).accessTokenTTL!, token, client),
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds + GRANT_MARGIN_SECONDS,
    },
    features: featuresOf(realm, apiFor, options),
    issueRefreshToken: async () => true,
    // For every grant: what a token is bound to is decided here alone.
    formats: {
      customizers: {
        jwt: async (ctx, _token, jwt) => {
          const cnf = await confirmations.confirm(ctx)
          if (cnf) Object.assign(jwt.payload!, { cnf })
        },
      },
    },
    rotateRefreshToken: async (ctx) => {
      // Before the refresh token is used up.
      await confirmations.confirm(ctx)
      await prolongGrant(ctx)
      if (people && isOfPerson(ctx)) await prolongSession(ctx, realm, { ...options, people })
      return true
    },
    findAccount: async (ctx, id) =>
      isApiKey(id) ? { accountId: id, claims: () => ({ sub: id }) } : codeFlow?.findAccount(ctx, id),
    extraTokenClaims: async (ctx, token) => ({
      tenant: realm.code,
      legal_entity: ctx.oidc.client!['legal_entity'],
      entitlements: ctx.oidc.client!['entitlements'],
      access_version: ctx.oidc.client!['access_version'],
      // Shared by all tokens of a grant, so that they can be revoked together.
      sid: 'grantId' in token ? token.grantId : undefined,
      ...(claimsOfExchange(token, ctx.oidc.client!.clientId, ctx.oidc.client!['entitlements'] as string[]) ??
        (await claimsOfSignedIn(ctx, realm, options))),
    }),
    renderError: async (ctx, out) => {
      const { error: code, error_description: description } = out
      if (people && isInBrowser(ctx)) show(ctx, await people.showError(realm, { code, description }))
      else ctx.body = out
    },
  }
}

/** Nobody but API clients gets tokens. */
const NO_CODE_FLOW = { scopes: [API_SCOPE], responseTypes: [] } satisfies Configuration

function featuresOf(
  realm: Realm,
  apiFor: (client: Client) => ResourceServer,
  { callerOf, people }: RealmProviderOptions,
): Configuration['features'] {
  const ownTokensOnly = async (_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string }) =>
    token.clientId === client.clientId
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: people ? { enabled: true, ...signOutPages(realm, people) } : { enabled: false },
    introspection: { enabled: true, allowedPolicy: ownTokensOnly },
    revocation: { enabled: true, allowedPolicy: ownTokensOnly },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API_IDENTIFIER,
      getResourceServerInfo: (_ctx, identifier, client) => {
        if (identifier !== API_IDENTIFIER) throw new errors.InvalidTarget()
        return apiFor(client)
      },
    },
    // sender-constraint.ts binds tokens, in the same way at the token endpoint and at the API.
    dPoP: { enabled: false },
    mTLS: {
      enabled: true,
      selfSignedTlsClientAuth: true,
      getCertificate: (ctx) => callerOf(ctx.req).certificate,
    },
  }
}

/** Compares secrets by digest: a client has one, or more during the overlap of rotations. */
function compareSecretsByDigest(provider: Provider, { tenantId }: Realm, options: RealmProviderOptions): void {
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: Client, presented: string) {
      const isRight = secretMatches(presented, this.clientSecret!.split(DIGEST_SEPARATOR))
      const ctx = Provider.ctx!
      const key = { tenantId, clientId: this.clientId, origin: networkOf(options.callerOf(ctx.req).address) }
      // 256 random bits need no lock-out, and nobody may lock the console out.
      const isGuarded = this.clientSecret !== NOBODYS_DIGEST && this.clientId !== CONSOLE_CLIENT
      if (isGuarded) options.guard.settle(key, ctx, isRight)
      return isRight
    },
  })
}

/** How far the clock of a client may be ahead (FAPI 2.0 section 5.3.2.1). */
const ASSERTION_CLOCK_SKEW_SECONDS = 10
const MAX_ASSERTION_SECONDS = 300
const MAX_JTI_CHARACTERS = 255

/** Bounds how long an assertion can be stolen, and how long its use must be remembered. */
function requireShortLife({ exp, iat, jti }: Record<string, unknown>, clock: Clock): void {
  const latestNow = clock.now().epochMilliseconds / 1_000 + ASSERTION_CLOCK_SKEW_SECONDS
  if (typeof exp !== 'number' || exp > latestNow + MAX_ASSERTION_SECONDS)
    throw new errors.InvalidClientAuth(`a client assertion must expire within ${MAX_ASSERTION_SECONDS} s`)
  if (iat !== undefined && (typeof iat !== 'number' || iat > latestNow))
    throw new errors.InvalidClientAuth('the iat of a client assertion is in the future')
  if (typeof jti !== 'string' || jti.length > MAX_JTI_CHARACTERS)
    throw new errors.InvalidClientAuth(`the jti of a client assertion has at most ${MAX_JTI_CHARACTERS} characters`)
}

/** Another service that an assertion is for as well could use it here. */
function requireSoleAudience({ aud }: Record<string, unknown>, audiences: readonly string[]): void {
  if (![aud].flat().every((one) => audiences.includes(String(one))))
    throw new errors.InvalidClientAuth('a client assertion has no audience besides the issuer and its token endpoint')
}

const audiencesOf = (issuer: string) => [issuer, issuer + ENDPOINTS.token]

/**
 * The audiences of client assertions (RFC 7523 section 3). oidc-provider would derive them from the
 * Host header, which the caller chooses.
 */
function expectAssertionsFor(provider: Provider, audiences: readonly string[]): void {
  const { OIDCContext } = provider as unknown as { OIDCContext: { prototype: object } }
  Object.assign(OIDCContext.prototype, { clientJwtAuthExpectedAudience: () => new Set(audiences) })
}

/** Full paths, so that oidc-provider receives each request unchanged. */
function routesOf(realm: Realm): Configuration['routes'] {
  const base = `/auth/realms/${realm.code}`
  return {
    authorization: base + ENDPOINTS.authorization,
    end_session: base + ENDPOINTS.endSession,
    token: base + ENDPOINTS.token,
    introspection: base + ENDPOINTS.introspection,
    revocation: base + ENDPOINTS.revocation,
  }
}

/** A grant ends with its last refresh token, so each new refresh token extends it. */
async function prolongGrant(ctx: KoaContextWithOIDC): Promise<void> {
  const grant = ctx.oidc.entities.Grant!
  grant.exp = undefined
  await grant.save()
}
