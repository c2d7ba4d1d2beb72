import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { newId } from '../../kernel/id.ts'
import { type HoldReason, insertHold, type RailHold } from './rail-holds.store.ts'

/** More differences than these tell a person nothing new. */
const MAX_DIFFERENCES = 100

/**
 * Holds the rails of an institution: the API serves, and nothing leaves until a hold is released.
 * `differences` says in words what is wrong, one line each. Returns undefined, and changes nothing,
 * if the rails are held for this reason already.
 */
export async function holdRails(
  tx: Transaction,
  tenantId: bigint,
  { reason, differences, heldBy }: { reason: HoldReason; differences: readonly string[]; heldBy: string },
  now: Temporal.Instant,
): Promise<RailHold | undefined> {
  const more = differences.length - MAX_DIFFERENCES
  const shown = more > 0 ? [...differences.slice(0, MAX_DIFFERENCES), `and ${more} more`] : differences
  const hold = await insertHold(tx, { tenantId, id: newId(now), reason, differences: shown, heldBy, heldAt: now })
  if (!hold) return undefined
  const subject = { kind: 'railHold', id: hold.id }
  await recordChange(tx, { tenantId, actor: heldBy, action: 'rails.held', subject, after: renderHold(hold) }, now)
  return hold
}

/** A hold as events, audit records and replies show it. */
export function renderHold(hold: RailHold) {
  const { id, reason, differences, heldBy, heldAt, releasedAt, releasedBy, releaseReason } = hold
  return {
    ...{ holdUID: id, reason, differences: [...differences], heldBy, heldAt: heldAt.toString() },
    ...(releasedAt && { releasedAt: releasedAt.toString(), releasedBy: releasedBy!, releaseReason: releaseReason! }),
  }
}
