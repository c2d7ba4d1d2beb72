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
  issuedAt: number
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
  /** What every use of the token must prove; absent for a bearer token. */
  confirmation?: Confirmation
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

/** The `cnf` claim (RFC 7800). */
export interface Confirmation {
  /** The thumbprint of a DPoP key: RFC 9449 section 6.1 */
  jkt?: string
  /** The thumbprint of a client certificate: RFC 8705 section 3.1 */
  'x5t#S256'?: string
}

export type ClaimsRefusal = 'issuer' | 'audience' | 'expired' | 'notYetValid' | 'lifetime' | 'claims'

/** What the issuer of a token must have put into it. */
export interface ClaimsRules {
  issuer: string
  nowSeconds: number
  audience?: string
  /** The longest life of a token, from `iat` to `exp`, if another party issues the tokens. */
  maxSeconds?: number
  names?: ClaimNames
}

/** The claims that name the caller. */
export interface ClaimNames {
  tenant: string
  /** Null for `client_id` (RFC 9068 section 2.2), or else `azp` as Keycloak writes it. */
  client: string | null
  legalEntity: string
  entitlements: string
}

const OWN_NAMES: ClaimNames = {
  tenant: 'tenant',
  client: null,
  legalEntity: 'legal_entity',
  entitlements: 'entitlements',
}

/**
 * Checks and reads the claims of a token whose signature is valid. The token is expired in the
 * second of its `exp` (RFC 7519 section 4.1.4). The life of another party's token is bounded,
 * because a revocation is remembered only as long as a token can live.
 */
export function readAccessTokenClaims(
  payload: Record<string, unknown>,
  rules: ClaimsRules,
): Result<AccessTokenClaims, ClaimsRefusal> {
  const { issuer, nowSeconds, audience = API_IDENTIFIER, maxSeconds, names = OWN_NAMES } = rules
  const { iss, aud, iat, exp, nbf, jti, sid, access_version: accessVersion = 1 } = payload
  if (iss !== issuer) return refuse('issuer')
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) return refuse('audience')
  if (typeof exp !== 'number' || typeof iat !== 'number') return refuse('claims')
  if (exp <= nowSeconds) return refuse('expired')
  const latestStart = nowSeconds + MAX_CLOCK_SKEW_SECONDS
  if (typeof nbf === 'number' && nbf > latestStart) return refuse('notYetValid')
  if (maxSeconds !== undefined && iat > latestStart) return refuse('notYetValid')
  if (maxSeconds !== undefined && exp - iat > maxSeconds) return refuse('lifetime')

  const tenant = payload[names.tenant]
  const clientId = names.client === null ? (payload['client_id'] ?? payload['azp']) : payload[names.client]
  const legalEntityId = readId(payload[names.legalEntity])
  const entitlements = payload[names.entitlements]
  if (typeof tenant !== 'string' || typeof clientId !== 'string' || legalEntityId === undefined) return refuse('claims')
  if (!isTextArray(entitlements)) return refuse('claims')
  if (typeof accessVersion !== 'number') return refuse('claims')
  const confirmation = readConfirmation(payload['cnf'])
  if (confirmation === 'invalid') return refuse('claims')
  const person = readPerson(payload, clientId)
  if (!person.ok) return person
  const revocationIds = [jti, sid].filter((id) => typeof id === 'string')
  return accept({
    tenantCode: tenant,
    clientId,
    legalEntityId,
    entitlements: new Set(entitlements),
    issuedAt: iat,
    expiresAt: exp,
    revocationIds,
    accessVersion,
    ...(confirmation && { confirmation }),
    ...(person.value && { person: person.value }),
  })
}

/** A confirmation that this service cannot check must not pass as none. */
function readConfirmation(cnf: unknown): Confirmation | 'invalid' | undefined {
  if (cnf === undefined) return undefined
  if (typeof cnf !== 'object' || cnf === null) return 'invalid'
  const names = Object.keys(cnf)
  const isKnown = names.length > 0 && names.every((name) => name === 'jkt' || name === 'x5t#S256')
  return isKnown && Object.values(cnf).every((value) => typeof value === 'string') ? (cnf as Confirmation) : 'invalid'
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
