import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import type { NewPayment } from '../payments.store.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import { paymentDays } from './domain/payment-days.ts'
import { nextLook, occurrenceCount, progressOf, type Schedule } from './domain/recurrence.ts'
import { recordRecurrence } from './record-recurrence.ts'
import { storedEnd } from './recurrence.schema.ts'
import { insertOccurrences, insertRecurrences, type Recurrence } from './recurrences.store.ts'

/**
 * A request with the date of its first payment, and the schedule of its series, if it starts one.
 */
export interface FirstPayment {
  request: CreditRequest
  schedule?: Schedule
}

/**
 * Occurrence 1 of a series. Like all others it moves to a business day, but never to a day before
 * `date`, which is today. The date of a payment without a series moves the same way.
 */
export function firstPayment(
  request: CreditRequest,
  counterparty: NamedCounterparty,
  institution: Institution,
  date: Temporal.PlainDate,
): Result<FirstPayment, Refusal> {
  if (!request.recurrence) return accept({ request: onBusinessDay(request, counterparty, institution, date) })
  const startDate = request.paymentDate ?? date
  // A past date is refused later, as for any payment; it must not move to today.
  if (Temporal.PlainDate.compare(startDate, date) < 0) return accept({ request })
  const schedule = { ...request.recurrence, startDate }
  if (occurrenceCount(schedule) === 0)
    return refusal('invalidPayment', `recurrence.endDate is before the first payment, ${startDate}`)
  const payOn = paymentDays(institution, wayTo(counterparty, request))(startDate)
  const paymentDate = Temporal.PlainDate.compare(payOn, date) < 0 ? date : payOn
  return accept({ request: { ...request, paymentDate }, schedule })
}

/**
 * A payment for a later date moves to a business day of its rail as a series does, but not before
 * today. One for today keeps its date: its funds are held now, and its value date is the next one.
 */
function onBusinessDay(
  request: CreditRequest,
  counterparty: NamedCounterparty,
  institution: Institution,
  date: Temporal.PlainDate,
): CreditRequest {
  if (!request.paymentDate || Temporal.PlainDate.compare(request.paymentDate, date) <= 0) return request
  const payOn = paymentDays(institution, wayTo(counterparty, request))(request.paymentDate)
  return { ...request, paymentDate: Temporal.PlainDate.compare(payOn, date) < 0 ? date : payOn }
}

/** The currencies are the one stated and that of the counterparty's account. */
function wayTo({ nationalCode, accountCurrency }: NamedCounterparty, { speed, currency }: CreditRequest) {
  return { speed, currencies: [accountCurrency, currency], nationalCode }
}

/** A new series and the id of its first payment. The worker creates the others. */
export interface NewSeries {
  recurrence: Recurrence
  paymentId: string
}

export function newSeries(first: {
  principal: Principal
  request: CreditRequest
  ownSide: OwnSide
  counterparty: NamedCounterparty
  schedule: Schedule
  payment: Pick<NewPayment, 'id' | 'status'>
  institution: Institution
  now: Temporal.Instant
}): NewSeries {
  const { principal, request, ownSide, counterparty, schedule, payment, institution, now } = first
  const payOn = paymentDays(institution, wayTo(counterparty, request))
  const date = today(now, institution.timeZone)
  const waits = payment.status === 'PENDING_APPROVAL'
  const { status, dueOn } = waits ? nextLook(date) : progressOf(schedule, 1, payOn, date)
  const recurrence: Recurrence = {
    id: newId(now),
    entryType: request.entryType,
    customerId: ownSide.customer.id,
    senderAccountId: request.senderAccountId,
    contactId: request.contactId,
    receiverAccountId: request.receiverAccountId,
    externalReferenceId: request.externalReferenceId,
    amount: request.amount,
    currency: request.currency,
    speed: request.speed,
    secCode: request.secCode ?? null,
    paymentNotes: request.paymentNotes,
    details: request.details,
    frequency: schedule.frequency,
    startDate: schedule.startDate.toString(),
    ...storedEnd(schedule.until),
    status,
    paymentsMade: 1,
    dueOn: dueOn?.toString() ?? null,
    createdBy: principal.clientId,
    createdByUser: principal.person?.userId ?? null,
    createdAt: now,
  }
  return { recurrence, paymentId: payment.id }
}

/** Writes new series and links them to their first payments, which already exist. */
export async function insertSeries(
  tx: Transaction,
  tenantId: bigint,
  series: readonly NewSeries[],
  now: Temporal.Instant,
): Promise<void> {
  if (series.length === 0) return
  const recurrences = series.map(({ recurrence }) => recurrence)
  await insertRecurrences(tx, tenantId, recurrences, now)
  const firsts = series.map(({ recurrence, paymentId }) => ({ recurrenceId: recurrence.id, number: 1, paymentId }))
  await insertOccurrences(tx, tenantId, firsts)
  for (const after of recurrences)
    await recordRecurrence(tx, tenantId, { actor: after.createdBy, action: 'created', after }, now)
}
