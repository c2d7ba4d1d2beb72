import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { ApprovalRow, NamedApprover, OneApproved } from '../../approvals/approvals.ts'
import {
  APPROVE,
  checkApproverLimits,
  failsDualControl,
  mayBeMaker,
  mayHaveDecided,
  requireApprover,
  requireOwnCredentials,
  standingOf,
} from '../../approvers/approvers.ts'
import { requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { lockQuote } from '../fx-trades.store.ts'
import { takeLastLook } from '../last-look.ts'
import { requireMakersStand } from '../makers-stand.ts'
import { type ProposedTrade, sidesOf } from './ask-approvers.ts'
import { measureTrade, peopleNeeded } from './people-needed.ts'
import {
  insertTradeApproval,
  readMakingOfTrade,
  readTradeApprovals,
  type TradeApproval,
} from './trade-approvals.store.ts'

/**
 * Records that one more person approves a trade, under the rules for approvers of payments: no
 * maker of it, each once, within their limits. The trade needs as many people as when it was asked
 * for, or more if the customer's rules ask for more now. With the last of them the market is looked
 * at again, and a trade from which it has moved too far ends, as does one that pays less than the
 * mid rate of now. Nothing goes on of a maker that was stopped. The caller has locked the approval.
 */
export async function approveTrade(
  tx: Transaction,
  principal: Principal,
  approval: ApprovalRow,
  person: NamedApprover,
  now: Temporal.Instant,
  app: Pick<App, 'tokenClock'>,
): Promise<Result<OneApproved, Refusal>> {
  const { tenantId, clientId } = principal
  if (!principal.entitlements.has(APPROVE)) return refusal('entitlementMissing', `the approval needs ${APPROVE}`)
  const institution = await readInstitution(tx, tenantId)
  const { customerId } = approval
  const making = await readMakingOfTrade(tx, approval)
  const tokenNow = app.tokenClock.now()
  const stand = await requireMakersStand(tx, approval, making.makers, tokenNow)
  if (!stand.ok)
    return refusal('approvalNoLongerFits', `who asked for it may not trade any more: ${stand.refusal.detail}`)
  if (await mayBeMaker(tx, principal, institution, making, tokenNow))
    return refusal(
      'approvalOfOwnChange',
      'you quoted or accepted this trade, or one person may be behind you and who did: one may hold the credentials of the other, or both have one e-mail address',
    )
  const named = await requireApprover(tx, principal, institution, { customerId, making }, person)
  if (!named.ok) return inQueue(named.refusal)
  const approver = named.value
  const own = await requireOwnCredentials(tx, principal, institution, making, approver, tokenNow)
  if (!own.ok) return inQueue(own.refusal)

  const sides = sidesOf(approval.proposed as ProposedTrade)
  const inBase = await measureTrade(tx, institution, sides, now)
  const needed = await approversNeededNow(tx, principal, institution, { approval, sides }, now)
  if (!needed.ok) return inQueue(needed.refusal)
  const given = await readTradeApprovals(tx, tenantId, [approval.id])
  const hasApproved = await mayHaveDecided(tx, institution, principal, { given, approver }, [making.madeAt, tokenNow])
  const isComplete = (all: readonly TradeApproval[]) => approversOf(all) >= needed.value
  // All approvals are there once an approver is active again who was stopped.
  if (hasApproved && !isComplete(given))
    return refusal(
      'approverNotAccepted',
      'you have already approved this trade, or one person may be behind you and who has; each approver counts once',
    )
  const day = today(now, institution.timeZone)
  const within = await checkApproverLimits(tx, institution, { approver, inBase, day, besides: approval.id })
  if (!within.ok) return inQueue(within.refusal)
  if (!hasApproved) {
    const limitAmount = inBase.ok ? inBase.value.amount : null
    const added = { approvalId: approval.id, approver, clientId, approversNeeded: needed.value }
    const refusedUnderDualControl = await failsDualControl(
      tx,
      principal,
      institution,
      { making, given, approver },
      tokenNow,
    )
    const trade = { ...added, limitAmount, decidedOn: day, failsDualControl: refusedUnderDualControl }
    await insertTradeApproval(tx, tenantId, trade, now)
  }
  if (!isComplete(await readTradeApprovals(tx, tenantId, [approval.id]))) return accept({ isComplete: false })
  const moved = approval.action === 'create' ? await hasMoved(tx, institution, approval.subjectId, now) : undefined
  return accept({ isComplete: true, ...(moved && { ends: moved }) })
}

/** How many of those who approved count now. What is approved never changes. */
function approversOf(given: readonly TradeApproval[]): number {
  const all = { side: 'Customer', decision: 'Approved', isOfContent: true } as const
  const counted = given.filter(({ altered }) => altered === undefined)
  return standingOf(counted.map((one) => ({ ...one, ...all }))).approvers
}

/** As many as were asked for, or more if the customer's rules ask for more by now. */
async function approversNeededNow(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { approval, sides }: { approval: ApprovalRow; sides: ReturnType<typeof sidesOf> },
  now: Temporal.Instant,
): Promise<Result<number, Refusal>> {
  const customer = await requireCustomer(tx, principal, String(approval.customerId))
  if (!customer.ok) return customer
  const asked = await peopleNeeded(tx, institution, { customer: customer.value, sides }, now)
  return asked.ok ? accept(Math.max(approval.approversNeeded!, asked.value)) : asked
}

/** Why the quote can no longer be taken, if the market has moved too far from it. */
async function hasMoved(
  tx: Transaction,
  institution: Institution,
  quoteUUID: string,
  now: Temporal.Instant,
): Promise<Refusal | undefined> {
  const quote = (await lockQuote(tx, institution.tenantId, quoteUUID))!
  const looked = await takeLastLook(tx, institution, quote, now, { afterApproval: true })
  return !looked.ok && looked.refusal.reason === 'fxQuoteMoved' ? looked.refusal : undefined
}

/** A refusal of the approvers of payments, as the queue of approvals gives it. */
function inQueue({ reason, detail }: Refusal): { ok: false; refusal: Refusal } {
  const why = detail ?? errorCatalogue[reason].title
  if (reason === 'ownPaymentApproval') return refusal('approvalOfOwnChange', why)
  if (reason === 'invalidPaymentAction') return refusal('invalidApproval', why)
  if (reason === 'amountNotMeasured') return refusal('approvalNoLongerFits', why)
  return refusal('approverNotAccepted', why)
}
