import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { deleteEndedBefore } from './deliveries.store.ts'

/**
 * Deletes at most `limit` deliveries that ended before a moment. The event itself stays in the
 * feed. Returns how many.
 */
export function purgeOldDeliveries(
  tx: Transaction,
  tenantId: bigint,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  return deleteEndedBefore(tx, tenantId, before, limit)
}
