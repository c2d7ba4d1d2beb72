import type { Connection } from '../../db/client.ts'
import { findAlteredContents } from '../../db/content-digest.ts'
import { ACH_RETURNS, ACH_REVERSALS } from '../../db/digested-tables.ts'
import type { LedgerDifference } from '../../ledger/verify-ledger.ts'

/** Compares the reversals and returns that wait for a file with their digests. */
export async function verifyAchRequests(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const reversals = 'r.file_id is null and r.returned_at is null'
  const returns = 'r.file_id is null and r.set_aside_at is null'
  const found = [
    ...(await findAlteredContents(db, tenantId, ACH_REVERSALS, reversals)),
    ...(await findAlteredContents(db, tenantId, ACH_RETURNS, returns)),
  ]
  return found.map(({ id, altered }) => ({ what: 'a reversal or return was altered', id, detail: altered }))
}
