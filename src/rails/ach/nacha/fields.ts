/**
 * Fixed-width records as data. A layout lists the fields of one 94-character NACHA record. Reading,
 * writing and checking a record all use that list, so each position is stated once.
 */
import { endsInCheckDigit, isCalendarDate, isClockTime } from './values.ts'

/** Every NACHA record is 94 characters (file header 35-37, Record Size, always `094`). */
export const RECORD_LENGTH = 94

/** The kinds of fields: their allowed characters, and the text of the refusal. */
const KINDS = {
  /**
   * Printable ASCII, left-justified and space-filled. Trailing spaces are not part of the value.
   */
  text: { has: (raw: string) => isWithin(raw, SPACE, TILDE), expects: 'must be printable ASCII' },
  /** Digits stored as text to keep leading zeros: trace numbers, routing prefixes, hashes. */
  digits: { has: isDigits, expects: 'must be all digits' },
  /** Like `digits`, or all spaces for an optional field without a value (read as empty text). */
  digitsOrBlank: {
    has: (raw: string) => isDigits(raw) || (raw !== '' && isWithin(raw, SPACE, SPACE)),
    expects: 'must be all digits or blank',
  },
  /** A right-justified, zero-filled whole number. */
  count: { has: isDigits, expects: 'must be a zero-filled number' },
  /** A right-justified, zero-filled amount in minor units. */
  cents: { has: isDigits, expects: 'must be a zero-filled amount' },
} as const

const SPACE = 0x20
const TILDE = 0x7e
const ZERO = 0x30
const NINE = 0x39

function isDigits(raw: string): boolean {
  return raw !== '' && isWithin(raw, ZERO, NINE)
}

/** Whether each character code is between two others. A loop is twice as fast as an expression. */
function isWithin(raw: string, least: number, most: number): boolean {
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code < least || code > most) return false
  }
  return true
}

type FieldKind = keyof typeof KINDS
type FieldValue<Kind> = Kind extends 'cents' ? bigint : Kind extends 'count' ? number : string

/** A further rule for a field's characters. Returns the reason for a refusal, or undefined. */
export type FieldRule = (value: string) => string | undefined

/** One field. `start` is its 1-based NACHA position, `length` its number of characters. */
export interface Field<Name extends string = string, Kind extends FieldKind = FieldKind> {
  readonly name: Name
  readonly start: number
  readonly length: number
  readonly kind: Kind
  readonly rules: readonly FieldRule[]
}

/**
 * A field with fixed characters. It is checked when read, and is not part of the record's value.
 */
export interface Constant {
  readonly name: string
  readonly start: number
  readonly length: number
  readonly kind: 'constant'
  readonly value: string
}

/** The fields of one record. `record` is its name in refusals and the tag of its value. */
export interface Layout<Name extends string = string, F extends Field = Field> {
  readonly record: Name
  readonly fields: readonly (F | Constant)[]
}

/** The value of a record: one property per field, and the record's name as the tag `record`. */
export type RecordOf<L> =
  L extends Layout<infer Name, infer F>
    ? { record: Name } & { [N in F['name']]: FieldValue<Extract<F, { name: N }>['kind']> }
    : never

/** A record of any layout. */
export interface AnyRecord {
  record: string
}

/** Why a field was refused. */
export interface FieldRefusal {
  field: string
  reason: string
}

/** Defines a layout. `parts` are its fields in order and cover positions 1-94 without gaps. */
export function layout<const Name extends string, const Parts extends readonly (Field | Constant)[]>(
  record: Name,
  ...parts: Parts
): Layout<Name, Exclude<Parts[number], Constant>> {
  return { record, fields: parts as readonly (Exclude<Parts[number], Constant> | Constant)[] }
}

const fieldOf =
  <Kind extends FieldKind>(kind: Kind) =>
  <const Name extends string>(name: Name, start: number, length: number, ...rules: FieldRule[]): Field<Name, Kind> => ({
    name,
    start,
    length,
    kind,
    rules,
  })

export const text = fieldOf('text')
export const digits = fieldOf('digits')
export const digitsOrBlank = fieldOf('digitsOrBlank')
export const count = fieldOf('count')
export const cents = fieldOf('cents')

/** The same layout without the rules of one field: its kind still limits its characters. */
export function withoutRules<L extends Layout>(layout: L, name: string): L {
  const fields = layout.fields.map((field) => (field.name === name ? { ...field, rules: [] } : field))
  return { ...layout, fields } as L
}

/** A field whose characters are always `value`. */
export function constant(name: string, start: number, value: string): Constant {
  return { name, start, length: value.length, kind: 'constant', value }
}

