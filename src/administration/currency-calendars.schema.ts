import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { CurrencyField, mustBeName, name } from '../http/fields.ts'
import type { InstitutionSettings } from '../institution/institution.ts'
import type { BusinessCalendar } from '../kernel/business-calendar.ts'
import { currencyOf } from '../kernel/currency.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { type CurrencyDays, WEEKDAYS } from '../kernel/currency-days.ts'
import { words } from '../kernel/words.ts'

const DayField = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A date, yyyy-mm-dd.' })
const DaysField = (description: string) => Type.Optional(Type.Array(DayField, { maxItems: 100, description }))
const WEEKDAY_NAMES = words('Weekday', WEEKDAYS)

export const CurrencyCalendarsField = Type.Array(
  Type.Object(
    {
      currency: CurrencyField,
      closedDays: DaysField('Days on which the currency does not settle, though the rules say that it does.'),
      openDays: DaysField('Days on which it settles, though the rules say that they are holidays.'),
      weekends: Type.Optional(
        Type.Array(
          Type.Object(
            { from: DayField, days: Type.Array(name(WEEKDAY_NAMES), { minItems: 1, maxItems: 3 }) },
            { additionalProperties: false },
          ),
          { maxItems: 5, description: 'The weekend from a day on, if it is not that of the rules.' },
        ),
      ),
      confirmedUntil: Type.Optional(
        Type.Union([Type.Null(), DayField], {
          description: 'Up to which day somebody has compared the calendar with what was published, yyyy-mm-dd.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: 50,
    description:
      'What is known of the days of currencies beyond the rules: all of it, at most once per currency. Days up to today cannot change.',
  },
)
type CurrencyCalendarsField = Static<typeof CurrencyCalendarsField>

export const CurrencyCalendarsReply = Type.Array(
  Type.Object({
    currency: Type.String(),
    closedDays: Type.Array(Type.String()),
    openDays: Type.Array(Type.String()),
    weekends: Type.Array(Type.Object({ from: Type.String(), days: Type.Array(Type.String()) })),
    confirmedUntil: Type.Optional(Type.String()),
  }),
)

/** Currencies that do not exist or are named twice. */
export function faultsOfCurrencies(calendars: CurrencyCalendarsField = []): string[] {
  const currencies = calendars.map(({ currency }) => currency)
  return currencies.flatMap((currency, index) => {
    if (!currencyOf(currency)) return [`currencyCalendars.${index}.currency: ${currency} is not a known currency`]
    return currencies.indexOf(currency) < index ? [`currencyCalendars names ${currency} twice`] : []
  })
}

export function parseCurrencyCalendars(calendars: CurrencyCalendarsField): CurrencyDays[] {
  const inOrder = (days: readonly string[] = []) => [...new Set(days)].sort()
  return calendars
    .map(({ currency, closedDays, openDays, weekends = [], confirmedUntil = null }) => ({
      ...{ currency, closedDays: inOrder(closedDays), openDays: inOrder(openDays), confirmedUntil },
      weekends: weekends
        .map(({ from, days }) => ({ from, days: days.map((day) => mustBeName(WEEKDAY_NAMES, day)) }))
        .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    }))
    .toSorted(({ currency: one }, { currency: other }) => (one < other ? -1 : 1))
}

type Known = Pick<InstitutionSettings, 'currencyCalendars'>

export function renderCurrencyCalendars({ currencyCalendars = [] }: Known): Static<typeof CurrencyCalendarsReply> {
  return currencyCalendars.map(({ currency, closedDays = [], openDays = [], weekends = [], confirmedUntil }) => ({
    ...{ currency, closedDays: [...closedDays], openDays: [...openDays] },
    weekends: weekends.map(({ from, days }) => ({ from, days: [...days] })),
    ...(confirmedUntil && { confirmedUntil }),
  }))
}

/** Longer than any holidays of a currency. It bounds every search for its next business day. */
const LONGEST_CLOSURE_DAYS = 20
/** Longer than any rule looks back: answers and spot dates count a few business days. */
const DAYS_THAT_STAY = 31
/** Nobody publishes holidays further ahead. */
const MOST_YEARS_AHEAD = 5

/**
 * Texts that are no dates, closures that are too long, and changes of days that have begun or are
 * over on `date`.
 */
export function faultsOfCurrencyCalendars(before: Known, after: Known, date: Temporal.PlainDate): string[] {
  const known = after.currencyCalendars ?? []
  const undated = known.flatMap(({ currency, closedDays = [], openDays = [], weekends = [], confirmedUntil }) => {
    const texts = [
      ...closedDays,
      ...openDays,
      ...weekends.map(({ from }) => from),
      ...(confirmedUntil ? [confirmedUntil] : []),
    ]
    return texts
      .filter((text) => !isDate(text))
      .map((text) => `currencyCalendars: ${currency}: ${text} is not a date, yyyy-mm-dd`)
  })
  if (undated.length > 0) return undated
  return [...known.flatMap((days) => faultsOfOne(after, days, date)), ...changesOfBegunDays(before, after, date)]
}

function faultsOfOne(
  after: Known,
  { currency, closedDays = [], openDays = [], weekends = [], confirmedUntil }: CurrencyDays,
  date: Temporal.PlainDate,
): string[] {
  const faults: string[] = []
  const both = closedDays.find((day) => openDays.includes(day))
  if (both !== undefined) faults.push(`currencyCalendars: ${currency}: ${both} cannot be both closed and open`)
  const twice = weekends.find(({ from }, at) => weekends[at + 1]?.from === from)
  if (twice) faults.push(`currencyCalendars: ${currency} has two weekends from ${twice.from}`)
  const last = date.add({ years: MOST_YEARS_AHEAD }).toString()
  if (confirmedUntil && confirmedUntil > last)
    faults.push(`currencyCalendars: ${currency}: confirmedUntil must not be after ${last}`)
  const calendar = currencyCalendars(after.currencyCalendars).of(currency)
  const tooLong = closedDays.find((day) => isClosedTooLong(Temporal.PlainDate.from(day), calendar))
  if (tooLong !== undefined)
    faults.push(
      `currencyCalendars must not close ${currency} for more than ${LONGEST_CLOSURE_DAYS} days in a row, as they do from ${tooLong}`,
    )
  return faults
}

function isClosedTooLong(first: Temporal.PlainDate, calendar: BusinessCalendar): boolean {
  for (let days = 0; days <= LONGEST_CLOSURE_DAYS; days++) if (calendar.isBusinessDay(first.add({ days }))) return false
  return true
}

/** What was settled, or promised to settle today, stays as it is. */
function changesOfBegunDays(before: Known, after: Known, date: Temporal.PlainDate): string[] {
  const [then, now] = [before, after].map((known) => currencyCalendars(known.currencyCalendars))
  const named = [...(before.currencyCalendars ?? []), ...(after.currencyCalendars ?? [])].map(
    ({ currency }) => currency,
  )
  return [...new Set(named)].flatMap((currency) => {
    const [old, own] = [then!.of(currency), now!.of(currency)]
    for (let days = 0; days <= DAYS_THAT_STAY; days++) {
      const day = date.subtract({ days })
      if (old.isBusinessDay(day) !== own.isBusinessDay(day))
        return [`currencyCalendars must not change ${day} for ${currency}: the day has begun or is over`]
    }
    return []
  })
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

export const exampleCurrencyCalendars = [
  { currency: 'PHP', closedDays: ['2027-02-17'], openDays: [], weekends: [], confirmedUntil: '2027-12-31' },
]
