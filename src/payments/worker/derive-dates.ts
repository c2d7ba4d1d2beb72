import { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { recordEvents } from '../../events/events.ts'
import {
  advanceCalendarChange,
  type CalendarChange,
  claimCalendarChange,
  conventionOf,
  holdInstitutionTime,
  type Institution,
  lastBegunDay,
  readInstitution,
  startOfBusiness,
} from '../../institution/institution.ts'
import { rollToBusinessDay } from '../../kernel/business-calendar.ts'
import { today } from '../../kernel/clock.ts'
import { nextPassage, railCalendar, type Way } from '../../rails/rails.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { expectedDelivery, notBefore } from '../decision/passage.ts'
import { recordValueDates } from '../history/value-date-changes.store.ts'
import { nominalDate } from '../recurring/domain/recurrence.ts'
import { scheduleOf } from '../recurring/recurrence.schema.ts'
import { lookAtSeriesAgain } from '../recurring/recurrences.store.ts'
import {
  listWaiting,
  lockWaiting,
  type MovedDates,
  type WaitingPayment,
  writeMovedDates,
} from './waiting-dates.store.ts'

const BATCH_SIZE = 500
/** Transactions of one run at most. */
const BATCHES_PER_RUN = 20

/**
 * Derives the dates of what waits again, after a change of closed days, cut-offs, conventions or
 * time zone: what is still to come gets the dates that it would get if it were made now. What has
 * begun keeps its dates, and so does what has left or was traded for a date. Returns how many
 * series and payments it looked at.
 */
export async function deriveDates(app: App, { tenantId }: Institution, signal?: AbortSignal): Promise<number> {
  let looked = 0
  for (let batch = 0; batch < BATCHES_PER_RUN && !signal?.aborted; batch++) {
    const found = await app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, await readInstitution(tx, tenantId), app.clock)
      const change = await claimCalendarChange(tx, tenantId)
      // Its settings are committed with the change that was claimed.
      return change && deriveBatch(tx, await readInstitution(tx, tenantId), change, now)
    })
    if (found === undefined) break
    looked += found
  }
  return looked
}

async function deriveBatch(
  tx: Transaction,
  institution: Institution,
  change: CalendarChange,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, timeZone } = institution
  const { kind, afterId } = change
  if (kind === 'Series') {
    const ids = await lookAtSeriesAgain(tx, tenantId, { afterId, on: today(now, timeZone).toString() }, BATCH_SIZE)
    await advanceCalendarChange(tx, tenantId, change, lastOf(ids.map((id) => ({ rail: '', id }))))
    return ids.length
  }
  const waiting = await listWaiting(tx, tenantId, { ...change, kind }, BATCH_SIZE)
  const payments = await lockWaiting(tx, tenantId, { kind, ids: waiting.map(({ id }) => id) })
  const begun = Temporal.PlainDate.from(await lastBegunDay(tx, institution, now))
  const moves = payments.flatMap((payment): Move[] => {
    const dates = datesNow(institution, payment, { begun, now })
    return dates && isMoved(payment, dates) ? [{ payment, dates }] : []
  })
  await writeMoves(tx, tenantId, moves, now)
  await advanceCalendarChange(tx, tenantId, change, lastOf(waiting))
  return waiting.length
}

function lastOf(found: readonly { rail: string; id: string }[]) {
  const last = found.at(-1)
  return last && { rail: last.rail, afterId: last.id }
}

interface Move {
  payment: WaitingPayment
  dates: MovedDates
}

