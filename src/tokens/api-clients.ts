import { isDeepStrictEqual } from 'node:util'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { deleteSecrets, writeAccessRules, writeKeysFrom } from './access-rules.store.ts'
import {
  type AccessRules,
  hasNewKeys,
  isSameRules,
  keepsKeys,
  MAX_TOKEN_SECONDS,
  replacesCredentials,
} from './access-rules.ts'
import {
  endAccessTokens,
  endAccessTokensOfHolders,
  expireSecrets,
  insertApiClient,
  insertSecret,
  listSecrets,
  lockApiClient,
  markApiClientRevoked,
  markProviderRevoked,
  sealApiClient,
  whyClientAltered,
} from './api-clients.store.ts'
import { digestOfSecret, generateApiKey, generateApiSecret } from './api-secret.ts'
import { forgetFailures } from './client-attempts.store.ts'
import { type Entitlement, isEntitlement } from './entitlements.ts'
import { addHolders, endHolds, keepEarlierHolders } from './holders.store.ts'
import { namesOf, type Party } from './holders.ts'
import { areIndependent } from './one-person.store.ts'
import type { IdentityProvider } from './person-assertion.ts'
import { isSameKey } from './public-key.ts'
import { hasRoomForSecret, MAX_OVERLAP_SECONDS, MAX_VALID_SECRETS } from './secret-overlap.ts'
import { deleteTokenRecordsOfClient } from './token-records.store.ts'

export {
  type ApiClientRecord,
  accessOf,
  findApiClient,
  findApiClientByName,
  isRoleHeld,
  isTrustedToNamePersons,
  lockApiClient,
  searchApiClients,
  whyClientAltered,
  writeApiClient,
  writeHeldRoles,
} from './api-clients.store.ts'
export { stillHasRight } from './current-rights.store.ts'
export { type Party, partyOf, partyOfText, provenPartyOf, signatoryParty, textOfParty } from './holders.ts'
export {
  keepsTwoAdministrators,
  losesAdministration,
  mayBeOneOf,
  mayBeOnePerson,
} from './one-person.store.ts'
export { confirmPerson, holdCredentials, keepSetter, mayHaveSet, mayHoldCredentials } from './person-holders.ts'
export { deleteSessionsOf } from './person-sessions.store.ts'
export { endAccessOfPeople, endTokensOfPerson } from './persons.store.ts'
export {
  DEFAULT_OVERLAP_SECONDS,
  hasRoomForSecret,
  MAX_OVERLAP_SECONDS,
} from './secret-overlap.ts'
export {
  type Actor,
  entitiesOf,
  findStopped,
  isOutOfReach,
  MAY_USE,
  type StoppedActor,
  stillReaches,
  stoppedOf,
  vouched,
} from './standing.store.ts'

/** The client does not exist in the institution or is revoked. */
export class UnknownApiClient extends RangeError {
  constructor(clientId: string) {
    super(`API client ${clientId} does not exist or is revoked`)
  }
}

/** What is stored of the client was altered, so it gets no new secret. */
export class AlteredApiClient extends RangeError {
  constructor(why: string) {
    super(`${why}: revoke it, and create another one`)
  }
}

/** A rotation with an overlap would make one secret too many. */
export class TooManySecrets extends RangeError {
  constructor(clientId: string) {
    super(
      `API client ${clientId} has the maximum of ${MAX_VALID_SECRETS} valid secrets: wait until one expires, or end all of them with an overlap of 0`,
    )
  }
}

export interface NewApiClient {
  tenantId: bigint
  name: string
  legalEntityId: bigint
  entitlements: readonly Entitlement[]
  trustedToNamePersons?: boolean
  identityProvider?: IdentityProvider | null
  /** Whether it proves who it is with the secret; true unless told. Nobody sees an unused one. */
  hasSecret?: boolean
  /** Who is shown the secret; undefined on the command line. */
  shownTo?: Party
  now: Temporal.Instant
}

/**
 * Registers a program that may call the API for a legal entity, with a secret unless told. Returns
 * the only copy of the secret: only its digest is stored.
 */
