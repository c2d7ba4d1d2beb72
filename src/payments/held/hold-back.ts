import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { changePayments } from '../history/transitions.store.ts'
import { findSuspended } from './suspensions.store.ts'

/**
 * VALIDATED or READY_TO_TRANSMIT → HELD for those of the payments, locked by the caller, whose
 * customer, account, contact or rail is suspended. They keep their holds. Returns their ids; the
 * others may continue.
 */
export async function holdBack(
  tx: Transaction,
  tenantId: bigint,
  { from, paymentIds }: { from: 'VALIDATED' | 'READY_TO_TRANSMIT'; paymentIds: readonly string[] },
  now: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const suspended = await findSuspended(tx, tenantId, paymentIds)
  const changes = Array.from(suspended, ([paymentId, heldReasons]) => {
    return { paymentId, from, to: 'HELD', actor: 'worker', heldReasons, evidence: { reasons: heldReasons } } as const
  })
  await changePayments(tx, tenantId, changes, now)
  return new Set(suspended.keys())
}
