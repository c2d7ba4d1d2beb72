import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import { canonicalName } from './fields.ts'

const settings = { allErrors: true, verbose: true, removeAdditional: false, useDefaults: true, strict: false } as const

/** The keyword of `name` in fields.ts. */
const namesKeyword = {
  keyword: 'x-names',
  type: 'string',
  errors: false,
  validate: (names: readonly string[], value: string) => canonicalName(names, value) !== undefined,
} as const

/** Bodies are taken as they are: nothing converted, nothing dropped. A number no double holds, such as 1e400, is no number. */
const bodies = addFormats
  .default(new Ajv({ ...settings, coerceTypes: false, strictNumbers: true }))
  .addKeyword(namesKeyword)
/**
 * Paths and queries are text, and become what their schemas say. With strictNumbers a text that becomes Infinity would pass the bounds of its
 * schema unchecked.
 */
const texts = addFormats.default(new Ajv({ ...settings, coerceTypes: 'array' })).addKeyword(namesKeyword)

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : texts).compile(schema)

const MAX_NAMED = 20

/** All failing fields at once: "paymentAmount is required; speed must be one of Economy, Express". */
export function describeValidation(errors: readonly FastifySchemaValidationError[]): string {
  const said = [...new Set((errors as ErrorObject[]).filter(isTelling).map(describe))]
  const more = said.length > MAX_NAMED ? `; and ${said.length - MAX_NAMED} more` : ''
  return said.slice(0, MAX_NAMED).join('; ') + more
}

/** The keywords that only say that one of their branches failed add nothing to what the branches said. */
function isTelling(error: ErrorObject): boolean {
  return !['if', 'anyOf', 'oneOf', 'allOf'].includes(error.keyword)
}

function describe({ instancePath, keyword, params, message, schema }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const child = (name: string) => (path === '' ? name : `${path}.${name}`)
  switch (keyword) {
    case 'required':
      return `${child(params['missingProperty'])} is required`
    case 'additionalProperties':
      return `${child(params['additionalProperty'])} is not a field of this request`
    case 'enum':
      return `${path} must be one of ${params['allowedValues'].join(', ')}`
    case 'x-names':
      return `${path} must be one of ${(schema as string[]).join(', ')}`
    case 'type':
      return `${path || 'the body'} must be of type ${params['type']}`
    default:
      return `${path || 'the body'} ${message}`
  }
}

const MAX_DEPTH = 32

/** Text that PostgreSQL or UTF-8 could not give back as it came, and nesting without reason: the field's path, or undefined. */
export function unstorable(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? `${path} has a character that is not allowed` : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (depth >= MAX_DEPTH) return `${path} is nested deeper than ${MAX_DEPTH} levels`
  for (const name in value) {
    const child = path === '' ? name : `${path}.${name}`
    if (name.includes('\0') || !name.isWellFormed()) return 'a field name has a character that is not allowed'
    const reason = unstorable((value as Record<string, unknown>)[name], child, depth + 1)
    if (reason) return reason
  }
  return undefined
}
