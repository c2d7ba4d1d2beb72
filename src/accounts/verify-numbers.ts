import { findAltered } from '../db/altered-rows.ts'
import type { Transaction } from '../db/client.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'

/** Opens the number of each account: it is sealed for the account, and is that of its index. */
export async function verifyNumbers(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const columns = ['account_number', 'account_number_index', 'fbo_account_number']
  const found = await findAltered(tx, tenantId, { table: 'accounts', columns })
  return found.map(({ id, altered }) => ({ what: 'the number of an account was altered', id, detail: altered }))
}
