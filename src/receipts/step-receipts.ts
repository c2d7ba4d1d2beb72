import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { followClocks } from './receipt-obligations.ts'
import { moveReceipts, type Step } from './receipts.store.ts'
import { recordWork } from './record-receipts.ts'

export const WORKER = 'worker'

/**
 * Moves receipts, locked by the caller, with their clocks and their events.
 * @param dishonoredOn the settlement dates of dishonored returns, by receipt
 */
export async function stepReceipts(
  tx: Transaction,
  institution: Institution,
  { steps, dishonoredOn }: { steps: readonly Step[]; dishonoredOn?: ReadonlyMap<string, Temporal.PlainDate> },
  now: Temporal.Instant,
): Promise<void> {
  const moved = await moveReceipts(tx, institution.tenantId, steps, now)
  await followClocks(tx, institution, { receipts: moved, actor: WORKER, dishonoredOn }, now)
  const changes = moved.map((receipt) => ({ action: 'receipt.status.changed', receipt }) as const)
  await recordWork(tx, institution.tenantId, changes, now)
}
