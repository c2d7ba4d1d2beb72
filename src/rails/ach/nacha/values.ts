/** Checks of values in NACHA fields. All are pure. */
import { Temporal } from 'temporal-polyfill'

/**
 * Whether `text` is nine digits with a valid ABA check digit: the digits weighted 3-7-1 sum to a
 * multiple of ten (NACHA entry detail 12, Check Digit).
 */
export function endsInCheckDigit(text: string): boolean {
  if (text.length !== 9) return false
  let sum = 0
  for (let i = 0; i < 9; i++) {
    const digit = text.charCodeAt(i) - 0x30
    if (digit < 0 || digit > 9) return false
    sum += digit * WEIGHTS[i % 3]!
  }
  return sum % 10 === 0
}

const WEIGHTS = [3, 7, 1] as const

/** The ABA check digit of the first eight digits of `text`. */
export function checkDigitOf(text: string): string {
  const sum = [...text.slice(0, 8)].reduce((total, digit, i) => total + WEIGHTS[i % 3]! * Number(digit), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Whether `text` is a date YYMMDD in the years 2000 to 2099. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{6}$/.test(text)) return false
  const [year, month, day] = [2000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))]
  if (month < 1 || month > 12) return false
  return day >= 1 && day <= new Temporal.PlainDate(year, month, 1).daysInMonth
}

/** Whether `text` is a date MMDD in any year, so February 29 is valid. */
export function isDayOfYear(text: string): boolean {
  return isCalendarDate(`00${text}`)
}

/** Whether `text` is a time HHMM on a 24-hour clock. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3])[0-5]\d$/.test(text)
}
