import { Temporal } from 'temporal-polyfill'
import {
  type AchCollection,
  accountNumbersOf,
  type Institution,
  LONGEST_CLOSURE_DAYS,
  lateWindowsOf,
  type SmallestTicket,
  unconnectedFor,
} from '../institution/institution.ts'
import { isBic } from '../kernel/bic.ts'
import { type BusinessCalendar, businessCalendar } from '../kernel/business-calendar.ts'
import { currencyOf } from '../kernel/currency.ts'
import { pairName, pairOf } from '../kernel/currency-pair.ts'
import { parseAmount } from '../kernel/money.ts'
import { RAILS } from '../kernel/rail.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { faultsOfInstantLimits } from './instant-limits.schema.ts'
import { faultsOfNetworks } from './networks.schema.ts'

export const MAX_NAME_LENGTH = 140

/** The parts of an institution that it can change. */
export type Profile = Pick<Institution, 'name' | 'timeZone' | 'routingNumber' | 'bic' | 'dualControl' | 'settings'>

/**
 * All violations in a profile, field by field, beyond those the schema checks, by the networks'
 * rules on `date`; empty if none.
 */
export function faultsOf(
  profile: Profile,
  { sandbox, date }: { sandbox: boolean; date: Temporal.PlainDate },
): string[] {
  const { settings } = profile
  const faults: string[] = []
  if (profile.name.trim() === '') faults.push('name must not be blank')
  if (!isTimeZone(profile.timeZone)) faults.push('timeZone must be an IANA time zone, such as America/New_York')
  if (!isRoutingNumber(profile.routingNumber)) faults.push(`routingNumber must be ${ROUTING_NUMBER}`)
  if (profile.bic !== null && !isBic(profile.bic)) faults.push('bic must be a BIC of 8 or 11 characters')
  faults.push(...faultsOfClosedDays(settings.closedDays))
  faults.push(...faultsOfNetworks(settings.networks, sandbox))
  faults.push(...faultsOfInstantLimits(settings, date))
  for (const rail of RAILS)
    if (rail !== 'ACH' && settings.rails[rail])
      faults.push(...[unconnectedFor({ sandbox, settings }, rail) ?? []].flat())
  if (!sandbox && settings.fx?.maxRateAgeSeconds === null)
    faults.push('fx.maxRateAgeSeconds can be null only in a sandbox: otherwise, rates must have a maximum age')
  faults.push(...faultsOfTickets(settings.fx?.smallestTickets ?? []))
  if (!isRoutingNumber(settings.ach.immediateDestination))
    faults.push(`ach.immediateDestination must be ${ROUTING_NUMBER}`)
  if (!/^[\x20-\x7e]*[A-Za-z1-9][\x20-\x7e]*$/.test(settings.ach.immediateDestinationName))
    faults.push('ach.immediateDestinationName must be printable ASCII with at least one letter or nonzero digit')
  faults.push(...faultsOfCollection(settings.ach.collection, { sandbox }))
  const { late, lastCutOff } = lateWindowsOf(settings, date)
  if (late.length > 0)
    faults.push(
      `ach.collection.economyPlus must not be after ${lastCutOff} Eastern, the operator's last cut-off for same-day entries: ${late.join(', ')}`,
    )
  const { prefix, length } = accountNumbersOf(settings).scheme
  if (length - prefix.length < 7)
    faults.push('accountNumbers.scheme must leave at least six digits between the prefix and the check digit')
  return faults
}

const ROUTING_NUMBER = 'an ABA routing number: nine digits with a valid check digit'

function faultsOfClosedDays(closedDays: readonly string[]): string[] {
  const faults = closedDays
    .filter((day) => dateOf(day) === undefined)
    .map((day) => `closedDays: ${day} is not a date, yyyy-mm-dd`)
  if (faults.length > 0) return faults
  const calendar = businessCalendar({ holidays: 'FederalReserve', extraClosedDays: closedDays })
  const tooLong = closedDays.find((day) => closureFrom(Temporal.PlainDate.from(day), calendar) > LONGEST_CLOSURE_DAYS)
  if (tooLong === undefined) return []
  return [
    `closedDays must not close the institution for more than ${LONGEST_CLOSURE_DAYS} days in a row, as they do from ${tooLong}`,
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

/**
 * The length in days of the closure that contains the date, with weekends and holidays. It stops
 * counting just past the longest allowed closure.
 */
function closureFrom(date: Temporal.PlainDate, calendar: BusinessCalendar): number {
  let days = 0
  while (days <= LONGEST_CLOSURE_DAYS && !calendar.isBusinessDay(date.add({ days }))) days++
  // A weekend or holiday just before the closed days is part of the same closure.
  let before = 0
  while (days + before <= LONGEST_CLOSURE_DAYS && !calendar.isBusinessDay(date.subtract({ days: before + 1 }))) before++
  return days + before
}

function faultsOfTickets(tickets: readonly SmallestTicket[]): string[] {
  const seen = new Set<string>()
  return tickets.flatMap(({ currencyPair, amount }, index) => {
    const field = `fx.smallestTickets.${index}`
    const [one = '', other = ''] = currencyPair.split('/')
    const unknown = [one, other].find((currency) => !currencyOf(currency))
    if (unknown !== undefined) return [`${field}.currencyPair: ${unknown} is not a known currency`]
    if (one === other) return [`${field}.currencyPair must name two currencies`]
    const pair = pairOf(one, other)
    if (pairName(pair) !== currencyPair) return [`${field}.currencyPair must be in market order, ${pairName(pair)}`]
    if (seen.has(currencyPair)) return [`fx.smallestTickets names ${currencyPair} twice`]
    seen.add(currencyPair)
    if (parseAmount(amount, pair.baseCurrency).ok) return []
    return [`${field}.amount must be an amount of ${pair.baseCurrency} with no more decimals than the currency has`]
  })
}

function faultsOfCollection(collection: AchCollection, { sandbox }: { sandbox: boolean }): string[] {
  if (collection.kind === 'continuous')
    return sandbox ? [] : ['ach.collection can be continuous only in a sandbox: the operator accepts files in windows']
  return (['economy', 'economyPlus'] as const)
    .filter((speed) => new Set(collection[speed]).size < collection[speed].length)
    .map((speed) => `ach.collection.${speed} has the same time twice`)
}
