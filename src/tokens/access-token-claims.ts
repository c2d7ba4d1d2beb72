import { accept, type Result, refuse } from '../kernel/result.ts'

/** The API as an audience: what a token must be meant for. */
export const API_IDENTIFIER = 'urn:giro:api'
/** The one scope of the data APIs. What a client may do there is in its entitlements. */
export const API_SCOPE = 'roles'
export const ALGORITHM = 'ES256'
/** RFC 9068 section 2.1 */
export const TOKEN_TYPE = 'at+jwt'

/** How long an access token of ours lives. */
export const ACCESS_TOKEN_SECONDS = 14_400
/** No access token lives longer, so that a revocation need not be remembered longer. */
export const MAX_ACCESS_TOKEN_SECONDS = 86_400

/** How far the clock of another issuer may be ahead of ours. */
const MAX_CLOCK_SKEW_SECONDS = 5

export function issuerOf(publicUrl: string, tenantCode: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/auth/realms/${tenantCode}`
}

export interface AccessTokenClaims {
  tenantCode: string
  clientId: string
  legalEntityId: bigint
  entitlements: ReadonlySet<string>
  /** Seconds since 1970, as in the token. */
  expiresAt: number
  /** What can be revoked of it: its jti, and the sid it shares with the other tokens of its grant. */
  revocationIds: readonly string[]
  /** How often all access tokens of the client had been ended when the token was issued, counted from 1. */
  accessVersion: number
}

export type ClaimsRefusal = 'issuer' | 'audience' | 'expired' | 'notYetValid' | 'claims'

/**
 * Decides whether a token whose signature is good says what it must, and reads it. It has ended in the very second of its
 * `exp` (RFC 7519 section 4.1.4). The client is in `client_id` (RFC 9068 section 2.2), or in `azp` as Keycloak writes it.
 */
export function readAccessTokenClaims(
  payload: Record<string, unknown>,
  { issuer, nowSeconds }: { issuer: string; nowSeconds: number },
): Result<AccessTokenClaims, ClaimsRefusal> {
  const { iss, aud, exp, nbf, jti, sid, tenant, entitlements, access_version: accessVersion = 1 } = payload
  if (iss !== issuer) return refuse('issuer')
  if (aud !== API_IDENTIFIER && !(Array.isArray(aud) && aud.includes(API_IDENTIFIER))) return refuse('audience')
  if (typeof exp !== 'number') return refuse('claims')
  if (exp <= nowSeconds) return refuse('expired')
  if (typeof nbf === 'number' && nbf > nowSeconds + MAX_CLOCK_SKEW_SECONDS) return refuse('notYetValid')

  const clientId = payload['client_id'] ?? payload['azp']
  const legalEntityId = readId(payload['legal_entity'])
  if (typeof tenant !== 'string' || typeof clientId !== 'string' || legalEntityId === undefined) return refuse('claims')
  if (!isTextArray(entitlements)) return refuse('claims')
  if (typeof accessVersion !== 'number') return refuse('claims')
  const revocationIds = [jti, sid].filter((id) => typeof id === 'string')
  return accept({
    tenantCode: tenant,
    clientId,
    legalEntityId,
    entitlements: new Set(entitlements),
    expiresAt: exp,
    revocationIds,
    accessVersion,
  })
}

function readId(claim: unknown): bigint | undefined {
  if (typeof claim === 'string' && /^[1-9]\d{0,18}$/.test(claim)) return BigInt(claim)
  if (typeof claim === 'number' && Number.isSafeInteger(claim) && claim > 0) return BigInt(claim)
  return undefined
}

function isTextArray(claim: unknown): claim is string[] {
  return Array.isArray(claim) && claim.every((item) => typeof item === 'string')
}
