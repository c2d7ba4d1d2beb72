import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { BaseAmount } from '../../fx/fx.ts'
import { refusalMessage } from '../../http/errors.ts'
import { type Institution, startOfBusiness } from '../../institution/institution.ts'
import { achFaultOf } from '../../kernel/ach-account-number.ts'
import type { Moment } from '../../kernel/moment.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { lastTryOn, nextPassage, readDeparting } from '../../rails/rails.ts'
import { renderMissed } from '../cut-off/missed-cut-off.ts'
import { type HoldReason, isHoldReason } from '../held/hold-reasons.ts'
import { findStoppedMakers, type MakerStop } from '../held/stopped-makers.store.ts'
import { changePayments, type PaymentChange } from '../history/transitions.store.ts'
import { askApprovals, type LockedPayment, postpone } from '../locked-payments.store.ts'
import { type ContactAccount, readStandingPrenotes } from '../prenotes/prenotes.store.ts'
import { ownAccountOf } from './counterparties.ts'
import { type Decision, decidePayment, type PaymentToDecide, routeNow } from './decide-payment.ts'
import type { Counterparty } from './domain/accept-payment.ts'
import { withReturnableDebits } from './exposure.ts'
import { readGivenApprovals, waitForApprovals, wayOfWaiting } from './given-approvals.ts'
import { insertLimitGroups, type LimitedPaymentGroups } from './limit-groups.store.ts'
import type { OwnSide } from './parties.store.ts'
import { type DrawnExchange, writeDrawnExchanges } from './payment-exchanges.store.ts'
import { exchangeEvidence, withExchanges } from './payment-exchanges.ts'
import { type FeesOfPayment, insertPaymentFees } from './payment-fees.store.ts'
import { approversMissing, type GivenApprovals } from './payment-limits.ts'
import { sameSides, sidesOf } from './payment-sides.ts'
import { openWorkingSet, type WorkingSet } from './working-set.ts'

const RETRY_AFTER = { minutes: 30 }

/** The status of a payment after its decision, possibly unchanged. */
interface Outcome extends Pick<PaymentChange, 'paymentId' | 'to'> {
  /** Why a payment would have failed that has left in a file: it keeps its status. */
  refused?: string
  /** Which approvals it waits for. */
  waitsFor?: string
}

/** A payment that waits for more approvals, in the status that it has. */
type Unchanged = Outcome & Pick<PaymentChange, 'approversNeeded' | 'needsInstitutionApproval'>

/**
 * Decides payments that waited for their date or for approval as if they were made now, to the
 * counterparty stored with them: accounts, rail, limits, fee, funds. A scheduled payment without
 * funds, a current rate or room within the exposure limit is tried again during its day. One whose
 * customer, account, contact or rail is suspended, or whose makers may not act any more, becomes
 * HELD. Any other refusal makes it VALIDATION_FAILURE with the reason, and moves no money; but
 * one that has left in a file, as after a restore, keeps its status, and a scheduled one is tried
 * again. One that lacks approvals by now waits for them: the customer asks for more, an approver
 * was stopped, the payment was changed, or it also needs the institution.
 */