export async function createApiClient(
  tx: Transaction,
  client: NewApiClient,
): Promise<{ apiKey: string; apiSecret: string }> {
  const unknown = client.entitlements.filter((entitlement) => !isEntitlement(entitlement))
  if (unknown.length > 0) throw new RangeError(`Unknown entitlement: ${unknown.join(', ')}`)

  const { tenantId, hasSecret = true, shownTo, now } = client
  const clientId = generateApiKey()
  const apiSecret = generateApiSecret()
  const { trustedToNamePersons = false, identityProvider = null, entitlements } = client
  const persons = { trustedToNamePersons, identityProvider }
  await insertApiClient(tx, { ...client, ...persons, clientId, entitlements: [...new Set(entitlements)] }, now)
  if (hasSecret) await insertSecret(tx, { tenantId, clientId }, secretOf(apiSecret, shownTo), now)
  return { apiKey: clientId, apiSecret }
}

const secretOf = (apiSecret: string, shownTo: Party | undefined) => ({
  digest: digestOfSecret(apiSecret),
  shownTo: shownTo ? namesOf(shownTo) : [],
})

/** Who chose the keys of a client, and the approval if a second person agreed. */
export interface KeyChoice {
  proposedBy: Party
  approval?: { approvedBy: Party; approvalUID: string } | undefined
}

/**
 * Puts other rules into force for a locked or new client. Its current tokens were issued under the
 * old ones, so they end. A client without secrets loses those that it had, so that none works again
 * if it returns to secrets; a rotation then gives it a new one. Who chose its keys may hold them.
 */
export async function settleRules(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  { before, after, ...choice }: { before: AccessRules; after: AccessRules } & KeyChoice,
): Promise<void> {
  if (isSameRules(before, after)) return
  await keepEarlierHolders(tx, { tenantId, clientId })
  await writeAccessRules(tx, { tenantId, clientId }, after)
  await sealApiClient(tx, { tenantId, clientId })
  if (hasNewKeys(before, after)) {
    if (replacesCredentials(before, after)) await handOver(tx, { tenantId, clientId, now }, choice)
    const proposedBy = namesOf(choice.proposedBy)
    await writeKeysFrom(tx, { tenantId, clientId }, { proposedBy, keepsEarlier: keepsKeys(before, after) })
    await addHolders(tx, { tenantId, clientId }, proposedBy)
  }
  if (after.authenticationMethod !== 'client_secret') await deleteSecrets(tx, { tenantId, clientId })
  await endTokens(tx, { tenantId, clientId }, now)
}

/**
 * New keys that two people agreed on end what others hold of the client, if both are independent of
 * it and of its holders: otherwise one person could take a client over and be independent of it.
 * The holds end when no token can be left that was issued with the old keys.
 */
async function handOver(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  { proposedBy, approval }: KeyChoice,
): Promise<void> {
  if (!approval) return
  const two = [...namesOf(proposedBy), ...namesOf(approval.approvedBy)]
  if (!(await areIndependent(tx, tenantId, [two, [clientId]], now))) return
  const endsAt = now.add({ seconds: MAX_TOKEN_SECONDS })
  await endHolds(tx, { tenantId, clientId }, { endsAt, approvalUID: approval.approvalUID })
}

/**
 * Gives the client a new secret. The previous secret stays valid for `overlapSeconds`, so that a
 * program on many machines can switch over without an outage. Use 0 for a leaked secret: it ends at
 * once, with those still expiring from earlier rotations, and all tokens of the client end on every
 * node within seconds. Otherwise each of them stays valid for as long as its rotation said. Also
 * unlocks a key that was locked after failures, because guesses at the old secret no longer matter.
 * Those who saw an earlier secret stay holders of the client.
 */
