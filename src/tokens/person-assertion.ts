import { createLocalJWKSet, type JWK } from 'jose'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { type SignatureRefusal, verifyTokenSignature } from './token-signature.ts'

/**
 * An identity provider that signs persons in. The institution registers it on an API client. Its
 * private keys belong to the identity provider: a client that signs its own assertions could assert
 * any person.
 */
export interface IdentityProvider {
  /** The `iss` of its assertions. */
  issuer: string
  /** Its public keys. */
  keys: readonly JWK[]
}

/** What a valid assertion proves. */
export interface PersonAssertion {
  loginId: string
  /** Used once, together with the issuer. */
  jti: string
  /** Seconds since 1970. */
  expiresAt: number
}

export type AssertionRefusal =
  | SignatureRefusal
  | 'issuer'
  | 'audience'
  | 'subject'
  | 'id'
  | 'lifetime'
  | 'expired'
  | 'notYetValid'

/** Only public-key algorithms: a shared secret, or none, is no proof. */
export const ASSERTION_ALGORITHMS = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'] as const
/** The header `typ` is optional (RFC 7519 section 5.1). */
const TYPES = ['jwt', '']
/** The longest time from `iat` to `exp`: an assertion is made for one exchange. */
export const MAX_ASSERTION_SECONDS = 300
/** How far the clock of the identity provider may be ahead of ours. */
const MAX_CLOCK_SKEW_SECONDS = 5
const MAX_ASSERTION_CHARACTERS = 8_192
const MAX_ID_CHARACTERS = 255

/**
 * Verifies a JWT in which an identity provider asserts that a person is signed in: signature,
 * issuer, a sole audience, and a life of at most five minutes. The caller checks that `jti` was not
 * used before, and that the person exists. `audience` is our token endpoint.
 */
export async function verifyPersonAssertion(
  assertion: string,
  { issuer, keys }: IdentityProvider,
  { audience, nowSeconds }: { audience: string; nowSeconds: number },
): Promise<Result<PersonAssertion, AssertionRefusal>> {
  if (assertion.length > MAX_ASSERTION_CHARACTERS) return refuse('malformed')
  const keySet = createLocalJWKSet({ keys: [...keys] })
  const signed = await verifyTokenSignature(assertion, keySet, { algorithms: ASSERTION_ALGORITHMS, types: TYPES })
  if (!signed.ok) return signed
  const { iss, aud, sub, jti, iat, exp, nbf } = signed.value.payload
  if (iss !== issuer) return refuse('issuer')
  // An assertion for several services could be used by one of them at another.
  if (aud !== audience && !(Array.isArray(aud) && aud.length === 1 && aud[0] === audience)) return refuse('audience')
  if (!isShortText(sub)) return refuse('subject')
  if (!isShortText(jti)) return refuse('id')
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat || exp - iat > MAX_ASSERTION_SECONDS)
    return refuse('lifetime')
  if (exp <= nowSeconds) return refuse('expired')
  const begins = typeof nbf === 'number' ? Math.max(iat, nbf) : iat
  if (begins > nowSeconds + MAX_CLOCK_SKEW_SECONDS) return refuse('notYetValid')
  return accept({ loginId: sub, jti, expiresAt: exp })
}

function isShortText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim.length > 0 && claim.length <= MAX_ID_CHARACTERS
}