export async function decideWaiting(
  tx: Transaction,
  institution: Institution,
  payments: readonly LockedPayment[],
  actor: string,
  { now, tokenNow }: Moment,
): Promise<Outcome[]> {
  const { tenantId, routingNumber } = institution
  const own = payments.filter((payment) => bankCodeOf(payment, institution) === routingNumber)
  const wanted = {
    senderAccountIds: distinct(payments.map(({ senderAccountId }) => senderAccountId)),
    ownNumbers: [...new Map(own.map(({ receiverNumber }) => [receiverNumber.index, receiverNumber])).values()],
    currencies: distinct(payments.map(({ currency }) => currency)),
    extraFees: payments.flatMap(({ extraFees }) => extraFees),
  }
  const ids = payments.map(({ id }) => id)
  const [opened, stopped] = await Promise.all([
    openWorkingSet(tx, institution, wanted, now),
    findStoppedMakers(tx, tenantId, ids, tokenNow),
  ])
  const standingFor = await readStandingPrenotes(tx, tenantId, payments.flatMap(checkedAccount))
  const approvedOf = await readGivenApprovals(tx, opened, payments)
  const waiting = payments.map((payment) => {
    const toDecide = paymentToDecide(opened, payment, { actor, approved: approvedOf(payment) })
    const [account] = checkedAccount(payment)
    const counterparty = { ...toDecide.counterparty, prenote: account && standingFor(account) }
    return { payment, toDecide: { ...toDecide, counterparty } }
  })
  const parties = waiting.flatMap(({ payment, toDecide: { terms, counterparty } }) => {
    const ownSide = opened.ownSides.get(payment.senderAccountId)
    return ownSide ? [{ terms, ownSide, counterparty }] : []
  })
  const set = await withReturnableDebits(tx, await withExchanges(tx, opened, parties), parties)
  const outcomes: Outcomes = { changes: [], unchanged: [], postponed: [], exchanges: [], limitGroups: [], fees: [] }
  for (const { payment, toDecide } of waiting)
    decideOne(set, payment, { toDecide, stops: stopped.get(payment.id) }, outcomes)
  const kept = await keepDeparting(tx, tenantId, outcomes, now)
  const { changes, unchanged, postponed, exchanges, limitGroups, fees } = outcomes
  await changePayments(tx, tenantId, changes, now)
  await askApprovals(tx, tenantId, unchanged, now)
  await postpone(tx, tenantId, postponed, now)
  await set.write()
  await insertLimitGroups(tx, tenantId, limitGroups)
  await insertPaymentFees(tx, tenantId, fees)
  await writeDrawnExchanges(tx, tenantId, exchanges)
  return [...changes, ...unchanged, ...kept]
}

/**
 * What approvers measure of a payment between two currencies that waits, in the institution's
 * currency: it is priced as if it were released now. Without a price, what the request says counts.
 */
export async function measureWaiting(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  now: Temporal.Instant,
): Promise<Result<BaseAmount, Refusal>> {
  const { senderAccountId, currency, extraFees, paymentDate } = payment
  const rail = payment.rail as Rail | 'BOOK'
  const wanted = {
    senderAccountIds: [senderAccountId],
    ownNumbers: [],
    currencies: [currency],
    extraFees,
    unlocked: true,
  }
  const opened = await openWorkingSet(tx, institution, wanted, now)
  const approved = { approvers: 0, atLeast: 0, byInstitution: false }
  const { terms, counterparty } = paymentToDecide(opened, payment, { actor: '', approved })
  const ownSide = opened.ownSides.get(senderAccountId)
  const asked = sameSides(opened, terms).measured
  if (!ownSide) return asked
  const parties = [{ terms, ownSide, counterparty }]
  const set = await withExchanges(tx, opened, parties, { unlocked: true })
  const on = isAfter(paymentDate, set.date) ? paymentDate : set.date
  const sides = sidesOf(set, { senderAccountId, terms, counterparty }, ownSide, { rail, paymentDate: on })
  return sides.ok ? sides.value.measured : asked
}

/** The account that a prenotification can be about: that of a contact, as the payment has it. */
function checkedAccount({
  rail,
  contactId,
  receiverNumber,
  receiverBankCode: bankCode,
}: LockedPayment): ContactAccount[] {
  return rail !== 'ACH' || contactId === null ? [] : [{ contactId, numberIndex: receiverNumber.index, bankCode }]
}

/** Takes back the failures of payments that have left in a file. */
async function keepDeparting(
  tx: Transaction,
  tenantId: bigint,
  outcomes: Outcomes,
  now: Temporal.Instant,
): Promise<Outcome[]> {
  const failed = outcomes.changes.filter(({ to }) => to === 'VALIDATION_FAILURE')
  const departing = await readDeparting(
    tx,
    tenantId,
    failed.map(({ paymentId }) => paymentId),
  )
  if (departing.size === 0) return []
  const kept = failed.filter(({ paymentId }) => departing.has(paymentId))
  outcomes.changes = outcomes.changes.filter((change) => !kept.includes(change))
  return kept.map(({ paymentId, from, failureReason: refused = '' }) => {
    if (from === 'FUTURE_DATED') outcomes.postponed.push({ paymentId, dueAt: now.add(RETRY_AFTER), reason: refused })
    return { paymentId, to: from!, refused }
  })
}

