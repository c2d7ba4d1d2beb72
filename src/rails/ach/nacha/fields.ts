/**
 * Fixed-width records as data. A layout lists the fields of one 94-character NACHA record; reading, writing and
 * checking a record all come from that list, so a position is written down once.
 */
import { endsInCheckDigit, isCalendarDate, isClockTime } from './values.ts'

/** Every NACHA record is 94 characters (file header 35-37, Record Size, always `094`). */
export const RECORD_LENGTH = 94

/** How a field's characters become a value, and what characters it may hold at all. */
const KINDS = {
  /** Printable ASCII, left-justified and space-filled; trailing spaces are not part of the value. */
  text: { shape: /^[\x20-\x7e]*$/, expects: 'must be printable ASCII' },
  /** Digits kept as text because their leading zeros matter: trace numbers, routing prefixes, hashes. */
  digits: { shape: /^\d+$/, expects: 'must be all digits' },
  /** As `digits`, or all spaces (read as the empty string) where the field is optional. */
  digitsOrBlank: { shape: /^(\d+| +)$/, expects: 'must be all digits or blank' },
  /** A right-justified, zero-filled whole number. */
  count: { shape: /^\d+$/, expects: 'must be a zero-filled number' },
  /** A right-justified, zero-filled amount in minor units. */
  cents: { shape: /^\d+$/, expects: 'must be a zero-filled amount' },
} as const

type FieldKind = keyof typeof KINDS
type FieldValue<Kind> = Kind extends 'cents' ? bigint : Kind extends 'count' ? number : string

/** What a field's characters must satisfy beyond their shape: the reason for refusal, or undefined. */
export type FieldRule = (value: string) => string | undefined

/** One field: `start` is the 1-based NACHA position, `length` its width. */
export interface Field<Name extends string = string, Kind extends FieldKind = FieldKind> {
  readonly name: Name
  readonly start: number
  readonly length: number
  readonly kind: Kind
  readonly rules: readonly FieldRule[]
}

/** A field that always holds the same characters. It is checked when read and is not part of the record's value. */
export interface Constant {
  readonly name: string
  readonly start: number
  readonly length: number
  readonly kind: 'constant'
  readonly value: string
}

/** The fields of one record; `record` is its name in refusals and the tag of its value. */
export interface Layout<Name extends string = string, F extends Field = Field> {
  readonly record: Name
  readonly fields: readonly (F | Constant)[]
}

/** The value of a record with the given layout: one property a field, tagged with the record's name. */
export type RecordOf<L> =
  L extends Layout<infer Name, infer F>
    ? { record: Name } & { [N in F['name']]: FieldValue<Extract<F, { name: N }>['kind']> }
    : never

/** Any record before its layout is known to the compiler. */
export interface AnyRecord {
  record: string
}

/** Why a field was refused. */
export interface FieldRefusal {
  field: string
  reason: string
}

/** Names a layout. `parts` are its fields in order and cover positions 1-94 without a gap. */
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

/** A field that always holds `value`. */
export function constant(name: string, start: number, value: string): Constant {
  return { name, start, length: value.length, kind: 'constant', value }
}

/** Mandatory: not only spaces. */
export const filled: FieldRule = (value) => (value.trim() === '' ? 'is required' : undefined)

/** An operator rejects names and identifiers that are nothing but zeros (NACHA Appendix Two, edit criteria). */
export const notOnlyZeros: FieldRule = (value) => (/^ *0[0 ]*$/.test(value) ? 'must not be only zeros' : undefined)

/** One of a closed list. The characters of a code are no secret, so the reason repeats them. */
export const oneOf =
  (...allowed: readonly string[]): FieldRule =>
  (value) =>
    allowed.includes(value.trimEnd()) ? undefined : `"${value}" is not one of the codes the rules list`

/** YYMMDD, a day of the calendar. */
export const calendarDate: FieldRule = (value) => (isCalendarDate(value) ? undefined : 'must be a date YYMMDD')

/** YYMMDD, or blank or zeros where the sender leaves the date open. */
export const calendarDateOrNone: FieldRule = (value) =>
  /^( *|0+)$/.test(value) || isCalendarDate(value) ? undefined : 'must be a date YYMMDD, zeros or blank'

/** HHMM on a 24-hour clock, or blank. */
export const clockTimeOrBlank: FieldRule = (value) =>
  value.trim() === '' || isClockTime(value) ? undefined : 'must be a time HHMM or blank'

/** The three-digit day of the year an operator settles on, or blank or zeros before it does. */
export const julianDayOrNone: FieldRule = (value) =>
  value.trim() === '' || Number(value) <= 366 ? undefined : 'must be a day of the year 001-366 or blank'

/** Nine digits of which the last is the ABA check digit. */
export const routingNumber: FieldRule = (value) =>
  endsInCheckDigit(value) ? undefined : 'must be a routing number with a valid ABA check digit'

/**
 * Reads one line. Refuses the first field, in order of position, whose characters are not what the layout allows.
 * The line's length is the caller's to check.
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

/** Writes a record as its 94 characters. The record has passed `checkRecord`: what does not fit is not detected here. */
export function writeRecord(layout: Layout, record: AnyRecord): string {
  return layout.fields.map((field) => encode(field, record)).join('')
}

/** Decides whether a record's values fit its layout, so that writing and reading it gives the same record. */
export function checkRecord(layout: Layout, record: AnyRecord): FieldRefusal | undefined {
  for (const field of layout.fields) {
    const raw = encode(field, record)
    if (raw.length > field.length) return { field: field.name, reason: `does not fit ${field.length} characters` }
    const reason = refusalOf(field, raw) ?? refusalOfFill(field, record)
    if (reason !== undefined) return { field: field.name, reason }
  }
  return undefined
}

function refusalOf(field: Field | Constant, raw: string): string | undefined {
  if (field.kind === 'constant') return raw === field.value ? undefined : `must be "${field.value}"`
  const { shape, expects } = KINDS[field.kind]
  if (!shape.test(raw)) return expects
  for (const rule of field.rules) {
    const reason = rule(raw)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Spaces at the end of a text are the field's fill and would be lost when it is read. */
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
