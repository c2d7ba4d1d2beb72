import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readStanding } from '../http/standing.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { stillReaches } from '../tokens/api-clients.ts'

/** Who asked for a quote or accepted it, and when. */
export interface MakerOfTrade {
  clientId: string
  userId: string | null
  at: Temporal.Instant
}

/**
 * Refused as `actorStopped` if one of the makers of a trade may not act now, or reaches the
 * customer no more.
 */
export async function requireMakersStand(
  tx: Transaction,
  { tenantId, customerId }: { tenantId: bigint; customerId: bigint },
  makers: readonly MakerOfTrade[],
  tokenNow: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const actors = makers.map(({ clientId, userId, at }) => ({ clientId, userId, legalEntityId: null, actedAt: at }))
  const standing = await readStanding(tx, tenantId, actors, tokenNow)
  for (const actor of actors) {
    const stands = standing(actor)
    if (!stands.ok) return stands
    if (!(await stillReaches(tx, tenantId, actor, customerId)))
      return refusal('actorStopped', `the customer was moved away from the API client ${actor.clientId}, or its user`)
  }
  return accept(undefined)
}
