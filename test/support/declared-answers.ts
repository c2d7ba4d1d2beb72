import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { buildContract } from '../../src/main/contract.ts'

interface Response {
  $ref?: string
  headers?: { ETag?: object }
  content?: Record<string, { schema: object }>
  /** Of `default`: the statuses that it describes. */
  'x-statuses'?: number[]
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

const document = buildContract({ aliases: true }) as Document
const ajv = addFormats.default(new Ajv({ strict: false, code: { optimize: false } }))
// Once for all schemas: in each schema, Ajv would read all components again.
ajv.addSchema({ $id: 'openapi', components: document.components })
/** By schema, or by name for a component: most refusals share one. */
const validators = new Map<unknown, ValidateFunction>()

// Every request of every test comes by here, so a message is worded only when a check fails.

/** The paths with the fewest parameters first, so that fixed words win over parameters. */
const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/**
 * Checks every answer in every test against the OpenAPI document: the operation declares the
 * status, the body satisfies the schema of that status, and an ETag header is declared. It has the
 * id of its request, and its moments have one form. If no
 * operation matches, the answer must be a refusal, in the form of the other operations on the path
 * or in the envelope.
 */
export function assertDeclared(
  method: string,
  url: string,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): void {
  assert.match(headers.get('request-id') ?? '', /^[\w.:-]{8,64}$/, `${method} ${url} has no request-id`)
  // The hash of an audit record covers its time as it was written.
  if (!/^\/(v1\/institution\/audit|openapi)/.test(url)) assertTimestamps(body, `${method} ${url}`)
  const pathname = url.split('?', 1)[0]!
  const path = pathOf(pathname)
  const operation = path === undefined ? undefined : document.paths[path]![method.toLowerCase()]
  if (!operation) {
    if (!/^\/(auth|docs|health|openapi)/.test(pathname)) {
      assert.ok([400, 404, 405, 429].includes(status), `${method} ${url} is not an operation, and answered ${status}`)
      const sibling = path === undefined ? undefined : Object.values(document.paths[path]!)[0]
      const form = inPlace(sibling?.responses['default'])?.content?.['application/json']?.schema
      assertSchema(form ?? { $ref: '#/components/schemas/Failure' }, body, `${method} ${url} ${status}`)
    }
    return
  }
  const declared = inPlace(operation.responses[status]) ?? commonOf(operation, status)
  if (!declared) assert.fail(`${method} ${path} answered ${status}, which it does not declare: ${JSON.stringify(body)}`)
  if (headers.has('etag')) assert.ok(declared.headers?.ETag, `${method} ${path} does not declare the ETag that it sent`)
  if (declared.content) assertSchema(declared.content['application/json']!.schema, body, `${method} ${path} ${status}`)
  else assert.equal(body, undefined, `${method} ${path} ${status} has no body`)
}

/** The paths of the document by the path of a request, for the last ones. */
const known = new Map<string, string | undefined>()
const MOST_KNOWN = 1_000

function pathOf(pathname: string): string | undefined {
  if (known.has(pathname)) return known.get(pathname)
  const path = patterns.find(({ pattern }) => pattern.test(pathname))?.path
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(pathname, path)
  return path
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

/** Every moment in an answer, at any depth, is in UTC with three digits of a second. */
export function assertTimestamps(body: unknown, what: string): void {
  const other = otherTimestamp(body)
  if (other) assert.fail(`${[what, ...other].join(' ')} has another form of time`)
}

/** The names down to a moment in another form. */
function otherTimestamp(body: unknown): string[] | undefined {
  if (typeof body === 'string') return TIMESTAMP.test(body) && !/:\d\d\.\d{3}Z$/.test(body) ? [body] : undefined
  if (body === null || typeof body !== 'object') return undefined
  for (const name in body) {
    const below = otherTimestamp((body as Record<string, unknown>)[name])
    if (below) return [name, ...below]
  }
  return undefined
}

/** The response of a status that the operation shares with the others. */
function commonOf({ responses }: { responses: Record<string, Response> }, status: number): Response | undefined {
  const common = inPlace(responses['default'])
  return common?.['x-statuses']?.includes(status) ? common : undefined
}

/** The response itself, if it is shared. */
function inPlace(response: Response | undefined): Response | undefined {
  const { $ref } = response ?? {}
  return $ref ? document.components.responses[$ref.slice($ref.lastIndexOf('/') + 1)] : response
}

/** Checks a value against a schema of the OpenAPI document. */
export function assertSchema(schema: object, value: unknown, what: string): void {
  const { $ref } = schema as { $ref?: string }
  const key = $ref ?? schema
  let validate = validators.get(key)
  if (!validate) {
    validate = ajv.compile(inDocument(schema))
    validators.set(key, validate)
  }
  if (!validate(value)) assert.fail(`${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`)
}

/** The schema with its references to components, at any depth, as references to the document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === '$ref' && typeof value === 'string' ? `openapi${value}` : value,
  )
}
