import type { Temporal } from 'temporal-polyfill'
import { AppliedRequest, type ApprovalRow, type ApprovalSubject } from '../../approvals/approvals.ts'
import { requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { readInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { cancelLocked } from '../cancel-contract.ts'
import { leftOf } from '../domain/drawdown.ts'
import { endQuote } from '../end-quote.ts'
import { renderContract } from '../fx-trades.schema.ts'
import { findContract, lockQuote } from '../fx-trades.store.ts'
import { takeLastLook } from '../last-look.ts'
import { makeContract } from '../make-contract.ts'
import { mayTrade } from '../require-fx-customer.ts'
import { approveTrade } from './approve-trade.ts'
import { type ProposedTrade, sidesOf } from './ask-approvers.ts'
import { readTradeApprovals } from './trade-approvals.store.ts'

/** How a payment ends whose cancellation was approved. */
export interface PaymentsToCancel {
  lock(tx: Transaction, tenantId: bigint, paymentUID: string): Promise<void>
  cancel(
    tx: Transaction,
    principal: Principal,
    payment: { paymentUID: string; notes: string | undefined },
    now: Temporal.Instant,
  ): Promise<Result<object, Refusal>>
}

/**
 * Makes or drops a trade that waits for approvers: the contract of a quote, the end of a contract,
 * or that of a payment which drew on one. The lock of the quote puts what is done about the first
 * two in order, and that of the payment the last.
 */
export const tradeApprovals = (payments: PaymentsToCancel): ApprovalSubject => ({
  async lock(tx, approval) {
    const { paymentUID } = approval.proposed as ProposedTrade
    if (paymentUID !== undefined) return payments.lock(tx, approval.tenantId, paymentUID)
    const quoteId = await quoteOf(tx, approval)
    await lockQuote(tx, approval.tenantId, quoteId)
  },

  async apply(tx, principal, approval, now) {
    const customer = await requireCustomer(tx, principal, String(approval.customerId))
    if (!customer.ok) return customer
    const proposed = approval.proposed as ProposedTrade
    if (proposed.paymentUID !== undefined) {
      const { paymentUID, notes } = proposed
      const cancelled = await payments.cancel(tx, principal, { paymentUID, notes }, now)
      return cancelled.ok ? accept(new AppliedRequest({ result: cancelled.value, shownOnce: undefined })) : cancelled
    }
    const applied =
      approval.action === 'create'
        ? await makeTrade(tx, principal, { approval, proposed, customer: customer.value }, now)
        : await endTrade(tx, principal, { approval, proposed }, now)
    if (!applied.ok) return applied
    return accept(new AppliedRequest({ result: renderContract(applied.value), shownOnce: undefined }))
  },

  /** A quote ends with its approval; a contract goes on. */
  async drop(tx, { tenantId, clientId }, approval, now) {
    if (approval.action !== 'create') return
    const quote = (await lockQuote(tx, tenantId, approval.subjectId))!
    if (quote.status === 'PendingApproval') await endQuote(tx, { tenantId, actor: clientId }, quote, now)
  },

  several: {
    approve: approveTrade,
    async readProgress(db, tenantId, approvalIds) {
      const byApproval = Map.groupBy(await readTradeApprovals(db, tenantId, approvalIds), (one) => one.approvalId)
      return new Map(
        approvalIds.map((id) => {
          const given = (byApproval.get(id) ?? []).filter(({ altered }) => altered === undefined)
          const approvers = given.map(({ approver, decidedAt }) => ({ approver, approvedAt: decidedAt }))
          return [id, { approversNeeded: Math.max(0, ...given.map((one) => one.approversNeeded)), approvers }]
        }),
      )
    },
  },
})

async function quoteOf(tx: Transaction, { tenantId, action, subjectId }: ApprovalRow): Promise<string> {
  return action === 'create' ? subjectId : (await findContract(tx, tenantId, BigInt(subjectId)))!.quoteId
}

type Applying = Parameters<ApprovalSubject['apply']>

/** The contract at the price that was approved, after a last look at the market. */
async function makeTrade(
  tx: Transaction,
  principal: Applying[1],
  { approval, proposed, customer }: { approval: ApprovalRow; proposed: ProposedTrade; customer: { status: string } },
  now: Applying[3],
) {
  const allowed = mayTrade(customer)
  if (!allowed.ok) return allowed
  const quote = (await lockQuote(tx, principal.tenantId, approval.subjectId))!
  if (quote.status !== 'PendingApproval') return refusal('fxQuoteEnded', `the quote is ${quote.status}`)
  if (quote.altered !== undefined) return refusal('fxQuoteEnded', quote.altered)
  const institution = await readInstitution(tx, principal.tenantId)
  const looked = await takeLastLook(tx, institution, quote, now, { afterApproval: true })
  if (!looked.ok) return looked
  const acceptance = { quoteUUID: quote.id, ...proposed.acceptance }
  return makeContract(tx, principal, { institution, quote, acceptance }, now)
}

/** The end of a contract, if as much of it is left as was approved. */
async function endTrade(
  tx: Transaction,
  principal: Applying[1],
  { approval, proposed }: { approval: ApprovalRow; proposed: ProposedTrade },
  now: Applying[3],
) {
  const contract = (await findContract(tx, principal.tenantId, BigInt(approval.subjectId)))!
  const { sellAmount, buyAmount } = sidesOf(proposed)
  const institution = await readInstitution(tx, principal.tenantId)
  return cancelLocked(tx, principal, { institution, found: contract }, now, (locked) => {
    const left = leftOf(locked)
    if (left.sellAmount === sellAmount && left.buyAmount === buyAmount) return accept(undefined)
    return refusal('approvalNoLongerFits', 'another amount is left of the contract than was approved')
  })
}
