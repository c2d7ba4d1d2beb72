import type { Temporal } from 'temporal-polyfill'
import { belongsTo } from '../../customers/customers.ts'
import type { Connection } from '../../db/client.ts'
import { readInstitution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { isUuid } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { openCounterparties } from '../decision/counterparties.ts'
import { paymentDays } from './domain/payment-days.ts'
import { countUntil, nominalDate, occurrenceCount, type PaymentDay } from './domain/recurrence.ts'
import { scheduleOf } from './recurrence.schema.ts'
import {
  type ComingOccurrence,
  type Recurrence,
  readOccurrences,
  readOwnCurrency,
  findRecurrence as readRecurrenceRow,
} from './recurrences.store.ts'
import { wayOfSeries } from './start-recurrence.ts'

const NUMBER = /^[1-9][0-9]{0,17}$/

/** Reads a series by its number or its id, if its customer is within the token's legal entity. */
export async function readRecurrence(
  db: Connection,
  principal: Principal,
  recurrenceId: string,
): Promise<Result<Recurrence, Refusal>> {
  const name = NUMBER.test(recurrenceId) ? { number: recurrenceId } : isUuid(recurrenceId) && { id: recurrenceId }
  const found = name ? await readRecurrenceRow(db, principal.tenantId, name) : undefined
  if (!found) return refusal('recurrenceNotFound')
  const { ancestorIds, ...recurrence } = found
  if (!belongsTo({ id: recurrence.customerId, ancestorIds }, principal)) return refusal('recurrenceNotFound')
  return accept(recurrence)
}

/** The business-day rule for the dates of a series, and today's date. */
export async function readPaymentDays(
  db: Connection,
  tenantId: bigint,
  recurrence: Recurrence,
  now: Temporal.Instant,
): Promise<{ payOn: PaymentDay; date: Temporal.PlainDate }> {
  const institution = await readInstitution(db, tenantId)
  const counterparty = (await openCounterparties(db, tenantId, [recurrence])).of(recurrence)
  const { currency } = recurrence
  const account = { currency: (await readOwnCurrency(db, tenantId, recurrence)) ?? currency }
  const { nationalCode = null, accountCurrency = currency } = counterparty ?? {}
  const way = wayOfSeries({ ownSide: { account }, counterparty: { nationalCode, accountCurrency } }, recurrence)
  return { payOn: paymentDays(institution, way), date: today(now, institution.timeZone) }
}

/**
 * The next payments of a series, starting with the first whose nominal date is today or later, or
 * with the first overdue one. A payment already made shows its own date; the others follow today's
 * calendar and convention. A Cancelled series has none.
 */
export async function previewRecurrence(
  db: Connection,
  principal: Principal,
  recurrenceId: string,
  count: number,
  now: Temporal.Instant,
): Promise<Result<ComingOccurrence[], Refusal>> {
  const found = await readRecurrence(db, principal, recurrenceId)
  if (!found.ok) return found
  const recurrence = found.value
  if (recurrence.status === 'Cancelled') return accept([])
  const { payOn, date } = await readPaymentDays(db, principal.tenantId, recurrence, now)
  const schedule = scheduleOf(recurrence)
  const from = Math.min(countUntil(schedule, date.subtract({ days: 1 })), recurrence.paymentsMade) + 1
  const until = Math.min(from + count - 1, occurrenceCount(schedule))
  const made = await readOccurrences(db, principal.tenantId, recurrence, { from, limit: count })
  const byNumber = new Map(made.map((occurrence) => [occurrence.number, occurrence]))
  const coming: ComingOccurrence[] = []
  for (let number = from; number <= until; number++) {
    const nominal = nominalDate(schedule, number)
    const known = byNumber.get(number)
    const paymentDate = known?.paymentDate ?? payOn(nominal).toString()
    coming.push({ number, nominalDate: nominal.toString(), paymentDate, made: known })
  }
  return accept(coming)
}
