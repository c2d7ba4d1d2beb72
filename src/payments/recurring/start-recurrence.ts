import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { Speed } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { NamedCounterparty, OwnSide } from '../decision/parties.store.ts'
import type { NewPayment } from '../payments.store.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import { type PaymentWay, paymentDays } from './domain/payment-days.ts'
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
  parties: SeriesParties,
  institution: Institution,
  date: Temporal.PlainDate,
): Result<FirstPayment, Refusal> {
  if (!request.recurrence) return accept({ request: onBusinessDay(request, parties, institution, date) })
  const startDate = request.paymentDate ?? date
  // A past date is refused later, as for any payment; it must not move to today.
  if (Temporal.PlainDate.compare(startDate, date) < 0) return accept({ request })
  const schedule = { ...request.recurrence, startDate }
  if (occurrenceCount(schedule) === 0)
    return refusal('invalidPayment', `recurrence.endDate is before the first payment, ${startDate}`)
  const payOn = paymentDays(institution, wayOfSeries(parties, request))(startDate)
  const paymentDate = Temporal.PlainDate.compare(payOn, date) < 0 ? date : payOn
  return accept({ request: { ...request, paymentDate }, schedule })
}

/**
 * A payment for a later date moves to a business day of its rail as a series does, but not before
 * today. One for today keeps its date: its funds are held now, and its value date is the next one.
 */
function onBusinessDay(
  request: CreditRequest,
  parties: SeriesParties,
  institution: Institution,
  date: Temporal.PlainDate,
): CreditRequest {
  if (!request.paymentDate || Temporal.PlainDate.compare(request.paymentDate, date) <= 0) return request
  const payOn = paymentDays(institution, wayOfSeries(parties, request))(request.paymentDate)
  return { ...request, paymentDate: Temporal.PlainDate.compare(payOn, date) < 0 ? date : payOn }
}

/** Both sides of the payments of a series. */
export interface SeriesParties {
  ownSide: { account: Pick<OwnSide['account'], 'currency'> }
  counterparty: Pick<NamedCounterparty, 'nationalCode' | 'accountCurrency'>
}

/** Which days count for a series: those of its payments when they are released. */
export function wayOfSeries(
  { ownSide: { account }, counterparty: { nationalCode, accountCurrency } }: SeriesParties,
  { speed }: { speed: string },
): PaymentWay {
  return { speed: speed as Speed, currencies: [account.currency, accountCurrency], nationalCode }
}

/** A new series with its first payment. The worker creates the others. */
export function newSeries(first: {
  principal: Principal
  request: CreditRequest
  ownSide: OwnSide
  counterparty: NamedCounterparty
  schedule: Schedule
  payment: Pick<NewPayment, 'id' | 'status'>
  number: bigint
  institution: Institution
  now: Temporal.Instant
}): Recurrence {
  const { principal, request, ownSide, counterparty, schedule, payment, number, institution, now } = first
  const payOn = paymentDays(institution, wayOfSeries({ ownSide, counterparty }, request))
  const date = today(now, institution.timeZone)
  const waits = payment.status === 'PENDING_APPROVAL'
  const { status, dueOn } = waits ? nextLook(date) : progressOf(schedule, 1, payOn, date)
  return {
    id: newId(now),
    version: 1n,
    number,
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
    firstPaymentId: payment.id,
  }
}

/** Writes new series and links them to their first payments, which already exist. */
export async function insertSeries(
  tx: Transaction,
  tenantId: bigint,
  series: readonly Recurrence[],
  now: Temporal.Instant,
): Promise<void> {
  if (series.length === 0) return
  await insertRecurrences(tx, tenantId, series, now)
  const firsts = series.map(({ id, firstPaymentId }) => ({ recurrenceId: id, number: 1, paymentId: firstPaymentId }))
  await insertOccurrences(tx, tenantId, firsts)
  for (const after of series)
    await recordRecurrence(tx, tenantId, { actor: after.createdBy, action: 'created', after }, now)
}
