import type { TSchema } from 'typebox'
import { countryCodeOf } from '../kernel/country.ts'
import { canonicalName, parseDate } from './fields.ts'

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
  if (names) return ofText((text) => canonicalName(names, text))
  if (rules['x-country']) return ofText(countryCodeOf)
  if (rules['x-currency']) return ofText((text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : undefined))
  if (rules['x-date'] || rules.format === 'date') return ofText(readDate)
  if (rules.type === 'boolean') return ofText((text) => SWITCHES.get(text.toLowerCase()))
  if (rules.type === 'integer') return ofText((text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : undefined))
  if (rules.type === 'number') return ofText(readNumber)
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

/** Fifteen digits are exact in a double. */
function readNumber(text: string): number | undefined {
  const parts = /^-?([0-9]+)(?:\.([0-9]+))?$/.exec(text)
  if (!parts) return undefined
  const digits = (parts[1]! + (parts[2] ?? '').replace(/0+$/, '')).replace(/^0+/, '')
  return digits.length <= 15 ? Number(text) : undefined
}

function readDate(text: string): string | undefined {
  return parseDate(text.replaceAll('/', '-'))?.toString()
}

/** Of alternatives, one that is not null decides. Where two types are open, the value is one. */
function alternativeReader(alternatives: readonly Rules[], options: ReaderOptions): Reader {
  const others = alternatives.filter(({ type }) => type !== 'null')
  return others.length === 1 ? readerOf(others[0]!, options) : asIs
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
  /** Empty text is a value of the field, or a mistake to report. */
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
        if (found.unknown.length < MAX_UNKNOWN) found.unknown.push(path === '' ? name : `${path}.${name}`)
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

/** An unknown field can have any name, also `__proto__`. */
function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function fieldReader(rules: Rules, isRequired: boolean, options: ReaderOptions): FieldReader {
  const isText = acceptsEmptyText(rules)
  return {
    read: readerOf(rules, options),
    keepsNull: isRequired || accepts(rules, 'null'),
    keepsEmpty: isRequired || isText || (options.isUpdate && accepts(rules, 'string') && !isWritten(rules)),
    isCleared: options.isUpdate && isText,
  }
}

/** A text that means something else, such as a date: without it, there is nothing to mean. */
function isWritten(rules: Rules): boolean {
  return Boolean(rules['x-date'] || rules.format === 'date' || rules['x-names'] || rules['x-country'])
}

function accepts(rules: Rules, type: string): boolean {
  if (rules.anyOf) return rules.anyOf.some((one) => accepts(one, type))
  if (type === 'null' && rules.const === null && 'const' in rules) return true
  return Array.isArray(rules.type) ? rules.type.includes(type) : rules.type === type
}

function acceptsEmptyText(rules: Rules): boolean {
  if (rules.anyOf) return rules.anyOf.some(acceptsEmptyText)
  if (!accepts(rules, 'string') || isWritten(rules) || rules['x-currency'] || rules.format) return false
  if ((rules.minLength ?? 0) > 0 || rules.enum || rules.const !== undefined) return false
  return rules.pattern === undefined || new RegExp(rules.pattern, 'u').test('')
}
