import { accept, type Result, refuse } from '../kernel/result.ts'

/** The API as the required audience of a token. */
export const API_IDENTIFIER = 'urn:giro:api'
/** The only scope of the data APIs. A client's entitlements decide what it may do there. */
export const API_SCOPE = 'roles'
export const ALGORITHM = 'ES256'
/** RFC 9068 section 2.1 */
export const TOKEN_TYPE = 'at+jwt'

/** The lifetime of our own access tokens. */
export const ACCESS_TOKEN_SECONDS = 14_400
/**
 * The maximum lifetime of an access token, which bounds how long a revocation must be remembered.
 */
export const MAX_ACCESS_TOKEN_SECONDS = 86_400

/** How far another issuer's clock may be ahead of ours. */
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
  /**
   * The ids it can be revoked by: its jti, and the sid it shares with the other tokens of its
   * grant.
   */
  revocationIds: readonly string[]
  /**
   * A counter that starts at 1 and increases each time all access tokens of the client are ended.
   */
  accessVersion: number
  /** The person whose token it is: `sub`, if the client is the actor in `act`. */
  person?: TokenPerson
}

/** The user in whose name a client calls. */
export interface TokenPerson {
  userId: string
  /**
   * A counter that starts at 1 and increases each time all tokens of the person are ended. The
   * tokens of another issuer have none, and that issuer ends them.
   */
  accessVersion: number
}

export type ClaimsRefusal = 'issuer' | 'audience' | 'expired' | 'notYetValid' | 'claims'

/**
 * Checks and reads the claims of a token whose signature is valid. The token is expired in the
 * second of its `exp` (RFC 7519 section 4.1.4). The client is in `client_id` (RFC 9068 section
 * 2.2), or in `azp` as Keycloak writes it.
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
  const person = readPerson(payload, clientId)
  if (!person.ok) return person
  const revocationIds = [jti, sid].filter((id) => typeof id === 'string')
  return accept({
    tenantCode: tenant,
    clientId,
    legalEntityId,
    entitlements: new Set(entitlements),
    expiresAt: exp,
    revocationIds,
    accessVersion,
    ...(person.value && { person: person.value }),
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The person of a token with an actor (RFC 8693 section 4.1). The actor must be the client itself,
 * without actors before it.
 */
function readPerson(
  { act, sub, person_version: accessVersion = Number.MAX_SAFE_INTEGER }: Record<string, unknown>,
  clientId: string,
): Result<TokenPerson | undefined, ClaimsRefusal> {
  if (act === undefined) return accept(undefined)
  if (typeof act !== 'object' || act === null || !('sub' in act) || act.sub !== clientId || 'act' in act)
    return refuse('claims')
  if (typeof sub !== 'string' || !UUID.test(sub) || typeof accessVersion !== 'number') return refuse('claims')
  return accept({ userId: sub, accessVersion })
}

function readId(claim: unknown): bigint | undefined {
  if (typeof claim === 'string' && /^[1-9]\d{0,18}$/.test(claim)) return BigInt(claim)
  if (typeof claim === 'number' && Number.isSafeInteger(claim) && claim > 0) return BigInt(claim)
  return undefined
}

function isTextArray(claim: unknown): claim is string[] {
  return Array.isArray(claim) && claim.every((item) => typeof item === 'string')
}
