import type { Temporal } from 'temporal-polyfill'
import { ENTRY_TYPES, type EntryType, RAILS } from '../../kernel/rail.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'

/** A limit applies to each payment alone, or to all payments of a period. */
export type LimitPeriod = 'TRANSACTION' | 'DAY' | 'WEEK' | 'MONTH'

/** The periods in which payments are added up. */
export const COUNTED_PERIODS = ['DAY', 'WEEK', 'MONTH'] as const satisfies readonly LimitPeriod[]

/** What a limit can bound: a rail, or the payments between two customers of the institution. */
export const LIMITED_RAILS = [...RAILS, 'BOOK'] as const
export type LimitedRail = (typeof LIMITED_RAILS)[number]

/** The rails of limits: RTP and FedNow share one set. */
export const LIMIT_RAILS = ['ACH', 'FEDWIRE', 'INSTANT', 'SWIFT', 'BOOK'] as const
type LimitRail = (typeof LIMIT_RAILS)[number]

/** What a usage counts: the payments of one entry type, or all payments of rails without one. */
export const COUNTED_ENTRY_TYPES = [...ENTRY_TYPES, 'ALL'] as const

export interface LimitKey {
  key: string
  rail: LimitRail
  period: LimitPeriod
  /** Undefined if the limit covers both. */
  entryType?: EntryType
  /** Undefined if the limit covers all. */
  secCode?: string
  displayName: string
}

const railNames = { FEDWIRE: 'Fedwire', INSTANT: 'Instant', SWIFT: 'International', BOOK: 'Book' } as const
const periodNames = { TRANSACTION: 'per transaction', DAY: 'per day', WEEK: 'per week', MONTH: 'per month' } as const

function paymentKeys(rail: Exclude<LimitRail, 'ACH'>): LimitKey[] {
  return (['TRANSACTION', 'DAY', 'WEEK', 'MONTH'] as const).map((period) => ({
    key: `${rail}_PAYMENT_LIMIT_PER_${period}`,
    rail,
    period,
    displayName: `${railNames[rail]} payments ${periodNames[period]}`,
  }))
}

function achKeys(): LimitKey[] {
  const named = (entryType: EntryType) => `ACH ${entryType.toLowerCase()}s`
  return [
    {
      key: 'ACH_PAYMENT_LIMIT_PER_TRANSACTION',
      rail: 'ACH',
      period: 'TRANSACTION',
      displayName: 'ACH payments per transaction',
    },
    ...ENTRY_TYPES.flatMap((entryType) =>
      (['DAY', 'MONTH'] as const).map(
        (period): LimitKey => ({
          key: `ACH_${entryType}_LIMIT_PER_${period}`,
          rail: 'ACH',
          period,
          entryType,
          displayName: `${named(entryType)} ${periodNames[period]}`,
        }),
      ),
    ),
    ...SEC_CODES.flatMap((secCode) =>
      ENTRY_TYPES.map(
        (entryType): LimitKey => ({
          key: `ACH_${secCode}_${entryType}_TRANSACTION_LIMIT`,
          rail: 'ACH',
          period: 'TRANSACTION',
          entryType,
          secCode,
          displayName: `${named(entryType)} ${secCode} per transaction`,
        }),
      ),
    ),
  ]
}

/** Every limit that can be set. */
export const LIMIT_KEYS: readonly LimitKey[] = [
  ...achKeys(),
  ...paymentKeys('FEDWIRE'),
  ...paymentKeys('INSTANT'),
  ...paymentKeys('SWIFT'),
  ...paymentKeys('BOOK'),
]

export function isLimitKey(text: string): boolean {
  return LIMIT_KEYS.some(({ key }) => key === text)
}

export function limitRailOf(rail: LimitedRail): LimitRail {
  return rail === 'RTP' || rail === 'FEDNOW' ? 'INSTANT' : rail
}

/**
 * All limits of some rails. An entry type leaves out those of the other entry type, and a SEC code
 * adds its own limits.
 */
export function keysFor(asked: {
  rails: readonly LimitedRail[]
  entryType?: EntryType
  secCode?: string | null
}): LimitKey[] {
  const rails = asked.rails.map(limitRailOf)
  return LIMIT_KEYS.filter((limit) => {
    if (!rails.includes(limit.rail)) return false
    if (asked.entryType && limit.entryType && limit.entryType !== asked.entryType) return false
    return limit.secCode === undefined || limit.secCode === asked.secCode
  })
}

/** The limits of periods that a payment counts against. */
export function countedKeys(rails: readonly LimitedRail[], entryType: EntryType): LimitKey[] {
  return keysFor({ rails, entryType }).filter(({ period }) => period !== 'TRANSACTION')
}

/** The first day of the period that contains the date; a week starts on Monday (ISO 8601). */
export function periodStart(period: LimitPeriod, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (period) {
    case 'TRANSACTION':
    case 'DAY':
      return date
    case 'WEEK':
      return date.subtract({ days: date.dayOfWeek - 1 })
    case 'MONTH':
      return date.with({ day: 1 })
  }
}
