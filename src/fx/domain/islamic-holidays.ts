import { Temporal } from 'temporal-polyfill'

const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

/** A month of the Hijri year, its first and, where there are several, its last day. */
type HijriDays = readonly [month: number, first: number, last?: number]

/**
 * The days of a Gregorian year that are these days of the Hijri calendar, in order; a day may come twice in a year. By
 * the Umm al-Qura calendar, which is calculated: where a country waits to see the moon, the day may be one off.
 */
export function islamicHolidays(year: number, holidays: readonly HijriDays[]): Temporal.PlainDate[] {
  const found: Temporal.PlainDate[] = []
  const last = new Temporal.PlainDate(year, 12, 31)
  for (
    let date = new Temporal.PlainDate(year, 1, 1);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    const { month, day } = hijriOf(date)
    if (holidays.some(([of, first, to = first]) => month === of && day >= first && day <= to)) found.push(date)
  }
  return found
}

function hijriOf({ year, month, day }: Temporal.PlainDate): { month: number; day: number } {
  const parts = hijri.formatToParts(Date.UTC(year, month - 1, day))
  const part = (name: 'month' | 'day') => Number(parts.find(({ type }) => type === name)?.value)
  return { month: part('month'), day: part('day') }
}
