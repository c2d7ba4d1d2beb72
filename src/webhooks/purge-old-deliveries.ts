import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { deleteEndedBefore } from './deliveries.store.ts'

/** How long ended deliveries stay in the log. The event itself stays in the feed. */
const RETENTION = { hours: 30 * 24 }

/** Deletes at most `limit` deliveries past their retention. Returns how many. */
export function purgeOldDeliveries(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<number> {
  return deleteEndedBefore(tx, tenantId, now.subtract(RETENTION), limit)
}
