import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import type { Profile } from './check-profile.ts'

/** How long a closed day that is over stays in the list, although a request leaves it out. */
const KEPT_FOR = { years: 2 } as const

/**
 * The profile with the closed days that are over, also if the request leaves them out: what was
 * closed stays closed, and what counted banking days across it stays as it was.
 */
export function keepPastDays(before: Institution, profile: Profile, now: Temporal.Instant): Profile {
  const date = today(now, before.timeZone)
  const [from, until] = [date.subtract(KEPT_FOR).toString(), date.toString()]
  const past = before.settings.closedDays.filter((day) => from <= day && day < until)
  const closedDays = [...new Set([...past, ...profile.settings.closedDays])].sort()
  return { ...profile, settings: { ...profile.settings, closedDays } }
}

/**
 * What a profile would change of days that have begun or are over: which days are closed, and on
 * which day the institution is. `begun` is the last business day that has begun, yyyy-mm-dd. A
 * changed closing time needs no refusal: a day ends as it was to end when it began.
 */
export function faultsOfBegunDays(
  before: Institution,
  profile: Profile,
  { begun, now }: { begun: string; now: Temporal.Instant },
): string[] {
  const [were, are] = [before, profile].map(({ settings }) => new Set(settings.closedDays)) as [
    Set<string>,
    Set<string>,
  ]
  const hasBegun = (day: string) => day <= begun
  const why = `the business day ${begun} has begun, and no day until then changes`
  return [
    ...[...are].filter((day) => hasBegun(day) && !were.has(day)).map((day) => `closedDays cannot close ${day}: ${why}`),
    ...[...were]
      .filter((day) => hasBegun(day) && !are.has(day) && day >= today(now, before.timeZone).toString())
      .map((day) => `closedDays must name ${day}, which is closed: ${why}`),
    ...faultsOfZone(before, profile, now),
  ]
}

/** In a zone where it is another date, a day would end early, or begin a second time. */
function faultsOfZone({ timeZone: kept }: Institution, { timeZone }: Profile, now: Temporal.Instant): string[] {
  if (timeZone === kept || !isTimeZone(timeZone)) return []
  const [here, there] = [today(now, kept), today(now, timeZone)]
  if (here.equals(there)) return []
  return [
    `timeZone cannot change to ${timeZone} now, where it is ${there}: in ${kept} it is ${here}. ${nextChance({ kept, timeZone }, now)}`,
  ]
}

/** When both zones have the same date next, which they do for some time of every day. */
function nextChance({ kept, timeZone }: { kept: string; timeZone: string }, now: Temporal.Instant): string {
  const starts = [kept, timeZone].map((zone) => today(now, zone).add({ days: 1 }).toZonedDateTime(zone).toInstant())
  const next = starts.toSorted(Temporal.Instant.compare).find((at) => today(at, kept).equals(today(at, timeZone)))
  return next ? `Change it from ${next} on` : 'These zones never have the same date: change to one between them first'
}
