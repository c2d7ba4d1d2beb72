import { Temporal } from 'temporal-polyfill'
import type { BaseRates } from '../../fx/fx.ts'
import { type Institution, startOfBusiness } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { nextPassage } from '../../rails/rails.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { chosenOnMissed } from '../cut-off/missed-cut-off.ts'
import { acceptPayment, type OwnAccount, routeOf } from '../decision/domain/accept-payment.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import { expectedDelivery, notBefore } from '../decision/passage.ts'
import { exchangeCurrencies } from '../decision/payment-exchanges.ts'
import { approversOfParty, peopleNeeded } from '../decision/payment-limits.ts'
import { isHoldReason } from '../held/hold-reasons.ts'
import { type NewPayment, receiverOf } from '../payments.store.ts'
import type { PaymentDetails } from '../request/credit-request.schema.ts'
import { paymentDays, wayOf } from './domain/payment-days.ts'
import { DAYS_AHEAD, nextLook, nominalDate, occurrenceCount, type Progress, progressOf } from './domain/recurrence.ts'
import { scheduleOf } from './recurrence.schema.ts'
import type { DueRecurrence, Recurrence } from './recurrences.store.ts'
import { wayOfSeries } from './start-recurrence.ts'

/** The current facts that the next payment of a series depends on. */
export interface SeriesSituation {
  institution: Institution
  ownSide: OwnSide | undefined
  counterparty: NamedCounterparty
  /** The counterparty's account at this institution, if any. */
  ownAccount: OwnAccount | undefined
  /** The rates at which approvals measure amounts in other currencies. */
  rates: BaseRates
  today: Temporal.PlainDate
  now: Temporal.Instant
}

/**
 * The outcome for a due series: its new progress, the payment to create, if any, and the refusal if
 * that payment fails.
 */
export interface SeriesStep {
  recurrence: Recurrence
  payment?: NewPayment
  refused?: Refusal
}

/**
 * Decides the next payment of a due series. The payment is scheduled for its date or waits for
 * approval, and is decided again on its date. If it cannot be scheduled, it is tried again the next
 * day, because the cause may be fixed in time; on its date, it is created as a failed payment. A
 * suspended customer, account, contact or rail does not prevent it: the payment is held on its
 * date. After the last payment the series is completed. The second payment waits until the first
 * one is approved; if the first is rejected, the series is cancelled.
 */
export function nextOccurrence(due: DueRecurrence, situation: SeriesSituation): SeriesStep {
  const { firstStatus, ...recurrence } = due
  const { institution, counterparty, today } = situation
  const withProgress = ({ status, dueOn }: Progress, paymentsMade = recurrence.paymentsMade): Recurrence => ({
    ...recurrence,
    paymentsMade,
    status,
    dueOn: dueOn?.toString() ?? null,
  })
  const tomorrow: SeriesStep = { recurrence: withProgress(nextLook(today)) }
  if (firstStatus === 'PENDING_APPROVAL' || firstStatus === 'PARTIALLY_APPROVED') return tomorrow
  if (firstStatus === 'REJECTED' && recurrence.paymentsMade === 1)
    return { recurrence: { ...recurrence, status: 'Cancelled', dueOn: null } }
  const schedule = scheduleOf(recurrence)
  // Without an account there is no payment, and the days make no difference.
  const ownSide = situation.ownSide ?? { account: { currency: recurrence.currency } }
  const way = wayOfSeries({ ownSide, counterparty }, recurrence)
  const payOn = paymentDays(institution, way)
  const number = recurrence.paymentsMade + 1
  if (number > occurrenceCount(schedule))
    return { recurrence: withProgress(progressOf(schedule, number - 1, payOn, today)) }

  const paymentDate = payOn(nominalDate(schedule, number))
  // The first payment may have been approved long before the second one is made.
  const madeOn = paymentDate.subtract({ days: DAYS_AHEAD })
  if (Temporal.PlainDate.compare(madeOn, today) > 0)
    return { recurrence: withProgress({ status: 'Active', dueOn: madeOn }) }
  const isAhead = Temporal.PlainDate.compare(paymentDate, today) > 0
  const decided = decideRoute(recurrence, situation, isAhead ? paymentDate : today)
  if (!decided.ok && isAhead) return tomorrow
  const rail = recurrence.entryType === 'DEBIT' ? 'ACH' : wayOf(way, institution)
  const route = decided.ok ? decided.value : { rail, secCode: null, approvers: 0 }
  return {
    recurrence: withProgress(progressOf(schedule, number, payOn, today), number),
    payment: newPayment(recurrence, situation, route, paymentDate),
    refused: decided.ok ? undefined : decided.refusal,
  }
}

