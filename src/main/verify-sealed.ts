import { verifyNumbers } from '../accounts/accounts.ts'
import { verifyApprovals } from '../approvals/approvals.ts'
import { verifyContacts } from '../contacts/contacts.ts'
import type { Transaction } from '../db/client.ts'
import { verifyTradeApprovals, verifyTrades } from '../fx/fx.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { verifyPaymentFiles } from '../payment-files/payment-files.ts'
import { verifySeals, verifySeries } from '../payments/payments.ts'
import { verifyAchRequests, verifyReleases } from '../rails/rails.ts'
import { verifyReceivedNumbers } from '../receipts/receipts.ts'
import { verifyCredentials } from '../tokens/altered-credentials.ts'

/**
 * Opens and compares what decides who is paid and who may call, and opens the records of who
 * released the rails.
 * Needs the keys of the institution.
 */
export async function verifySealed(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return [
    ...(await verifySeals(tx, tenantId)),
    ...(await verifyContacts(tx, tenantId)),
    ...(await verifyTrades(tx, tenantId)),
    ...(await verifySeries(tx, tenantId)),
    ...(await verifyPaymentFiles(tx, tenantId)),
    ...(await verifyApprovals(tx, tenantId)),
    ...(await verifyTradeApprovals(tx, tenantId)),
    ...(await verifyNumbers(tx, tenantId)),
    ...(await verifyReceivedNumbers(tx, tenantId)),
    ...(await verifyAchRequests(tx, tenantId)),
    ...(await verifyReleases(tx, tenantId)),
    ...(await verifyCredentials(tx, tenantId)),
  ]
}
