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
  /** Called after tokens are revoked, before the client gets the reply. */
  onRevocation: () => Promise<void>
  guard: ClientGuard
  /** The network that a request comes from. */
  originOf: (request: IncomingMessage) => string
  log: Log
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
  const apiResourceServer = {
    audience: API_IDENTIFIER,
    scope: API_SCOPE,
    accessTokenTTL: options.accessTokenSeconds,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: ALGORITHM, kid: keys.signing.kid! } },
  } as const
  const configuration = configurationOf(realm, keys.signing, apiResourceServer, options)
  const provider = new Provider(issuerOf(options.publicUrl, realm.code), configuration)
  compareSecretsByDigest(provider, realm, options)
  provider.registerGrantType(
    'client_credentials',
    (ctx) => grantClientCredentials(provider, apiResourceServer, ctx),
    CLIENT_CREDENTIALS_PARAMETERS,
  )
  withoutCors(provider)
  reportFailures(provider, realm, options.log)
  answerInOurShape(provider, options.refreshTokenSeconds)
  provider.use(answerForStructuredTokens(realm, keys.published, options))
  return provider
}

function configurationOf(
  realm: Realm,
  signing: JWK,
  apiResourceServer: ResourceServer,
  options: RealmProviderOptions,
): Configuration {
  const { accessTokenSeconds, refreshTokenSeconds } = options
  return {
    adapter: createRealmAdapter({ ...options, tenantId: realm.tenantId }),
    jwks: { keys: [signing] as JWKS['keys'] },
    routes: routesOf(realm),
    scopes: [API_SCOPE],
    responseTypes: [],
    clientAuthMethods: [...CLIENT_AUTHENTICATION_METHODS],
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    extraClientMetadata: { properties: ['legal_entity', 'entitlements', 'access_version'] },
    // Accept any Origin: no page of another origin can read a reply.
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: accessTokenSeconds,
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds + GRANT_MARGIN_SECONDS,
    },
    features: featuresOf(apiResourceServer),
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
      // Shared by all tokens of a grant, so that they can be revoked together.
      sid: 'grantId' in token ? token.grantId : undefined,
    }),
    renderError: (ctx, out) => {
      ctx.body = out
    },
  }
}

function featuresOf(apiResourceServer: ResourceServer): Configuration['features'] {
  const ownTokensOnly = async (_ctx: KoaContextWithOIDC, client: Client, token: { clientId?: string }) =>
    token.clientId === client.clientId
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    introspection: { enabled: true, allowedPolicy: ownTokensOnly },
    revocation: { enabled: true, allowedPolicy: ownTokensOnly },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, identifier) => {
        if (identifier !== API_IDENTIFIER) throw new errors.InvalidTarget()
        return apiResourceServer
      },
    },
  }
}

/** Compares secrets by digest: a client has one, or two during the overlap of a rotation. */
function compareSecretsByDigest(provider: Provider, { tenantId }: Realm, options: RealmProviderOptions): void {
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: Client, presented: string) {
      const isRight = secretMatches(presented, this.clientSecret!.split(DIGEST_SEPARATOR))
      const ctx = Provider.ctx!
      const key = { tenantId, clientId: this.clientId, origin: options.originOf(ctx.req) }
      if (this.clientSecret !== NOBODYS_DIGEST) options.guard.settle(key, ctx, isRight)
      return isRight
    },
  })
}

/** Full paths, so that oidc-provider receives each request unchanged. */
function routesOf(realm: Realm): Configuration['routes'] {
  const base = `/auth/realms/${realm.code}`
  return {
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
