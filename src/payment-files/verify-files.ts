import type { Transaction } from '../db/client.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { findAlteredFiles, findAlteredRecords } from './payment-files.store.ts'

/** Compares each file that has not ended, and its records without an outcome. */
export async function verifyPaymentFiles(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const files = await findAlteredFiles(tx, tenantId)
  const records = await findAlteredRecords(tx, tenantId)
  return [
    ...files.map(({ id, altered }) => ({ what: 'a file of payments was altered', id, detail: altered })),
    ...records.map(({ id, altered }) => ({ what: 'a record of a file of payments was altered', id, detail: altered })),
  ]
}
