import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { accept } from '../kernel/result.ts'
import { operations } from '../main/operations.ts'
import { errorCatalogue } from './errors.ts'
import { buildOpenapi, reasonsOf } from './openapi.ts'
import { defineOperation, type Operation } from './operation.ts'
import { pageQuery } from './paging.ts'
import { compileSchema } from './validation.ts'

interface Described {
  operationId: string
  summary: string
  description?: string
  deprecated?: boolean
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: unknown; examples: Record<string, unknown> } }
  }
  responses: Record<
    string,
    { headers?: object; content: { 'application/json': { schema: { $ref?: string }; example?: unknown } } }
  >
}

function describe(list: readonly Operation[]): Record<string, Record<string, Described>> {
  const document = JSON.parse(JSON.stringify(buildOpenapi(list)))
  assert.equal(document.openapi, '3.1.0')
  return document.paths
}

const sample = defineOperation({
  id: 'createThing',
  method: 'POST',
  paths: ['/v2/things/{thingUID}', '/things/{thingUID}'],
  tag: 'Things',
  summary: 'Make a thing',
  failure: 'The thing was not made',
  entitlement: 'Customers.Manage_Customers',
  errors: ['customerConflict'],
  invalid: 'invalidCustomer',
  successor: '/v3/things',
  params: Type.Object({ thingUID: Type.String() }),
  query: Type.Object({ ...pageQuery, name: Type.Optional(Type.String()) }),
  body: Type.Object({ name: Type.String() }),
  examples: [{ summary: 'One', value: { name: 'x' } }],
  reply: { status: 200, description: 'Made.', data: Type.Object({ id: Type.String() }), example: { id: '1' } },
  handle: async () => accept({ data: { id: '1' } }),
})

test('buildOpenapi: each path of an operation is listed under its own operationId', () => {
  const paths = describe([sample])
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.includes('things')),
    sample.paths,
  )
  assert.equal(paths['/v2/things/{thingUID}']!['post']!.operationId, 'createThing')
  const alias = paths['/things/{thingUID}']!['post']!
  assert.equal(alias.operationId, 'createThingAlias1')
  assert.match(alias.description ?? '', /The same operation as `\/v2\/things\/\{thingUID\}`/)
  assert.equal(alias.deprecated, true)
})

test('buildOpenapi: parameters of path and query, and the idempotency key of a POST', () => {
  const { parameters } = describe([sample])['/v2/things/{thingUID}']!['post']!
  assert.deepEqual(
    parameters.map((parameter) => [parameter.in, parameter.name, parameter.required]),
    [
      ['path', 'thingUID', true],
      ['query', 'page', true],
      ['query', 'limit', true],
      ['query', 'name', false],
      ['header', 'Idempotent-Key', false],
    ],
  )
  const read = describe([{ ...sample, method: 'GET', body: undefined }])['/v2/things/{thingUID}']!['get']!
  assert.ok(!read.parameters.some((parameter) => parameter.in === 'header'))
  assert.equal(read.requestBody, undefined)
})

test('reasonsOf: the reasons of the operation, and those of any operation, of a body and of an idempotency key', () => {
  const reasons = reasonsOf(sample)
  for (const reason of [
    'invalidCustomer',
    'customerConflict',
    'unauthorized',
    'entitlementMissing',
    'internalError',
    'unavailable',
    'malformedBody',
    'bodyTooLarge',
    'unsupportedMediaType',
    'idempotencyConflict',
  ] as const)
    assert.ok(reasons.includes(reason), reason)
  const read = reasonsOf({ ...sample, method: 'GET', body: undefined })
  assert.ok(!read.includes('malformedBody') && !read.includes('idempotencyConflict'))
  assert.equal(new Set(reasons).size, reasons.length)
})

test('buildOpenapi: each status of an operation is described, in its dialect', () => {
  const { responses } = describe([sample])['/v2/things/{thingUID}']!['post']!
  const statuses = new Set(['200', ...reasonsOf(sample).map((reason) => String(errorCatalogue[reason].status))])
  assert.deepEqual(Object.keys(responses).sort(), [...statuses].sort())
  assert.equal(responses['409']!.content['application/json'].schema.$ref, '#/components/schemas/Failure')
  const bare = describe([{ ...sample, dialect: 'message' }])['/v2/things/{thingUID}']!['post']!.responses
  assert.equal(bare['409']!.content['application/json'].schema.$ref, '#/components/schemas/FailureMessage')
  assert.deepEqual(bare['200']!.content['application/json'].example, { id: '1' })
})

test('buildOpenapi: the same operations give the same document', () => {
  assert.equal(JSON.stringify(buildOpenapi(operations)), JSON.stringify(buildOpenapi(operations)))
})

test('the operations of the service: ids, and paths with their methods, are unique', () => {
  const ids = operations.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const ways = operations.flatMap(({ method, paths }) =>
    paths.map((path) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  )
  assert.equal(new Set(ways).size, ways.length)
})

test('buildOpenapi: an operation that refuses stale versions takes If-Match, and reply headers are declared', () => {
  const headersOf = (operation: Operation) => {
    const { parameters, responses } = Object.values(describe([operation])[sample.paths[0]]!)[0]!
    const sent = parameters.filter(({ name }) => name === 'If-Match').length
    return [sent, Object.keys(Object.values(responses)[0]!.headers ?? {})]
  }
  assert.deepEqual(headersOf(sample), [0, ['Deprecation', 'Link']])
  const { successor: _successor, ...current } = sample
  const reply = { ...sample.reply, etag: true }
  assert.deepEqual(headersOf({ ...current, reply } as Operation), [0, ['ETag']])
  const withIfMatch = { ...current, method: 'DELETE', errors: ['customerChanged'] } as unknown as Operation
  assert.deepEqual(headersOf(withIfMatch), [1, []])
})

for (const operation of operations) {
  test(`${operation.id}: its path parameters match its schema`, () => {
    const declared = Object.keys((operation.params as { properties?: object } | undefined)?.properties ?? {}).sort()
    for (const path of operation.paths) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
      assert.deepEqual(inPath, declared, path)
    }
  })

  test(`${operation.id}: every example of its body and its reply is valid`, () => {
    const check = (schema: TSchema, value: unknown) => {
      const validate = compileSchema(schema)
      assert.ok(validate(structuredClone(value)), JSON.stringify(validate.errors))
    }
    for (const example of operation.examples ?? []) check(operation.body!, example.value)
    if (operation.reply.status !== 204) check(operation.reply.data, operation.reply.example)
    if (operation.body) assert.ok(operation.examples?.length, 'a body has an example')
  })

  test(`${operation.id}: its texts have the required form`, () => {
    assert.match(operation.summary, /^[A-Z].*[^.]$/)
    assert.match(operation.failure, /^[A-Z].* (was|were) not .*[^.:]$/)
    assert.match(operation.reply.description, /\.$/)
  })
}
