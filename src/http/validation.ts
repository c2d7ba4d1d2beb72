import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import Type, { type TSchema } from 'typebox'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { isCountry } from '../kernel/country.ts'
import { nearestOf } from '../kernel/nearest.ts'
import type { ErrorReason, Refusal } from '../kernel/refusal.ts'
import { boundsErrors, MAX_FINDINGS } from './bounds.ts'
import { canonicalName, hasDigits } from './fields.ts'
import type { Operation } from './operation.ts'
import { type Findings, tolerantReader } from './tolerance.ts'

const settings = {
  allErrors: true,
  verbose: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  // Optimized checks are no faster, and take twice as long to compile.
  code: { optimize: false },
} as const

/** The keyword of `name` in fields.ts. */
const namesKeyword = {
  keyword: 'x-names',
  type: 'string',
  errors: false,
  validate: (names: readonly string[], value: string) => canonicalName(names, value) !== undefined,
} as const

/** The keyword of `decimal` in fields.ts. */
const digitsKeyword = {
  keyword: 'x-digits',
  type: 'number',
  errors: false,
  validate: hasDigits,
} as const

/** The keyword of CountryField in fields.ts. */
const countryKeyword = {
  keyword: 'x-country',
  type: 'string',
  errors: false,
  validate: (_: true, value: string) => isCountry(value),
} as const

/**
 * Converts and drops nothing: a request was read into the forms of its schema before
 * (tolerance.ts). A number too large for a double, such as 1e400, is refused.
 */
const schemas = addFormats
  .default(new Ajv({ ...settings, coerceTypes: false, strictNumbers: true }))
  .addKeyword(namesKeyword)
  .addKeyword(digitsKeyword)
  .addKeyword(countryKeyword)
/** The parts of a request that schemas describe. */
export type RequestPart = 'params' | 'query' | 'body'

export function compileSchema(schema: TSchema) {
  return schemas.compile(schema)
}

/** A request, whose parts the check puts into the forms of their schemas. */
export type CheckedRequest = Record<RequestPart, unknown> & { ignoredFields?: readonly string[] }

/**
 * The check of an operation's requests, compiled with the first one. It reads query and body as
 * tolerance.ts says and names the fields that it does not know. The refusal names all errors in
 * path, query and body. Of a request that is out of bounds, it names only those errors, and no
 * schema is tried.
 */
export function requestChecker(operation: Operation): (request: CheckedRequest) => Refusal | undefined {
  const checks = atFirstUse(() => partChecks(operation))
  const isStrict = operation.method === 'GET' || operation.isQuestion || refusesUnknown(operation.body)
  const isNew = operation.method === 'POST'
  return (request) => {
    const outOfBounds = [...boundsErrors(request.body, operation.body), ...boundsErrors(request.query, operation.query)]
    if (outOfBounds.length > 0) return refusalOfValidation(operation, outOfBounds)
    const found: Findings = { unknown: [] }
    const errors = checks().flatMap(({ part, read, isValid }) => {
      request[part] = read(request[part] ?? null, found, '')
      return isValid(request[part]) ? [] : isValid.errors!
    })
    if (errors.length > 0) return refusalOfValidation(operation, errors)
    if (isNew && found.contradictions) return refusalOfContradictions(operation, found.contradictions)
    if (isStrict && found.unknown.length > 0) return refusalOfFilters(operation, found.unknown)
    if (found.unknown.length > 0) request.ignoredFields = found.unknown
    return undefined
  }
}

function partChecks(operation: Operation) {
  const isUpdate = operation.method === 'PUT' || operation.method === 'PATCH'
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = operation[part] ?? (part === 'query' ? NO_QUERY : undefined)
    if (!schema) return []
    const read = tolerantReader(schema, { isUpdate, isQuery: part !== 'body' })
    return [{ part, read, isValid: compileSchema(schema) }]
  })
}

const NO_QUERY = Type.Object({})

/**
 * A new record cannot have two values of one field. In a change, the documented name counts: a
 * client that sends back what it read sends both names.
 */
function refusalOfContradictions(
  operation: Operation,
  contradictions: NonNullable<Findings['contradictions']>,
): Refusal {
  const names = contradictions.map(
    ({ given, documented }) => `${given} and ${documented} are one field and have different values: send one of them`,
  )
  return { reason: operation.invalid, detail: names.join('; ') }
}

