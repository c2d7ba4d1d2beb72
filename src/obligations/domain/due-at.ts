import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { addBusinessDays, BANKING_DAYS } from '../../kernel/business-calendar.ts'
import { EASTERN } from '../../kernel/rail-rules.ts'
import { obligationRule, type RuledKind, type Term } from './obligation-rules.ts'

type Home = Pick<Institution, 'timeZone'>

/**
 * What starts a clock: the settlement date of an entry, or the moment of a review, a discovery or a
 * message. A moment counts as its day in the time zone of the rule.
 */
export type Start = Temporal.PlainDate | Temporal.Instant

/**
 * Until when the thing must be done. For `FirstLiveEntry`, from when it is allowed. Throws a
 * `RangeError` if the rule counts from a moment and the start is only a date.
 */
export function dueAt(kind: RuledKind, from: Start, home: Home): Temporal.Instant {
  const { term } = obligationRule(kind, dayOf(from, home.timeZone))
  if (term.counts === 'seconds') {
    if (!(from instanceof Temporal.Instant)) throw new RangeError(`${kind} counts from a moment, and not from a date`)
    return from.add({ seconds: term.seconds })
  }
  const timeZone = term.zone === 'Eastern' ? EASTERN : home.timeZone
  return timeOn(lastDay(dayOf(from, timeZone), term), term.at, timeZone)
}

/** The rule of a clock, in words, as its obligation cites it. */
export function ruleOf(kind: RuledKind, from: Start, { timeZone }: Home): string {
  return obligationRule(kind, dayOf(from, timeZone)).citation
}

function dayOf(from: Start, timeZone: string): Temporal.PlainDate {
  return from instanceof Temporal.Instant ? from.toZonedDateTimeISO(timeZone).toPlainDate() : from
}

function lastDay(from: Temporal.PlainDate, { counts, days }: Exclude<Term, { counts: 'seconds' }>): Temporal.PlainDate {
  switch (counts) {
    case 'bankingDays':
      return addBusinessDays(from, days, BANKING_DAYS)
    case 'daysThenBanking':
      return addBusinessDays(from.add({ days }), 1, BANKING_DAYS)
    case 'days':
      return from.add({ days })
  }
}

/** 24:00 is the start of the next day, also where a clock change makes a day longer. */
function timeOn(date: Temporal.PlainDate, at: string, timeZone: string): Temporal.Instant {
  if (at === '24:00') return date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
  return date.toZonedDateTime({ timeZone, plainTime: at }).toInstant()
}
