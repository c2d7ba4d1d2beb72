import type { Transaction } from '../db/client.ts'
import { findAlteredContacts } from '../db/contact-content.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'

/** Compares each Active contact with the digest that the service gave it. */
export async function verifyContacts(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredContacts(tx, tenantId)
  return found.map(({ id, altered }) => ({ what: 'a contact was altered', id, detail: altered }))
}
