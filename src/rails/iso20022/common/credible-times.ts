import { Temporal } from 'temporal-polyfill'

/** The clock of a sender may be an hour ahead of ours; one that is further ahead is wrong. */
const MAX_HOURS_AHEAD = 1
/** No outage lasts as long: an older message that moves money is one for a person. */
const MAX_DAYS_OLD = 100

/** Why a time at which a message was written cannot be right; undefined if it can. */
export function whyNotWrittenAt(writtenAt: Temporal.Instant, now: Temporal.Instant): string | undefined {
  if (Temporal.Instant.compare(writtenAt, now.add({ hours: MAX_HOURS_AHEAD })) > 0)
    return `it is of ${writtenAt}, which has not come`
  if (Temporal.Instant.compare(writtenAt, now.subtract({ hours: 24 * MAX_DAYS_OLD })) < 0)
    return `it is of ${writtenAt}, more than ${MAX_DAYS_OLD} days ago`
  return undefined
}

/** Why money cannot settle on a date; undefined if it can. */
export function whyNotSettledOn(
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
  maxDaysAhead: number,
): string | undefined {
  const daysAhead = today.until(date).days
  if (daysAhead > maxDaysAhead) return `${date} is more than ${maxDaysAhead} days ahead`
  return daysAhead < -MAX_DAYS_OLD ? `${date} is more than ${MAX_DAYS_OLD} days ago` : undefined
}
