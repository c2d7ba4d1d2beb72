import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { buildOpenapi } from '../../src/http/openapi.ts'
import { operations } from '../../src/main/operations.ts'

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { headers?: { ETag?: object }; content?: Record<string, { schema: object }> }> }
    >
  >
  components: object
}

const document = buildOpenapi(operations) as Document
const ajv = addFormats.default(new Ajv({ strict: false, code: { optimize: false } }))
// Once for all schemas: in each schema, Ajv would read all components again.
ajv.addSchema({ $id: 'openapi', components: document.components })
/** By schema, or by name for a component: most refusals share one. */
const validators = new Map<unknown, ValidateFunction>()

/** The paths with the fewest parameters first, so that fixed words win over parameters. */
const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/**
 * Checks every answer in every test against the OpenAPI document: the operation declares the
 * status, the body satisfies the schema of that status, and an ETag header is declared. If no
 * operation matches, the answer must be a refusal, in the form of the other operations on the path
 * or in the envelope.
 */
export function assertDeclared(
  method: string,
  url: string,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): void {
  const pathname = url.split('?', 1)[0]!
  const path = patterns.find(({ pattern }) => pattern.test(pathname))?.path
  const operation = path === undefined ? undefined : document.paths[path]![method.toLowerCase()]
  if (!operation) {
    if (!/^\/(auth|docs|health|openapi)/.test(pathname)) {
      assert.ok([400, 404, 405, 429].includes(status), `${method} ${url} is not an operation, and answered ${status}`)
      const sibling = path === undefined ? undefined : Object.values(document.paths[path]!)[0]
      const form = sibling?.responses['401']?.content?.['application/json']?.schema
      assertSchema(form ?? { $ref: '#/components/schemas/Failure' }, body, `${method} ${url} ${status}`)
    }
    return
  }
  const declared = operation.responses[status]
  assert.ok(declared, `${method} ${path} answered ${status}, which it does not declare: ${JSON.stringify(body)}`)
  if (headers.has('etag')) assert.ok(declared.headers?.ETag, `${method} ${path} does not declare the ETag that it sent`)
  if (declared.content) assertSchema(declared.content['application/json']!.schema, body, `${method} ${path} ${status}`)
  else assert.equal(body, undefined, `${method} ${path} ${status} has no body`)
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
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`)
}

/** The schema with its references to components, at any depth, as references to the document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === '$ref' && typeof value === 'string' ? `openapi${value}` : value,
  )
}
