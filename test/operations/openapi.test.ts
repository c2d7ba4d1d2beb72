import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { EVENT_TYPES } from '../../src/events/event-types.ts'
import { describeEntitlements } from '../../src/http/entitlement-docs.ts'
import { withTheirForms } from '../../src/http/operation.ts'
import { VERSION } from '../../src/kernel/version.ts'
import { operations } from '../../src/main/operations.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertSchema } from '../support/declared-answers.ts'
import { sampleRequest } from '../support/operation-samples.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

interface Content {
  schema: { $ref?: string }
  examples?: Record<string, { value: unknown }>
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: object
}

interface Described {
  operationId: string
  summary: string
  tags: string[]
  deprecated?: boolean
  'x-entitlement': string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, { description: string; content: Record<string, Content>; 'x-statuses'?: number[] }>
}

interface Document {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  security: unknown
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, object>
  components: Record<string, Record<string, { description?: string; examples?: unknown[] }>>
}

let service: TestService
/** With the other paths too. */
let document: Document
let components: Document['components']
/** The shared parts, in place of the references to them. */
function withoutReferences(served: Document): Document {
  const inPlace = (_: string, value: { $ref?: string } | null) => {
    const [, kind, name] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(value?.$ref ?? '') ?? []
    return kind ? components[kind]![name!] : value
  }
  return JSON.parse(JSON.stringify(served), inPlace)
}
before(async () => {
  service = await startTestService()
  const served = (await (await fetch(`${service.baseUrl}/openapi.json?aliases=true`)).json()) as Document
  components = served.components
  document = withoutReferences(served)
})
after(() => service.stop())

const all = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described, name: `${method} ${path}` })),
  )

/** The operations with their forms. */
const routed = withTheirForms(operations)

const TOKEN_PATH = '/auth/realms/{tenant_code}/protocol/openid-connect/token'
/** The operations of the data APIs, without the token service. */
const ours = () => all().filter(({ path }) => path !== TOKEN_PATH)

test('/openapi.json is the committed document, with the token endpoint of the only institution', async () => {
  const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
  const served = await (await fetch(`${service.baseUrl}/openapi.json`)).json()
  assert.deepEqual(served, JSON.parse(committed.replace('/auth/realms/demo/', '/auth/realms/bank/')))
})

test('/openapi.json is compressed, and a reader that has it gets 304', async () => {
  for (const [coding, path] of [
    ['br', '/openapi.json'],
    ['gzip', '/openapi.json'],
    ['br', '/docs'],
    ['gzip', '/docs/reference/js/scalar.js'],
  ] as const) {
    const url = service.baseUrl + path
    const first = await fetch(url, { headers: { 'accept-encoding': coding } })
    assert.equal(first.headers.get('content-encoding'), coding, path)
    const text = await first.text()
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(await plain.text(), text)
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } })
    assert.equal(again.status, 304, path)
  }
})

test('the document shows each operation once, and other paths only if they are asked for', async () => {
  const { paths } = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as Document
  const listed = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((one) => `${one} ${path}`))
  const expected = operations.map(({ method, paths }) => `${method.toLowerCase()} ${paths[0]}`)
  assert.deepEqual(listed.sort(), [`post ${TOKEN_PATH}`, ...expected].sort())
})

test('every event that a webhook can send is in the document', () => {
  const listed = [...components['schemas']!['EventType']!.description!.matchAll(/^\| ([a-z][\w.-]*\.[\w.-]+) \|/gm)]
  assert.deepEqual(listed.map(([, type]) => type).sort(), [...EVENT_TYPES].sort())
  assert.deepEqual(Object.keys(document.webhooks), ['event'])
})

test('docs/entitlements.md names every operation with its entitlement, and every entitlement', async () => {
  const text = await readFile(new URL('../../docs/entitlements.md', import.meta.url), 'utf8')
  assert.equal(text, describeEntitlements(operations))
  for (const { method, paths, summary, entitlement } of operations)
    assert.ok(text.includes(`| \`${method} ${paths[0]}\` | ${summary} | \`${entitlement}\``), paths[0])
  for (const { fieldEntitlements = [] } of operations)
    for (const { entitlement, fields } of fieldEntitlements)
      assert.ok(text.includes(`<br>\`${entitlement}\` to change \`${fields[0]}\``), entitlement)
  for (const entitlement of ENTITLEMENTS) assert.ok(text.includes(`\`${entitlement.split('.')[1]}\``), entitlement)
})

