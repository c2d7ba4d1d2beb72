import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../institution/institution.ts'
import { EASTERN } from '../kernel/rail-rules.ts'

/** The window of a network that a payment goes by, and when it settles. */
export interface SettlementWindow {
  /** The last time at which the network takes it for this settlement. */
  closesAt: Temporal.Instant
  settlesAt: Temporal.Instant
  /** The same in words, with Eastern time and that of the institution. */
  says: string
}

type Clock = Pick<Institution, 'timeZone'>

/** The window of the ACH operator. */
export function achWindow(
  clock: Clock,
  isSameDay: boolean,
  { depositBy: closesAt, settlesAt }: { depositBy: Temporal.Instant; settlesAt: Temporal.Instant },
): SettlementWindow {
  const kind = isSameDay ? 'Same-day' : 'Next-day'
  const says = `${kind} ACH: the operator takes it until ${timesOf(clock, closesAt)}, and it settles at ${timesOf(clock, settlesAt)}.`
  return { closesAt, settlesAt, says }
}

/** The day of Fedwire, until its cut-off for customers. A wire settles when it is sent. */
export function wireWindow(clock: Clock, closesAt: Temporal.Instant, settlesAt: Temporal.Instant): SettlementWindow {
  const says = `Fedwire: the network takes it until ${timesOf(clock, closesAt)}, and it settles at once when it leaves, at ${timesOf(clock, settlesAt)}.`
  return { closesAt, settlesAt, says }
}

function timesOf({ timeZone }: Clock, at: Temporal.Instant): string {
  const eastern = `${timeIn(EASTERN, at)} Eastern`
  return timeZone === EASTERN ? eastern : `${eastern} (${timeIn(timeZone, at)} ${timeZone})`
}

function timeIn(timeZone: string, at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
