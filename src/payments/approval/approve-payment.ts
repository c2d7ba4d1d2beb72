import type { Temporal } from 'temporal-polyfill'
import {
  type Approver,
  approversNeeded,
  checkApproverLimits,
  failsDualControl,
  isMaker,
  type Making,
  mayBeMaker,
  mayHaveDecided,
  type OnBehalfOf,
  requireApprover,
  requireOwnCredentials,
} from '../../approvers/approvers.ts'
import { accessSettingsOf, requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { type BaseAmount, openBaseRates } from '../../fx/fx.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import type { Moment } from '../../kernel/moment.ts'
import { wireTypeOf } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { isCollected } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { partyOf } from '../../tokens/api-clients.ts'
import { decideWaiting, measureWaiting } from '../decision/decide-waiting.ts'
import { readOwnSides } from '../decision/parties.store.ts'
import { measureDrawn } from '../decision/payment-sides.ts'
import { endPayments } from '../ending/end-payments.ts'
import { clearReason } from '../held/stopped-makers.store.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import { changePayments } from '../history/transitions.store.ts'
import { CONTACT_ALTERED, type LockedPayment } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { type CallBack, type CallBackNumber, readCallBackNumbers } from './call-back-numbers.ts'
import { readMaking } from './makers.store.ts'
import { insertPaymentApproval } from './payment-approvals.store.ts'
import { type ApprovalsOfPayment, readStandingApprovals, releasedStanding } from './standing-approvals.ts'

/** The content of a decision: its note and the person it is taken for. */
type Decided = OnBehalfOf & { notes?: string; calledNumber?: string }

/**
 * Approves a waiting payment. Nobody who submitted or changed it can approve it, and each approver
 * counts once. With the last required approval, the payment is decided again as if it were made
 * now: it can wait for its date, wait for the institution's approval, be released, or fail for lack
 * of funds. One that is HELD because its approvers were stopped keeps its holds, and goes on at the
 * next possible time.
 */
export async function approvePayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { notes, calledNumber, ...person }: Decided,
  moment: Moment,
): Promise<Result<LockedPayment, Refusal>> {
  const { tenantId, clientId } = principal
  const { now, tokenNow } = moment
  const asked = { decision: 'Approved', notes, calledNumber, person, tokenNow } as const
  const taken = await takeDecision(tx, principal, paymentUID, asked, now)
  if (!taken.ok) return taken
  const { payment, institution, approver, customerNeeds } = taken.value
  const approvals = await readApprovals(tx, tenantId, payment)
  const isComplete =
    approvals.approvers >= customerNeeds && (approvals.institution || !payment.needsInstitutionApproval)
  let status: PaymentStatus = 'PARTIALLY_APPROVED'
  let reason: string | undefined
  if (payment.status === 'HELD') {
    status = 'HELD'
    if (isComplete) await clearReason(tx, tenantId, { paymentIds: [payment.id], reason: 'approvalsMissing' }, now)
  } else if (isComplete) {
    const isApprovedByInstitution = approvals.institution
    const [outcome] = await decideWaiting(tx, institution, [{ ...payment, isApprovedByInstitution }], clientId, moment)
    if (outcome!.refused !== undefined) return refusal('paymentStateConflict', `${HAS_LEFT}. ${outcome!.refused}`)
    status = outcome!.to
    reason = outcome!.waitsFor
  } else if (payment.status !== status) {
    const step = { paymentId: payment.id, from: payment.status, to: status, actor: clientId }
    await changePayments(tx, tenantId, [{ ...step, approversNeeded: customerNeeds }], now)
  }
  const done = { action: 'approved', status, reason, notes, ...traceOf(approver) } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now, { calledNumber }))
}

async function readApprovals(
  tx: Transaction,
  tenantId: bigint,
  { id, status }: LockedPayment,
): Promise<ApprovalsOfPayment> {
  const approvals = (await readStandingApprovals(tx, tenantId, [id])).get(id)!
  return status === 'HELD' ? { ...approvals, ...releasedStanding(approvals.decisions) } : approvals
}

/** Why a payment that waits here cannot end, as after a restore. */
const HAS_LEFT = 'the payment is already in a file to the ACH operator'

/** Rejects a waiting payment. One person or client who can approve it is enough. */
export async function rejectPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { notes, ...person }: Decided,
  { now, tokenNow }: Moment,
): Promise<Result<LockedPayment, Refusal>> {
  const taken = await takeDecision(tx, principal, paymentUID, { decision: 'Rejected', notes, person, tokenNow }, now)
  if (!taken.ok) return taken
  const { payment, institution, approver } = taken.value
  if (await isCollected(tx, principal.tenantId, payment.id)) return refusal('paymentStateConflict', HAS_LEFT)
  const ending = {
    payment,
    to: 'REJECTED',
    actor: principal.clientId,
    evidence: { notes, ...traceOf(approver) },
  } as const
  await endPayments(tx, institution, [ending], now)
  const done = { action: 'rejected', status: 'REJECTED', notes, ...traceOf(approver) } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}

