import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import {
  endAccessTokens,
  endAccessTokensOfHolders,
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

export {
  type ApiClientRecord,
  accessOf,
  findApiClient,
  findApiClientByName,
  isRoleHeld,
  lockApiClient,
  searchApiClients,
  writeApiClient,
  writeHeldRoles,
} from './api-clients.store.ts'

/** How long the secret before stays valid where nothing else is asked for, and at the most. */
export const DEFAULT_OVERLAP_SECONDS = 86_400
export const MAX_OVERLAP_SECONDS = 30 * 86_400

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
 * can change over without a gap. 0 is for a secret that others may have: it ends at once, and all tokens that the client has end with it, on every
 * node within seconds. One that was still ending from an earlier rotation ends now. A key that was locked by failures is unlocked, for with a new
 * secret guessing begins anew.
 */
export async function rotateApiClientSecret(
  tx: Transaction,
  { tenantId, clientId, overlapSeconds, now }: RotateApiClientSecret,
): Promise<{ apiSecret: string; previousExpiresAt: Temporal.Instant }> {
  if (!Number.isSafeInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_OVERLAP_SECONDS)
    throw new RangeError(`An overlap is a whole number of seconds, 0 to ${MAX_OVERLAP_SECONDS}, not ${overlapSeconds}`)
  await lockLiveApiClient(tx, { tenantId, clientId })

  const previousExpiresAt = now.add({ seconds: overlapSeconds })
  await expireSecrets(tx, { tenantId, clientId }, previousExpiresAt)
  if (overlapSeconds === 0) await endTokens(tx, { tenantId, clientId }, now)
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
  await lockLiveApiClient(tx, { tenantId, clientId })
  await markApiClientRevoked(tx, { tenantId, clientId }, now)
  await deleteTokenRecordsOfClient(tx, tenantId, clientId)
}

/**
 * Where something was taken from a client, the tokens it has are refused on every node within seconds, and the next ones, also by a refresh token,
 * say what is left. What was added comes with the next token.
 */
export async function settleAccess(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  { before, after }: { before: readonly Entitlement[]; after: readonly Entitlement[] },
): Promise<void> {
  if (hasMore(before, after)) await endAccessTokens(tx, { tenantId, clientId }, now)
}

/** The same for all clients that hold a role, where something was taken from the role. */
export async function settleAccessOfHolders(
  tx: Transaction,
  { tenantId, roleId, now }: { tenantId: bigint; roleId: string; now: Temporal.Instant },
  { before, after }: { before: readonly Entitlement[]; after: readonly Entitlement[] },
): Promise<void> {
  if (hasMore(before, after)) await endAccessTokensOfHolders(tx, { tenantId, roleId }, now)
}

/** Whether the first has an entitlement that the second has not. */
export function hasMore(one: readonly Entitlement[], other: readonly Entitlement[]): boolean {
  const others = new Set(other)
  return one.some((entitlement) => !others.has(entitlement))
}

/** Of a locked client: its access tokens are refused on every node within seconds, its refresh tokens are gone. */
async function endTokens(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  now: Temporal.Instant,
): Promise<void> {
  await endAccessTokens(tx, { tenantId, clientId }, now)
  await deleteTokenRecordsOfClient(tx, tenantId, clientId)
}

async function lockLiveApiClient(tx: Transaction, client: { tenantId: bigint; clientId: string }): Promise<void> {
  const locked = await lockApiClient(tx, client)
  if (!locked || locked.isRevoked) throw new UnknownApiClient(client.clientId)
}
