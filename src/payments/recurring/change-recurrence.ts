import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { isExpectedTag } from '../../http/etag.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { addMaker, addMakerOfSeries } from '../approval/makers.store.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { changePayments } from '../history/transitions.store.ts'
import { postpone } from '../locked-payments.store.ts'
import { readPayment } from '../search/read-payment.ts'
import { occurrenceCount, type PayUntil, progressOf } from './domain/recurrence.ts'
import { readPaymentDays, readRecurrence } from './read-recurrence.ts'
import { recordRecurrence } from './record-recurrence.ts'
import { etagOfRecurrence, scheduleOf, storedEnd } from './recurrence.schema.ts'
import {
  advanceRecurrences,
  type ChangedRecurrence,
  lockRecurrence,
  lockUnreleased,
  type Recurrence,
  updateEnd,
} from './recurrences.store.ts'

/**
 * Gives an Active series a new end. The request names the series together with one of its payments.
 * Scheduled payments beyond the new end are cancelled; released payments stay. An end that is
 * already reached completes the series. A number is never used twice: extending the series again
 * does not restore cancelled payments. The caller becomes a maker of all payments that the series
 * still makes, and of those that wait; what was approved of these no longer counts.
 */
export async function changeRecurrence(
  tx: Transaction,
  principal: Principal,
  { paymentUID, recurrenceId, ifMatch }: { paymentUID: string; recurrenceId: string; ifMatch: string | undefined },
  until: PayUntil,
  now: Temporal.Instant,
): Promise<Result<ChangedRecurrence, Refusal>> {
  const payment = await readPayment(tx, principal, paymentUID)
  if (!payment.ok) return payment
  const { series } = payment.value
  if (!series || ![series.id, series.seriesNumber].includes(recurrenceId.toLowerCase()))
    return refusal('recurrenceNotFound')
  const { tenantId, clientId } = principal
  const before = await lockRecurrence(tx, tenantId, series.id)
  if (!isExpectedTag(etagOfRecurrence(before), ifMatch)) return refusal('recurrenceChanged')
  if (before.status !== 'Active') return refusal('recurrenceEnded', `the recurring payment is ${before.status}`)
  if (before.altered !== undefined) return refusal('recurrenceAltered')
  const schedule = { ...scheduleOf(before), until }
  const count = occurrenceCount(schedule)
  if (count === 0) return refusal('invalidPayment', `endDate is before the first payment, ${before.startDate}`)

  const { payOn, date } = await readPaymentDays(tx, tenantId, before, now)
  const { status, dueOn } = progressOf(schedule, before.paymentsMade, payOn, date)
  const version = before.version + 1n
  const after: Recurrence = { ...before, version, ...storedEnd(until), status, dueOn: dueOn?.toString() ?? null }
  await updateEnd(tx, tenantId, after)
  await advanceRecurrences(tx, tenantId, [after], now)
  const cancelledPayments =
    count < before.paymentsMade
      ? await cancelUnreleased(tx, principal, before, { afterNumber: count, why: 'shortened' }, now)
      : []
  if (isAnotherEnd(before, after)) await shapeSeries(tx, principal, after, now)
  await recordRecurrence(tx, tenantId, { actor: clientId, action: 'updated', before, after, cancelledPayments }, now)
  return accept({ recurrence: after, cancelledPayments })
}

function isAnotherEnd(before: Recurrence, after: Recurrence): boolean {
  return before.endDate !== after.endDate || before.numberOfPayments !== after.numberOfPayments
}

/**
 * Notes who changed the end of a locked series. Its scheduled payments are looked at once more, at
 * once: those that lack approvals by now can then be approved before their dates.
 */
async function shapeSeries(
  tx: Transaction,
  principal: Principal,
  recurrence: Recurrence,
  now: Temporal.Instant,
): Promise<void> {
  const maker = { clientId: principal.clientId, userId: principal.person?.userId ?? null }
  await addMakerOfSeries(tx, principal.tenantId, { recurrenceId: recurrence.id, maker }, now)
  const waiting = await lockUnreleased(tx, principal.tenantId, recurrence, 0)
  await addMaker(tx, principal, { paymentIds: waiting.map(({ id }) => id), did: 'ChangedSeries' }, now)
  const scheduled = waiting.filter(({ status }) => status === 'FUTURE_DATED')
  const dueNow = scheduled.map(({ id }) => ({ paymentId: id, dueAt: now, reason: null }))
  await postpone(tx, principal.tenantId, dueNow, now)
}

/**
 * Cancels a series and all its payments that are not released. A Cancelled series is returned
 * unchanged.
 */
export async function cancelRecurrence(
  tx: Transaction,
  principal: Principal,
  { recurrenceId, ifMatch, notes }: { recurrenceId: string; ifMatch: string | undefined; notes?: string },
  now: Temporal.Instant,
): Promise<Result<ChangedRecurrence, Refusal>> {
  const found = await readRecurrence(tx, principal, recurrenceId)
  if (!found.ok) return found
  const { tenantId, clientId } = principal
  const before = await lockRecurrence(tx, tenantId, found.value.id)
  if (before.status === 'Cancelled') return accept({ recurrence: before, cancelledPayments: [] })
  if (!isExpectedTag(etagOfRecurrence(before), ifMatch)) return refusal('recurrenceChanged')
  if (before.status === 'Completed') return refusal('recurrenceEnded', 'the recurring payment is Completed')
  const after: Recurrence = { ...before, status: 'Cancelled', dueOn: null }
  await advanceRecurrences(tx, tenantId, [after], now)
  const cancelledPayments = await cancelUnreleased(
    tx,
    principal,
    before,
    { afterNumber: 0, why: 'cancelled', notes },
    now,
  )
  const step = { actor: clientId, action: 'cancelled', before, after, cancelledPayments } as const
  await recordRecurrence(tx, tenantId, { ...step, ...(notes !== undefined && { reason: notes }) }, now)
  return accept({ recurrence: after, cancelledPayments })
}

/**
 * Cancels the unreleased payments of a series after `afterNumber`. They have no holds and no limit
 * reservations.
 */
async function cancelUnreleased(
  tx: Transaction,
  principal: Principal,
  recurrence: Recurrence,
  { afterNumber, why, notes }: { afterNumber: number; why: 'shortened' | 'cancelled'; notes?: string | undefined },
  now: Temporal.Instant,
): Promise<string[]> {
  const { tenantId, clientId } = principal
  const payments = await lockUnreleased(tx, tenantId, recurrence, afterNumber)
  const evidence = { recurrence: recurrence.id, why }
  const changes = payments.map(
    ({ id, status }) => ({ paymentId: id, from: status, to: 'CANCELLED', actor: clientId, evidence }) as const,
  )
  await changePayments(tx, tenantId, changes, now)
  const said = `the recurring payment was ${why}${notes === undefined ? '' : `: ${notes}`}`
  const done = { action: 'cancelled', status: 'CANCELLED', notes: said } as const
  for (const payment of payments) await recordPaymentAction(tx, principal, payment, done, now)
  return payments.map(({ id }) => id)
}
