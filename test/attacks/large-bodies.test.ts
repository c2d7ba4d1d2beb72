import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { bodyKiBOf, type Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { fieldsOf, type Rules } from '../support/field-rules.ts'
import { type Given, makersOf, sampleRequest } from '../support/operation-samples.ts'
import { readRefusal } from '../support/refusals.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** The most processor time that a request may take from the service, with the client beside it. */
const MAX_MS = 50
const ATTEMPTS = 6

/**
 * Reading this text takes about a fifth of MAX_MS. On a slower machine, or while others take its
 * memory and caches, it takes longer, and so may a request.
 */
const YARDSTICK = JSON.stringify(Array.from({ length: 7_000 }, (_, place) => ({ [`field${place}`]: [place, 'text'] })))
const YARDS = 5

function allowedMs(): number {
  const from = process.cpuUsage()
  JSON.parse(YARDSTICK)
  const { user, system } = process.cpuUsage(from)
  return Math.max(MAX_MS, ((user + system) / 1_000) * YARDS)
}

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = {
    ...payer,
    paymentUID: paid.body.data.paymentUID,
    ...(await makersOf(service, service.tenant)),
  }
})
after(() => service.stop())

interface Answer {
  status: number
  message: string
}

/**
 * Sends a request, and returns the answer with the processor time of the whole process: at least as
 * long as the event loop was busy, and not longer on a busy machine.
 */
async function timed(ask: () => Promise<Answer>): Promise<Answer & { ms: number }> {
  const from = process.cpuUsage()
  const answer = await ask()
  const { user, system } = process.cpuUsage(from)
  return { ...answer, ms: (user + system) / 1_000 }
}

/** The first request of its kind also pays for compiling its code, so the cheapest one counts. */
async function assertCheap(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  const taken: number[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { ms, ...answer } = await timed(ask)
    if (ms <= MAX_MS || ms <= allowedMs()) return answer
    taken.push(Math.round(ms))
  }
  throw new assert.AssertionError({ message: `${what} takes ${taken.join(', ')} ms` })
}

