import type { TSchema } from 'typebox'

/** The keywords of a schema that the published document reads, and those of fields.ts. */
export interface Rules {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Rules>
  required?: string[]
  additionalProperties?: boolean
  items?: Rules
  anyOf?: Rules[]
  enum?: unknown[]
  pattern?: string
  format?: string
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  then?: { required?: string[] }
  'x-names'?: readonly string[]
  'x-digits'?: readonly [before: number, after: number]
  'x-date'?: true
  'x-published'?: false | Rules
}

/** Whether the document shows this property: another spelling of one is accepted silently. */
export function isPublished(rules: Rules): boolean {
  return rules['x-published'] !== false
}

/**
 * The form in which the interface writes a value. The service also reads others (tolerance.ts), but
 * one that clients are generated from has one type for each value: a list of words in its own
 * spelling, a date in ISO 8601, the first of several types.
 */
export function publishedForm(schema: TSchema | Rules): Rules {
  const { 'x-published': override, ...given } = schema as Rules
  const rules = override ? withoutUndefined({ ...given, anyOf: undefined, ...override }) : given
  const form = ofWords(ofDigits(ofDate(ofTypes(ofAlternatives(ofCondition(rules))))))
  return Object.fromEntries(
    Object.entries(withoutClasses(asText(form))).filter(([keyword]) => isKnown(keyword)),
  ) as Rules
}

/** Own keywords and conditions say what the service checks, which no client needs. */
function isKnown(keyword: string): boolean {
  return !keyword.startsWith('x-') && !keyword.startsWith('~') && !['if', '$id'].includes(keyword)
}

/** Of several types, the first is the one that the interface shows; null stays beside it. */
function ofAlternatives({ anyOf, ...rules }: Rules): Rules {
  if (!anyOf) return rules
  const [first = {}] = anyOf.filter(({ type }) => type !== 'null')
  const form = { ...publishedForm(first), ...withoutUndefined(rules as Rules) }
  return anyOf.some(({ type }) => type === 'null') ? nullable(form) : form
}

/** A number that can be sent as text is shown as a number, without the rules of the text. */
function ofTypes(rules: Rules): Rules {
  if (!Array.isArray(rules.type)) return rules
  const [first, ...others] = rules.type.filter((type) => type !== 'null')
  if (others.length === 0) return rules
  const { minLength: _minLength, maxLength: _maxLength, pattern: _pattern, ...form } = rules
  return rules.type.includes('null') ? nullable({ ...form, type: first }) : { ...form, type: first }
}

function nullable(rules: Rules): Rules {
  const types = [rules.type ?? 'object'].flat()
  return { ...rules, type: [...types, 'null'], ...(rules.enum && { enum: [...rules.enum, null] }) }
}

/** One of two spellings is required: in the document, the published one. */
function ofCondition({ then, ...rules }: Rules): Rules {
  return then?.required ? { ...rules, required: [...(rules.required ?? []), ...then.required] } : rules
}

function ofWords({ 'x-names': names, ...rules }: Rules): Rules {
  if (names) return { ...rules, type: 'string', enum: [...names] }
  return rules.enum && rules.type === undefined ? { ...rules, type: 'string' } : rules
}

/** The largest amount, as far as a double has its digits. */
function ofDigits({ 'x-digits': digits, ...rules }: Rules): Rules {
  if (!digits) return rules
  const [before, after] = digits
  const isExact = before + after <= 15
  return { ...rules, ...{ maximum: isExact ? Number((10 ** before - 10 ** -after).toFixed(after)) : 10 ** before } }
}

/** A format says enough: a language that reads it into its own type has no text for a pattern. */
function ofDate({ 'x-date': isDate, ...rules }: Rules): Rules {
  if (!isDate && rules.format !== 'date-time') return rules
  const { pattern: _pattern, ...others } = rules
  return { ...others, format: isDate ? 'date' : 'date-time' }
}

/** Few languages know the classes of Unicode in a pattern: its lengths remain, and its words. */
function withoutClasses(rules: Rules): Rules {
  if (!rules.pattern?.includes('\\p{')) return rules
  const { pattern, ...others } = rules
  const [, minLength, maxLength] = /\{(\d+),(\d+)\}\$$/.exec(pattern) ?? []
  if (minLength === undefined) return others
  return { ...others, minLength: Number(minLength), maxLength: Number(maxLength) }
}

/** An identifier is text: a type of its own in requests would not take that of replies. */
function asText({ format, ...rules }: Rules): Rules {
  return format === undefined || format === 'uuid' ? rules : { ...rules, format }
}

function withoutUndefined(rules: Rules): Rules {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as Rules
}