/** What a payment repeats: a series, or an earlier payment. */
export type PaymentTemplate = Pick<
  Recurrence,
  | 'entryType'
  | 'customerId'
  | 'senderAccountId'
  | 'contactId'
  | 'receiverAccountId'
  | 'externalReferenceId'
  | 'amount'
  | 'currency'
  | 'speed'
  | 'secCode'
  | 'paymentNotes'
  | 'details'
  | 'createdBy'
  | 'createdByUser'
>

/** A payment for a date by a template, which is decided again on its date; or why there is none. */
export function templatePayment(
  template: PaymentTemplate,
  situation: SeriesSituation,
  paymentDate: Temporal.PlainDate,
): Result<NewPayment, Refusal> {
  const route = decideRoute(template, situation, paymentDate)
  return route.ok ? accept(newPayment(template, situation, route.value, paymentDate)) : route
}

/** The rail and SEC code of a payment, and the number of people who must approve it. */
interface Route {
  rail: Rail | 'BOOK'
  secCode: string | null
  approvers: number
}

function decideRoute(
  { entryType, amount, currency, speed, secCode }: PaymentTemplate,
  { ownSide, counterparty, ...situation }: SeriesSituation,
  paymentDate: Temporal.PlainDate,
): Result<Route, Refusal> {
  if (!ownSide) return refusal('senderAccountUnknown')
  const terms = { entryType, amount, currency, speed: speed as Speed, paymentDate, secCode: secCode ?? undefined }
  const around = { ...situation, ...ownSide, counterparty }
  const accepted = acceptPayment(terms, around)
  // A suspended payment is made all the same. If it is still suspended on its date, it is held.
  if (!accepted.ok && !isHoldReason(accepted.refusal.reason)) return accepted
  const people = peopleNeeded(situation, ownSide, situation.rates.inBase(terms))
  if (!people.ok) return people
  const { isListed, customerId, accountId } = counterparty
  const account = accountId === null ? undefined : { customerId }
  const approvers = Math.max(people.value, approversOfParty(ownSide, { isListed, account }))
  return accept({ ...routeOf(terms, around), approvers })
}

/** The payment stores the contact's data as of now. */
function newPayment(
  recurrence: PaymentTemplate,
  { institution, ownSide, counterparty, now }: SeriesSituation,
  { rail, secCode, approvers }: Route,
  paymentDate: Temporal.PlainDate,
): NewPayment {
  const waits = approvers > 0
  const currencies = [ownSide?.account.currency ?? recurrence.currency, counterparty.accountCurrency]
  const way = { rail, speed: recurrence.speed as Speed, currencies }
  const exchange = ownSide ? exchangeCurrencies(recurrence, { ownSide, counterparty }) : null
  const delivery = expectedDelivery(institution, { speed: way.speed, paymentDate }, exchange)
  const earliest = notBefore(rail, paymentDate, delivery)
  const { valueDate, leavesAt, lastCutOff } = nextPassage(institution, way, { notBefore: earliest, from: now })
  return {
    id: newId(now),
    entryType: recurrence.entryType,
    externalReferenceId: recurrence.externalReferenceId,
    customerId: recurrence.customerId,
    senderAccountId: recurrence.senderAccountId,
    contactId: recurrence.contactId,
    receiverAccountId: recurrence.receiverAccountId,
    amount: recurrence.amount,
    currency: recurrence.currency,
    speed: recurrence.speed,
    rail,
    secCode,
    status: waits ? 'PENDING_APPROVAL' : 'FUTURE_DATED',
    paymentDate: paymentDate.toString(),
    receiver: receiverOf(counterparty, rail),
    paymentNotes: recurrence.paymentNotes,
    details: recurrence.details,
    createdBy: recurrence.createdBy,
    createdByUser: recurrence.createdByUser ?? undefined,
    holdTransferId: null,
    fee: null,
    deductedAmount: null,
    feeFromProceeds: false,
    counted: null,
    approvals: { approvers, institution: false },
    approvalExpiresAt: waits ? approvalExpiry(institution, { way, date: paymentDate }, now) : null,
    dueAt: waits ? null : startOfBusiness(institution, paymentDate),
    valueDate: valueDate.toString(),
    leavesAt,
    lastCutOff,
    onMissedCutOff: chosenOnMissed(
      institution,
      way,
      (recurrence.details as PaymentDetails).onMissedCutOff,
      ownSide?.customer.onMissedCutOff,
    ),
    exchange,
  }
}