async function send(method: string, path: string, rawBody = '', headers = {}): Promise<Answer> {
  const asked = request(service.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${service.tenant.client.token}`,
      ...(rawBody && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(rawBody) }),
      ...headers,
    },
  })
  // After a refusal, the service does not read the rest of a body.
  asked.on('error', () => {}).end(rawBody)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, message: await text(answer) }
}

/** Repeats an element until the list fills the space. */
const filled = (element: string, space: number) =>
  `[${Array(Math.max(1, Math.floor((space - 2) / (element.length + 1))))
    .fill(element)
    .join(',')}]`
const fieldsFilling = (space: number, nameOf: (place: number) => string) => {
  const fields: string[] = []
  for (let length = 2; length < space - 200; length += fields.at(-1)!.length + 1)
    fields.push(`"${nameOf(fields.length)}":1`)
  return `{${fields.join(',')}}`
}
const textFilling = (space: number, start: string, filler: string, end: string) =>
  JSON.stringify(start + filler.repeat(Math.floor((space - 100) / filler.length)) + end)

/** The worst value of each kind that fits the space. */
const kinds: Record<string, (space: number) => string> = {
  'a list of nulls': (space) => filled('null', space),
  'a list of empty objects': (space) => filled('{}', space),
  'a list of ones': (space) => filled('1', space),
  'a list of forbidden texts': (space) => filled('"\\u202e"', space),
  'lists in lists': (space) => '['.repeat(space / 2) + ']'.repeat(space / 2),
  'wide lists at every level': (space) => `${'[[],[],'.repeat(30)}[]${']'.repeat(30)}`.slice(0, space),
  'objects in objects': (space) => '{"a":'.repeat(space / 6 - 2) + '1' + '}'.repeat(space / 6 - 2),
  'many unknown fields': (space) => fieldsFilling(space, (place) => `f${place}`),
  'many duplicate fields': (space) => fieldsFilling(space, () => 'sender'),
  'a long field name': (space) => `{"${'n'.repeat(space - 100)}":1}`,
  'many fields below long names': (space) =>
    `{"${'n'.repeat(100)}":`.repeat(30) + fieldsFilling(space - 4_000, (n) => `f${n}`) + '}'.repeat(30),
  'a long word': (space) => textFilling(space, '', 'a', ''),
  'a long email address': (space) => textFilling(space, 'a@', 'a', '!'),
  'an email address of many labels': (space) => textFilling(space, 'a@', 'a.', '!'),
  'a long number': (space) => textFilling(space, '', '1', 'x'),
  'many zeros': (space) => '0.'.padEnd(space - 100, '0'),
  'long white space': (space) => textFilling(space, '', ' ', ''),
  'long punctuation': (space) => textFilling(space, '+1', ' .', ''),
  'four-byte characters': (space) => textFilling(space / 2, '', '🏦', ''),
}

/** Most operations have the same limit, so a whole body of a kind is built once for all. */
const built = new Map<string, string>()
function wholeBody(kind: string, space: number): string {
  const key = `${kind} ${space}`
  const value = built.get(key) ?? kinds[kind]!(space)
  built.set(key, value)
  return value
}

/** A body that has the value in place of one field, or of the whole. */
function bodyWith(put: ((value: unknown) => unknown) | undefined, value: string): string {
  if (!put) return value
  const MARK = 'the value goes here'
  return JSON.stringify(put(MARK)).replace(JSON.stringify(MARK), () => value)
}

/** Lists and objects of the schema, and a few of its texts with different rules. */
function targetsOf(operation: Operation, body: unknown) {
  const fields = fieldsOf(operation.body as Rules, body)
  const byRules = new Map(fields.map((field) => [JSON.stringify({ ...field.rules, description: '' }), field]))
  return [undefined, ...byRules.values()]
}

for (const operation of operations.filter(({ body }) => body)) {
  const { id, method } = operation
  test(`${id}: no body of any size or shape keeps the service busy for more than ${MAX_MS} ms`, async () => {
    const { paths, body } = await sampleRequest(operation, given)
    for (const field of targetsOf(operation, body))
      for (const kind of Object.keys(kinds)) {
        const isText = /word|email|number|zeros|space|punctuation|characters/.test(kind)
        const types = (field?.rules.anyOf ?? [field?.rules]).flatMap((one) => one?.type)
        // A value of another type than the field's costs the same in every field.
        if (field && !(isText ? types.includes('string') : types.includes('array') || types.includes('object')))
          continue
        const space = bodyKiBOf(operation) * 1_024 - bodyWith(field?.put, '').length
        const what = `${id}: ${kind} in ${field?.name ?? 'the body'}`
        const rawBody = bodyWith(field?.put, field ? kinds[kind]!(space) : wholeBody(kind, space))
        const { status, message } = await assertCheap(what, () => send(method, paths[0]!, rawBody))
        assert.ok(status < 500 && status !== 413, `${what}: ${status} ${message}`)
        assert.ok(status < 300 || message.length < 5_000, `${what}: an answer of ${message.length} characters`)
      }
  })
}

for (const operation of operations.filter(({ query, params }) => query ?? params))
  test(`${operation.id}: no path, query or headers keep the service busy for more than ${MAX_MS} ms`, async () => {
    const { method, paths, body } = await sampleRequest(operation, given)
    const [path, asked = ''] = paths[0]!.split('?')
    const rawBody = body === undefined ? undefined : JSON.stringify(body)
    const names = Object.keys((operation.query as Rules | undefined)?.properties ?? {})
    const room = 8_000 - paths[0]!.length
    const queries = [
      'a=1&'.repeat(room / 4),
      '&'.repeat(room),
      Array.from({ length: room / 9 }, (_, place) => `f${place}=1`)
        .join('&')
        .slice(0, room),
      '%61'.repeat(room / 3),
      ...names.map((name) => `${name}=1&`.repeat(room / (name.length + 3))),
      ...names.map((name) => `${name}=${'a@a.'.repeat((room - name.length) / 4 - 1)}`),
    ]
    for (const query of queries) {
      const what = `${operation.id}: the query ${query.slice(0, 30)}…`
      const { status, message } = await assertCheap(what, () => send(method, `${path}?${asked}&${query}`, rawBody))
      assert.ok(status < 500, `${what}: ${status} ${message}`)
      assert.ok(status < 300 || message.length < 5_000, `${what}: an answer of ${message.length} characters`)
    }
    for (const long of ['1', 'a', '%F0%9F%8F%A6', 'a/']) {
      const url = paths[0]!.split('?')[0]!.replace(/[^/]+$/, () => long.repeat(room / long.length))
      const { status } = await assertCheap(`${operation.id}: a long path`, () => send(method, url, rawBody))
      assert.ok([400, 404, 405].includes(status), `${operation.id}: ${status}`)
    }
    const headers = Object.fromEntries(Array.from({ length: 90 }, (_, place) => [`x-${place}`, 'v'.repeat(100)]))
    const { status } = await assertCheap(`${operation.id}: many headers`, () =>
      send(method, paths[0]!, rawBody, headers),
    )
    assert.ok(status < 500, `${operation.id}: ${status}`)
  })

const PATH = '/payments/creditrequest'
const head = (headers: string) =>
  `POST ${PATH} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer ${service.tenant.client.token}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n\r\n`

/** Sends the text, then the filler until the service answers. Counts the bytes it sent. */
async function flood(text: string, filler?: string): Promise<{ reply: string; sent: number }> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  await once(socket, 'connect')
  let reply = ''
  let sent = text.length
  let isOver = false
  socket.on('data', (chunk) => (reply += chunk)).on('error', () => {})
  const over = new Promise<void>((close) => {
    socket.on('close', () => {
      isOver = true
      close()
    })
  })
  socket.write(text)
  while (filler && !isOver && sent < 50_000_000) {
    sent += filler.length
    const isDrained = socket.write(filler)
    await (isDrained ? new Promise(setImmediate) : Promise.race([once(socket, 'drain').catch(() => {}), over]))
  }
  await over
  return { reply, sent }
}

test('a body announced as 10 GB is refused with the limit before it is read, and the connection ends', async () => {
  const { reply } = await flood(head('Content-Length: 10000000000'))
  assert.match(reply, /^HTTP\/1\.1 413 /)
  assert.match(reply, /the body is larger than 64 KiB/)
  assert.match(reply, /connection: close/i)
})

test('a body without an end is refused soon after 64 KiB, and the connection ends', async () => {
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
  const { reply, sent } = await flood(head('Transfer-Encoding: chunked'), chunk)
  assert.match(reply, /^HTTP\/1\.1 413 /)
  assert.ok(sent < 20_000_000, `${sent} bytes were taken`)
})

test('one client that sends 260,000 invalid list items does not delay the requests of others', async () => {
  const rawBody = JSON.stringify({ limits: Array(260_000).fill(null) })
  const attack = () => send('PUT', `/v2/customers/${given.customerUID}`, rawBody)
  const { status } = await assertCheap('260,000 invalid items', attack)
  assert.equal(status, 413)
})

test('an idempotency key stores at most a megabyte, however many fields a request has', async () => {
  const { paths, body } = await sampleRequest(operations.find(({ id }) => id === 'createCustomer')!, given)
  const deep = kinds['many fields below long names']!(62_000)
  const rawBody = `${JSON.stringify(body).slice(0, -1)},"extra":${deep.slice(0, 62_000)}}`
  const reply = await service.call('POST', paths[0]!, undefined, { rawBody, idempotencyKey: 'deep' })
  assert.ok(reply.status < 500)
  const [row] = await service.query<{ size: string }>(
    "select coalesce(max(pg_column_size(k.*)), 0)::text as size from idempotency_keys k where key = 'deep'",
  )
  assert.ok(Number(row!.size) < 1_000_000, row!.size)
})

test('every answer to a full body is a refusal in the words of its operation', async () => {
  for (const operation of operations.filter(({ body, method }) => body && method !== 'GET')) {
    const { method, paths } = await sampleRequest(operation, given)
    const space = bodyKiBOf(operation) * 1_024
    const rawBody = kinds['a list of ones']!(space - 10)
    const reply = await service.call(method, paths[0]!, undefined, { rawBody })
    assert.equal(reply.status, 400, operation.id)
    assert.match(readRefusal(operation, reply).message, /the body must not have more than 10,000 fields and elements/)
  }
})
