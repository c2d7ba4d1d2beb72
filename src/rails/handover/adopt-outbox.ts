import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { holdRails } from '../holds/hold-rails.ts'
import type { RailHold } from '../holds/rail-holds.store.ts'
import { doubtOpenClaims, readAdopted, replaceOutbox } from './handovers.store.ts'

/**
 * Takes another outbox for an institution on purpose: the one before is lost. What has left through
 * it cannot be seen any more, so the rails are held until people release them, and each file that a
 * worker may have put there is in doubt. Returns the hold; undefined if it was opened before.
 */
export async function adoptOtherOutbox(
  tx: Transaction,
  tenantId: bigint,
  { rail, identity, by, reason }: { rail: string; identity: string; by: string; reason: string },
  now: Temporal.Instant,
): Promise<RailHold | undefined> {
  const before = await readAdopted(tx, tenantId, rail)
  await replaceOutbox(tx, tenantId, { rail, identity, by }, now)
  const change = { before: { rail, identity: before }, after: { rail, identity, reason } }
  const subject = { kind: 'railOutbox', id: identity }
  await recordChange(tx, { tenantId, actor: 'operator', action: 'rails.outboxAdopted', subject, ...change }, now)
  const was = before === undefined ? 'none' : before
  await doubtWhatMayHaveLeft(tx, tenantId, rail, now)
  const differences = [`the outbox ${identity} was adopted in place of ${was}: ${reason}`]
  return holdRails(tx, tenantId, { reason: 'Operator', differences, heldBy: 'operator' }, now)
}

async function doubtWhatMayHaveLeft(
  tx: Transaction,
  tenantId: bigint,
  rail: string,
  now: Temporal.Instant,
): Promise<void> {
  const doubt = 'the outbox it may have left through was replaced'
  for (const { id, name } of await doubtOpenClaims(tx, tenantId, { rail, doubt })) {
    const change = { subject: { kind: 'railHandover', id }, after: { handoverUID: id, rail, name, doubt } }
    await recordChange(tx, { tenantId, actor: 'operator', action: 'rails.handoverInDoubt', ...change }, now)
  }
}
