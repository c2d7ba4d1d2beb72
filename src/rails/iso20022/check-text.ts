import type { BinaryType, CodeType, DecimalType, MomentForm, TextType } from './description.ts'

/** What is wrong in a message, and the path of the element. */
export interface ElementFault {
  path: string
  why: string
}

/** A character that XML 1.0 cannot carry, or half of a surrogate pair. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/
const CURRENCY = /^[A-Z]{3}$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const ZONE = String.raw`(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,12})?`

const MOMENTS: Readonly<Record<MomentForm, { form: RegExp; means: string }>> = {
  date: { form: /^\d{4}-\d\d-\d\d$/, means: 'a date such as 2026-11-23' },
  dateTime: {
    form: new RegExp(`^\\d{4}-\\d\\d-\\d\\dT${TIME}${ZONE}?$`),
    means: 'a date and time such as 2026-11-23T09:30:00-05:00',
  },
  time: { form: new RegExp(`^${TIME}${ZONE}?$`), means: 'a time such as 09:30:00' },
  yearMonth: { form: /^\d{4}-\d\d$/, means: 'a month such as 2026-11' },
}

type Checked = TextType | CodeType<string> | DecimalType | BinaryType | { kind: 'moment'; form: MomentForm }

/** Why a value cannot be the text of an element of this type; undefined if it can. */
export function whyNot(type: Checked, value: string): string | undefined {
  switch (type.kind) {
    case 'text':
      return whyNotText(type, value)
    case 'code':
      return type.codes.includes(value) || type.networkCodes.includes(value)
        ? undefined
        : `${quoted(value)} is not one of ${type.codes.join(', ')}`
    case 'decimal':
      return whyNotDecimal(type, value)
    case 'moment':
      return whyNotMoment(type.form, value)
    case 'binary':
      return whyNotBinary(type, value)
  }
}

export function whyNotCurrency(code: string): string | undefined {
  return CURRENCY.test(code) ? undefined : `the currency ${quoted(code)} is not three capital letters`
}

/** Shortened, so that a refusal never carries a whole document. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}

function whyNotText({ min, max, pattern }: TextType, value: string): string | undefined {
  const forbidden = FORBIDDEN.exec(value)
  if (forbidden) {
    return `the character U+${forbidden[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} is not allowed`
  }
  if (value.length < min || value.length > max) {
    const length = [...value].length
    if (length < min) return length === 0 ? 'it is empty' : `it has ${length} characters; at least ${min} are required`
    if (length > max) return `it has ${length} characters; at most ${max} are allowed`
  }
  return pattern && !pattern.test(value) ? `${quoted(value)} does not have the form ${pattern.source}` : undefined
}

/** Digits as XML Schema counts them: without zeros at the start, and after the point at the end. */
function whyNotDecimal({ digits, fraction, min }: DecimalType, value: string): string | undefined {
  if (!DECIMAL.test(value)) return `${quoted(value)} is not a decimal number`
  const [whole = '', decimals = ''] = value.replace(/^-?0*/, '').split('.')
  const significant = decimals.replace(/0+$/, '')
  if (significant.length > fraction) return `${quoted(value)} has more than ${fraction} decimals`
  if (whole.length + significant.length > digits) return `${quoted(value)} has more than ${digits} digits`
  const isNegative = value.startsWith('-') && /[1-9]/.test(value)
  return min !== undefined && isNegative ? `${quoted(value)} is below ${min}` : undefined
}

function whyNotMoment(form: MomentForm, value: string): string | undefined {
  const { form: pattern, means } = MOMENTS[form]
  const exists = form === 'time' || dayExists(form === 'yearMonth' ? `${value}-01` : value.slice(0, 10))
  return pattern.test(value) && exists ? undefined : `${quoted(value)} is not ${means}`
}

function dayExists(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= last
}

function whyNotBinary({ min, max }: BinaryType, value: string): string | undefined {
  if (!BASE64.test(value)) return 'it is not base64'
  const bytes = (value.length / 4) * 3 - (value.match(/=/g)?.length ?? 0)
  return bytes < min || bytes > max ? `it has ${bytes} bytes; ${min} to ${max} are allowed` : undefined
}
