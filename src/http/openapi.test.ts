import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { accept } from '../kernel/result.ts'
import { operations } from '../main/operations.ts'
import { errorCatalogue } from './errors.ts'
import { name, named, otherSpelling } from './fields.ts'
import { buildOpenapi, type OpenapiOptions, reasonsOf } from './openapi.ts'
import { defineOperation, type Operation } from './operation.ts'
import { pageFields, pageQuery } from './paging.ts'
import { compileSchema } from './validation.ts'

interface Described {
  operationId: string
  summary: string
  description?: string
  deprecated?: boolean
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: unknown; examples: Record<string, unknown> } }
  }
  responses: Record<
    string,
    {
      description: string
      headers?: object
      'x-statuses'?: number[]
      content: { 'application/json': { schema: { $ref?: string }; example?: unknown } }
    }
  >
}

function documentOf(list: readonly Operation[], options: OpenapiOptions = {}) {
  const document = JSON.parse(JSON.stringify(buildOpenapi(list, options)))
  assert.equal(document.openapi, '3.1.0')
  return document
}

/** The paths, with shared parts in place of the references to them. */
function describe(list: readonly Operation[], options?: OpenapiOptions): Record<string, Record<string, Described>> {
  const document = documentOf(list, options)
  const inPlace = (_: string, value: { $ref?: string } | null) => {
    const [, kind, name] = /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec(value?.$ref ?? '') ?? []
    return kind ? document.components[kind][name!] : value
  }
  return JSON.parse(JSON.stringify(document.paths), inPlace)
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
  query: Type.Object({ page: pageFields.page, limit: pageQuery.limit, name: Type.Optional(Type.String()) }),
  body: Type.Object({ name: Type.String() }),
  examples: [{ summary: 'One', value: { name: 'x' } }],
  reply: { status: 200, description: 'Made.', data: Type.Object({ id: Type.String() }), example: { id: '1' } },
  handle: async () => accept({ data: { id: '1' } }),
})

test('buildOpenapi: an operation is listed once, under its first path, and under all if aliases are asked for', () => {
  const listed = (options?: OpenapiOptions) =>
    Object.keys(describe([sample], options)).filter((path) => path.includes('things'))
  assert.deepEqual(listed(), [sample.paths[0]])
  assert.deepEqual(listed({ aliases: true }), sample.paths)
  const paths = describe([sample], { aliases: true })
  assert.equal(paths['/v2/things/{thingUID}']!['post']!.operationId, 'createThing')
  const alias = paths['/things/{thingUID}']!['post']!
  assert.equal(alias.operationId, 'createThingAlias1')
  assert.match(alias.description ?? '', /The same operation as `\/v2\/things\/\{thingUID\}`/)
  assert.equal(alias.deprecated, true)
})

test('buildOpenapi: parameters of path and query, and the idempotency key of a POST', () => {
  const { parameters } = describe([sample])['/v2/things/{thingUID}']!['post']!
  assert.deepEqual(
    parameters.map((parameter) => [parameter.in, parameter.name, parameter.required ?? false]),
    [
      ['path', 'thingUID', true],
      ['query', 'page', true],
      ['query', 'limit', false],
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
  assert.deepEqual(Object.keys(responses), ['200', '400', '409', 'default'])
  const statuses = new Set([405, ...reasonsOf(sample).map((reason) => errorCatalogue[reason].status)])
  const common = responses['default']!
  assert.deepEqual(new Set([400, 409, ...(common['x-statuses'] ?? [])]), statuses)
  for (const reason of reasonsOf(sample).filter((one) => !['invalidCustomer', 'customerConflict'].includes(one)))
    assert.match(common.description, new RegExp(`\\| ${errorCatalogue[reason].status} \\| .*\`${reason}\``), reason)
  assert.equal(responses['409']!.content['application/json'].schema.$ref, '#/components/schemas/Failure')
  const bare = describe([{ ...sample, dialect: 'message' }])['/v2/things/{thingUID}']!['post']!.responses
  assert.equal(bare['default']!.content['application/json'].schema.$ref, '#/components/schemas/FailureMessage')
  assert.equal(bare['409']!.content['application/json'].schema.$ref, '#/components/schemas/FailureMessage')
})

test('buildOpenapi: an envelope is named after its data, and the data shows the example', () => {
  const data = named('Thing', { id: Type.String() })
  const schemasOf = (reply: Operation['reply']) => documentOf([{ ...sample, reply } as Operation]).components.schemas
  const one = schemasOf({ ...sample.reply, data })
  assert.deepEqual(one.ThingReply.properties.data, { $ref: '#/components/schemas/Thing', description: 'The result.' })
  assert.deepEqual(one.Thing.examples, [{ id: '1' }])
  const page = schemasOf({ ...sample.reply, data: Type.Array(data), paged: true, example: [{ id: '1' }] })
  assert.deepEqual(page.ThingPage.properties.data.items, { $ref: '#/components/schemas/Thing' })
  assert.ok(page.ThingPage.properties.pagination)
  assert.ok(schemasOf({ ...sample.reply, data: Type.Array(data), example: [{ id: '1' }] }).ThingList)
})

test('buildOpenapi: two schemas with one name must be the same', () => {
  const body = named('Thing', { name: Type.String() })
  const reply = { ...sample.reply, data: named('Thing', { id: Type.String() }) }
  assert.throws(
    () => buildOpenapi([{ ...sample, body, reply } as Operation]),
    /two different schemas have the name Thing/,
  )
})

test('buildOpenapi: a value is shown in the form of the interface, with one spelling of a field', () => {
  const body = named('ThingRequest', {
    colour: name(['Red', 'Green'], { title: 'Colour' }),
    color: Type.Optional(Type.String(otherSpelling)),
    amount: Type.Union([Type.Null(), Type.Number({ minimum: 0, 'x-digits': [3, 2] }), Type.String()]),
    label: Type.String({ pattern: '^[\\p{L} ]{1,64}$' }),
    part: Type.Optional(Type.Object({ id: Type.String() })),
  })
  const { schemas } = documentOf([{ ...sample, body } as Operation]).components
  assert.deepEqual(schemas.Colour, { type: 'string', enum: ['Red', 'Green'] })
  const { colour, color, amount, label, part } = schemas.ThingRequest.properties
  assert.deepEqual([colour, color], [{ $ref: '#/components/schemas/Colour' }, undefined])
  assert.deepEqual([amount.type, amount.minimum, amount.maximum], [['number', 'null'], 0, 999.99])
  assert.deepEqual(label, { type: 'string', minLength: 1, maxLength: 64 })
  assert.deepEqual(part, { $ref: '#/components/schemas/ThingRequestPart' })
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
  const common = ['Idempotent-Replayed', 'Giro-Ignored-Fields']
  const headersOf = (operation: Operation) => {
    const { parameters, responses } = Object.values(describe([operation])[sample.paths[0]]!)[0]!
    const sent = parameters.filter(({ name }) => name === 'If-Match').length
    const sentBack = Object.keys(Object.values(responses)[0]!.headers ?? {})
    return [sent, sentBack.filter((header) => !common.includes(header))]
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
