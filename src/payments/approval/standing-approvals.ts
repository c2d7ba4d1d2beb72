import { type Standing, standingOf } from '../../approvers/approvers.ts'
import type { Transaction } from '../../db/client.ts'
import { isOfContent, readContentHashes } from './approved-content.store.ts'
import { type DecidedApproval, readPaymentApprovals } from './payment-approvals.store.ts'

/** The approvals of a payment, and which of them count now. */
export interface ApprovalsOfPayment extends Standing {
  /** The hash of the payment's content now. */
  contentHash: string
  /** The decisions about the payment as it is, by anybody. */
  decisions: readonly DecidedApproval[]
}

/**
 * The approvals of payments that the caller has locked, by payment. Those of stopped approvers do
 * not count, nor those that were taken back, nor those given before somebody changed the payment or
 * its series.
 */
export async function readStandingApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, ApprovalsOfPayment>> {
  if (paymentIds.length === 0) return new Map()
  const [hashes, approvals] = await Promise.all([
    readContentHashes(tx, tenantId, paymentIds),
    readPaymentApprovals(tx, tenantId, paymentIds),
  ])
  const byPayment = Map.groupBy(approvals, ({ paymentId }) => paymentId)
  return new Map(
    Array.from(hashes, ([paymentId, contentHash]) => {
      const decisions = (byPayment.get(paymentId) ?? []).filter(({ isOfLastRevision }) => isOfLastRevision)
      const given = decisions.filter(({ isWithdrawn }) => !isWithdrawn)
      const marks = given.map((one) => ({ ...one, isOfContent: isOfContent(one.contentSha256, contentHash) }))
      return [paymentId, { ...standingOf(marks), contentHash, decisions }]
    }),
  )
}
