import { Temporal } from 'temporal-polyfill'
import Type, { type Static, type TObject, type TProperties, type TSchema, type TSchemaOptions } from 'typebox'
import { titleOf } from '../kernel/words.ts'

/**
 * An object with its name in the OpenAPI document, such as PaymentRequest: every body, every reply
 * and what several of them share. An object inside takes its name from its parent's and its field.
 */
export function named<Fields extends TProperties>(title: string, fields: Fields, options: TSchemaOptions = {}) {
  return Type.Object(fields, { title, ...options })
}

/**
 * The option of a field that is another spelling of a published one. It is accepted silently, and
 * the document does not show it.
 */
export const otherSpelling = { 'x-published': false } as const

/**
 * The option of a record: `""` in an optional text that must not be empty is read as null, as
 * serialisers of empty strings mean it. `needed` are fields that a change of the record can leave
 * out and not empty. Not for filters and for what restricts: there, an empty value would widen.
 */
export const blanksAreAbsent = (needed: readonly string[] = []) => ({ 'x-blank': needed })

/** The option of a word that says what to do with money: `""` is a mistake, and no default. */
export const instruction = { 'x-instruction': true } as const

/** An optional field that null in a change of the record removes. */
export const removable = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()], { 'x-null': 'removed' }))

/** Field schemas that several groups of operations share. Lengths count characters. */
export const text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })
/** A name of a thing or a person, not blank. */
export const nameText = (maxLength: number, says = '', options: TSchemaOptions = {}) =>
  text(maxLength, { pattern: '\\S', description: `Not blank.${says && ` ${says}`}`, ...options })
export const optionalText = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.Optional(Type.String({ maxLength, ...options }))

/**
 * The option of a name by which a record is found, and that another must not have: it is read in
 * its one form, without white space around it and with one space inside.
 */
export const uniqueName = { 'x-name': true } as const

/** The option of a text of which no character may change, such as a token: others become NFC. */
export const exactText = { 'x-exact': true } as const

/** The option of a text that people write in lines, such as a note: it may contain line feeds. */
export const multiline = { 'x-multiline': true } as const

/** The option of the text of a file: it may contain line feeds, carriage returns and tabs. */
export const fileText = { 'x-file': true } as const

/**
 * Control characters, half characters, line and paragraph separators, and characters that nobody
 * sees: they change the order or the look of the text around them, so that a person approves other
 * words than the program reads. Variation selectors stay, which choose the look of one character.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/v
const FORBIDDEN_IN_LINES = /[[\p{Cc}--\n]\p{Cs}\u2028\u2029[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/v
const FORBIDDEN_IN_FILES =
  /[[\p{Cc}--[\n\r\t]]\p{Cs}\u2028\u2029[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}]]/v
/** What no database and no UTF-8 can store. */
const UNSTORABLE = /[\0\p{Cs}]/v

/** The rule of a text: one line, lines (which may contain a line feed), a file, or ignored. */
export type TextKind = 'line' | 'lines' | 'file' | 'ignored'

const forbidden: Record<TextKind, RegExp> = {
  line: FORBIDDEN,
  lines: FORBIDDEN_IN_LINES,
  file: FORBIDDEN_IN_FILES,
  ignored: UNSTORABLE,
}

/** What nearly every text is made of; testing it first is several times as fast. */
const PLAIN = /^[\x20-\x7e]*$/

/** Names the first character that a text must not contain: "the character U+202E". */
export function forbiddenIn(text: string, kind: TextKind): string | undefined {
  if (PLAIN.test(text)) return undefined
  const found = forbidden[kind].exec(text)?.[0].codePointAt(0)
  return found === undefined ? undefined : `the character U+${found.toString(16).toUpperCase().padStart(4, '0')}`
}

/** An identifier of this service in a request: digits. */
export const Uid = Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'Digits.' })

/** In a body, an identifier can also be a number. */
export const UidInBody = Type.Union([Uid, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
  'x-uid': true,
})

export const CurrencyField = Type.String({
  title: 'Currency',
  pattern: '^[A-Z]{3}$',
  'x-currency': true,
  description: 'An ISO 4217 code.',
})
export const CountryField = Type.String({
  title: 'Country',
  pattern: '^[A-Z]{2}$',
  'x-country': true,
  description: 'An ISO 3166-1 alpha-2 code.',
})
export const EmailField = Type.String({ format: 'email', maxLength: 254 })

/** A date in a search or a limit, in either format; see parseDate. `meaning` is a full sentence. */
export const dateField = (meaning: string) =>
  Type.String({
    pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4})$',
    'x-date': true,
    description: `yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. ${meaning}`,
  })

/**
 * Parses the text of a dateField; undefined if the day does not exist. Year 0 exists neither in the
 * calendar nor in the database.
 */