interface Outcomes {
  changes: PaymentChange[]
  /** Partially approved payments that wait for more approvals. */
  unchanged: Unchanged[]
  postponed: Parameters<typeof postpone>[2][number][]
  exchanges: ({ paymentId: string } & DrawnExchange)[]
  limitGroups: LimitedPaymentGroups[]
  fees: FeesOfPayment[]
}

function decideOne(
  set: WorkingSet,
  payment: LockedPayment,
  { toDecide, stops }: { toDecide: PaymentToDecide; stops: readonly MakerStop[] | undefined },
  outcomes: Outcomes,
): void {
  const { id: paymentId, status, paymentDate } = payment
  const step = { paymentId, from: status, actor: toDecide.actor }
  const ownSide = set.ownSides.get(payment.senderAccountId)
  if (status === 'FUTURE_DATED' && isAfter(paymentDate, set.date)) {
    // Its series was changed, so that approvals are missing, or the institution's time zone was
    // changed, so that its date has not begun there.
    const { measured } = sameSides(set, toDecide.terms)
    const people = ownSide ? approversMissing(set, ownSide, { ...toDecide, measured }) : accept(0)
    if (people.ok && people.value > 0)
      outcomes.changes.push({ ...step, ...waitForApprovals(set, payment, { approvers: people.value, toDecide }) })
    else outcomes.postponed.push({ paymentId, dueAt: startOfBusiness(set.institution, paymentDate), reason: null })
    return
  }
  if (stops && ownSide) {
    outcomes.changes.push({ ...heldChange(set, payment, { toDecide, ownSide, reason: 'makerStopped' }), stops })
    return
  }
  if (payment.isContactChanged && ownSide) {
    outcomes.changes.push(heldChange(set, payment, { toDecide, ownSide, reason: 'contactChanged' }))
    return
  }
  const decided = ownSide ? decidePayment(set, toDecide, ownSide) : refusal('senderAccountUnknown')
  if (decided.ok) {
    const { exchange, counted, fee } = decided.value
    if (exchange) outcomes.exchanges.push({ paymentId, ...exchange })
    if (counted) outcomes.limitGroups.push({ paymentId, limitGroups: counted.groups })
    if (fee) outcomes.fees.push({ paymentId, fees: fee.fees })
    const change = { ...step, ...changeOf(decided.value, payment, { set, toDecide }) }
    // A book transfer of a series that draws on a contract waits for the contract's value date.
    if (change.to === 'FUTURE_DATED' && change.from === 'FUTURE_DATED')
      outcomes.postponed.push({ paymentId, dueAt: change.dueAt!, reason: null })
    else if (change.to === change.from) outcomes.unchanged.push(change)
    else outcomes.changes.push(change)
    return
  }
  if (isHoldReason(decided.refusal.reason) && ownSide) {
    outcomes.changes.push(heldChange(set, payment, { toDecide, ownSide, reason: decided.refusal.reason }))
    return
  }
  const reason = refusalMessage('The payment was not released', decided.refusal)
  const dueAt = retryAt(set, payment, decided.refusal)
  if (dueAt) {
    outcomes.postponed.push({ paymentId, dueAt, reason })
    return
  }
  const evidence = { reason: decided.refusal.reason }
  outcomes.changes.push({ ...step, to: 'VALIDATION_FAILURE', failureReason: reason, evidence })
}

function heldChange(
  set: WorkingSet,
  { id: paymentId, status: from, paymentDate, ...payment }: LockedPayment,
  { toDecide, ownSide, reason }: { toDecide: PaymentToDecide; ownSide: OwnSide; reason: HoldReason },
): PaymentChange {
  const { rail } = routeNow(set, toDecide, ownSide)
  const step = { paymentId, from, to: 'HELD', actor: toDecide.actor, rail } as const
  const held = { ...step, heldReasons: [reason], evidence: { reasons: [reason] } }
  if (from === 'FUTURE_DATED' || isAfter(paymentDate, set.date)) return held
  // One that waited for approval is meant for today, and its cut-off is that of today.
  const way = wayOfWaiting({ ...payment, id: paymentId, status: from, paymentDate }, rail)
  return { ...held, passage: nextPassage(set.institution, way, { notBefore: set.date, from: set.now }) }
}

