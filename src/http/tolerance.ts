import type { TSchema } from 'typebox'
import { countryCodeOf } from '../kernel/country.ts'
import { composed, nameForm } from '../kernel/one-form.ts'
import { canonicalName, parseDate, withoutExplanation } from './fields.ts'

/**
 * Clients that exist already write requests in other forms than this service: serialisers send null
 * for what is not set, amounts and switches as text, dates and countries as their country does, and
 * accents beside their letters. The forms are properties of schemas, so that they hold in every
 * operation: a value is read into the form of its schema before it is validated. What is ambiguous
 * stays as it is, for validation to refuse.
 */

/** What the reader of a part of a request found. */
export interface Findings {
  /** The paths of fields that the schema does not know. */
  unknown: string[]
  /** Fields that are sent under both of their names with different values. */
  contradictions?: { given: string; documented: string }[]
}

/** More unknown fields than these are not named. */
const MAX_UNKNOWN = 20

type Reader = (value: unknown, found: Findings, path: string) => unknown

export interface ReaderOptions {
  /** In a change of a record, an optional text that may be empty is cleared by null. */
  isUpdate: boolean
  /** Text stands for every type, and one value for a list: a query has nothing else. */
  isQuery?: boolean
  /** An optional text that must not be empty is absent if it is: see `x-blank`. */
  readsBlanks?: boolean
}

/** The keywords of JSON Schema, and of fields.ts, that decide how a value is read. */
interface Rules {
  type?: string | string[]
  properties?: Record<string, Rules>
  required?: string[]
  items?: Rules
  anyOf?: Rules[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  pattern?: string
  'x-names'?: readonly string[]
  'x-country'?: true
  'x-currency'?: true
  'x-date'?: true
  'x-uid'?: true
  'x-explained'?: true
  'x-name'?: true
  'x-exact'?: true
  'x-file'?: true
  /**
   * What null means in an optional field, if not that it is left out, or cleared by a change. A
   * field of any type that is `removed` gets null in a change; in a new record, it is left out.
   */
  'x-null'?: 'refused' | 'leftOut' | 'removed'
  /**
   * Of a record: its optional texts that must not be empty may be sent as "", at any depth, but for
   * these, which a change of the record cannot leave without a value.
   */
  'x-blank'?: readonly string[]
  /** A word that says what to do with money: sent without text, it is a mistake. */
  'x-instruction'?: true
  /**
   * Other names of properties, each with the documented one: a path, if it is in an object below.
   */
  'x-spellings'?: Readonly<Record<string, string>>
}

const asIs: Reader = (value) => value

/** The reader of a part of a request with this schema. A value of another type stays as it is. */
export function tolerantReader(schema: TSchema, options: ReaderOptions): Reader {
  return readerOf(schema as Rules, options)
}

function readerOf(rules: Rules, options: ReaderOptions): Reader {
  if (rules.properties) return objectReader(rules, new Set(rules.required), options)
  if (rules.items) return listReader(rules.items, options)
  if (rules['x-uid']) return whole(Number.isSafeInteger, String)
  if (rules.anyOf) return alternativeReader(rules.anyOf, options)
  const names = rules['x-names']
  if (names) return ofText((text) => canonicalName(names, rules['x-explained'] ? withoutExplanation(text) : text))
  if (rules['x-country']) return ofText(countryCodeOf)
  if (rules['x-currency']) return ofText((text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined))
  if (rules['x-date'] || rules.format === 'date') return ofText(readDate)
  if (rules.type === 'boolean') return ofText(readSwitch)
  if (rules.type === 'integer') return ofText(readInteger)
  // A field that also takes text is exact as it is.
  if (accepts(rules, 'number') && !accepts(rules, 'string')) return ofText(readNumber)
  return textReader(rules)
}

/** Texts are read in NFC: two ways to write `é` are one name, one search and one request. */
function textReader(rules: Rules): Reader {
  if (rules['x-name']) return ofText(nameForm)
  if (rules.format === 'uuid') return ofText(readUuid)
  return accepts(rules, 'string') && !rules['x-exact'] && !rules['x-file'] ? ofText(composed) : asIs
}

/** Text in a form that is not known stays as it is. */
function ofText(read: (text: string) => unknown): Reader {
  return (value) => (typeof value === 'string' ? (read(value) ?? value) : value)
}

function whole(is: (value: unknown) => boolean, read: (value: unknown) => unknown): Reader {
  return (value) => (is(value) ? read(value) : value)
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['y', true],
  ['yes', true],
  ['false', false],
  ['n', false],
  ['no', false],
])

