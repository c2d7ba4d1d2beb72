import type { Temporal } from 'temporal-polyfill'
import { cutOffsOf, type Institution } from '../institution/institution.ts'
import { nextPassage, type Way } from './timetable.ts'

/** Until when a payment goes by the next window of its rail, and when it is there. */
export interface NextCutOff extends Pick<Way, 'rail' | 'speed'> {
  /** The currency that the receiver gets, where cut-offs differ by it. */
  currency?: string
  cutOff: Temporal.Instant
  valueDate: Temporal.PlainDate
}

/** The next cut-off of each rail that is on, the soonest first. RTP and FedNow have none. */
export function nextCutOffs(
  home: Pick<Institution, 'timeZone' | 'settings' | 'currency'>,
  now: Temporal.Instant,
): NextCutOff[] {
  const { rails } = home.settings
  const notBefore = now.toZonedDateTimeISO(home.timeZone).toPlainDate()
  return waysOf(home)
    .filter(({ rail }) => rail !== 'BOOK' && rails[rail])
    .flatMap(({ currency, ...way }) => {
      const { cutOff, valueDate } = nextPassage(home, way, { notBefore, from: now })
      return cutOff ? [{ rail: way.rail, speed: way.speed, ...(currency && { currency }), cutOff, valueDate }] : []
    })
    .toSorted((one, other) => one.cutOff.epochMilliseconds - other.cutOff.epochMilliseconds)
}

function waysOf(home: Pick<Institution, 'settings' | 'currency'>): (Way & { currency?: string })[] {
  const abroad = new Set([home.currency, ...Object.keys(cutOffsOf(home.settings).swiftByCurrency)])
  return [
    { rail: 'ACH', speed: 'Economy Plus', currencies: ['USD'] },
    { rail: 'ACH', speed: 'Economy', currencies: ['USD'] },
    { rail: 'FEDWIRE', speed: 'Express', currencies: ['USD'] },
    ...[...abroad].map((currency) => {
      const currencies = [...new Set([home.currency, currency])]
      return { rail: 'SWIFT' as const, speed: 'SPOT' as const, currencies, currency }
    }),
  ]
}
