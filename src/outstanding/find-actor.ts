import type { Temporal } from 'temporal-polyfill'
import { findCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { words } from '../kernel/words.ts'
import { findApiClient, findStopped } from '../tokens/api-clients.ts'
import { isProviderRevoked, isUser, readMakersUnder } from './actors.store.ts'
import type { Makers } from './outstanding.store.ts'

export const ACTOR_KINDS = words('ActorKind', ['ApiClient', 'User', 'Customer', 'IdentityProvider'])
export type ActorKind = (typeof ACTOR_KINDS)[number]

/**
 * Who set things up: an API client, a user, a customer with all its clients and users, or the
 * revoked identity provider of an API client, whose people did it.
 */
export interface ActorKey {
  kind: ActorKind
  id: string
}

/** The actor of the request's fields, of which it must have exactly one. */
export function parseActor({
  apiKey,
  userUID,
  customerUID,
  identityProviderOf,
}: {
  apiKey?: string | undefined
  userUID?: string | undefined
  customerUID?: string | undefined
  identityProviderOf?: string | undefined
}): Result<ActorKey, Refusal> {
  const given: ActorKey[] = []
  if (apiKey !== undefined) given.push({ kind: 'ApiClient', id: apiKey })
  if (userUID !== undefined) given.push({ kind: 'User', id: userUID.toLowerCase() })
  if (customerUID !== undefined) given.push({ kind: 'Customer', id: customerUID })
  if (identityProviderOf !== undefined) given.push({ kind: 'IdentityProvider', id: identityProviderOf })
  return given.length === 1
    ? accept(given[0]!)
    : refusal('invalidOutstanding', 'name exactly one of apiKey, userUID, customerUID and identityProviderOf')
}

const NOBODY: Makers = { clientIds: [], userIds: [], vouchedBy: [] }

/** The clients and users that count as the actor. The institution as a whole is none. */
export async function findMakers(
  db: Connection,
  { tenantId, legalEntityId }: Institution,
  { kind, id }: ActorKey,
): Promise<Result<Makers, Refusal>> {
  if (kind === 'ApiClient' || kind === 'IdentityProvider') {
    if (!(await findApiClient(db, { tenantId, clientId: id }))) return refusal('apiClientNotFound')
    return accept({ ...NOBODY, [kind === 'ApiClient' ? 'clientIds' : 'vouchedBy']: [id] })
  }
  if (kind === 'User') {
    const isKnown = isUuid(id) && (await isUser(db, tenantId, id))
    return isKnown ? accept({ ...NOBODY, userIds: [id] }) : refusal('userNotFound')
  }
  const customerId = BigInt(id)
  if (customerId === legalEntityId) return refusal('outstandingOfInstitution')
  const customer = await findCustomer(db, tenantId, customerId)
  return customer ? accept(await readMakersUnder(db, tenantId, customerId)) : refusal('customerNotFound')
}

/**
 * Whether somebody stopped the actor: revoked the client, suspended the user, the customer, or one
 * above, or revoked the identity provider. A client that has only expired is not stopped.
 */
export async function isStopped(
  db: Connection,
  tenantId: bigint,
  { kind, id }: ActorKey,
  tokenNow: Temporal.Instant,
): Promise<boolean> {
  if (kind === 'IdentityProvider') return isProviderRevoked(db, tenantId, id)
  const actor = {
    clientId: kind === 'ApiClient' ? id : '',
    userId: kind === 'User' ? id : null,
    legalEntityId: kind === 'Customer' ? BigInt(id) : null,
  }
  const [found] = await findStopped(db, tenantId, [actor], tokenNow)
  return found !== undefined && (found.isRevoked || found.isUserStopped || found.suspendedIds.length > 0)
}