interface Taken {
  payment: LockedPayment
  institution: Institution
  approver: Approver
  /** How many approvals the payment needs on the customer's side. */
  customerNeeds: number
}

interface Asked {
  decision: 'Approved' | 'Rejected'
  notes: string | undefined
  calledNumber?: string | undefined
  person: OnBehalfOf
  tokenNow: Temporal.Instant
}

/** Records one decision, or refuses it if this client or person cannot take it. */
async function takeDecision(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { decision, notes, calledNumber, person, tokenNow }: Asked,
  now: Temporal.Instant,
): Promise<Result<Taken, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireWaiting(tx, principal, paymentUID, decision)
  if (!found.ok) return found
  const payment = found.value
  if (decision === 'Approved' && payment.contactAltered !== undefined)
    return refusal('paymentStateConflict', `${CONTACT_ALTERED}: reject the payment`)
  const making = await readMaking(tx, tenantId, payment.id)
  const institution = await readInstitution(tx, tenantId)
  const isOther = await requireOtherThanMakers(tx, principal, institution, { making, tokenNow })
  if (!isOther.ok) return isOther
  const named = await requireApprover(tx, principal, institution, { customerId: payment.customerId, making }, person)
  if (!named.ok) return named
  const approver = named.value
  const own = await requireOwnCredentials(tx, principal, institution, making, approver, tokenNow)
  if (!own.ok) return own
  const earlier = await readApprovals(tx, tenantId, payment)
  const given = { given: earlier.decisions, approver }
  const hasDecided = await mayHaveDecided(tx, institution, principal, given, [making.madeAt, tokenNow])

  // A rejection needs only one approver, so approvals that the customer has required since do not
  // block it.
  const inBase = await measurePayment(tx, institution, payment, now)
  const needed =
    decision === 'Approved'
      ? await approversNeededNow(tx, principal, payment, { inBase, currency: institution.currency })
      : accept(payment.approversNeeded)
  if (!needed.ok) return needed
  const customerIsDone = earlier.approvers >= needed.value
  // All approvals are there once an approver is active again who was stopped on the payment's date.
  const isComplete = customerIsDone && (earlier.institution || !payment.needsInstitutionApproval)
  const approvesAgain = hasDecided && isComplete && decision === 'Approved'
  if (hasDecided && !approvesAgain)
    return refusal(
      'paymentStateConflict',
      'you have already decided on this payment, or one person may be behind you and who has; each approver decides once',
    )
  const side = payment.needsInstitutionApproval && approver.isOfInstitution ? 'Institution' : 'Customer'
  if (side === 'Customer' && customerIsDone && !isComplete) return refusal('institutionApprovalNeeded')
  if (side === 'Institution' && decision === 'Approved') {
    const callBack = { customerId: payment.customerId, making, caller: partyOf(principal), tokenNow }
    const called = await checkCall(tx, institution, { payment, callBack, notes, calledNumber }, now)
    if (!called.ok) return called
  } else if (calledNumber !== undefined)
    return refusal('invalidPaymentAction', 'omit calledNumber: the payment does not wait for the institution')
  const day = today(now, institution.timeZone)
  if (decision === 'Approved') {
    const within = await checkApproverLimits(tx, institution, { approver, inBase, day, besides: payment.id })
    if (!within.ok) return within
  }
  const taken = { payment, institution, approver, customerNeeds: needed.value }
  if (approvesAgain) return accept(taken)
  const { id, userId, signatoryId, identifiedBy } = approver
  const who = { approver: id, clientId, userId, signatoryId, identifiedBy }
  const content = { contentSha256: earlier.contentHash, revision: making.revision }
  const what = { paymentId: payment.id, side, decision, ...content, notes, decidedOn: day } as const
  const limitAmount =
    inBase.ok && (inBase.value.rate !== null || payment.extraFees.length > 0) ? inBase.value.amount : null
  const decided = { making, given: earlier.decisions, approver }
  const refusedUnderDualControl = await failsDualControl(tx, principal, institution, decided, tokenNow)
  const approval = { ...who, ...what, limitAmount, failsDualControl: refusedUnderDualControl }
  await insertPaymentApproval(tx, tenantId, approval, now)
  return accept(taken)
}

/**
 * What approvers measure: the amount with its fees on top, and of an exchange the larger side, at
 * the mid rate. It is that of the price which the payment has, or would have now.
 */
async function measurePayment(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  now: Temporal.Instant,
): Promise<Result<BaseAmount, Refusal>> {
  const { currency, extraFees, exchange } = payment
  if (exchange && !exchange.drawn) return measureWaiting(tx, institution, payment, now)
  const paid = exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [currency]
  const rates = await openBaseRates(tx, institution, [...paid, ...extraFees.map((fee) => fee.currency)], now)
  return measureDrawn(rates, payment)
}