test('the document has each operation on each of its paths and the token endpoint, and nothing else', () => {
  const expected = routed.flatMap(({ method, paths }) => paths.map((path) => `${method.toLowerCase()} ${path}`))
  assert.deepEqual(
    all()
      .map(({ name }) => name)
      .sort(),
    [`post ${TOKEN_PATH}`, ...expected].sort(),
  )
  assert.match(document.openapi, /^3\.1\./)
})

test('every operation has a unique operationId, a summary, one known tag and the entitlement it requires', () => {
  const ids = all().map(({ described }) => described.operationId)
  assert.equal(new Set(ids).size, ids.length)
  const tags = document.tags.map(({ name }) => name)
  for (const { name, described } of all()) {
    assert.match(described.operationId, /^[a-zA-Z][a-zA-Z0-9]+$/, name)
    assert.ok(described.summary.length > 0, name)
    assert.equal(described.tags.length, 1, name)
    assert.ok(tags.includes(described.tags[0]!), name)
  }
  for (const { name, described } of ours())
    assert.ok((ENTITLEMENTS as readonly string[]).includes(described['x-entitlement']), name)
})

test('path parameters are exactly those in the path, each described and required', () => {
  for (const { path, name, described } of all()) {
    const inPath = described.parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(
      inPath.map((parameter) => parameter.name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
      name,
    )
    assert.ok(inPath.every(({ required }) => required))
    const keys = described.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    assert.equal(new Set(keys).size, keys.length, name)
  }
})

test('every operation takes an Idempotent-Key, except one that only reads', () => {
  const questions = new Set(routed.filter(({ isQuestion }) => isQuestion).flatMap(({ paths }) => paths))
  for (const { method, path, name, described } of ours())
    assert.equal(
      described.parameters.some((parameter) => parameter.name === 'Idempotent-Key'),
      method !== 'get' && !questions.has(path),
      name,
    )
})

test('every body has a schema and examples, and each example is valid', () => {
  const withBody = new Set([
    TOKEN_PATH,
    ...routed.flatMap(({ body, method, paths }) =>
      body && method !== 'GET' ? paths.map((path) => `${method} ${path}`) : [],
    ),
  ])
  for (const { method, path, name, described } of all()) {
    const [content] = Object.values(described.requestBody?.content ?? {})
    assert.equal(content !== undefined, withBody.has(path) || withBody.has(`${method.toUpperCase()} ${path}`), name)
    if (!content) continue
    const examples = Object.values(content.examples ?? {})
    assert.ok(examples.length > 0, name)
    for (const { value } of examples) assertSchema(content.schema, value, `${name}: example of the body`)
  }
})

test('every example of a named schema is valid', () => {
  for (const [name, { examples = [] }] of Object.entries(components['schemas']!))
    for (const example of examples) assertSchema({ $ref: `#/components/schemas/${name}` }, example, name)
})

test('every response has a description and a named schema', () => {
  for (const { name, described } of all()) {
    const statuses = Object.keys(described.responses)
    const successes = statuses.filter((status) => status.startsWith('2'))
    const [, waiting] = successes
    assert.ok(successes.length === 1 || (successes.length === 2 && ['202', '204'].includes(waiting!)), name)
    const common = described.responses['default']?.['x-statuses']?.map(String) ?? []
    for (const status of ['400', '401', '500', '503'])
      assert.ok(statuses.includes(status) || common.includes(status), `${name}: ${status}`)
    for (const [status, { description, content }] of Object.entries(described.responses)) {
      assert.ok(description.length > 0, `${name}: ${status}`)
      if (status === '204' || status === '304') {
        assert.equal(content, undefined, name)
        continue
      }
      assert.ok(content['application/json']!.schema.$ref, `${name}: ${status} has no named schema`)
    }
  }
})

test('the service accepts every example body that does not name a missing record', async () => {
  const given = { customerUID: '999999999', accountUID: '999999999', contactUID: '999999999', accountNumber: '1' }
  const uuid = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
  const record = {
    ...given,
    id: 1,
    feeId: 999_999_999,
    application: 'none',
    roleId: uuid,
    userId: uuid,
    apiKey: 'giro_0Aq1Bw2Ce3Dr4Et5Fy6Gu7',
    status: 'PROCESSED',
    messageId: uuid,
    requestId: uuid,
    requestUID: uuid,
    receiptUID: uuid,
    returnRequestUID: uuid,
  }
  const records = [record, { ...record, status: 'POSTED' }]
  // A reply with one record, with a list of records, and with the messages of a simulated network.
  const make = async () => Object.assign([...records], record, { messages: records })
  const rails = { makeHold: async () => ({ holdUID: uuid }), makeDoubt: async () => ({ handoverUID: uuid }) }
  const makeFile = async () => ({ fileUID: uuid })
  const files = { makeIncomingFile: makeFile, makeSentFile: makeFile }
  const makeBank = async () => ({ routingNumber: '021000021' })
  const makeReceipt = async () => ({ receiptUID: uuid })
  const makeMessageException = async () => ({ exceptionUID: uuid })
  const makeRailMessage = async () => ({ messageUID: uuid })
  const makers = {
    make,
    makeBank,
    makeReceipt,
    makeMessageException,
    makeRailMessage,
    makeByColleague: make,
    makeFactors: async () => uuid,
    makeStopped: async () => ({ paymentUID: uuid, apiKey: 'giro_sample' }),
    ...{ work: async () => {}, endClockMoves: async () => {}, exchangeMessages: async () => {} },
    ...rails,
    ...files,
  }
  for (const operation of operations)
    for (const { value } of operation.examples ?? []) {
      const { method, paths } = await sampleRequest(operation, { ...given, paymentUID: 'none', ...makers })
      const reply = await service.call(method, paths[0]!, value)
      const message: string = reply.body.message ?? ''
      assert.doesNotMatch(message, /must be|is required|is not a field/, `${operation.id}: ${message}`)
    }
})

test('exactly the deprecated operations are marked, and each names the operation that replaces it', () => {
  for (const { path, method, name, described } of all()) {
    const operation = operations.find(
      (one) => one.method.toLowerCase() === method && one.paths.some((form) => form === path),
    )
    assert.equal(described.deprecated ?? false, operation?.successor !== undefined, name)
  }
})

test('the token endpoint replies as documented', async () => {
  const { apiKey, apiSecret } = service.tenant.client
  const { responses } = document.paths[TOKEN_PATH]!['post']!
  for (const [realm, secret, grant, status] of [
    ['bank', apiSecret, 'client_credentials', 200],
    ['bank', apiSecret, 'refresh_token', 400],
    ['bank', apiSecret, 'password', 400],
    ['bank', 'wrong', 'client_credentials', 401],
    ['nowhere', apiSecret, 'client_credentials', 404],
  ] as const) {
    const response = await fetch(service.baseUrl + TOKEN_PATH.replace('{tenant_code}', realm), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: grant }),
    })
    assert.equal(response.status, status, `${realm} ${grant}`)
    const { schema } = responses[status]!.content['application/json']!
    assertSchema(schema, await response.json(), `token ${status}`)
  }
})

test('/openapi.json, /docs and the health checks need no token', async () => {
  for (const [path, type, says] of [
    ['/openapi.json', 'application/json', '"openapi":"3.1'],
    ['/docs', 'text/html', '/openapi.json'],
    ['/docs/reference', 'text/html', '/openapi.json'],
    ['/health/live', 'application/json', `{"status":"live","version":"${VERSION}"}`],
    ['/health/ready', 'application/json', '{"status":"ready"}'],
    ['/health/work', 'application/json', '{"status":"working"}'],
  ] as const) {
    const response = await fetch(service.baseUrl + path)
    assert.equal(response.status, 200, path)
    assert.ok(response.headers.get('content-type')?.startsWith(type), path)
    assert.ok((await response.text()).includes(says), path)
  }
})

test('replies have the headers that stop a browser from misreading them', async () => {
  const reply = await service.call('GET', '/v2/customers?page=1&limit=1')
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(reply.headers.get('x-powered-by'), null)
})
