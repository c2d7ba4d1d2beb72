import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { parse } from 'node:querystring'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { bodyKiBOf, type Operation } from '../../src/http/operation.ts'
import { requestChecker } from '../../src/http/validation.ts'
import type { Refusal } from '../../src/kernel/refusal.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { exampleOf, type Field, fieldsOf, type Rules } from '../support/field-rules.ts'
import { assertProportional } from '../support/growth.ts'
import { readRefusal } from '../support/refusals.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

// What a client sends costs the service in proportion to its size: of any shape, in any operation.

/** The longest query or path that is sent. */
const URL_ROOM = 8_000
/** No answer is longer, in characters. */
const MAX_ANSWER = 5_000
/** Of the body of a payment, in bytes. */
const BODY_LIMIT = 64 * 1_024

let service: TestService
/** The path of a customer. */
let customer: string
before(async () => {
  service = await startTestService()
  customer = `/v2/customers/${dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID}`
})
after(() => service.stop())

interface Answer {
  status: number
  message: string
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
  JSON.stringify(start + filler.repeat(Math.floor((space - 6) / filler.length)) + end)

interface Kind {
  /** A value that fills the space, in characters. */
  make(space: number): string
  /** The largest space within the bounds of every request (src/http/bounds.ts). */
  inBounds: number
}

/** The worst lists and objects. */
const shapes: Record<string, Kind> = {
  'a list of nulls': { make: (space) => filled('null', space), inBounds: 49_500 },
  'a list of empty objects': { make: (space) => filled('{}', space), inBounds: 29_700 },
  'a list of ones': { make: (space) => filled('1', space), inBounds: 19_800 },
  'a list of forbidden texts': { make: (space) => filled('"\\u202e"', space), inBounds: 60_000 },
  'lists in lists': { make: (space) => '['.repeat(space / 2) + ']'.repeat(space / 2), inBounds: 60 },
  'wide lists at every level': {
    make: (space) => `[${'[],'.repeat(space / 100)}`.repeat(30) + `[]${']'.repeat(30)}`,
    inBounds: 29_700,
  },
  'objects in objects': {
    make: (space) => `${'{"a":'.repeat(space / 6)}1${'}'.repeat(space / 6)}`,
    inBounds: 180,
  },
  'many unknown fields': { make: (space) => fieldsFilling(space, (place) => `f${place}`), inBounds: 2_200 },
  'many duplicate fields': { make: (space) => fieldsFilling(space, () => 'sender'), inBounds: 2_500 },
  'a long field name': { make: (space) => `{"${'n'.repeat(space)}":1}`, inBounds: 100 },
  'many fields below long names': { make: belowLongNames, inBounds: 5_000 },
  'many zeros': { make: (space) => '0.'.padEnd(space, '0'), inBounds: 60_000 },
}

/** The worst texts. A field tries its rules on one of up to 4,096 characters, or twice its own. */
const texts: Record<string, (space: number) => string> = {
  'a long word': (space) => textFilling(space, '', 'a', ''),
  'a long email address': (space) => textFilling(space, 'a@', 'a', '!'),
  'an email address of many labels': (space) => textFilling(space, 'a@', 'a.', '!'),
  'a long number': (space) => textFilling(space, '', '1', 'x'),
  'long white space': (space) => textFilling(space, 'x', ' ', 'x'),
  'long punctuation': (space) => textFilling(space, '+1', ' .', ''),
  'four-byte characters': (space) => textFilling(space / 2, '', '🏦', ''),
}
const LONGEST_TEXT = 4_096

/** Of a list whose length is not limited by its field. */
const MOST_ITEMS = 1_000

function belowLongNames(space: number): string {
  const levels = Math.min(30, Math.floor(space / 200))
  const names = `{"${'n'.repeat(100)}":`.repeat(levels)
  return names + fieldsFilling(space - names.length, (place) => `f${place}`) + '}'.repeat(levels)
}

/** A value of half its space, and one that fills it. */
type Sizes = readonly [half: unknown, whole: unknown]

const sizesOf = (make: (space: number) => string, space: number): Sizes => [
  JSON.parse(make(space / 2)),
  JSON.parse(make(space)),
]

/** Within the bounds. The same key twice and too many digits are refused before any check. */
const checkedShapes = Object.entries(shapes)
  .filter(([kind]) => !/duplicate|zeros/.test(kind))
  .map(([kind, { make, inBounds }]) => [kind, sizesOf(make, inBounds)] as const)
const checkedLists = checkedShapes.filter(([, [, whole]]) => Array.isArray(whole))
const checkedObjects = checkedShapes.filter(([, [, whole]]) => !Array.isArray(whole))

/** For a text of up to 4,096 characters, or twice what its field allows. */
const checkedTexts = (rules: Rules) =>
  Object.entries(texts).map(([kind, make]) => [kind, sizesOf(make, longestOf(rules))] as const)
const longestOf = ({ maxLength = 0, anyOf = [] }: Rules): number =>
  Math.max(LONGEST_TEXT, 2 * maxLength, ...anyOf.map(longestOf))

/** Items of a list, as many as it may have. */
function checkedItems({ anyOf, items, maxItems = MOST_ITEMS }: Rules): (readonly [string, Sizes])[] {
  if (!items) return (anyOf ?? []).flatMap(checkedItems)
  const item = exampleOf(items) ?? null
  return [['valid items', [Array(Math.ceil(maxItems / 2)).fill(item), Array(maxItems).fill(item)]]]
}

/** The worst values that a field of these rules can get. */
function valuesFor(rules: Rules): (readonly [string, Sizes])[] {
  const types = (rules.anyOf ?? [rules]).flatMap(({ type }) => type)
  return [
    ...(types.includes('array') ? checkedLists : []),
    ...(types.includes('object') ? checkedObjects : []),
    ...(types.includes('string') ? checkedTexts(rules) : []),
    ...checkedItems(rules),
  ]
}

/** Rules that many fields have are tried in one of them. */
const tried = new Set<string>()
function isNew({ rules }: Field): boolean {
  const key = JSON.stringify({ ...rules, description: '' })
  return !tried.has(key) && Boolean(tried.add(key))
}

for (const operation of operations.filter(({ body }) => body))
  test(`${operation.id}: the check of a body of any shape costs in proportion to its size`, async () => {
    const rules = operation.body as Rules
    const check = requestChecker(operation)
    const itself = { name: 'the body', rules, put: (value: unknown) => value }
    for (const { name, rules: own, put } of [itself, ...fieldsOf(rules, exampleOf(rules)).filter(isNew)])
      for (const [kind, sizes] of valuesFor(own)) {
        const what = `${operation.id}: ${kind} in ${name}`
        const [half, whole] = sizes.map((value) => () => check({ params: {}, query: {}, body: put(value) }))
        await assertProportional(what, { half: half!, whole: whole! })
        assertShort(what, whole!())
      }
  })

for (const operation of operations.filter(({ query, params }) => query ?? params))
  test(`${operation.id}: the check of a query or path of any shape costs in proportion to its length`, async () => {
    const check = requestChecker(operation)
    const ask = (params: string, query: string) =>
      check({ params: longParams(operation, params), query: parse(query, '&', '=', { maxKeys: 0 }), body: {} })
    const names = Object.keys((operation.query as Rules | undefined)?.properties ?? {})
    const queries = [
      ...['a=1&', '&', '%61', ...names.map((name) => `${name}=1&`)].map(
        (part) => (room: number) => part.repeat(room / part.length),
      ),
      (room: number) => Array.from({ length: room / 9 }, (_, place) => `f${place}=1`).join('&'),
      ...names.map((name) => (room: number) => `${name}=${'a@a.'.repeat(room / 4)}`),
    ]
    for (const query of queries) {
      const [half, whole] = [query(URL_ROOM / 2), query(URL_ROOM)]
      const what = `${operation.id}: the query ${whole.slice(0, 30)}…`
      await assertProportional(what, { half: () => ask('', half), whole: () => ask('', whole) })
      assertShort(what, ask('', whole))
    }
    for (const part of ['1', 'a', '🏦']) {
      const [half, whole] = [part.repeat(URL_ROOM / 4), part.repeat(URL_ROOM / 2)]
      await assertProportional(`${operation.id}: a long path`, {
        half: () => ask(half, ''),
        whole: () => ask(whole, ''),
      })
    }
  })

/** The text in place of each parameter of the path. */
function longParams({ params }: Operation, text: string): Record<string, string> {
  return Object.fromEntries(Object.keys((params as Rules | undefined)?.properties ?? {}).map((name) => [name, text]))
}

// The rest of a request's way is the same for every operation: once over HTTP, up to the limits.

for (const [kind, make] of [
  ...Object.entries(shapes).map(([kind, { make }]) => [kind, make] as const),
  ...Object.entries(texts),
])
  test(`a body that is ${kind} costs the service in proportion to its size, up to the limit`, async () => {
    const space = BODY_LIMIT - 200
    const [half, whole] = [make(space / 2), make(space)]
    const ask = (rawBody: string) => send('POST', '/payments/creditrequest', rawBody)
    await assertProportional(kind, { half: () => ask(half), whole: () => ask(whole) })
    assertRefusal(await ask(whole), [400])
  })

/** The end of a URL of this length, after the path. */
const ends: Record<string, (room: number) => string> = {
  'a query of one field again and again': (room) => `?${'a=1&'.repeat(room / 4)}`,
  'a query of nothing': (room) => `?${'&'.repeat(room)}`,
  'a query of many fields': (room) => `?${Array.from({ length: room / 9 }, (_, place) => `f${place}=1`).join('&')}`,
  'a query of escaped letters': (room) => `?${'%61'.repeat(room / 3)}`,
  'a path of one word': (room) => `/${'a'.repeat(room)}`,
  'a path of escaped characters': (room) => `/${'%F0%9F%8F%A6'.repeat(room / 12)}`,
  'a path of many parts': (room) => '/a'.repeat(room / 2),
}

for (const [kind, make] of Object.entries(ends))
  test(`${kind} costs the service in proportion to its length`, async () => {
    const [half, whole] = [make(URL_ROOM / 2), make(URL_ROOM)]
    const ask = (end: string) => send('GET', `/v2/customers${end}`)
    await assertProportional(kind, { half: () => ask(half), whole: () => ask(whole) })
    assertRefusal(await ask(whole), [400, 404])
  })

test('many headers cost the service in proportion to their number', async () => {
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`x-${place}`, 'v'.repeat(100)]))
  const ask = (count: number) => send('GET', customer, '', headers(count))
  await assertProportional('headers', { half: () => ask(45), whole: () => ask(90) })
  assert.equal((await ask(90)).status, 200)
})

