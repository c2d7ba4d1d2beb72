import type { Transaction } from '../db/client.ts'
import { findAlteredContents } from '../db/content-digest.ts'
import { CONTACTS } from '../db/digested-tables.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'

/** Compares each Active contact with the digest that the service gave it. */
export async function verifyContacts(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredContents(tx, tenantId, CONTACTS, `r.status = 'Active'`)
  return found.map(({ id, altered }) => ({ what: 'a contact was altered', id, detail: altered }))
}
