import type { Transaction } from '../db/client.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { findAlteredApprovals } from './approvals.store.ts'

/** Compares each proposal that waits with the digest that the service gave it. */
export async function verifyApprovals(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredApprovals(tx, tenantId)
  return found.map(({ id, altered }) => ({ what: 'a proposal was altered', id, detail: altered }))
}
