import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Actor, findStopped, type StoppedActor } from '../tokens/api-clients.ts'

/** Says of each of the actors that were asked about whether it may act. */
export type Standing = (actor: Actor) => Result<void, Refusal>

export function actorOf({ clientId, person, legalEntityId }: Omit<Principal, 'tenantId'>): Actor {
  return { clientId, userId: person?.userId ?? null, legalEntityId }
}

/**
 * Reads whether the actors may act now, in the transaction of what they want to change: what the
 * verifier of tokens remembers can be two seconds old. The same actor may be named many times.
 */
export async function readStanding(
  db: Connection,
  tenantId: bigint,
  actors: readonly Actor[],
  tokenNow: Temporal.Instant,
): Promise<Standing> {
  const distinct = new Map(actors.map((actor) => [nameOf(actor), actor]))
  const stopped = await findStopped(db, tenantId, [...distinct.values()], tokenNow)
  const refusals = new Map(stopped.map((actor) => [nameOf(actor), refusal('actorStopped', whyStopped(actor))]))
  return (actor) => refusals.get(nameOf(actor)) ?? accept(undefined)
}

/** The same for one principal. */
export async function requireStanding(
  db: Connection,
  principal: Principal,
  tokenNow: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const actor = actorOf(principal)
  const standing = await readStanding(db, principal.tenantId, [actor], tokenNow)
  return standing(actor)
}

const nameOf = ({ clientId, userId, legalEntityId, actedAt }: Actor) =>
  `${clientId} ${userId} ${legalEntityId} ${actedAt?.toString()}`

function whyStopped({
  clientId,
  userId,
  isRevoked,
  isExpired,
  isProviderRevoked,
  isUserStopped,
  isUserOutOfReach,
  suspendedIds,
}: StoppedActor): string {
  if (isRevoked) return `the API client ${clientId} is revoked`
  if (isExpired) return `the API client ${clientId} has expired`
  if (isProviderRevoked) return `the identity provider of the API client ${clientId} was revoked after that`
  if (isUserStopped) return `the user ${userId} is not active`
  if (isUserOutOfReach)
    return `the customer of the user ${userId} was moved away from the legal entity of the API client ${clientId}`
  return `the legal entity ${suspendedIds[0]} is suspended`
}
