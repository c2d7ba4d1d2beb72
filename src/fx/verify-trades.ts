import type { Transaction } from '../db/client.ts'
import { findAlteredContents } from '../db/content-digest.ts'
import { FX_CONTRACTS, FX_COVERS } from '../db/digested-tables.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { findAlteredTradeApprovals } from './approval/trade-approvals.store.ts'

/** Compares each contract and cover with the digest that the service gave it. */
export async function verifyTrades(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const contracts = await findAlteredContents(tx, tenantId, FX_CONTRACTS, 'true')
  const covers = await findAlteredContents(tx, tenantId, FX_COVERS, 'true')
  return [
    ...contracts.map(({ id, altered }) => ({ what: 'an FX contract was altered', id, detail: altered })),
    ...covers.map(({ id, altered }) => ({ what: 'the cover of an FX contract was altered', id, detail: altered })),
  ]
}

/** The same for the approvals of trades that wait. */
export async function verifyTradeApprovals(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredTradeApprovals(tx, tenantId)
  return found.map(({ id, altered }) => ({ what: 'an approval of a trade was altered', id, detail: altered }))
}
