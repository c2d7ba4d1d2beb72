import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { accept, refuse } from '../kernel/result.ts'
import { readAccessTokenClaims, TOKEN_TYPE } from './access-token-claims.ts'
import { findRealm } from './realms.store.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { verifyTokenSignature } from './token-signature.ts'

/** Only public-key algorithms: a JWKS cannot contain a shared secret. */
const ALGORITHMS = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA']
/**
 * RFC 9068 requires the first; Keycloak and others write the second. The audience check keeps ID
 * tokens out.
 */
const TYPES = [TOKEN_TYPE, 'jwt']
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Any OpenID Connect issuer, found through its discovery document. Its tokens name their tenant.
 */
export function createRemoteIssuer(issuer: string, { db, clock }: { db: Database; clock: Clock }): TokenIssuer {
  const tenantIds = new Map<string, bigint>()
  let keySet: Promise<JWTVerifyGetKey> | undefined

  function discoverOnce(): Promise<JWTVerifyGetKey> {
    keySet ??= discoverKeySet(issuer).catch((error) => {
      keySet = undefined
      throw error
    })
    return keySet
  }

  async function findTenantId(code: string): Promise<bigint | undefined> {
    const tenantId = tenantIds.get(code) ?? (await db.read((db) => findRealm(db, code)))?.tenantId
    if (tenantId !== undefined) tenantIds.set(code, tenantId)
    return tenantId
  }

  return {
    async read(token) {
      const getKey = await discoverOnce()
      const signed = await verifyTokenSignature(token, getKey, { algorithms: ALGORITHMS, types: TYPES })
      if (!signed.ok) return signed
      const nowSeconds = clock.now().epochMilliseconds / 1_000
      const claims = readAccessTokenClaims(signed.value.payload, { issuer, nowSeconds })
      if (!claims.ok) return claims
      const tenantId = await findTenantId(claims.value.tenantCode)
      if (tenantId === undefined) return refuse('tenant')
      return accept({ tenantId, claims: claims.value })
    },
  }
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
