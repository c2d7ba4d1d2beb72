import { Temporal } from 'temporal-polyfill'
import { cutOffsOf, type Institution } from '../../institution/institution.ts'
import { hasCutOffChoice, type OnMissedCutOff, onMissedCutOffAt } from '../../kernel/cut-off.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { cutOffOn, type Passage, railCalendar, type Way } from '../../rails/rails.ts'

/** A payment that is not sent for the day it is meant for, and what happens instead. */
export interface MissedCutOff {
  /** Undefined if the rail is closed on that day. */
  cutOff: Temporal.Instant | undefined
  onMissedCutOff: OnMissedCutOff
  /** The speed at which it goes out. */
  speed: Speed
  leavesAt: Temporal.Instant
  valueDate: Temporal.PlainDate
}

/**
 * What becomes of a payment that misses its cut-off: what its request says, else its customer's
 * choice, else the institution's. Null if the payment has no choice.
 */
export function chosenOnMissed(
  { settings }: Pick<Institution, 'settings'>,
  { rail, speed }: { rail: Rail | 'BOOK'; speed: Speed },
  asked: OnMissedCutOff | undefined,
  ofCustomer: OnMissedCutOff | undefined,
): OnMissedCutOff | null {
  if (rail === 'BOOK' || !hasCutOffChoice(speed)) return null
  return onMissedCutOffAt(speed, asked ?? ofCustomer ?? cutOffsOf(settings).onMissed)
}

/** Whether the passage is later than the day for which the payment is meant. */
export function isLate(passage: Pick<Passage, 'valueDate'>, wantedOn: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(passage.valueDate, wantedOn) > 0
}

export function missedCutOff(
  home: Pick<Institution, 'timeZone' | 'settings'>,
  { way, onMissedCutOff, wantedOn }: { way: Way; onMissedCutOff: OnMissedCutOff; wantedOn: Temporal.PlainDate },
  { leavesAt, valueDate }: Passage,
): MissedCutOff {
  return { cutOff: lastCutOffOn(home, way, wantedOn), onMissedCutOff, speed: way.speed, leavesAt, valueDate }
}

/** The last cut-off of a day; undefined if the rail is closed on it, or never closes. */
function lastCutOffOn(home: Pick<Institution, 'timeZone' | 'settings'>, way: Way, date: Temporal.PlainDate) {
  return railCalendar(way, home.settings).isBusinessDay(date) ? cutOffOn(home, way, date) : undefined
}

/** The refusal of a payment that misses its cut-off, in words. */
export function refusedFor({ cutOff, leavesAt, valueDate }: MissedCutOff): string {
  const missed = cutOff ? `the cut-off was ${timestamp(cutOff)}` : 'its network is closed on this day'
  return `${missed}; the next window is at ${timestamp(leavesAt)}, for the value date ${valueDate}`
}

/** The same as it is stored with a transition and shown in replies. */
export function renderMissed({ cutOff, onMissedCutOff, speed, leavesAt, valueDate }: MissedCutOff) {
  return {
    ...(cutOff && { cutOff: timestamp(cutOff) }),
    onMissedCutOff,
    speed,
    leavesAt: timestamp(leavesAt),
    valueDate: valueDate.toString(),
    says: wordsOf[onMissedCutOff === 'Downgrade' ? 'Downgrade' : speed === 'Economy Plus' ? 'sameDay' : 'NextWindow'],
  }
}

const wordsOf = {
  NextWindow: 'It missed its cut-off and leaves in the next window.',
  sameDay: 'It missed its cut-off and leaves in the next window, still as same-day ACH, at the fee of same-day ACH.',
  Downgrade: 'It missed its cut-off and goes out as next-day ACH, at the fee of next-day ACH.',
}
