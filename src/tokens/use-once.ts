import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertTokenRecordOnce } from './token-records.store.ts'

/**
 * Uses up what can be used once until it ends, such as a challenge. Of two calls on any nodes, one
 * gets true. The kind names its form, and the id is unique within the kind.
 */
export async function useOnce(
  tx: Transaction,
  used: { tenantId: bigint; kind: string; id: string; expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): Promise<boolean> {
  return insertTokenRecordOnce(tx, { ...used, payload: {}, grantId: undefined }, now)
}
