import { verifyAdjustments } from '../accounts/accounts.ts'
import { verifyBooks } from '../books/books.ts'
import type { Database } from '../db/client.ts'
import { verifyFx } from '../fx/fx.ts'
import type { Institution } from '../institution/institution.ts'
import { type LedgerDifference, readPostedTotals, verifyLedger } from '../ledger/verify-ledger.ts'
import { verifyLimits } from '../limits/limits.ts'
import { verifyPayments, verifySettlements } from '../payments/payments.ts'
import { verifyReceipts } from '../receipts/receipts.ts'
import { verifySuspense } from '../suspense/suspense.ts'
import { readAnchors } from './anchors.ts'
import { verifySealed } from './verify-sealed.ts'

const NONE: ReadonlyMap<string, bigint> = new Map()

/** Totals below an anchored one: transfers were removed, because postings only add. */
export function lossesSince(
  anchored: ReadonlyMap<string, bigint>,
  posted: ReadonlyMap<string, bigint>,
): LedgerDifference[] {
  return [...anchored].flatMap(([currency, amount]) => {
    const now = posted.get(currency) ?? 0n
    if (now >= amount) return []
    const detail = `${now} minor units posted, but ${amount} when it was anchored`
    return [{ what: 'transfers were removed from the ledger', id: currency, detail }]
  })
}

/**
 * Verifies the ledger of each institution, each in one snapshot, and prints the results. Compares
 * it with the anchors in the directory, if one is given. Returns the number of differences.
 */
export async function verifyLedgers(
  db: Database,
  institutions: readonly Institution[],
  say: (line: string) => void,
  anchors?: string,
): Promise<number> {
  let found = 0
  for (const { tenantId, code } of institutions) {
    const posted = anchors === undefined ? NONE : (await readAnchors(anchors, code)).posted
    const differences = await db.snapshot(async (tx): Promise<LedgerDifference[]> => {
      await tx.query('set local enable_seqscan = on')
      const books = await verifyLedger(tx, tenantId)
      say(`${code}: ${books.accounts} accounts, ${books.transfers} transfers`)
      const checks = [
        verifyPayments,
        verifySettlements,
        verifyLimits,
        verifyFx,
        verifyAdjustments,
        verifySuspense,
        verifyReceipts,
        verifyBooks,
      ]
      const differences = [...books.differences, ...lossesSince(posted, await readPostedTotals(tx, tenantId))]
      for (const check of checks) differences.push(...(await check(tx, tenantId)))
      if (tx.keyring.has(tenantId)) differences.push(...(await verifySealed(tx, tenantId)))
      else say(`${code}: the numbers of waiting payments were not compared: this command has no key that opens them`)
      return differences
    })
    for (const { what, id, detail } of differences) say(`${code}: ${what}: ${id}: ${detail}`)
    found += differences.length
  }
  say(found === 0 ? 'No differences.' : `${found} differences.`)
  return found
}
