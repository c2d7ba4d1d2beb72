import type { Transaction } from '../db/client.ts'
import { findAlteredTrades } from '../db/trade-content.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { findAlteredTradeApprovals } from './approval/trade-approvals.store.ts'

const WHAT = { contract: 'an FX contract was altered', cover: 'the cover of an FX contract was altered' }

/** Compares each contract and cover with the digest that the service gave it. */
export async function verifyTrades(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredTrades(tx, tenantId)
  return found.map(({ kind, id, altered }) => ({ what: WHAT[kind], id, detail: altered }))
}

/** The same for the approvals of trades that wait. */
export async function verifyTradeApprovals(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = await findAlteredTradeApprovals(tx, tenantId)
  return found.map(({ id, altered }) => ({ what: 'an approval of a trade was altered', id, detail: altered }))
}
