import type { JWK } from 'jose'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { ApiClientRecord } from '../tokens/api-clients.ts'
import { faultOfPublicKey, isSameKey } from '../tokens/public-key.ts'
import { isRemoved } from './access-rules.schema.ts'
import type { UpdateApiClientBody } from './api-clients.schema.ts'

/** How a client may speak for persons. */
type Persons = Pick<ApiClientRecord, 'trustedToNamePersons' | 'identityProvider'>

const CURVES = ['prime256v1', 'secp384r1']

/**
 * The fields of the body in place of those before. Refuses a key that cannot verify an assertion,
 * so that a mistake shows when the identity provider is registered, not when a person signs in.
 * Also refuses a key in `ownKeys`, with which the client could assert any person itself.
 */
export function checkPersons(
  before: Persons,
  body: Pick<UpdateApiClientBody, 'trustedToNamePersons' | 'identityProvider' | 'remove'>,
  ownKeys: readonly JWK[],
): Result<Persons, Refusal> {
  const { trustedToNamePersons = before.trustedToNamePersons } = body
  const kept = isRemoved(body, 'identityProvider') ? null : before.identityProvider
  const { identityProvider = kept } = body
  const keys = identityProvider?.keys ?? []
  const repeated = keys.find(({ kid }, at) => keys.findIndex((other) => other.kid === kid) < at)
  if (repeated) return invalid(repeated, 'another key has the same kid')
  for (const key of keys) {
    const problem = faultOfPublicKey(key, CURVES)
    if (problem) return invalid(key, problem)
    if (ownKeys.some((own) => isSameKey(own, key))) return invalid(key, 'it is a key of the client itself')
  }
  return accept({ trustedToNamePersons, identityProvider })
}

function invalid({ kid }: JWK, problem: string) {
  return refusal('identityProviderKeyInvalid', `identityProvider.keys: the key ${kid} is not usable: ${problem}`)
}