export function parseDate(text: string): Temporal.PlainDate | undefined {
  const american = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text)
  try {
    const date = Temporal.PlainDate.from(american ? `${american[3]}-${american[1]}-${american[2]}` : text)
    return date.year > 0 ? date : undefined
  } catch {
    return undefined
  }
}

/** A moment of this century or the one before, with up to nine decimals of a second: ISO 8601. */
export const momentField = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
    description,
  })

/** The moment of such a field, to the millisecond that replies show. */
export function parseMoment(text: string): Temporal.Instant {
  return Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'trunc' })
}

/** An object or null, as for a body that can be omitted. In a union, unknown fields would pass. */
export function nullableObject<Fields extends TObject>(fields: Fields, options: TSchemaOptions = {}) {
  return Type.Unsafe<Static<Fields> | null>({ ...fields, ...options, type: ['object', 'null'] })
}

export function isOptionalBody(body: TSchema): boolean {
  const { type } = body as { type?: string | string[] }
  return Array.isArray(type) && type.includes('null')
}

/**
 * A phone number in any common spelling: 7 to 15 digits, the maximum of E.164, with at most two
 * separators in a row. After +, the number begins with a country code, and no country code begins
 * with 0. The text is stored unchanged.
 */
export const PhoneNumberField = Type.String({
  pattern: '^(?:\\+[1-9]|\\(?[0-9])(?:[ .()-]{0,2}[0-9]){6,14}$',
  maxLength: 32,
  description:
    '7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits.',
})

/** A number not below zero, with a maximum of digits before and after its decimal point. */
export function decimal(digits: Digits, options: TSchemaOptions = {}) {
  return Type.Number({ minimum: 0, 'x-digits': digits, ...options })
}

/** The largest amount of a currency without decimals; `largestAmount` says that of each. */
const MOST_AMOUNT = Number.MAX_SAFE_INTEGER

/**
 * A positive amount in a currency. The currency says how many decimals it has, so that its reader
 * refuses what is out of bounds; the document says them to clients.
 */
export function positiveAmount(description: string) {
  return Type.Number({ 'x-published': { exclusiveMinimum: 0, maximum: MOST_AMOUNT }, description })
}

type Digits = readonly [before: number, after: number]

/**
 * Counts digits in the shortest decimal text of the number, as `parseAmount` does; `multipleOf`
 * would divide doubles. A text with an exponent has more than twenty digits before the decimal
 * point or at least six zeros after it, and is refused.
 */
export function hasDigits([before, after]: Digits, value: number): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value))
  return parts !== null && parts[1]!.length <= before && (parts[2]?.length ?? 0) <= after
}

/**
 * A word of a fixed list, in any case, with a space, underscore or hyphen between its parts. A list
 * that appears in several places is made with `words`, which names its type.
 */
export function name<const Names extends readonly string[]>(names: Names, options: TSchemaOptions = {}) {
  return Type.Unsafe<string>({
    type: 'string',
    'x-names': names,
    title: titleOf(names),
    ...options,
  })
}

/** The matching word of the list in the list's spelling; undefined if none matches. */
export function canonicalName<const Names extends readonly string[]>(
  names: Names,
  input: string,
): Names[number] | undefined {
  if (names.includes(input)) return input
  if (input.length > MAX_WORD) return undefined
  const wanted = looseName(input)
  return names.find((known) => looseName(known) === wanted)
}

/** The same for a value that its schema has accepted. Throws if no word matches. */
export function mustBeName<const Names extends readonly string[]>(names: Names, input: string): Names[number] {
  const known = canonicalName(names, input)
  if (known === undefined) throw new Error(`${input} is not one of ${names.join(', ')}`)
  return known
}

function looseName(word: string): string {
  return word.replaceAll(/[\s_-]/g, '').toLowerCase()
}

/** No word of a list is longer. */
const MAX_WORD = 100

/**
 * The option of a list whose words existing clients send with an explanation: `HSA (Health Saving
 * Account)`. Where a word is an instruction, an explanation could contradict it.
 */
export const explained = { 'x-explained': true } as const

/** The word before an explanation in parentheses. */
export function withoutExplanation(text: string): string {
  const begin = text.length <= MAX_WORD && text.endsWith(')') ? text.indexOf(' (') : -1
  return begin > 0 ? text.slice(0, begin) : text
}

export const AddressSchema = named('Address', {
  addressLine1: Type.Optional(Type.String()),
  addressLine2: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  postalCode: Type.Optional(Type.String()),
  countryCode: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
})

export const AddressBody = named('AddressRequest', {
  addressLine1: text(140),
  addressLine2: optionalText(140),
  city: text(70),
  state: optionalText(70),
  postalCode: text(16),
  countryCode: CountryField,
  country: optionalText(70),
})