/**
 * The payment that waits for approvals. One that is HELD because its approvers were stopped cannot
 * be rejected, but cancelled: it has holds.
 */
async function requireWaiting(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  decision: Asked['decision'],
): Promise<Result<LockedPayment, Refusal>> {
  const states = [
    'PENDING_APPROVAL',
    'PARTIALLY_APPROVED',
    ...(decision === 'Approved' ? ['HELD' as const] : []),
  ] as const
  const found = await requirePaymentIn(tx, principal, paymentUID, states)
  if (!found.ok || found.value.status !== 'HELD') return found
  if (found.value.heldReasons?.includes('approvalsMissing')) return found
  return refusal('paymentStateConflict', 'the payment is HELD, and lacks no approval')
}

/** Refuses who made the payment or set the bank details of its contact, or may be who did. */
async function requireOtherThanMakers(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { making, tokenNow }: { making: Making; tokenNow: Temporal.Instant },
): Promise<Result<void, Refusal>> {
  const { makers, setters, madeAt } = making
  if (isMaker(makers, principal)) return refusal('ownPaymentApproval')
  if (isMaker(setters, principal)) return refusal('ownBankDetails')
  if (await mayBeMaker(tx, principal, institution, { makers, madeAt }, tokenNow))
    return refusal('ownPaymentApproval', MAY_BE_MAKER)
  if (await mayBeMaker(tx, principal, institution, { makers: setters, madeAt }, tokenNow))
    return refusal('ownBankDetails', 'one person may be behind you and whoever set bank details of the contact')
  return accept(undefined)
}

const MAY_BE_MAKER =
  'one person may be behind you and a maker of this payment: one may hold the credentials of the other, both have one e-mail address, or one of them created the other alone and nobody independent has confirmed that by activating the user'

/**
 * How many approvals the payment needs on the customer's side: as many as were asked of it before,
 * or more if the customer has raised the number since. A lower number does not apply to payments
 * that already wait.
 */
async function approversNeededNow(
  tx: Transaction,
  principal: Principal,
  { approversNeeded: promised, customerId }: LockedPayment,
  { inBase, currency }: { inBase: Result<BaseAmount, Refusal>; currency: string },
): Promise<Result<number, Refusal>> {
  const customer = await requireCustomer(tx, principal, String(customerId))
  if (!customer.ok) return customer
  const asked = approversNeeded(accessSettingsOf(customer.value), () => inBase, currency)
  if (!asked.ok)
    return asked.refusal.reason === 'approvalLimitExceeded'
      ? refusal('approverLimitExceeded', asked.refusal.detail)
      : asked
  return accept(Math.max(promised, asked.value))
}

interface RecordedCall {
  payment: LockedPayment
  callBack: CallBack
  notes: string | undefined
  calledNumber: string | undefined
}

/**
 * The institution's approval of a wire records its call-back: the number that was called, and notes
 * of the call. An account with call-backs needs both for every wire that waits for the institution.
 * A number counts only if the customer did not give it just now (`call-back-numbers.ts`).
 */
async function checkCall(
  tx: Transaction,
  institution: Institution,
  { payment, callBack, notes, calledNumber }: RecordedCall,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  if (calledNumber === undefined || !notes?.trim()) {
    const isNeeded = wireTypeOf(payment.rail) !== undefined && (await hasCallBacks(tx, payment, institution.tenantId))
    return isNeeded || calledNumber !== undefined ? refusal('callBackNotRecorded') : accept(undefined)
  }
  const numbers = await readCallBackNumbers(tx, institution, { ...callBack, called: calledNumber }, now)
  if (numbers.some(({ standing }) => standing === 'Callable')) return accept(undefined)
  return refusal('calledNumberNotCounted', whyNotCounted(numbers[0]))
}

async function hasCallBacks(tx: Transaction, { senderAccountId }: LockedPayment, tenantId: bigint): Promise<boolean> {
  const side = (await readOwnSides(tx, tenantId, [senderAccountId])).get(senderAccountId)
  return side?.account.callBackAbove !== undefined
}

function whyNotCounted(number: CallBackNumber | undefined): string {
  if (!number) return 'it is not a number of the customer or of one of its Active users and signatories'
  const set = `it was set at ${number.since}`
  return {
    Callable: set,
    TooRecent: `${set}, and must be older`,
    SetByMaker: `${set} by a maker of the payment, or by who set the bank details of its contact`,
    OfMaker: 'it is the number of a maker of the payment, or of who set the bank details of its contact',
    SetterUnknown: 'too many changes followed to know who set it',
  }[number.standing]
}

/** The person a client decided for, as the audit log shows it. */
function traceOf({ userId, loginId, signatoryId }: Approver) {
  return { userId, loginId, signatoryId }
}
