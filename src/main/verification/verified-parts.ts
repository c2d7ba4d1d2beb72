import { verifyAdjustments } from '../../accounts/accounts.ts'
import { verifyAudit } from '../../audit/audit.ts'
import { verifyBooks } from '../../books/books.ts'
import type { Transaction } from '../../db/client.ts'
import { verifyFx } from '../../fx/fx.ts'
import { type Institution, institutionTime } from '../../institution/institution.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type LedgerDifference, readPostedTotals, verifyEntries, verifyTransfers } from '../../ledger/verify-ledger.ts'
import { verifyLimits } from '../../limits/limits.ts'
import { verifyPayments, verifySettlements } from '../../payments/payments.ts'
import { verifyReceipts } from '../../receipts/receipts.ts'
import { verifySuspense } from '../../suspense/suspense.ts'
import { readAnchors } from '../anchors.ts'
import { lossesSince } from '../verify-ledgers.ts'
import { verifySealed } from '../verify-sealed.ts'
import type { VerifiedPart } from './verifications.store.ts'

export interface PartSources {
  institution: Institution
  systemClock: Clock
  /** The directory of the anchors. */
  anchors: string
}

/** Finds what differs in a part of the books. The transaction must be a snapshot. */
type Verify = (tx: Transaction, sources: PartSources) => Promise<LedgerDifference[]>

const ofTenant =
  (verify: (tx: Transaction, tenantId: bigint) => Promise<LedgerDifference[]>): Verify =>
  (tx, { institution }) =>
    verify(tx, institution.tenantId)

/** What `giro ledger verify` and `giro audit verify` check, in parts. */
export const PARTS: Readonly<Record<VerifiedPart, Verify>> = {
  ledger: ofTenant(verifyTransfers),
  entries: ofTenant(verifyEntries),
  payments: ofTenant(verifyPayments),
  settlements: ofTenant(verifySettlements),
  limits: ofTenant(verifyLimits),
  fx: ofTenant(verifyFx),
  adjustments: ofTenant(verifyAdjustments),
  suspense: ofTenant(async (tx, tenantId) => [
    ...(await verifySuspense(tx, tenantId)),
    ...(await verifyReceipts(tx, tenantId)),
  ]),
  books: ofTenant(verifyBooks),
  audit: verifyAuditAndAnchors,
  seals: ofTenant(verifySealed),
}

/** A worker that was stopped for less has not chained yet what was recorded meanwhile. */
const UNCHAINED_DAYS = 1

async function verifyAuditAndAnchors(tx: Transaction, sources: PartSources): Promise<LedgerDifference[]> {
  const { institution, systemClock, anchors } = sources
  const { tenantId, code } = institution
  const { heads, posted } = await readAnchors(anchors, code)
  const now = institutionTime(institution, systemClock.now()).subtract({ hours: 24 * UNCHAINED_DAYS })
  const { breaks } = await verifyAudit(tx, tenantId, { noted: heads, now })
  return [
    ...lossesSince(posted, await readPostedTotals(tx, tenantId)),
    ...breaks.map(({ sequence, auditId, reason }) => {
      const id = sequence === undefined ? (auditId ?? 'no record') : String(sequence)
      return { what: 'the audit log is broken', id, detail: reason }
    }),
  ]
}
