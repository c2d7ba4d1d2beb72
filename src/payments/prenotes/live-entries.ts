import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { dueAt } from '../../obligations/obligations.ts'
import { ACH_TIME_ZONE, achSettlement, nextPassage, PRENOTE_SPEED } from '../../rails/rails.ts'
import type { StandingPrenote } from '../decision/domain/accept-payment.ts'

/** When the first live entry may settle after a prenotification. */
export interface FirstEntry {
  settlesOn: Temporal.PlainDate
  /** The first day on which a live entry may settle. */
  firstEntryOn: Temporal.PlainDate
  /** When that day begins: until then, a return is in time. */
  acceptDueAt: Temporal.Instant
}

/** What follows from the settlement of a prenotification. */
export function firstEntryAfter(institution: Institution, settlesOn: Temporal.PlainDate): FirstEntry {
  const acceptDueAt = dueAt('FirstLiveEntry', settlesOn, institution)
  return { settlesOn, acceptDueAt, firstEntryOn: acceptDueAt.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate() }
}

/** The day on which a prenotification settles whose file leaves at `sentAt`. */
export function settlementOf(
  institution: Institution,
  effectiveEntryDate: string,
  sentAt: Temporal.Instant,
): Temporal.PlainDate {
  const effectiveDate = Temporal.PlainDate.from(effectiveEntryDate)
  return achSettlement(institution, { effectiveDate, speed: PRENOTE_SPEED }, sentAt).valueDate
}

/**
 * Why an ACH payment must not go to the account that a prenotification is about: it came back, or
 * the payment would settle before the other bank had its time to return it (Nacha Operating Rules,
 * Subsection 2.6.2). Undefined if it may go.
 */
export function objectionToLiveEntry(
  institution: Institution,
  prenote: StandingPrenote,
  valueDate: Temporal.PlainDate,
  now: Temporal.Instant,
): Refusal | undefined {
  const { id, status, returnCode } = prenote
  if (status === 'Returned')
    return {
      reason: 'prenoteReturned',
      detail: `prenotification ${id} of the contact's account came back with ${returnCode}`,
    }
  const from = firstEntryOf(institution, prenote, now)
  if (Temporal.PlainDate.compare(valueDate, from) >= 0) return undefined
  return {
    reason: 'prenoteOpen',
    detail: `prenotification ${id} of the contact's account is open: an ACH payment may settle from ${from} on, and this one would settle on ${valueDate}`,
  }
}

/** Of one that has not left, the day that follows if it leaves as soon as it can. */
export function firstEntryOf(
  institution: Institution,
  { firstEntryOn, effectiveEntryDate }: Pick<StandingPrenote, 'firstEntryOn' | 'effectiveEntryDate'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  if (firstEntryOn) return Temporal.PlainDate.from(firstEntryOn)
  const settlesOn = effectiveEntryDate
    ? settlementOf(institution, effectiveEntryDate, now)
    : nextPassage(
        institution,
        { rail: 'ACH', speed: PRENOTE_SPEED, currencies: ['USD', 'USD'] },
        { notBefore: today(now, institution.timeZone), from: now },
      ).valueDate
  return firstEntryAfter(institution, settlesOn).firstEntryOn
}