function paymentToDecide(
  set: WorkingSet,
  payment: LockedPayment,
  { actor, approved }: { actor: string; approved: GivenApprovals },
): PaymentToDecide {
  const { receiverNumber: accountNumber, receiverAccountId: accountId } = payment
  return {
    id: payment.id,
    senderAccountId: payment.senderAccountId,
    terms: {
      entryType: payment.entryType,
      amount: payment.amount,
      currency: payment.currency,
      speed: payment.speed as Speed,
      // A payment whose date passed while no worker ran or nobody approved it is paid today.
      paymentDate: isAfter(payment.paymentDate, set.date) ? payment.paymentDate : undefined,
      secCode: payment.secCode ?? undefined,
      deductsFees: payment.deductsFees,
      instantNetwork: payment.instantNetwork ?? undefined,
      extraFees: payment.extraFees,
      fxContractNumber: (payment.exchange && payment.fxContractNumber) || undefined,
      onMissedCutOff: payment.onMissedCutOff ?? 'NextWindow',
    },
    // A payment that waited for approval is meant for the day on which it is approved.
    wantedOn: payment.status === 'FUTURE_DATED' ? payment.paymentDate : undefined,
    counterparty: counterpartyOf(payment, set.institution),
    ownAccount: ownAccountOf({ accountNumber, accountId }, set.ownAccounts),
    namesAccount: accountId !== null,
    actor,
    approved,
  }
}

function changeOf(
  { accepted, approvals, holdTransferId, exchange, counted, passage, speed, missed, ...decision }: Decision,
  payment: LockedPayment,
  { set, toDecide }: { set: WorkingSet; toDecide: PaymentToDecide },
) {
  const { fee, deductedAmount, feeFromProceeds } = decision
  const { status, rail, paymentDate } = accepted
  return {
    to: status,
    rail,
    holdTransferId: holdTransferId ?? undefined,
    fee,
    deductedAmount,
    feeFromProceeds,
    passage,
    ...(speed !== payment.speed && status !== 'PENDING_APPROVAL' && { speed }),
    ...((exchange || missed) && {
      evidence: { ...(exchange && exchangeEvidence(exchange)), ...(missed && { missedCutOff: renderMissed(missed) }) },
    }),
    ...(counted && {
      limitDate: set.date.toString(),
      limitAmount: counted.amount,
      limitRate: counted.rate,
    }),
    ...(status === 'FUTURE_DATED' && { dueAt: startOfBusiness(set.institution, paymentDate) }),
    ...(status === 'PENDING_APPROVAL' && waitForApprovals(set, { ...payment, rail }, { ...approvals, toDecide })),
  }
}

/** Refusals that can clear during the day. */
const TEMPORARY_REFUSALS: readonly Refusal['reason'][] = [
  'insufficientFunds',
  'fxNotQuoted',
  'amountNotMeasured',
  'feeNotConverted',
  'debitExposureExceeded',
  'creditExposureExceeded',
]

/**
 * When a due payment is tried again: until the last window of its day, with a last attempt at that
 * moment.
 */
function retryAt({ institution, date, now }: WorkingSet, payment: LockedPayment, { reason }: Refusal) {
  if (payment.status !== 'FUTURE_DATED' || !TEMPORARY_REFUSALS.includes(reason)) return undefined
  const end = lastTryOn(institution, wayOfWaiting(payment, payment.rail as Rail | 'BOOK'), date)
  if (Temporal.Instant.compare(now, end) >= 0) return undefined
  const next = now.add(RETRY_AFTER)
  return Temporal.Instant.compare(next, end) < 0 ? next : end
}

/** The counterparty as stored when the payment was made, with the current status of its contact. */
function counterpartyOf(payment: LockedPayment, institution: Institution): Counterparty {
  const isAbroad = payment.rail === 'SWIFT'
  return {
    name: payment.receiverName,
    status: payment.receiverStatus,
    achFault: achFaultOf(payment.receiverAccountNumber),
    accountCurrency: payment.exchange?.buyCurrency ?? payment.currency,
    nationalCode: isAbroad ? null : bankCodeOf(payment, institution),
    swiftCode: isAbroad ? payment.receiverBankCode : null,
    unreachableRails: payment.unreachableRails,
    absentRails: payment.absentRails,
  }
}

/** An account named by id keeps banking here, even if the institution's routing number changes. */
function bankCodeOf({ receiverAccountId, receiverBankCode }: LockedPayment, { routingNumber }: Institution): string {
  return receiverAccountId === null ? receiverBankCode : routingNumber
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