const readSwitch = (text: string) => SWITCHES.get(text.toLowerCase())

const readInteger = (text: string) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : undefined)

/** Fifteen digits are exact in a double. */
function readNumber(text: string): number | undefined {
  if (text.length > MAX_NUMBER) return undefined
  const parts = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text)
  if (!parts) return undefined
  const digits = (parts[1]! + (parts[2] ?? '').replace(/0+$/, '')).replace(/^0+/, '')
  return digits.length <= 15 ? Number(text) : undefined
}

/** In lower case, and without the name of its namespace (RFC 9562 section 4). */
const readUuid = (text: string) => /^(?:urn:uuid:)?([0-9a-f-]{36})$/i.exec(text)?.[1]?.toLowerCase()

const MAX_NUMBER = 40
const DATE = /^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4}|[0-9]{2}\/[0-9]{2}\/[0-9]{4})$/

/** A time of day or a zone would make it another day somewhere. */
function readDate(text: string): string | undefined {
  if (!DATE.test(text)) return undefined
  return parseDate(text.replaceAll('/', '-'))?.toString()
}

/**
 * Of alternatives, one that is not null decides. A switch can also be words, which are read first.
 * An id, or a word in its place, becomes text, and a number that can also be text a number, so that
 * both forms are one request. Where other types are open, the value is one of them.
 */
function alternativeReader(alternatives: readonly Rules[], options: ReaderOptions): Reader {
  const others = alternatives.filter(({ type }) => type !== 'null')
  if (others.length === 1) return readerOf(others[0]!, options)
  if (others.some((one) => one['x-uid'])) return whole(Number.isSafeInteger, String)
  if (others.some((one) => accepts(one, 'number'))) return ofText(readNumber)
  if (others.some((one) => accepts(one, 'integer'))) return ofText(readInteger)
  if (!others.some(({ type }) => type === 'boolean')) return textReader({ anyOf: [...others] })
  const words = others.flatMap((one) => one['x-names'] ?? [])
  return ofText((text) => canonicalName(words, text) ?? readSwitch(text) ?? composed(text))
}

function listReader(items: Rules, options: ReaderOptions): Reader {
  const read = readerOf(items, options)
  return (value, found, path) => {
    const list = options.isQuery && value !== undefined && !Array.isArray(value) ? [value] : value
    return Array.isArray(list) ? list.map((one) => read(one, found, `${path}[]`)) : list
  }
}

interface FieldReader {
  read: Reader
  /** Null is a value of the field, or a mistake to report. */
  keepsNull: boolean
  /**
   * Empty text is a value of the field, or a mistake to report; a date without text is none, and so
   * is another text that must not be empty, where the record says so.
   */
  keepsEmpty: boolean
  /** Empty text in a change removes the field, as null does. */
  isRemoved: boolean
  /** Null in a change clears the field. */
  isCleared: boolean
}

function objectReader(
  { properties = {}, 'x-spellings': spellings = {}, 'x-blank': needed }: Rules,
  required: ReadonlySet<string>,
  above: ReaderOptions,
): Reader {
  const options = needed ? { ...above, readsBlanks: true } : above
  const documented = Object.entries(spellings).map(([given, path]) => [given, path.split('.')] as const)
  const fields = new Map(
    Object.entries(properties).map(([name, rules]) => {
      const readsBlanks = options.readsBlanks === true && !needed?.includes(name)
      return [name, fieldReader(rules, required.has(name), { options, readsBlanks })] as const
    }),
  )
  return (value, found, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const read: Record<string, unknown> = {}
    const sent = inDocumentedNames(value as Record<string, unknown>, documented, { found, path })
    for (const name of Object.keys(sent)) {
      const one = sent[name]
      const field = fields.get(name)
      if (!field) {
        findUnknown(found, path === '' ? name : `${path}.${name}`)
        setOwn(read, name, one)
      } else if (one === null && !field.keepsNull) {
        if (field.isCleared) read[name] = ''
      } else if (one !== '' || field.keepsEmpty) {
        read[name] = field.read === asIs ? one : field.read(one, found, path === '' ? name : `${path}.${name}`)
      } else if (field.isRemoved) {
        read[name] = null
      }
    }
    return read
  }
}

type Fields = Record<string, unknown>

