import { createPublicKey, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'

const MIN_RSA_BITS = 2_048
/** The names of the curves in RFC 7518 section 6.2.1.1. */
const CURVE_NAMES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' }

/**
 * Why a JWK cannot verify signatures; undefined for a public key that can. `curves` are the EC
 * curves that its user accepts, as OpenSSL names them. Every user accepts Ed25519 and RSA.
 */
export function faultOfPublicKey(jwk: JWK, curves: readonly string[]): string | undefined {
  if (jwk.use !== undefined && jwk.use !== 'sig') return 'its use must be sig'
  let key: KeyObject
  try {
    key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  } catch {
    return 'it is not a public key'
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
  if (type === 'ed25519') return undefined
  if (type === 'ec' && curves.includes(details.namedCurve ?? '')) return undefined
  if (type === 'ec') return `its curve must be ${curves.map((curve) => CURVE_NAMES[curve]).join(' or ')}`
  if (type === 'rsa')
    return (details.modulusLength ?? 0) >= MIN_RSA_BITS ? undefined : `it has fewer than ${MIN_RSA_BITS} bits`
  return 'its type must be EC, RSA or Ed25519'
}

/** Whether two valid public keys are one key, whatever their ids and uses. */
export function isSameKey(one: JWK, other: JWK): boolean {
  const open = (jwk: JWK) => createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return open(one).equals(open(other))
}
