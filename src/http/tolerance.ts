import type { TSchema } from 'typebox'
import { countryCodeOf } from '../kernel/country.ts'
import { canonicalName, parseDate, withoutExplanation } from './fields.ts'

/**
 * Clients that exist already write requests in other forms than this service: serialisers send null
 * for what is not set, amounts and switches as text, dates and countries as their country does. The
 * forms are properties of schemas, so that they hold in every operation: a value is read into the
 * form of its schema before it is validated. What is ambiguous stays as it is, for validation to
 * refuse.
 */

/** What the reader of a part of a request found. */
export interface Findings {
  /** The paths of fields that the schema does not know. */
  unknown: string[]
}

/** More unknown fields than these are not named. */
const MAX_UNKNOWN = 20

type Reader = (value: unknown, found: Findings, path: string) => unknown

export interface ReaderOptions {
  /** In a change of a record, an optional text that may be empty is cleared by null. */
  isUpdate: boolean
  /** Text stands for every type, and one value for a list: a query has nothing else. */
  isQuery?: boolean
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
  /** What null means in an optional field, if not that it is left out, or cleared by a change. */
  'x-null'?: 'refused' | 'leftOut'
}

const asIs: Reader = (value) => value

/** The reader of a part of a request with this schema. A value of another type stays as it is. */
export function tolerantReader(schema: TSchema, options: ReaderOptions): Reader {
  return readerOf(schema as Rules, options)
}

function readerOf(rules: Rules, options: ReaderOptions): Reader {
  if (rules.properties) return objectReader(rules.properties, new Set(rules.required), options)
  if (rules.items) return listReader(rules.items, options)
  if (rules['x-uid']) return whole(Number.isSafeInteger, String)
  if (rules.anyOf) return alternativeReader(rules.anyOf, options)
  const names = rules['x-names']
  if (names) return ofText((text) => canonicalName(names, rules['x-explained'] ? withoutExplanation(text) : text))
  if (rules['x-country']) return ofText(countryCodeOf)
  if (rules['x-currency']) return ofText((text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined))
  if (rules['x-date'] || rules.format === 'date') return ofText(readDate)
  if (rules.type === 'boolean') return ofText(readSwitch)
  if (rules.type === 'integer') return ofText((text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : undefined))
  // A field that also takes text is exact as it is.
  if (accepts(rules, 'number') && !accepts(rules, 'string')) return ofText(readNumber)
  return asIs
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

/** Fifteen digits are exact in a double. */
function readNumber(text: string): number | undefined {
  if (text.length > MAX_NUMBER) return undefined
  const parts = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text)
  if (!parts) return undefined
  const digits = (parts[1]! + (parts[2] ?? '').replace(/0+$/, '')).replace(/^0+/, '')
  return digits.length <= 15 ? Number(text) : undefined
}

const MAX_NUMBER = 40
const DATE = /^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4}|[0-9]{2}\/[0-9]{2}\/[0-9]{4})$/

/** A time of day or a zone would make it another day somewhere. */
function readDate(text: string): string | undefined {
  if (!DATE.test(text)) return undefined
  return parseDate(text.replaceAll('/', '-'))?.toString()
}

/**
 * Of alternatives, one that is not null decides. A switch can also be words, which are read first.
 * Where other types are open, the value is one of them.
 */
function alternativeReader(alternatives: readonly Rules[], options: ReaderOptions): Reader {
  const others = alternatives.filter(({ type }) => type !== 'null')
  if (others.length === 1) return readerOf(others[0]!, options)
  if (!others.some(({ type }) => type === 'boolean')) return asIs
  const words = others.flatMap((one) => one['x-names'] ?? [])
  return ofText((text) => canonicalName(words, text) ?? readSwitch(text))
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
  /** Empty text is a value of the field, or a mistake to report; a date without text is none. */
  keepsEmpty: boolean
  /** Null in a change clears the field. */
  isCleared: boolean
}

function objectReader(
  properties: Record<string, Rules>,
  required: ReadonlySet<string>,
  options: ReaderOptions,
): Reader {
  const fields = new Map(
    Object.entries(properties).map(([name, rules]) => [name, fieldReader(rules, required.has(name), options)]),
  )
  return (value, found, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const one = (value as Record<string, unknown>)[name]
      const field = fields.get(name)
      if (!field) {
        findUnknown(found, path === '' ? name : `${path}.${name}`)
        setOwn(read, name, one)
      } else if (one === null && !field.keepsNull) {
        if (field.isCleared) read[name] = ''
      } else if (one !== '' || field.keepsEmpty) {
        read[name] = field.read === asIs ? one : field.read(one, found, path === '' ? name : `${path}.${name}`)
      }
    }
    return read
  }
}

/** Fields of the elements of a list have one path. */
function findUnknown({ unknown }: Findings, path: string): void {
  if (unknown.length < MAX_UNKNOWN && !unknown.includes(path)) unknown.push(path)
}

/** An unknown field can have any name, also `__proto__`. */
function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function fieldReader(rules: Rules, isRequired: boolean, options: ReaderOptions): FieldReader {
  const isText = isClearable(rules)
  return {
    read: readerOf(rules, options),
    keepsNull: isRequired || accepts(rules, 'null') || rules['x-null'] === 'refused',
    keepsEmpty: isRequired || !isDate(rules),
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

/** Whether the field is a text, and only that, which may be empty. */
function isClearable(rules: Rules): boolean {
  if (rules.type !== 'string' || (rules.minLength ?? 0) > 0 || rules.enum || rules.const !== undefined) return false
  if (rules['x-names'] || rules['x-country'] || rules['x-currency'] || rules.format || isDate(rules)) return false
  return rules.pattern === undefined || new RegExp(rules.pattern, 'u').test('')
}
