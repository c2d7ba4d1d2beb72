import { isValidBIC } from 'ibantools'
import { Temporal } from 'temporal-polyfill'
import { type AchCollection, type Institution, LONGEST_CLOSURE_DAYS } from '../institution/institution.ts'
import { type BusinessCalendar, businessCalendar } from '../kernel/business-calendar.ts'
import { RAILS } from '../kernel/rail.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'

/** What an institution says of itself and can change. */
export type Profile = Pick<Institution, 'name' | 'timeZone' | 'routingNumber' | 'bic' | 'settings'>

/** What is wrong with a profile as a whole, field by field; empty where nothing is. What a schema can say was checked before. */
export function faultsOf(profile: Profile, { sandbox }: { sandbox: boolean }): string[] {
  const { settings } = profile
  const faults: string[] = []
  if (profile.name.trim() === '') faults.push('name must not be blank')
  if (!isTimeZone(profile.timeZone)) faults.push('timeZone must be an IANA time zone, such as America/New_York')
  if (!isRoutingNumber(profile.routingNumber)) faults.push(`routingNumber must be ${ROUTING_NUMBER}`)
  if (profile.bic !== null && !isValidBIC(profile.bic)) faults.push('bic must be a BIC of 8 or 11 characters')
  faults.push(...faultsOfClosedDays(settings.closedDays))
  if (!sandbox)
    for (const rail of RAILS)
      if (rail !== 'ACH' && settings.rails[rail])
        faults.push(`rails.${rail} can be on in a sandbox only: there is no network for it yet`)
  if (!sandbox && settings.fx?.maxRateAgeSeconds === null)
    faults.push('fx.maxRateAgeSeconds can be null in a sandbox only: a rate of any age is no market rate')
  if (!isRoutingNumber(settings.ach.immediateDestination))
    faults.push(`ach.immediateDestination must be ${ROUTING_NUMBER}`)
  if (!/^[\x20-\x7e]*[A-Za-z1-9][\x20-\x7e]*$/.test(settings.ach.immediateDestinationName))
    faults.push('ach.immediateDestinationName must be letters and digits of ASCII')
  faults.push(...faultsOfCollection(settings.ach.collection, { sandbox }))
  return faults
}

const ROUTING_NUMBER = 'an ABA routing number: nine digits with a valid check digit'

function isTimeZone(timeZone: string): boolean {
  // An offset, +02:00, is a time zone to Temporal and knows no summer time.
  if (!/^[A-Za-z]/.test(timeZone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
    return true
  } catch {
    return false
  }
}

function faultsOfClosedDays(closedDays: readonly string[]): string[] {
  const faults = closedDays
    .filter((day) => dateOf(day) === undefined)
    .map((day) => `closedDays: ${day} is no date, yyyy-mm-dd`)
  if (faults.length > 0) return faults
  const calendar = businessCalendar({ holidays: 'FederalReserve', extraClosedDays: closedDays })
  const tooLong = closedDays.find((day) => closureFrom(Temporal.PlainDate.from(day), calendar) > LONGEST_CLOSURE_DAYS)
  if (tooLong === undefined) return []
  return [
    `closedDays must not close the institution for more than ${LONGEST_CLOSURE_DAYS} days in a row, as from ${tooLong}`,
  ]
}

function dateOf(text: string): Temporal.PlainDate | undefined {
  try {
    const date = Temporal.PlainDate.from(text)
    return date.toString() === text ? date : undefined
  } catch {
    return undefined
  }
}

/** How many closed days follow each other from the date on, itself among them, weekends and holidays too; it counts no further than it has to. */
function closureFrom(date: Temporal.PlainDate, calendar: BusinessCalendar): number {
  let days = 0
  while (days <= LONGEST_CLOSURE_DAYS && !calendar.isBusinessDay(date.add({ days }))) days++
  // A weekend or a holiday before the first of the closed days belongs to the same closure.
  let before = 0
  while (days + before <= LONGEST_CLOSURE_DAYS && !calendar.isBusinessDay(date.subtract({ days: before + 1 }))) before++
  return days + before
}

function faultsOfCollection(collection: AchCollection, { sandbox }: { sandbox: boolean }): string[] {
  if (collection.kind === 'continuous')
    return sandbox ? [] : ['ach.collection can be continuous in a sandbox only: the operator takes files in windows']
  return (['economy', 'economyPlus'] as const)
    .filter((speed) => new Set(collection[speed]).size < collection[speed].length)
    .map((speed) => `ach.collection.${speed} names a time twice`)
}
