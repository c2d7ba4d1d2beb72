import type { IncomingMessage } from 'node:http'
import type { JWK } from 'jose'
import { type Client, type Configuration, errors, type JWKS, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { ALGORITHM, API_IDENTIFIER, API_SCOPE, issuerOf } from './access-token-claims.ts'
import { NOBODYS_DIGEST, secretMatches } from './api-secret.ts'
import { CLIENT_CREDENTIALS_PARAMETERS, grantClientCredentials } from './client-credentials-grant.ts'
import type { ClientGuard } from './client-guard.ts'
import { CLIENT_AUTHENTICATION_METHODS, ENDPOINTS } from './endpoints.ts'
import type { Log } from './log.ts'
import { createRealmAdapter, DIGEST_SEPARATOR } from './realm-adapter.ts'
import { answerInOurShape, reportFailures, withoutCors } from './realm-answers.ts'
import { answerForStructuredTokens } from './realm-structured-tokens.ts'
import type { Realm } from './realms.store.ts'

export interface RealmProviderOptions {
  db: Database
  clock: Clock
  publicUrl: string
  accessTokenSeconds: number
  refreshTokenSeconds: number
  /** Called after tokens were revoked, before the client hears of it. */
  onRevocation: () => Promise<void>
  guard: ClientGuard
  /** Where a request comes from. */
  originOf: (request: IncomingMessage) => string
  log: Log
}

/** A grant is kept a little longer than the refresh token that it is for. */
const GRANT_MARGIN_SECONDS = 60

export interface RealmKeys {
  /** The private JWK that signs. */
  signing: JWK
  /** The public JWKs of all keys whose signatures are good. */
  published: readonly JWK[]
}

/** The OAuth 2.0 server of one institution. Its public keys are published beside it, by the token service. */
export function createRealmProvider(realm: Realm, keys: RealmKeys, options: RealmProviderOptions): Provider {
  const { publicUrl, accessTokenSeconds, refreshTokenSeconds } = options
  const apiResourceServer = {
    audience: API_IDENTIFIER,
    scope: API_SCOPE,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: ALGORITHM, kid: keys.signing.kid! } },
  } as const
  const ownTokensOnly = (_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string }) =>
    token.clientId === client.clientId

  const configuration: Configuration = {
    adapter: createRealmAdapter({ ...options, tenantId: realm.tenantId }),
    jwks: { keys: [keys.signing] as JWKS['keys'] },
    routes: routesOf(realm),
    scopes: [API_SCOPE],
    responseTypes: [],
    clientAuthMethods: [...CLIENT_AUTHENTICATION_METHODS],
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    extraClientMetadata: { properties: ['legal_entity', 'entitlements', 'access_version'] },
    // An Origin refuses nobody: no answer is readable to a page of another one.
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds + GRANT_MARGIN_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      introspection: { enabled: true, allowedPolicy: async (...args) => ownTokensOnly(...args) },
      revocation: { enabled: true, allowedPolicy: async (...args) => ownTokensOnly(...args) },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, identifier) => {
          if (identifier !== API_IDENTIFIER) throw new errors.InvalidTarget()
          return apiResourceServer
        },
      },
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: async (ctx) => {
      await prolongGrant(ctx)
      return true
    },
    findAccount: (_ctx, clientId) => ({ accountId: clientId, claims: () => ({ sub: clientId }) }),
    extraTokenClaims: (ctx, token) => ({
      tenant: realm.code,
      legal_entity: ctx.oidc.client!['legal_entity'],
      entitlements: ctx.oidc.client!['entitlements'],
      access_version: ctx.oidc.client!['access_version'],
      // What the tokens of one grant have in common, so that they can be revoked together.
      sid: 'grantId' in token ? token.grantId : undefined,
    }),
    renderError: (ctx, out) => {
      ctx.body = out
    },
  }

  const provider = new Provider(issuerOf(publicUrl, realm.code), configuration)
  // A client's secrets are kept as digests, two of them while a rotation overlaps.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: Client, presented: string) {
      const isRight = secretMatches(presented, this.clientSecret!.split(DIGEST_SEPARATOR))
      const key = { tenantId: realm.tenantId, clientId: this.clientId, origin: options.originOf(Provider.ctx!.req) }
      if (this.clientSecret !== NOBODYS_DIGEST) options.guard.note(key, isRight ? 'success' : 'failure')
      return isRight
    },
  })
  provider.registerGrantType(
    'client_credentials',
    (ctx) => grantClientCredentials(provider, apiResourceServer, ctx),
    CLIENT_CREDENTIALS_PARAMETERS,
  )
  withoutCors(provider)
  reportFailures(provider, realm, options.log)
  answerInOurShape(provider, refreshTokenSeconds)
  provider.use(answerForStructuredTokens(realm, keys.published, options))
  return provider
}

/** The whole path, so that a request goes to oidc-provider as it came. */
function routesOf(realm: Realm): Configuration['routes'] {
  const base = `/auth/realms/${realm.code}`
  return {
    token: base + ENDPOINTS.token,
    introspection: base + ENDPOINTS.introspection,
    revocation: base + ENDPOINTS.revocation,
  }
}

/** A grant ends with its last refresh token, and each rotation makes a new last one. */
async function prolongGrant(ctx: KoaContextWithOIDC): Promise<void> {
  const grant = ctx.oidc.entities.Grant!
  grant.exp = undefined
  await grant.save()
}
