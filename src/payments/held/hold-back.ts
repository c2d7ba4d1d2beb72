import type { Transaction } from '../../db/client.ts'
import type { Moment } from '../../kernel/moment.ts'
import { findUnapproved, sayMissing } from '../approval/standing-approvals.ts'
import { changePayments } from '../history/transitions.store.ts'
import { readExchangedUntil } from './held-exchanges.store.ts'
import type { HoldReason } from './hold-reasons.ts'
import { findStoppedMakers } from './stopped-makers.store.ts'
import { findSuspended } from './suspensions.store.ts'

/**
 * VALIDATED or READY_TO_TRANSMIT → HELD for those of the payments, locked by the caller, whose
 * customer, account, contact or rail is suspended, whose makers may not act any more, or that lack
 * approvals because their approvers may not. They keep their holds; those that have exchanged money
 * until their value date is missed. Returns their ids; the others may continue.
 */
export async function holdBack(
  tx: Transaction,
  tenantId: bigint,
  { from, paymentIds }: { from: 'VALIDATED' | 'READY_TO_TRANSMIT'; paymentIds: readonly string[] },
  { now, tokenNow }: Moment,
): Promise<ReadonlySet<string>> {
  const [suspended, stopped, unapproved] = await Promise.all([
    findSuspended(tx, tenantId, paymentIds),
    findStoppedMakers(tx, tenantId, paymentIds, tokenNow),
    findUnapproved(tx, tenantId, paymentIds),
  ])
  const held = new Set([...suspended.keys(), ...stopped.keys(), ...unapproved.keys()])
  const until = await readExchangedUntil(tx, tenantId, [...held])
  const changes = Array.from(held, (paymentId) => {
    const [stops, missing] = [stopped.get(paymentId), unapproved.get(paymentId)]
    const heldReasons: HoldReason[] = [
      ...(suspended.get(paymentId) ?? []),
      ...(stops ? (['makerStopped'] as const) : []),
      ...(missing ? (['approvalsMissing'] as const) : []),
    ]
    const step = { paymentId, from, to: 'HELD', actor: 'worker' } as const
    const evidence = { reasons: heldReasons, ...(missing && { reason: sayMissing(missing) }) }
    return { ...step, heldReasons, stops, failsAt: until.get(paymentId), evidence }
  })
  await changePayments(tx, tenantId, changes, now)
  return held
}
