import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { forbiddenIn } from './fields.ts'

/**
 * The bounds of every request, checked before its schema. They keep the cost of a request in
 * proportion to its size, for any schema.
 */
const MAX_DEPTH = 32
/** The maximum number of fields and elements, at all depths. */
const MAX_VALUES = 10_000
/** The maximum number of fields of one object, and the maximum length of their names. */
const MAX_FIELDS = 250
const MAX_NAME_LENGTH = 100
/** No pattern or format is tried on a text longer than this, unless its field allows it. */
const MAX_TEXT_LENGTH = 4_096
/** The check stops after as many findings. */
export const MAX_FINDINGS = 50

interface Rules {
  type?: string | string[]
  properties?: Record<string, Rules>
  items?: Rules
  anyOf?: Rules[]
  maxItems?: number
  maxLength?: number
  'x-multiline'?: true
  'x-file'?: true
}

/**
 * Why a part of a request is out of bounds: it is nested too deep, has too many fields or elements,
 * or has a text that is too long or contains a forbidden character. Returns at most `MAX_FINDINGS`
 * errors in the format of Ajv, each naming its field; an empty list if there are none.
 */
export function boundsErrors(value: unknown, schema: TSchema | undefined): ErrorObject[] {
  const walk: Walk = { errors: [], values: 0 }
  visit(walk, value, schema as Rules | undefined, undefined, 0)
  return walk.errors
}

interface Walk {
  errors: ErrorObject[]
  values: number
}

/** The names from a value up to the whole, so that a path is written only for an error. */
interface Place {
  name: string | number
  above: Place | undefined
}

function visit(walk: Walk, value: unknown, rules: Rules | undefined, place: Place | undefined, depth: number): void {
  if (typeof value === 'string') visitText(walk, value, rules, place)
  if (value === null || typeof value !== 'object') return
  if (depth >= MAX_DEPTH) find(walk, place, 'x-depth', `is nested deeper than ${MAX_DEPTH} levels`)
  else if (Array.isArray(value)) visitList(walk, value, containerOf(rules, 'items'), place, depth)
  else visitObject(walk, value as Record<string, unknown>, containerOf(rules, 'properties'), place, depth)
}

function visitList(
  walk: Walk,
  list: readonly unknown[],
  rules: Rules | undefined,
  place: Place | undefined,
  depth: number,
): void {
  const { maxItems } = rules ?? {}
  if (maxItems !== undefined && list.length > maxItems) {
    find(walk, place, 'maxItems', `must NOT have more than ${maxItems} items`)
    return
  }
  for (let name = 0; name < list.length && !isOver(walk); name++)
    visit(walk, list[name], rules?.items, { name, above: place }, depth + 1)
}

function visitObject(
  walk: Walk,
  object: Record<string, unknown>,
  rules: Rules | undefined,
  place: Place | undefined,
  depth: number,
): void {
  const known = rules?.properties
  let fields = 0
  for (const name in object) {
    if (++fields > MAX_FIELDS) {
      find(walk, place, 'maxProperties', `must not have more than ${MAX_FIELDS} fields`)
      return
    }
    if (isOver(walk)) return
    const isKnown = known !== undefined && Object.hasOwn(known, name)
    const fault = isKnown ? undefined : faultOfName(name)
    if (fault) find(walk, place, 'x-name', fault)
    else visit(walk, object[name], isKnown ? known[name] : undefined, { name, above: place }, depth + 1)
  }
}

function faultOfName(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return `must not have a field name longer than ${MAX_NAME_LENGTH} characters`
  const forbidden = forbiddenIn(name, 'line')
  return forbidden && `must not have ${forbidden} in a field name`
}

function visitText(walk: Walk, text: string, rules: Rules | undefined, place: Place | undefined): void {
  const { maxLength, 'x-multiline': isMultiline, 'x-file': isFile } = textRules(rules)
  // A character outside the Basic Multilingual Plane has a length of two.
  if (rules && text.length > Math.max(MAX_TEXT_LENGTH, 2 * (maxLength ?? 0))) {
    find(walk, place, 'maxLength', `must NOT have more than ${maxLength ?? MAX_TEXT_LENGTH} characters`)
    return
  }
  const kind = isFile ? 'file' : isMultiline ? 'lines' : 'line'
  // A file can begin with the mark of its encoding.
  const content = isFile && text.startsWith('\uFEFF') ? text.slice(1) : text
  const forbidden = forbiddenIn(content, rules ? kind : 'ignored')
  if (forbidden) find(walk, place, 'x-text', `must not contain ${forbidden}`)
}

/** Counts one more value. Whether the walk must stop. */
function isOver(walk: Walk): boolean {
  if (++walk.values > MAX_VALUES) {
    find(walk, undefined, 'x-values', `must not have more than ${MAX_VALUES.toLocaleString('en')} fields and elements`)
    return true
  }
  return walk.errors.length >= MAX_FINDINGS
}

/** At most one alternative of a union is an object or a list. */
function containerOf(rules: Rules | undefined, part: 'items' | 'properties'): Rules | undefined {
  return rules?.anyOf?.find((one) => one[part]) ?? rules
}

/** Of alternative texts, the one that allows the most. */
function textRules(rules: Rules | undefined): Rules {
  return rules?.anyOf?.find(({ type }) => type === 'string') ?? rules ?? {}
}

function find({ errors }: Walk, place: Place | undefined, keyword: string, message: string): void {
  const names: (string | number)[] = []
  for (let at = place; at; at = at.above) names.unshift(at.name)
  const instancePath = names.map((name) => `/${name}`).join('')
  errors.push({ keyword, instancePath, schemaPath: '#', params: {}, message, data: undefined })
}
