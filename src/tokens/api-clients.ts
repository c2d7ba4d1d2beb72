import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import {
  expireSecrets,
  insertApiClient,
  insertSecret,
  lockApiClient,
  markApiClientRevoked,
} from './api-clients.store.ts'
import { digestOfSecret, generateApiKey, generateApiSecret } from './api-secret.ts'
import { forgetFailures } from './client-attempts.store.ts'
import { type Entitlement, isEntitlement } from './entitlements.ts'
import { deleteTokenRecordsOfClient } from './token-records.store.ts'

export { findApiClientByName } from './api-clients.store.ts'

/** Thrown for a client that the institution never had, or has revoked. */
export class UnknownApiClient extends Error {
  constructor(clientId: string) {
    super(`There is no API client ${clientId}, or it is revoked`)
  }
}

/**
 * Registers a program that may call the API for a legal entity. The secret is shown here and never again: only its
 * digest is kept.
 */
export async function createApiClient(
  tx: Transaction,
  client: {
    tenantId: bigint
    name: string
    legalEntityId: bigint
    entitlements: readonly Entitlement[]
    now: Temporal.Instant
  },
): Promise<{ apiKey: string; apiSecret: string }> {
  const unknown = client.entitlements.filter((entitlement) => !isEntitlement(entitlement))
  if (unknown.length > 0) throw new RangeError(`No entitlement of the catalogue: ${unknown.join(', ')}`)

  const { tenantId, now } = client
  const clientId = generateApiKey()
  const apiSecret = generateApiSecret()
  await insertApiClient(tx, { ...client, clientId, entitlements: [...new Set(client.entitlements)] }, now)
  await insertSecret(tx, { tenantId, clientId }, digestOfSecret(apiSecret), now)
  return { apiKey: clientId, apiSecret }
}

/**
 * Gives the client a new secret. The one before stays valid for `overlapSeconds` more, so that a program on many machines
 * can change over without a gap; 0 ends it at once. One that was still ending from an earlier rotation ends now. A key that was locked by
 * failures is unlocked, for with a new secret guessing begins anew.
 */
export async function rotateApiClientSecret(
  tx: Transaction,
  { tenantId, clientId, overlapSeconds, now }: RotateApiClientSecret,
): Promise<{ apiSecret: string; previousExpiresAt: Temporal.Instant }> {
  if (!Number.isSafeInteger(overlapSeconds) || overlapSeconds < 0)
    throw new RangeError(`An overlap is a whole number of seconds, 0 or more, not ${overlapSeconds}`)
  if (!(await lockApiClient(tx, { tenantId, clientId }))) throw new UnknownApiClient(clientId)

  const previousExpiresAt = now.add({ seconds: overlapSeconds })
  await expireSecrets(tx, { tenantId, clientId }, previousExpiresAt)
  await forgetFailures(tx, tenantId, clientId)
  const apiSecret = generateApiSecret()
  await insertSecret(tx, { tenantId, clientId }, digestOfSecret(apiSecret), now)
  return { apiSecret, previousExpiresAt }
}

export interface RotateApiClientSecret {
  tenantId: bigint
  clientId: string
  overlapSeconds: number
  now: Temporal.Instant
}

/** Shuts the client out for good: no new token at once, and what it holds stops working within seconds on every node. */
export async function revokeApiClient(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
): Promise<void> {
  if (!(await markApiClientRevoked(tx, { tenantId, clientId }, now))) throw new UnknownApiClient(clientId)
  await deleteTokenRecordsOfClient(tx, tenantId, clientId)
}