/** The dates of a payment by the calendar of now; undefined if all of them have begun. */
function datesNow(
  institution: Institution,
  payment: WaitingPayment,
  { begun, now }: { begun: Temporal.PlainDate; now: Temporal.Instant },
): MovedDates | undefined {
  const { id, exchange, currency, rail, speed, status, valueDate, leavesAt } = payment
  const date = today(now, institution.timeZone)
  const way: Way = {
    ...{ rail, speed },
    currencies: exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [currency],
  }
  const was = payment.paysOn ?? payment.paymentDate
  const isScheduled = !payment.isFunded && isAfter(was, date)
  const day = isScheduled ? dayNow(institution, way, payment, date) : was
  const kept = { id, paysOn: payment.paysOn, valueDate, leavesAt, cutOffAt: payment.cutOffAt, dueAt: payment.dueAt }
  const { approvalExpiresAt } = payment
  const scheduled = isScheduled && {
    paysOn: day.equals(payment.paymentDate) ? null : day,
    ...(status === 'FUTURE_DATED' && { dueAt: startOfBusiness(institution, day) }),
    ...(isPending(payment) && { approvalExpiresAt: approvalExpiry(institution, { way, date: day }, now) }),
  }
  const isComing = isAfter(valueDate, begun) && Temporal.Instant.compare(leavesAt, now) > 0
  if (!isScheduled && !isComing) return undefined
  const passage = isComing && !payment.isTraded && passageNow(institution, way, { payment, day }, now)
  return { ...kept, approvalExpiresAt, ...scheduled, ...passage }
}

function isPending({ status }: WaitingPayment): boolean {
  return status === 'PENDING_APPROVAL' || status === 'PARTIALLY_APPROVED'
}

/**
 * The day on which a scheduled payment is paid: its date in the series, or the one that it was made
 * with, moved to a business day, but not to a day before today.
 */
function dayNow(
  { settings }: Institution,
  way: Way,
  { occurrence, paymentDate }: WaitingPayment,
  date: Temporal.PlainDate,
): Temporal.PlainDate {
  const agreed = occurrence ? nominalDate(scheduleOf(occurrence), occurrence.number) : paymentDate
  const day = rollToBusinessDay(agreed, railCalendar(way, settings), conventionOf(settings))
  return isAfter(date, day) ? date : day
}

function passageNow(
  institution: Institution,
  way: Way,
  { payment: { exchange, isFunded }, day }: { payment: WaitingPayment; day: Temporal.PlainDate },
  now: Temporal.Instant,
) {
  const delivery = isFunded
    ? undefined
    : expectedDelivery(institution, { speed: way.speed, paymentDate: day }, exchange)
  const passage = nextPassage(institution, way, { notBefore: notBefore(way.rail, day, delivery), from: now })
  const { valueDate, leavesAt, lastCutOff } = passage
  return { valueDate, leavesAt, cutOffAt: lastCutOff ?? null }
}

function isMoved(payment: WaitingPayment, dates: MovedDates): boolean {
  const textOf = ({ paysOn, valueDate, leavesAt, cutOffAt, dueAt, approvalExpiresAt }: Omit<MovedDates, 'id'>) =>
    [paysOn, valueDate, leavesAt, cutOffAt, dueAt, approvalExpiresAt].join(' ')
  return textOf(payment) !== textOf(dates)
}

/** Writes the dates, with a line in the timeline and an event where a day moved. */
async function writeMoves(
  tx: Transaction,
  tenantId: bigint,
  moves: readonly Move[],
  now: Temporal.Instant,
): Promise<void> {
  const told = moves.map(({ payment, dates }) => {
    const { id: paymentId, customerId } = payment
    const days = { before: payment.paysOn ?? payment.paymentDate, after: dates.paysOn ?? payment.paymentDate }
    const values = { before: payment.valueDate, after: dates.valueDate }
    return { paymentId, customerId, days, values }
  })
  const moved = told.filter(({ days, values }) => [days, values].some(({ before, after }) => !before.equals(after)))
  await recordValueDates(
    tx,
    tenantId,
    moved.map(({ values, ...one }) => ({ ...one, valueDate: values.after, reason: 'calendarChanged' })),
    now,
  )
  await writeMovedDates(
    tx,
    tenantId,
    moves.map(({ dates }) => dates),
    now,
  )
  if (moved.length === 0) return
  const events = moved.map(({ paymentId, customerId, days, values }) => ({
    action: 'payment.rescheduled' as const,
    subject: { kind: 'payment', id: paymentId, customerId },
    after: {
      ...{ paymentUID: paymentId, reason: 'calendarChanged' },
      ...{ previousPaymentDate: days.before.toString(), paymentDate: days.after.toString() },
      ...{ previousValueDate: values.before.toString(), valueDate: values.after.toString() },
    },
  }))
  await recordEvents(tx, tenantId, events, now)
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0
}