/** The field is mandatory: not only spaces. */
export const filled: FieldRule = (value) => (isWithin(value, SPACE, SPACE) ? 'is required' : undefined)

/** Operators reject names and identifiers of only zeros (NACHA Appendix Two, edit criteria). */
export const notOnlyZeros: FieldRule = (value) => (/^ *0[0 ]*$/.test(value) ? 'must not be only zeros' : undefined)

/** The code must be in the list. A code is not confidential, so the reason includes it. */
export const oneOf = (...allowed: readonly string[]): FieldRule => {
  const codes = new Set(allowed)
  return (value) => (codes.has(value) || codes.has(value.trimEnd()) ? undefined : `"${value}" is not a valid code`)
}

/** A date YYMMDD. */
export const calendarDate: FieldRule = (value) => (isCalendarDate(value) ? undefined : 'must be a date YYMMDD')

/** A date YYMMDD, or blank or zeros if the sender sets no date. */
export const calendarDateOrNone: FieldRule = (value) =>
  /^( *|0+)$/.test(value) || isCalendarDate(value) ? undefined : 'must be a date YYMMDD, zeros or blank'

/** A time HHMM on a 24-hour clock, or blank. */
export const clockTimeOrBlank: FieldRule = (value) =>
  value.trim() === '' || isClockTime(value) ? undefined : 'must be a time HHMM or blank'

/**
 * The operator's settlement date as a three-digit day of the year. Blank or zeros until it is set.
 */
export const julianDayOrNone: FieldRule = (value) =>
  value.trim() === '' || Number(value) <= 366 ? undefined : 'must be a day of the year 001-366 or blank'

/** Nine digits, the last of them the ABA check digit. */
export const routingNumber: FieldRule = (value) =>
  endsInCheckDigit(value) ? undefined : 'must be a routing number with a valid ABA check digit'

/**
 * Reads one line. Refuses the first field, in order of position, with characters that the layout
 * does not allow. The caller checks the length of the line.
 */
export function readRecord<L extends Layout>(
  layout: L,
  line: string,
): { ok: true; record: RecordOf<L> } | { ok: false; error: FieldRefusal } {
  const values: Record<string, unknown> = { record: layout.record }
  for (const field of layout.fields) {
    const raw = line.slice(field.start - 1, field.start - 1 + field.length)
    const reason = refusalOf(field, raw)
    if (reason !== undefined) return { ok: false, error: { field: field.name, reason } }
    if (field.kind !== 'constant') values[field.name] = decode(field.kind, raw)
  }
  return { ok: true, record: values as RecordOf<L> }
}

/** Writes a record as 94 characters. It checks nothing: the record has passed `checkRecord`. */
export function writeRecord(layout: Layout, record: AnyRecord): string {
  return layout.fields.map((field) => encode(field, record)).join('')
}

/**
 * Decides whether a record's values fit its layout, so that the record can be written and read
 * back.
 */
export function checkRecord(layout: Layout, record: AnyRecord): FieldRefusal | undefined {
  for (const field of layout.fields) {
    const raw = encode(field, record)
    if (raw.length > field.length) return { field: field.name, reason: `must be at most ${field.length} characters` }
    const reason = refusalOf(field, raw) ?? refusalOfFill(field, record)
    if (reason !== undefined) return { field: field.name, reason }
  }
  return undefined
}

function refusalOf(field: Field | Constant, raw: string): string | undefined {
  if (field.kind === 'constant') return raw === field.value ? undefined : `must be "${field.value}"`
  const { has, expects } = KINDS[field.kind]
  if (!has(raw)) return expects
  for (const rule of field.rules) {
    const reason = rule(raw)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Text must not end in spaces: they would read as the field's fill and be lost. */
function refusalOfFill(field: Field | Constant, record: AnyRecord): string | undefined {
  return field.kind === 'text' && charactersOf(field, record).endsWith(' ') ? 'must not end in a space' : undefined
}

function charactersOf(field: Field, record: AnyRecord): string {
  return String((record as unknown as Record<string, unknown>)[field.name] ?? '')
}

function decode(kind: FieldKind, raw: string): string | number | bigint {
  if (kind === 'cents') return BigInt(raw)
  if (kind === 'count') return Number(raw)
  return raw.trimEnd()
}

function encode(field: Field | Constant, record: AnyRecord): string {
  if (field.kind === 'constant') return field.value
  const value = charactersOf(field, record)
  const zeroFilled = field.kind === 'cents' || field.kind === 'count'
  return zeroFilled ? value.padStart(field.length, '0') : value.padEnd(field.length, ' ')
}
