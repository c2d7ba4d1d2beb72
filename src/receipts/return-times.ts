import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../institution/institution.ts'
import { BANKING_DAYS } from '../kernel/business-calendar.ts'
import { dueAt, ruleOf } from '../obligations/obligations.ts'
import { judgeReturn, type WaitingReturn } from '../rails/rails.ts'

/** What decides until when an entry can go back. Dates are yyyy-mm-dd. */
interface Returnable {
  direction: string
  secCode: string
  settlementDate: string
}

/**
 * Why an ACH entry cannot go back with the code, if the other bank has its return on the day;
 * undefined if it can. A prenotification can leave before its date, and comes back on it.
 */
export function objectionToReturn(
  { direction, secCode, settlementDate }: Returnable,
  code: string,
  day: Temporal.PlainDate,
): string | undefined {
  const settledOn = Temporal.PlainDate.from(settlementDate)
  const on = Temporal.PlainDate.compare(day, settledOn) < 0 ? settledOn : day
  const entry = { rail: 'ACH', entryType: direction === 'Debit' ? 'DEBIT' : 'CREDIT', secCode, settledOn } as const
  const judged = judgeReturn(entry, code, on, BANKING_DAYS)
  return judged.ok ? undefined : judged.refusal
}

/** The rule that the contest of a dishonored return breaks in a file made at `madeAt`. */
export function objectionToContest(
  institution: Institution,
  dishonoredOn: Temporal.PlainDate,
  madeAt: Temporal.Instant,
): string | undefined {
  const isLate = Temporal.Instant.compare(madeAt, dueAt('ContestedReturn', dishonoredOn, institution)) > 0
  return isLate ? ruleOf('ContestedReturn', dishonoredOn, institution) : undefined
}

/** The rule that the dishonor of a return breaks in a file made at `madeAt`. */
export function objectionToDishonor(
  institution: Institution,
  { settlementDate }: Pick<Returnable, 'settlementDate'>,
  madeAt: Temporal.Instant,
): string | undefined {
  const settledOn = Temporal.PlainDate.from(settlementDate)
  const isLate = Temporal.Instant.compare(madeAt, dueAt('DishonoredReturn', settledOn, institution)) > 0
  return isLate ? ruleOf('DishonoredReturn', settledOn, institution) : undefined
}

/** Why a return that waits must not leave in a file made now. */
export function objectionToWaiting(
  institution: Institution,
  one: WaitingReturn,
  effectiveDate: Temporal.PlainDate,
  now: Temporal.Instant,
): string | undefined {
  if (one.kind === 'Return') return objectionToReturn(one, one.code, effectiveDate)
  if (one.kind === 'Dishonor') return objectionToDishonor(institution, one, now)
  // A notification of change is refused as it is imported, days before the time of that is over.
  if (one.kind === 'Refusal') return undefined
  return objectionToContest(institution, Temporal.PlainDate.from(one.dishonoredOn!), now)
}
