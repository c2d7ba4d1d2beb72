import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../kernel/clock.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { readAccessTokenClaims, TOKEN_TYPE } from './access-token-claims.ts'
import type { RegisteredIssuer } from './issuer-registry.ts'
import type { IssuerRefusal, ReadToken } from './token-issuer.ts'
import { verifyTokenSignature } from './token-signature.ts'

/** Only public-key algorithms: a JWKS cannot contain a shared secret. */
const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA']
const REQUEST_TIMEOUT_MS = 5_000

export interface RemoteIssuers {
  /**
   * Reads a token of an issuer that at least one institution trusts. Rejects only if its keys
   * cannot be read, which is not the token's fault.
   */
  read(token: string, trusted: readonly RegisteredIssuer[]): Promise<Result<ReadToken, IssuerRefusal>>
  /** Forgets the keys of issuers. */
  forget(): void
}

/**
 * OpenID Connect issuers outside Giro, each found through its discovery document. Their access
 * tokens have the type of RFC 9068, which keeps ID tokens out. A token names its institution, and
 * only an institution that trusts the issuer accepts it.
 */
export function createRemoteIssuers({ clock }: { clock: Clock }): RemoteIssuers {
  const keySets = new Map<string, Promise<JWTVerifyGetKey>>()

  function discoverOnce(issuer: string): Promise<JWTVerifyGetKey> {
    const known = keySets.get(issuer)
    if (known) return known
    const discovered = discoverKeySet(issuer).catch((error) => {
      if (keySets.get(issuer) === discovered) keySets.delete(issuer)
      throw error
    })
    keySets.set(issuer, discovered)
    return discovered
  }

  return {
    async read(token, trusted) {
      const { issuer } = trusted[0]!
      const getKey = await discoverOnce(issuer)
      const signed = await verifyTokenSignature(token, getKey, { algorithms: ALGORITHMS, types: [TOKEN_TYPE] })
      if (!signed.ok) return signed
      const { payload } = signed.value
      const speaksFor = trusted.find(({ tenantClaim, tenantCode }) => payload[tenantClaim] === tenantCode)
      if (!speaksFor) return refuse('tenant')
      const nowSeconds = clock.now().epochMilliseconds / 1_000
      const claims = readAccessTokenClaims(payload, { ...rulesOf(speaksFor), nowSeconds })
      if (!claims.ok) return claims
      return accept({ tenantId: speaksFor.tenantId, claims: claims.value, isOwn: false })
    },
    forget: () => keySets.clear(),
  }
}

function rulesOf(trusted: RegisteredIssuer) {
  const { issuer, audience, maxTokenSeconds, tenantClaim, clientClaim, legalEntityClaim, entitlementsClaim } = trusted
  const names = {
    tenant: tenantClaim,
    client: clientClaim,
    legalEntity: legalEntityClaim,
    entitlements: entitlementsClaim,
  }
  return { issuer, audience, maxSeconds: maxTokenSeconds, names }
}

/** OpenID Connect Discovery 1.0 section 4. */
async function discoverKeySet(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} replied with status ${response.status}; access tokens cannot be verified`)
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (document.issuer !== issuer) throw new Error(`${url} states the issuer ${document.issuer}, not ${issuer}`)
  return createRemoteJWKSet(new URL(String(document.jwks_uri)), { timeoutDuration: REQUEST_TIMEOUT_MS })
}
