import { createPublicKey, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { ApiClientRecord } from '../tokens/api-clients.ts'
import type { UpdateApiClientBody } from './api-clients.schema.ts'

/** How a client may speak for persons. */
type Persons = Pick<ApiClientRecord, 'trustedToNamePersons' | 'identityProvider'>

const MIN_RSA_BITS = 2_048
const CURVES = ['prime256v1', 'secp384r1']

/**
 * The fields of the body in place of those before. Refuses a key that cannot verify an assertion,
 * so that a mistake shows when the identity provider is registered, not when a person signs in.
 */
export function checkPersons(
  before: Persons,
  body: Pick<UpdateApiClientBody, 'trustedToNamePersons' | 'identityProvider'>,
): Result<Persons, Refusal> {
  const { trustedToNamePersons = before.trustedToNamePersons, identityProvider = before.identityProvider } = body
  const keys = identityProvider?.keys ?? []
  const repeated = keys.find(({ kid }, at) => keys.findIndex((other) => other.kid === kid) < at)
  if (repeated) return invalid(repeated, 'another key has the same kid')
  for (const key of keys) {
    const problem = problemOf(key)
    if (problem) return invalid(key, problem)
  }
  return accept({ trustedToNamePersons, identityProvider })
}

function invalid({ kid }: JWK, problem: string) {
  return refusal('identityProviderKeyInvalid', `identityProvider.keys: the key ${kid} is not usable: ${problem}`)
}

function problemOf(key: JWK): string | undefined {
  if (key.use !== undefined && key.use !== 'sig') return 'its use must be sig'
  let opened: KeyObject
  try {
    opened = createPublicKey({ key: { ...key }, format: 'jwk' })
  } catch {
    return 'it is not a public key'
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = opened
  if (type === 'ed25519') return undefined
  if (type === 'ec') return CURVES.includes(details.namedCurve ?? '') ? undefined : 'its curve must be P-256 or P-384'
  if (type === 'rsa')
    return (details.modulusLength ?? 0) >= MIN_RSA_BITS ? undefined : `it has fewer than ${MIN_RSA_BITS} bits`
  return 'its type must be EC, RSA or Ed25519'
}