/**
 * The fields under their documented names. A field that is sent under both names keeps them: the
 * other one is then unknown, and named as such. Different values contradict each other.
 */
function inDocumentedNames(
  fields: Fields,
  documented: readonly (readonly [string, readonly string[]])[],
  { found, path: above }: { found: Findings; path: string },
): Fields {
  let named = fields
  for (const [given, path] of documented) {
    if (!Object.hasOwn(named, given)) continue
    const { [given]: value, ...rest } = named
    const moved = withField(rest, path, value)
    if (!moved && contradicts(value, fieldAt(rest, path))) {
      const under = above === '' ? '' : `${above}.`
      found.contradictions ??= []
      found.contradictions.push({ given: `${under}${given}`, documented: `${under}${path.join('.')}` })
    }
    named = moved ?? named
  }
  return named
}

function fieldAt(fields: Fields, path: readonly string[]): unknown {
  return path.reduce<unknown>((above, step) => {
    const isObject = typeof above === 'object' && above !== null && Object.hasOwn(above, step)
    return isObject ? (above as Fields)[step] : undefined
  }, fields)
}

/** Whether two values that are set differ, whatever the form in which a client writes them. */
function contradicts(one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((value) => {
    if (typeof value === 'string') return readSwitch(value) ?? readNumber(value) ?? value
    return value === null ? '' : (value ?? '')
  })
  return left !== '' && right !== '' && left !== right
}

/** The object with a field at the path; undefined if it has one, or has something else above it. */
function withField(fields: Fields, [step, ...rest]: readonly string[], value: unknown): Fields | undefined {
  const below = Object.hasOwn(fields, step!) ? fields[step!] : undefined
  if (rest.length === 0) return below === undefined ? { ...fields, [step!]: value } : undefined
  if (typeof (below ?? {}) !== 'object' || Array.isArray(below)) return undefined
  const inside = withField((below ?? {}) as Fields, rest, value)
  return inside && { ...fields, [step!]: inside }
}

/** Fields of the elements of a list have one path. */
function findUnknown({ unknown }: Findings, path: string): void {
  if (unknown.length < MAX_UNKNOWN && !unknown.includes(path)) unknown.push(path)
}

/** An unknown field can have any name, also `__proto__`. */
function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function fieldReader(
  rules: Rules,
  isRequired: boolean,
  { options, readsBlanks }: { options: ReaderOptions; readsBlanks: boolean },
): FieldReader {
  const isText = isClearable(rules)
  const isBlank = readsBlanks && !isRequired && isNeverEmpty(rules)
  return {
    read: readerOf(rules, options),
    keepsNull:
      rules['x-null'] === 'removed'
        ? options.isUpdate
        : isRequired || accepts(rules, 'null') || rules['x-null'] === 'refused',
    keepsEmpty: isRequired || !(isDate(rules) || isBlank),
    isRemoved: options.isUpdate && isBlank && rules['x-null'] === 'removed',
    isCleared: options.isUpdate && isText && !rules['x-null'],
  }
}

function isDate(rules: Rules): boolean {
  return rules.anyOf?.some(isDate) || Boolean(rules['x-date'] || rules.format === 'date')
}

function accepts(rules: Rules, type: string): boolean {
  if (rules.anyOf) return rules.anyOf.some((one) => accepts(one, type))
  if (type === 'null' && rules.const === null && 'const' in rules) return true
  return Array.isArray(rules.type) ? rules.type.includes(type) : rules.type === type
}

/**
 * Whether the field is a text or an id, and must not be empty. Null as a value of its own says more
 * than that the field is absent, and so would empty text.
 */
function isNeverEmpty(rules: Rules): boolean {
  if (rules['x-instruction']) return false
  if (rules['x-uid']) return true
  if (!rules.anyOf) return rules.type === 'string' && !isClearable(rules)
  const others = rules.anyOf.filter(({ type }) => type !== 'null')
  if (others.length < rules.anyOf.length && rules['x-null'] !== 'removed') return false
  return others.every(isNeverEmpty)
}

/** Whether the field is a text, and only that, which may be empty. */
function isClearable(rules: Rules): boolean {
  if (rules.type !== 'string' || (rules.minLength ?? 0) > 0 || rules.enum || rules.const !== undefined) return false
  if (rules['x-names'] || rules['x-country'] || rules['x-currency'] || rules.format || isDate(rules)) return false
  return rules.pattern === undefined || new RegExp(rules.pattern, 'u').test('')
}
