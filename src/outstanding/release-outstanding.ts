import type { Connection, Transaction } from '../db/client.ts'
import { type Institution, requireInstitution } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { releasePayments } from '../payments/payments.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ActorKey, findMakers } from './find-actor.ts'
import { type ActorStop, countHeldWithOthers, readHeldBy, readStopsOfActor } from './held-by.store.ts'

/** The most that one request releases, in one transaction. */
export const MAX_RELEASED = 200

/** The payments that an actor holds alone: those that a request releases, and what else waits. */
export interface HeldBy {
  stops: ActorStop[]
  paymentIds: string[]
  /** More wait: they are released by another request. */
  hasMore: boolean
  /** Those that another stopped actor holds too: they are released one by one. */
  heldWithOthers: number
}

export interface Released extends HeldBy {
  actor: ActorKey
}

/** The oldest payments that are held because the actor was stopped, and for no other actor. */
export async function findHeldBy(
  db: Connection,
  institution: Institution,
  actor: ActorKey,
): Promise<Result<HeldBy, Refusal>> {
  const makers = await findMakers(db, institution, actor)
  if (!makers.ok) return makers
  const { tenantId } = institution
  const stops = await readStopsOfActor(db, tenantId, { actor, makers: makers.value })
  const found = await readHeldBy(db, tenantId, stops, MAX_RELEASED + 1)
  const paymentIds = found.slice(0, MAX_RELEASED)
  const heldWithOthers = await countHeldWithOthers(db, tenantId, stops)
  return accept({ stops, paymentIds, hasMore: found.length > MAX_RELEASED, heldWithOthers })
}

/**
 * Releases payments that are held because the actor was stopped, as `releaseHeldPayment` does for
 * one. What another actor holds too stays: an innocent one does not release what a thief set up.
 */
export async function releaseOutstanding(
  tx: Transaction,
  principal: Principal,
  { actor, reason }: { actor: ActorKey; reason: string },
  moment: Moment,
): Promise<Result<Released, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const held = await findHeldBy(tx, institution.value, actor)
  if (!held.ok) return held
  const { stops, paymentIds } = held.value
  if (paymentIds.length === 0) return accept({ actor, ...held.value })
  const isOfActor = (stop: ActorStop) =>
    stops.some(({ kind, actorId }) => kind === stop.kind && actorId === stop.actorId)
  const what = { paymentIds, recurrenceIds: [], reason, of: isOfActor }
  const released = await releasePayments(tx, principal, institution.value, what, moment)
  if (!released.ok) return released
  return accept({ actor, ...held.value, paymentIds: paymentIds.filter((id) => released.value.has(id)) })
}
