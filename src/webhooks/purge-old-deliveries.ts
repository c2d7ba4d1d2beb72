import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { deleteEndedBefore } from './deliveries.store.ts'

/** How long the log says what became of a delivery. The event itself stays in the feed. */
const KEPT = { hours: 30 * 24 }

/** Deletes what the log has kept long enough, at most `limit` of it. Returns how many. */
export function purgeOldDeliveries(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<number> {
  return deleteEndedBefore(tx, tenantId, now.subtract(KEPT), limit)
}