export async function rotateApiClientSecret(
  tx: Transaction,
  { tenantId, clientId, overlapSeconds, shownTo, now }: RotateApiClientSecret,
): Promise<{ apiSecret: string; previousExpiresAt: Temporal.Instant }> {
  if (!Number.isSafeInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_OVERLAP_SECONDS)
    throw new RangeError(
      `The overlap must be a whole number of seconds from 0 to ${MAX_OVERLAP_SECONDS}, not ${overlapSeconds}`,
    )
  await lockLiveApiClient(tx, { tenantId, clientId })
  const altered = await whyClientAltered(tx, { tenantId, clientId })
  if (altered !== undefined) throw new AlteredApiClient(altered)

  const secrets = await listSecrets(tx, { tenantId, clientId })
  if (!hasRoomForSecret(secrets, overlapSeconds, now)) throw new TooManySecrets(clientId)
  const previousExpiresAt = now.add({ seconds: overlapSeconds })
  const end = { now, previousExpiresAt, endsAll: overlapSeconds === 0 }
  await expireSecrets(tx, { tenantId, clientId }, end)
  if (overlapSeconds === 0) await endTokens(tx, { tenantId, clientId }, now)
  await forgetFailures(tx, tenantId, clientId)
  const apiSecret = generateApiSecret()
  await insertSecret(tx, { tenantId, clientId }, secretOf(apiSecret, shownTo), now)
  return { apiSecret, previousExpiresAt }
}

export interface RotateApiClientSecret {
  tenantId: bigint
  clientId: string
  overlapSeconds: number
  /** Who is shown the secret; undefined on the command line. */
  shownTo?: Party
  now: Temporal.Instant
}

/**
 * Revokes the client permanently: it gets no new token, and its current tokens stop working within
 * seconds on every node.
 */
export async function revokeApiClient(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
): Promise<void> {
  await lockLiveApiClient(tx, { tenantId, clientId })
  await markApiClientRevoked(tx, { tenantId, clientId }, now)
  await deleteTokenRecordsOfClient(tx, tenantId, clientId)
}

/**
 * Takes the identity provider of a locked client away, because its keys are in the wrong hands:
 * what people did through the client until now counts as done by whoever has its keys.
 */
export async function revokeIdentityProvider(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  until: Temporal.Instant,
): Promise<void> {
  const altered = await whyClientAltered(tx, { tenantId, clientId })
  await markProviderRevoked(tx, { tenantId, clientId }, until)
  if (altered === undefined) await sealApiClient(tx, { tenantId, clientId })
  await endTokens(tx, { tenantId, clientId }, now)
}

/**
 * If the client lost an entitlement, every node refuses its current tokens within seconds, and its
 * next tokens, including refreshed ones, carry the remaining entitlements. Added entitlements take
 * effect with the next token.
 */
export async function settleAccess(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  { before, after }: { before: readonly Entitlement[]; after: readonly Entitlement[] },
): Promise<void> {
  if (hasMore(before, after)) await endAccessTokens(tx, { tenantId, clientId }, now)
}

/** Does the same for all clients that hold a role, if the role lost an entitlement. */
export async function settleAccessOfHolders(
  tx: Transaction,
  { tenantId, roleId, now }: { tenantId: bigint; roleId: string; now: Temporal.Instant },
  { before, after }: { before: readonly Entitlement[]; after: readonly Entitlement[] },
): Promise<void> {
  if (hasMore(before, after)) await endAccessTokensOfHolders(tx, { tenantId, roleId }, now)
}

/**
 * Who proposed a key of an identity provider may have the private one, and assert any person who
 * uses the client: they hold it. If assertions that the client could exchange count no longer, its
 * tokens end, and with them those of the persons whom it signed in.
 */
export async function settleIdentityProvider(
  tx: Transaction,
  { tenantId, clientId, now }: { tenantId: bigint; clientId: string; now: Temporal.Instant },
  { before, after, proposedBy }: { before: IdentityProvider | null; after: IdentityProvider | null; proposedBy: Party },
): Promise<void> {
  if (after?.keys.some((key) => !before?.keys.some((known) => isSameKey(known, key))))
    await addHolders(tx, { tenantId, clientId }, namesOf(proposedBy))
  if (!before) return
  const keepsIssuer = after?.issuer === before.issuer
  const keepsKeys = before.keys.every((key) => after?.keys.some((kept) => isDeepStrictEqual(key, kept)))
  if (!keepsIssuer || !keepsKeys) await endTokens(tx, { tenantId, clientId }, now)
}

/** Whether the first list has an entitlement that the second lacks. */
export function hasMore(one: readonly Entitlement[], other: readonly Entitlement[]): boolean {
  const others = new Set(other)
  return one.some((entitlement) => !others.has(entitlement))
}

/**
 * Ends all tokens of a locked client: access tokens within seconds on every node, refresh tokens at
 * once.
 */
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
