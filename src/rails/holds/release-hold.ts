import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { renderHold } from './hold-rails.ts'
import { lockHold, markReleased, type RailHold, readReplacement } from './rail-holds.store.ts'

/**
 * Releases a hold. What it found is accepted: the same differences do not hold the rails again. A
 * hold that was released before stays as it is, so that a repeated release is harmless. One that
 * was replaced is refused: more was found than the person who releases it has seen.
 */
export async function releaseHold(
  tx: Transaction,
  tenantId: bigint,
  holdUID: string,
  { by, reason }: { by: string; reason: string },
  now: Temporal.Instant,
): Promise<Result<RailHold, Refusal>> {
  const hold = await lockHold(tx, tenantId, holdUID)
  if (!hold) return refusal('railHoldNotFound')
  if (hold.releasedAt !== null) {
    const replacement = await readReplacement(tx, tenantId, hold.id)
    return replacement === undefined ? accept(hold) : refusal('railHoldReplaced', `by the hold ${replacement}`)
  }
  const released = (await markReleased(tx, tenantId, hold.id, { by, reason, at: now }))!
  const subject = { kind: 'railHold', id: hold.id }
  const change = { before: renderHold(hold), after: renderHold(released) }
  await recordChange(tx, { tenantId, actor: by, action: 'rails.released', subject, ...change }, now)
  return accept(released)
}
