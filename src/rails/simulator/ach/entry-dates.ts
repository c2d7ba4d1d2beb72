import { Temporal } from 'temporal-polyfill'

/** A date in a NACHA record: yymmdd, in this century. */
export const fieldOf = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '').slice(2)

export const dateOf = (field: string): Temporal.PlainDate =>
  Temporal.PlainDate.from(`20${field.slice(0, 2)}-${field.slice(2, 4)}-${field.slice(4, 6)}`)