function refusesUnknown(body: TSchema | undefined): boolean {
  return (body as { additionalProperties?: unknown } | undefined)?.additionalProperties === false
}

/** A filter that does nothing would answer with records that the caller did not ask for. */
function refusalOfFilters(operation: Operation, unknown: readonly string[]): Refusal {
  const known = [operation.query, operation.body].flatMap((schema) => [...(partsOf(schema).fields?.keys() ?? [])])
  const names = unknown.map((name) => {
    const near = nearestOf(name, known)
    return `${name} is not a field of this request${near === undefined ? '' : `: did you mean ${near}?`}`
  })
  return { reason: operation.invalid, detail: names.join('; ') }
}

/**
 * The parts of a validated value that its schema describes. Fields unknown to the schema were not
 * validated, so they are removed at any depth.
 */
export function knownPart(schema: TSchema | undefined, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const { fields, item } = partsOf(schema)
  if (Array.isArray(value)) return item ? value.map((one) => knownPart(item, one)) : value
  if (!fields) return value
  const known: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const child = fields.get(name)
    if (child) known[name] = knownPart(child, (value as Record<string, unknown>)[name])
  }
  return known
}

interface Parts {
  fields?: ReadonlyMap<string, TSchema>
  item?: TSchema
}

const NO_PARTS: Parts = {}
const partsBySchema = new WeakMap<TSchema, Parts>()

/** The fields of an object, or the items of a list. */
function partsOf(schema: TSchema | undefined): Parts {
  if (!schema) return NO_PARTS
  let parts = partsBySchema.get(schema)
  if (!parts) {
    const { properties, items: item } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
    parts = { ...(properties && { fields: new Map(Object.entries(properties)) }), ...(item && { item }) }
    partsBySchema.set(schema, parts)
  }
  return parts
}

const MAX_ERRORS_NAMED = 20
/** Ajv reports an alternative as several errors. */
const MAX_RAW_ERRORS = 4 * MAX_FINDINGS

type FieldRules = Pick<Operation, 'invalid' | 'fieldReasons' | 'parts'>

/**
 * The refusal of a request that breaks its schemas. A field with its own reasons is refused with
 * those; the others share `invalid`.
 */
export function refusalOfValidation(
  { invalid, fieldReasons, parts }: FieldRules,
  errors: readonly ErrorObject[],
): Refusal {
  const reportable = reportableErrors(errors)
  if (!fieldReasons) {
    const failed = new Set(reportable.map(topFieldOf))
    const part = parts?.find(({ fields }) => fields.some((field) => failed.has(field)))
    return { reason: invalid, detail: describeValidation(errors), ...(part && { part: part.name }) }
  }
  const byReason = Map.groupBy(reportable, (error) => reasonOf(error, fieldReasons) ?? invalid)
  // For a missing field, the catalog's title replaces the message of the broken rule.
  const ofMissing = new Set(Object.values(fieldReasons).map(({ missing }) => missing))
  const [first, ...also] = [...byReason].map(([reason, messages]) => ({
    reason,
    detail: ofMissing.has(reason) ? undefined : describeValidation(messages),
  }))
  return first ? { ...first, also } : { reason: invalid }
}

function reasonOf(error: ErrorObject, fieldReasons: NonNullable<FieldRules['fieldReasons']>): ErrorReason | undefined {
  const field = topFieldOf(error)
  const { missing, tooSmall, invalid } = Object.hasOwn(fieldReasons, field) ? fieldReasons[field]! : {}
  if (missing && isMissing(error)) return missing
  return (error.keyword === 'minimum' && tooSmall) || invalid
}

/**
 * The top-level field of the body with the error, or the missing field; empty for the body itself.
 */
function topFieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const top = instancePath.slice(1).split('/', 1)[0]!
  return top === '' && keyword === 'required' ? params['missingProperty'] : top
}

/** Blank text and null count as missing. */
function isMissing({ keyword, data }: ErrorObject): boolean {
  return keyword === 'required' || data === null || (typeof data === 'string' && data.trim() === '')
}

