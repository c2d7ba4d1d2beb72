import { Temporal } from 'temporal-polyfill'

/** YYMMDD as a date; undefined if it is blank or zeros. */
export function dateOfField(field: string): Temporal.PlainDate | undefined {
  if (!/^\d{6}$/.test(field) || field === '000000') return undefined
  return Temporal.PlainDate.from({
    year: 2000 + Number(field.slice(0, 2)),
    month: Number(field.slice(2, 4)),
    day: Number(field.slice(4, 6)),
  })
}

/**
 * The date on which a batch settles: the day of the year that the operator writes (batch header
 * 76-78), in the year in which it is nearest to the day of the file. Without one, the effective
 * entry date, and without that, the day of the file.
 */
export function settlementDateOf(
  { settlementDate, effectiveEntryDate }: { settlementDate: string; effectiveEntryDate: string },
  createdOn: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = Number(settlementDate)
  if (day > 0) return nearest(day, createdOn)
  return dateOfField(effectiveEntryDate) ?? createdOn
}

/** The dates of the entries of a batch. */
export interface BatchDates {
  settlementDate: Temporal.PlainDate
  effectiveDate: Temporal.PlainDate
}

type DatedHeader = Parameters<typeof settlementDateOf>[0]

/** Reads the dates of batch headers, each once: a batch can have a million entries. */
export function datesOfBatches(createdOn: Temporal.PlainDate): (header: DatedHeader) => BatchDates {
  const known = new WeakMap<DatedHeader, BatchDates>()
  return (header) => {
    const before = known.get(header)
    if (before) return before
    const settlementDate = settlementDateOf(header, createdOn)
    const dates = { settlementDate, effectiveDate: dateOfField(header.effectiveEntryDate) ?? settlementDate }
    known.set(header, dates)
    return dates
  }
}

function nearest(dayOfYear: number, to: Temporal.PlainDate): Temporal.PlainDate {
  const distance = (date: Temporal.PlainDate) => Math.abs(date.since(to).days)
  const [first, ...others] = [to.year, to.year - 1, to.year + 1].map((year) =>
    Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: dayOfYear - 1 }),
  )
  return others.reduce((best, date) => (distance(date) < distance(best) ? date : best), first!)
}
