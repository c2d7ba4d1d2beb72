/** Predicates on the small values NACHA fields hold. Pure; none of them reads a clock. */
import { Temporal } from 'temporal-polyfill'

/**
 * Whether nine digits end in their ABA check digit: the digits weighted 3-7-1 sum to a multiple of ten
 * (NACHA entry detail 12, Check Digit).
 */
export function endsInCheckDigit(text: string): boolean {
  return /^\d{9}$/.test(text) && checkDigitOf(text) === text[8]
}

/** The ABA check digit of the first eight digits of `text`. */
export function checkDigitOf(text: string): string {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Whether `text` is a day of the calendar written YYMMDD, the year counted from 2000. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{6}$/.test(text)) return false
  const [year, month, day] = [2000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))]
  if (month < 1 || month > 12) return false
  return day >= 1 && day <= new Temporal.PlainDate(year, month, 1).daysInMonth
}

/** Whether `text` is a day of some year written MMDD; 29 February counts. */
export function isDayOfYear(text: string): boolean {
  return isCalendarDate(`00${text}`)
}

/** Whether `text` is a time written HHMM on a 24-hour clock. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3])[0-5]\d$/.test(text)
}