/**
 * Names the failing fields: "paymentAmount is required; speed must be one of Economy, Express". It
 * names the first `MAX_ERRORS_NAMED` and counts up to `MAX_FINDINGS`.
 */
export function describeValidation(errors: readonly ErrorObject[]): string {
  const messages = [...new Set(reportableErrors(errors).map(describe))]
  const named = messages.slice(0, MAX_ERRORS_NAMED).join('; ')
  if (messages.length <= MAX_ERRORS_NAMED) return named
  const more = messages.length - MAX_ERRORS_NAMED
  return `${named}; and ${messages.length < MAX_FINDINGS ? more : `at least ${more}`} more`
}

/**
 * The errors worth reporting. Errors that only say that a branch failed are dropped. Of
 * alternatives, the one with the value's type explains the error; if none has it, one error lists
 * all their types. Returns at most `MAX_FINDINGS`.
 */
function reportableErrors(all: readonly ErrorObject[]): ErrorObject[] {
  const errors = all.slice(0, MAX_RAW_ERRORS)
  let reportable = errors.filter(({ keyword }) => !['if', 'anyOf', 'oneOf', 'allOf'].includes(keyword))
  for (const { instancePath, schemaPath } of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const ofBranches = reportable.filter(
      (error) => error.instancePath.startsWith(instancePath) && error.schemaPath.startsWith(`${schemaPath}/`),
    )
    const ofTypes = ofBranches.filter((error) => error.keyword === 'type' && error.instancePath === instancePath)
    if (ofTypes.length === 0) continue
    const [first, ...others] = ofTypes
    reportable = reportable.filter((error) => !others.includes(error))
    if (ofTypes.length < ofBranches.length) reportable = reportable.filter((error) => error !== first)
    else first!.params = { type: ofTypes.flatMap(({ params }) => params['type']) }
  }
  return reportable.slice(0, MAX_FINDINGS)
}

function describe({ instancePath, keyword, params, message, schema, parentSchema, data }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const child = (name: string) => (path === '' ? name : `${path}.${name}`)
  switch (keyword) {
    case 'required':
      return `${child(params['missingProperty'])} is required`
    case 'additionalProperties':
      return `${child(params['additionalProperty'])} is not a field of this request`
    case 'enum':
      return describeUnlisted(path, params['allowedValues'], data)
    case 'x-names':
      return describeUnlisted(path, schema as string[], data)
    case 'type':
      return `${path || 'the body'} must be of type ${[...new Set([params['type']].flat())].join(' or ')}`
    case 'x-digits':
      return `${path} must have at most ${(schema as number[])[0]} digits before and ${(schema as number[])[1]} after the decimal point`
    case 'format':
      if (params['format'] === 'date') return `${path} must be a date: yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy`
      return `${path} ${message}`
    case 'pattern':
    case 'x-country':
      return `${path} must be ${ruleOf(parentSchema) ?? `text that matches the pattern ${params['pattern']}`}`
    default:
      return `${path || 'the body'} ${message}`
  }
}

/** A longer list would hide the word that was probably meant. */
const MAX_LISTED = 12
/** Another code, such as that of a return, is no misspelling. */
const MIN_WORD = 5

/** A value outside of a closed list: the list, and the word of it that was probably meant. */
function describeUnlisted(path: string, known: readonly unknown[], sent: unknown): string {
  const words = known.filter((one) => typeof one === 'string')
  const near = typeof sent === 'string' && sent.length >= MIN_WORD ? nearestOf(sent, words) : undefined
  const isNamed = near !== undefined && known.length > MAX_LISTED
  const rule = isNamed
    ? `${path} is not one of the ${known.length} known values`
    : `${path} must be one of ${known.join(', ')}`
  return near === undefined ? rule : `${rule}; did you mean ${near}?`
}

/**
 * The rule of a pattern for people: the first sentence of the field's description. "Digits."
 * becomes digits.
 */
function ruleOf(schema: ErrorObject['parentSchema']): string | undefined {
  const description: unknown = schema?.['description']
  if (typeof description !== 'string') return undefined
  const [rule = ''] = description.split(/\. (?=[A-Z])/)
  return rule.replace(/\.$/, '').replace(/^[A-Z](?![A-Z.])/, (letter) => letter.toLowerCase())
}
