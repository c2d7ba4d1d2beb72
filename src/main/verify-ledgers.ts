import { verifyAdjustments } from '../accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import { verifyFx } from '../fx/fx.ts'
import type { Institution } from '../institution/institution.ts'
import { type LedgerDifference, verifyLedger } from '../ledger/verify-ledger.ts'
import { verifyLimits } from '../limits/limits.ts'
import { verifyPayments } from '../payments/payments.ts'

/**
 * Verifies the ledger of each institution, each in one snapshot, and prints the results. Returns
 * the number of differences.
 */
export async function verifyLedgers(
  db: Database,
  institutions: readonly Institution[],
  say: (line: string) => void,
): Promise<number> {
  let found = 0
  for (const { tenantId, code } of institutions) {
    const differences = await db.snapshot(async (tx): Promise<LedgerDifference[]> => {
      await tx.query('set local enable_seqscan = on')
      const books = await verifyLedger(tx, tenantId)
      say(`${code}: ${books.accounts} accounts, ${books.transfers} transfers`)
      const checks = [verifyPayments, verifyLimits, verifyFx, verifyAdjustments]
      const differences = [...books.differences]
      for (const check of checks) differences.push(...(await check(tx, tenantId)))
      return differences
    })
    for (const { what, id, detail } of differences) say(`${code}: ${what}: ${id}: ${detail}`)
    found += differences.length
  }
  say(found === 0 ? 'No differences.' : `${found} differences.`)
  return found
}