function assertShort(what: string, refused: Refusal | undefined): void {
  const { length } = refused?.detail ?? ''
  assert.ok(length < MAX_ANSWER, `${what}: a refusal of ${length} characters`)
}

function assertRefusal({ status, message }: Answer, statuses: readonly number[]): void {
  assert.ok(statuses.includes(status), `${status} ${message}`)
  assert.ok(message.length < MAX_ANSWER, `an answer of ${message.length} characters`)
}

const head = (headers: string) =>
  `POST /payments/creditrequest HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer ${service.tenant.client.token}\r\n` +
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
  const [half, whole] = [130_000, 260_000].map((count) => JSON.stringify({ limits: Array(count).fill(null) }))
  const attack = (rawBody: string) => send('PUT', customer, rawBody)
  await assertProportional('invalid items', { half: () => attack(half!), whole: () => attack(whole!) })
  assert.equal((await attack(whole!)).status, 413)
})

test('an idempotency key stores at most a megabyte, however many fields a request has', async () => {
  const deep = belowLongNames(62_000)
  const rawBody = `${JSON.stringify(customerBody()).slice(0, -1)},"extra":${deep.slice(0, 62_000)}}`
  const reply = await service.call('POST', '/v2/customers', undefined, { rawBody, idempotencyKey: 'deep' })
  assert.ok(reply.status < 500)
  const [row] = await service.query<{ size: string }>(
    "select coalesce(max(pg_column_size(k.*)), 0)::text as size from idempotency_keys k where key = 'deep'",
  )
  assert.ok(Number(row!.size) < 1_000_000, row!.size)
})

test('every answer to a full body is a refusal in the words of its operation', async () => {
  for (const operation of operations.filter(({ body, method }) => body && method !== 'GET')) {
    // A body out of bounds is refused before anything is looked up.
    const path = operation.paths[0]!.replaceAll(/\{\w+\}/g, '1')
    const space = bodyKiBOf(operation) * 1_024
    const rawBody = filled('1', space - 10)
    const reply = await service.call(operation.method, path, undefined, { rawBody })
    assert.equal(reply.status, 400, operation.id)
    assert.match(readRefusal(operation, reply).message, /the body must not have more than 10,000 fields and elements/)
  }
})
