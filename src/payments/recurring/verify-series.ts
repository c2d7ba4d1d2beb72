import type { Transaction } from '../../db/client.ts'
import type { LedgerDifference } from '../../ledger/verify-ledger.ts'
import { findAlteredSeries } from './recurrences.store.ts'

/** Compares each Active series with the digest that the service gave it. */
export async function verifySeries(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredSeries(tx, tenantId)
  return found.map(({ id, altered }) => ({ what: 'a series was altered', id, detail: altered }))
}
