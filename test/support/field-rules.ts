import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { tolerantReader } from '../../src/http/tolerance.ts'
import { compileSchema, type RequestPart } from '../../src/http/validation.ts'

/** The parts of JSON Schema that operations use. */
export interface Rules {
  type?: string | string[]
  properties?: Record<string, Rules>
  required?: string[]
  minProperties?: number
  additionalProperties?: boolean
  items?: Rules
  anyOf?: Rules[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  'x-names'?: string[]
  'x-digits'?: readonly [number, number]
  'x-country'?: true
  'x-uid'?: true
  'x-blank'?: readonly string[]
  'x-instruction'?: true
}

/** A field of a request, at any depth, with a way to replace its value. */
export interface Field {
  /** The name in messages: `contactBank.address.city`, `limits.0.appName`. */
  name: string
  rules: Rules
  isRequired: boolean
  /** In a record that says so, empty text in an optional field is no value, and breaks no rule. */
  isBlank?: boolean
  /** Returns the whole request with this value in the field; ABSENT removes the field. */
  put(value: unknown): unknown
}

/** A value that breaks one rule of a field. */
export interface Breach {
  rule: string
  value: unknown
  /** The unknown field that the message names instead of the field itself. */
  names?: string
}

export const ABSENT = Symbol('absent')

const NOBODY_KNOWS = 'nobodyKnowsThis'

/**
 * Every field of the schema, including those of nested objects and of first elements. `whole` is a
 * value that satisfies the schema.
 */
export function fieldsOf(rules: Rules, whole: unknown): Field[] {
  return childrenOf(rules, whole, '', (value) => value)
}

function childrenOf(
  rules: Rules,
  value: unknown,
  name: string,
  put: (value: unknown) => unknown,
  isInBlank = false,
): Field[] {
  const branch = rules.anyOf?.find((one) => one.properties ?? one.items) ?? rules
  const needed = branch['x-blank']
  const readsBlanks = isInBlank || needed !== undefined
  const child = (key: string) => (name === '' ? key : `${name}.${key}`)
  if (branch.items) {
    const [first = exampleOf(branch.items)] = (value as unknown[]) ?? []
    const place = (element: unknown) => put([element])
    const item = { name: child('0'), rules: branch.items, isRequired: false, put: place }
    return [item, ...childrenOf(branch.items, first, item.name, place, readsBlanks)]
  }
  return Object.entries(branch.properties ?? {}).flatMap(([key, below]) => {
    const known = value as Record<string, unknown>
    const place = (part: unknown) => {
      const { [key]: _replaced, ...others } = known
      return put(part === ABSENT ? others : { ...known, [key]: part })
    }
    const isRequired = branch.required?.includes(key) ?? false
    const isBlank = readsBlanks && !isRequired && !needed?.includes(key) && !below['x-instruction']
    const field = { name: child(key), rules: below, isRequired, isBlank, put: place }
    return [field, ...childrenOf(below, known[key] ?? exampleOf(below), field.name, place, readsBlanks)]
  })
}

/**
 * Values that break the rules of the field, at least one for each rule: any JSON in a body, text in
 * a path or query.
 */
export function breachesOf({ rules, isRequired, isBlank, name }: Field, part: RequestPart): Breach[] {
  const breaks = isInvalid(rules, part)
  const all = [...(part === 'body' ? breachesInJson(rules, name) : []), ...breachesAnywhere(rules)]
  const isNone = ({ rule, value }: Breach) => isBlank && value === '' && (rule === 'minLength' || rules['x-uid'])
  const tried = all.filter((breach) => !isNone(breach))
  const broken = tried.filter(({ value }) => breaks(value))
  // A value that breaks one branch of a union may satisfy another one.
  const mustBreak = rules.anyOf ? [] : tried.filter(({ rule }) => !rule.startsWith('type'))
  for (const { rule } of mustBreak)
    assert.ok(
      broken.some((breach) => breach.rule === rule),
      `add a value that breaks ${rule} of ${name}: ${JSON.stringify(rules)}`,
    )
  assert.ok(broken.length > 0, `${name} has no rule: ${JSON.stringify(rules)}`)
  const mustBeThere = isRequired && part !== 'params' && !('default' in rules)
  return mustBeThere ? [{ rule: 'required', value: ABSENT }, ...broken] : broken
}

const ofOtherTypes = [null, true, 7, 1.5, 'text', [], {}]

/** Values are not converted, so every value of another type breaks the type rule. */
function breachesInJson(rules: Rules, name: string): Breach[] {
  const branches = rules.anyOf ?? [rules]
  // An empty object has the right type, but lacks required fields.
  const others = branches.some(({ properties }) => properties) ? ofOtherTypes.slice(0, -1) : ofOtherTypes
  const wrong: Breach[] = others.map((value) => ({ rule: `type, not ${JSON.stringify(value)}`, value }))
  for (const { items, minItems, maxItems, properties, additionalProperties } of branches) {
    if (items && maxItems !== undefined)
      wrong.push({ rule: 'maxItems', value: Array.from({ length: maxItems + 1 }, () => exampleOf(items)) })
    if (items && minItems) wrong.push({ rule: 'minItems', value: [] })
    if (properties && additionalProperties === false)
      wrong.push({
        rule: 'additionalProperties',
        value: { ...(exampleOf(rules) as object), [NOBODY_KNOWS]: 1 },
        names: `${name}.${NOBODY_KNOWS}`,
      })
  }
  return wrong
}

function breachesAnywhere(rules: Rules): Breach[] {
  const wrong: Breach[] = []
  const add = (rule: string, ...values: unknown[]) => wrong.push(...values.map((value) => ({ rule, value })))
  for (const branch of rules.anyOf ?? [rules]) {
    const { maxLength, pattern, format, minimum, maximum, exclusiveMinimum } = branch
    if (branch.minLength) add('minLength', '')
    if (maxLength !== undefined) add('maxLength', 'x'.repeat(maxLength + 1), longest(branch, maxLength + 1))
    if (pattern) add('pattern', ' ', '!', 'é', '0', '-1', '1e3', `${patternExample(branch)}\n`)
    if (format) add('format', 'nobody', '2026-02-30', '2026-13-01T00:00:00.000Z', 'a@b@c')
    if (branch['x-names']) add('x-names', 'Nonesuch', branch['x-names'].join(), `${branch['x-names'][0]}.`)
    if (branch.enum) add('enum', 'Nonesuch')
    if (branch['x-country']) add('x-country', 'ZZ')
    if (minimum !== undefined) add('minimum', minimum - 1)
    if (exclusiveMinimum !== undefined) add('exclusiveMinimum', exclusiveMinimum)
    if (maximum !== undefined) add('maximum', maximum + 1)
    const digits = branch['x-digits']
    if (digits) add('x-digits', 10 ** digits[0], 10 ** -(digits[1] + 1))
    if (['integer', 'number', 'boolean'].some((type) => [branch.type].flat().includes(type))) add('type', 'x', '', '1x')
    if ([branch.type].flat().includes('integer')) add('type', '1.5')
  }
  return wrong
}

/** Text that is too long but otherwise satisfies the rules. */
function longest({ format }: Rules, length: number): string {
  return format === 'email' ? `a@${'b'.repeat(length - 10)}.example` : 'x'.repeat(length)
}

const words = [
  ...[
    'x',
    '1',
    'US',
    'USD',
    'USD/JPY',
    '123',
    'a@b.example',
    '2030-01-15',
    '12:30',
    '+12075550100',
    'A123456789',
    '1234567890',
  ],
  ...['2030-01-15T12:00:00.000Z', '0123456789abcdef'.repeat(4), '123456'],
  ...['021000021', 'https://a.example/', 'PAYMENT_LIMIT', 'ACH', '00000000-0000-7000-8000-000000000000', 'P1D', 'R03'],
  ...['SIMULATE', '01'],
  `giro_${'0'.repeat(22)}`,
]

function patternExample(rules: Rules): string {
  return words.find((word) => !isInvalid(rules, 'body')(word)) ?? ''
}

/** Asked for thousands of times in a test of all operations. Nobody changes an example. */
const examples = new WeakMap<Rules, unknown>()

/** A value that satisfies the rules, without optional fields. */
export function exampleOf(rules: Rules): unknown {
  if (examples.has(rules)) return examples.get(rules)
  const example = makeExample(rules)
  examples.set(rules, example)
  return example
}

function makeExample(rules: Rules): unknown {
  const type = [rules.type].flat()[0]
  const made = (): unknown => {
    // A schema that requires one of two fields uses a condition, or demands that there is any.
    const orElse = (rules as { then?: { required?: string[] } }).then?.required ?? []
    const any =
      rules.minProperties && !rules.required ? Object.keys(rules.properties!).slice(0, rules.minProperties) : []
    if (rules.anyOf) return exampleOf(rules.anyOf.find((one) => one.type !== 'null')!)
    if (rules['x-names']) return rules['x-names'][0]
    if (rules.enum) return rules.enum[0]
    if (type === 'array') return Array.from({ length: rules.minItems ?? 0 }, () => exampleOf(rules.items ?? {}))
    if (type === 'object')
      return Object.fromEntries(
        [...(rules.required ?? []), ...orElse, ...any].map((name) => [name, exampleOf(rules.properties![name]!)]),
      )
    if (type === 'boolean') return true
    if (type === 'number' || type === 'integer') return Math.max(1, rules.minimum ?? 1)
    return words.find((word) => !isInvalid(rules, 'body')(word))
  }
  const example = made()
  assert.ok(!isInvalid(rules, 'body')(example), `add a word that satisfies ${JSON.stringify(rules)} to field-rules.ts`)
  return example
}

/** Whether the text satisfies the rules in a path. */
export function satisfies(rules: Rules, value: string): boolean {
  return !isInvalid(rules, 'params')(value)
}

type Check = (value: unknown) => boolean

/** The checks by schema, and by its text: many fields have the same rules. */
const known = {
  params: new WeakMap<Rules, Check>(),
  query: new WeakMap<Rules, Check>(),
  body: new WeakMap<Rules, Check>(),
}
const compiled = new Map<string, Check>()

function isInvalid(rules: Rules, part: RequestPart): Check {
  let check = known[part].get(rules)
  if (check) return check
  const key = `${part} ${JSON.stringify(rules)}`
  check = compiled.get(key) ?? compileCheck(rules, part)
  compiled.set(key, check)
  known[part].set(rules, check)
  return check
}

function compileCheck(rules: Rules, part: RequestPart): Check {
  const schema = { type: 'object', properties: { value: rules } } as unknown as TSchema
  const validate = compileSchema(schema)
  const read = tolerantReader(schema, { isUpdate: false, isQuery: part !== 'body' })
  return (value) => !validate(read({ value: part === 'body' ? value : String(value) }, { unknown: [] }, ''))
}
