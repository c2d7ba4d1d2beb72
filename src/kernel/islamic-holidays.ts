import { Temporal } from 'temporal-polyfill'

const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  day: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

/** A month of the Hijri year with the first day of a holiday and, if it is longer, the last. */
type HijriDays = readonly [month: number, first: number, last?: number]

/**
 * The dates of these Hijri days in a Gregorian year, in order. A Hijri day can occur twice in a
 * year. The dates are those of the Umm al-Qura calendar, which is computed: in a country that waits
 * for the sighting of the moon, the actual date may differ by a day.
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
