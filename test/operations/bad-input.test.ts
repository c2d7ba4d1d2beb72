import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { isOptionalBody } from '../../src/http/fields.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import fc from '../support/fast-check.ts'
import { type Given, makersOf, refusedSample, type SampleRequest } from '../support/operation-samples.ts'
import { type Changed, callChanged, checkOf, refuserOf } from '../support/request-checks.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  type Reply,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const CREDIT = '/payments/creditrequest'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', CREDIT, creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

const pay = (fields: object, payer: Payer = given) => service.call('POST', CREDIT, creditBody(payer, fields))
const payRaw = (rawBody: string | Uint8Array, headers = {}) =>
  service.call('POST', CREDIT, undefined, { rawBody, headers })

/** The rows of the ledger and payment tables. A refused payment must not change them. */
async function countRows(): Promise<unknown> {
  const tables = ['payments', 'ledger_transfers', 'payment_transitions', 'idempotency_keys', 'customers', 'contacts']
  return service.query(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join()}`)
}

/** Asserts the expected refusal, and that nothing was written. */
async function refuses(
  request: () => Promise<Reply>,
  expected: { status: number; code: string; says?: RegExp | string },
): Promise<void> {
  const before = await countRows()
  assertRefused(await request(), expected)
  assert.deepEqual(await countRows(), before)
}

const INVALID = { status: 400, code: 'PAYMENT002' }

test('a body that is not JSON is refused with 400 REQ001', async () => {
  const body = JSON.stringify(creditBody(given))
  for (const rawBody of [
    '{',
    body.slice(0, -1),
    `${body}}`,
    `${body} x`,
    "{'a': 1}",
    'NaN',
    '{"a": NaN}',
    '{"a": 01}',
    '',
    '\ufeff{',
  ])
    await refuses(() => payRaw(rawBody), { status: 400, code: 'REQ001', says: 'not valid JSON' })
})

test('a body that is not UTF-8 is refused, without replacing characters', async () => {
  const body = Buffer.from(JSON.stringify(creditBody(given, { paymentNotes: 'é' })), 'latin1')
  await refuses(() => payRaw(body), { status: 400, code: 'REQ001' })
  await refuses(() => payRaw(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), { status: 400, code: 'REQ001' })
})

test('JSON that is not an object is refused', async () => {
  for (const body of ['null', '[]', '"text"', '1', 'true'])
    await refuses(() => payRaw(body), { ...INVALID, says: 'the body must be of type object' })
})

test('every missing required field of a payment is named', async () => {
  for (const field of ['externalReferenceId', 'paymentAmount', 'paymentCurrency', 'speed', 'sender', 'receiver'])
    await refuses(() => pay({ [field]: undefined }), { ...INVALID, says: `${field} is required` })
  for (const party of ['sender', 'receiver'])
    await refuses(() => pay({ [party]: {} }), { ...INVALID, says: `${party}.accountUID is required` })
})

test('a field of the wrong type is refused by name, and not converted', async () => {
  const wrong: Record<string, unknown[]> = {
    externalReferenceId: [1, null, true, {}, [], '', 'x'.repeat(51)],
    paymentAmount: ['ten', '1e3', '0x10', '', null, true, {}, [10]],
    paymentCurrency: [840, null, 'US', 'USDX', ''],
    speed: [1, null, '', [], 'Warp', 'Economyy', 'Ecónomy'],
    paymentNotes: [1, {}, 'x'.repeat(201)],
    paymentDate: [20260701, {}],
    sender: [null, 'x', 7, []],
    notification: ['x', { emailAddress: 'nobody' }, { message: 1 }],
    additionalInfo: ['x', { secCode: 'XYZ' }, { detailsOfCharges: 'ALL' }],
    ultimateSenderName: [1, {}, 'x'.repeat(141)],
  }
  for (const [field, values] of Object.entries(wrong))
    for (const value of values) await refuses(() => pay({ [field]: value }), { ...INVALID, says: field })
})

test('an unknown field of a payment is refused by name at any depth: no instruction is ignored', async () => {
  await refuses(() => pay({ paymentAmout: 1 }), { ...INVALID, says: 'paymentAmout is not a field' })
  await refuses(() => pay({ sender: { accountUID: given.accountUID, iban: 'x' } }), {
    ...INVALID,
    says: 'sender.iban is not a field',
  })
  await refuses(() => pay({ additionalInfo: { seccode: 'PPD' } }), { ...INVALID, says: 'additionalInfo.seccode' })
})

test('a blank name of a customer, an account or a contact is refused', async () => {
  const { customerUID } = await createPayer(service)
  const says = (field: string) => `${field} must be not blank`
  const named: [string, object, string[]][] = [
    ['/v2/customers', customerBody({ legalName: ' ', shortName: '\u00a0' }), ['legalName', 'shortName']],
    [`/v3/customers/${customerUID}/accounts`, accountBody({ accountName: ' \u2003' }), ['accountName']],
    [`/v2/customers/${customerUID}/contacts`, contactBody({ name: '  ', templateName: ' ' }), ['name', 'templateName']],
  ]
  for (const [path, body, fields] of named) {
    const { status, body: answer } = await service.call('POST', path, body)
    assert.equal(status, 400)
    for (const field of fields) assert.ok(answer.message.includes(says(field)), answer.message)
  }
})

test('an unknown speed is refused, and the known ones are named', async () => {
  await refuses(() => pay({ speed: 'Warp' }), {
    ...INVALID,
    says: 'speed must be one of Economy, Economy Plus, Express, Instant, SPOT, ON, TN',
  })
})

test('an amount must be positive, exact to the cent, and no larger than a JSON number holds exactly', async () => {
  for (const amount of [0, -0, -1, -0.01])
    await refuses(() => pay({ paymentAmount: amount }), { ...INVALID, says: 'greater than zero' })
  for (const amount of [0.1 + 0.2, 0.001, 10.005, 1e-7, 1.0000000000000002])
    await refuses(() => pay({ paymentAmount: amount }), { ...INVALID, says: 'more decimals than USD has' })
  for (const amount of [2 ** 53, 2 ** 53 + 2, 1e21, 1e300, Number.MAX_VALUE])
    await refuses(() => pay({ paymentAmount: amount }), { ...INVALID, says: 'must not exceed 70368744177663.99 USD' })
  const body = JSON.stringify(creditBody(given, { paymentAmount: 12345 }))
  for (const text of ['1e400', '-1e400'])
    await refuses(() => payRaw(body.replace('12345', text)), { ...INVALID, says: 'paymentAmount' })
  for (const text of ['0.10000000000000001', '9007199254740993.00'])
    await refuses(() => payRaw(body.replace('12345', text)), { status: 400, code: 'REQ001', says: 'more digits' })
  for (const text of ['Infinity', '-Infinity', 'NaN', '0x10', '.5', '1.', '+1', '1_000'])
    await refuses(() => payRaw(body.replace('12345', text)), { status: 400, code: 'REQ001' })
})

test('an amount can be any spelling of a JSON number', async () => {
  const body = creditBody(given, { paymentAmount: 12345 })
  for (const text of ['1', '1.0', '1.50', '1e0', '1E+0', '15e-1', '0.01']) {
    const reply = await payRaw(JSON.stringify(body).replace('12345', text))
    const payment = dataOf(await service.call('GET', `/payments/${dataOf(reply).paymentUID}`))
    assert.equal(payment.senderAmount, Number(text).toFixed(2))
  }
})

test('an unknown currency and a currency that is not payable are refused', async () => {
  for (const paymentCurrency of ['XXX', 'ZZZ', 'XAU', 'HRK'])
    await refuses(() => pay({ paymentCurrency }), { ...INVALID, says: `${paymentCurrency} is not a payable` })
})

test('a domestic speed pays dollars to accounts in dollars, and in a currency of one of the two accounts', async () => {
  await refuses(() => pay({ paymentCurrency: 'EUR' }), { ...INVALID, says: 'the sending account is in USD' })
  const contactBank = { ...contactBody().contactBank, accountCcy: 'EUR' }
  const payer = await createPayer(service, { contact: { contactBank } })
  await refuses(() => pay({}, payer), { ...INVALID, says: 'Economy supports USD only' })
})

test('an unknown account or contact is refused like one of another customer, legal entity or tenant', async () => {
  const other = await createPayer(service)
  const tenant = await service.createTenant('elsewhere')
  const foreign = await createPayer(service, { client: tenant.client })
  for (const accountUID of ['999999999', 1, '999999999999999999', foreign.accountUID])
    await refuses(() => pay({ sender: { accountUID } }), {
      ...INVALID,
      says: 'the sending account is not one of your accounts',
    })
  for (const accountUID of ['999999999', 1, given.accountUID, other.contactUID, foreign.contactUID])
    await refuses(() => pay({ receiver: { accountUID } }), { ...INVALID, says: 'receiver.accountUID is not a contact' })
  for (const accountUID of ['0', '-1', '1.5', 'abc', '', 0, -1, 1.5, 2 ** 53, '9'.repeat(19), '1 or 1=1'])
    await refuses(() => pay({ sender: { accountUID } }), { ...INVALID, says: 'sender.accountUID' })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(other.customerUID) })
  await refuses(() => service.call('POST', CREDIT, creditBody(given), { client }), {
    ...INVALID,
    says: 'the sending account is not one of your accounts',
  })
})

test('a payment of one cent more than the available balance is refused with 402, and nothing is written', async () => {
  const payer = await createPayer(service, { balance: 5 })
  await refuses(() => pay({ paymentAmount: 5.01 }, payer), {
    status: 402,
    code: 'PAYMENT002',
    says: 'available balance',
  })
  dataOf(await pay({ paymentAmount: 5 }, payer))
})

test('a date that does not exist, has another format or is in the past is refused', async () => {
  for (const paymentDate of [
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '13/01/2026',
    '01.07.2026',
    '2026-7-1',
    'today',
    '2026-07-01T00:00:00.000Z',
  ])
    await refuses(() => pay({ paymentDate }), {
      ...INVALID,
      says: 'paymentDate must be a date: yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy',
    })
  await refuses(() => pay({ paymentDate: '2020-01-01' }), { ...INVALID, says: 'is before today' })
})

test('a body of 64 KiB is read, one byte more is refused with 413 and the limit', async () => {
  const body = JSON.stringify(creditBody(given))
  const padded = (length: number) => body + ' '.repeat(length - body.length)
  dataOf(await payRaw(padded(64 * 1024)))
  await refuses(() => payRaw(padded(64 * 1024 + 1)), { status: 413, code: 'REQ001', says: 'larger than 64 KiB' })
})

test('a media type other than JSON is refused with 415', async () => {
  const body = JSON.stringify(creditBody(given))
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
  ])
    await refuses(() => payRaw(body, { 'content-type': type }), {
      status: 415,
      code: 'REQ001',
      says: 'Content-Type: application/json',
    })
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON'])
    dataOf(await payRaw(JSON.stringify(creditBody(given)), { 'content-type': type }))
})

/** The body of a refusal, in the dialect of the operations of its path. */
const MEMBERS: Record<string, string[]> = {
  envelope: ['status', 'code', 'reason', 'message'],
  message: ['message'],
  signatory: ['errors'],
}

test('a known path with another method is 405, and Allow names its methods', async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const byForm = new Map<string, { path: string; allowed: Set<string>; dialect: string }>()
  for (const operation of operations)
    for (const form of operation.paths) {
      const known = byForm.get(form) ?? {
        // No record is looked for.
        path: form.replaceAll(/\{\w+\}/g, '1'),
        allowed: new Set(),
        dialect: operation.dialect ?? 'envelope',
      }
      known.allowed.add(operation.method)
      if (operation.method === 'GET' && !('change' in operation)) known.allowed.add('HEAD')
      byForm.set(form, known)
    }
  for (const { path, allowed, dialect } of byForm.values()) {
    for (const method of methods.filter((name) => !allowed.has(name)))
      for (const body of method === 'GET' ? [undefined] : [undefined, {}]) {
        const reply = await service.call(method, path, body)
        assertRefused(reply, { status: 405, code: 'REQ001', says: 'Allow' })
        assert.deepEqual(Object.keys(reply.body), MEMBERS[dialect], `${method} ${path}`)
        assert.deepEqual(new Set(reply.headers.get('allow')?.split(', ')), allowed, `${method} ${path}`)
      }
  }
})

test('a wrong method is 405 for any body', async () => {
  for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/json' }])
    assertRefused(await service.call('PUT', CREDIT, undefined, { rawBody: '{', headers }), {
      status: 405,
      code: 'REQ001',
    })
})

test('an unknown path is 404, with a token and without one', async () => {
  for (const path of ['/v9/customers', '/v2/customers/1/2/3/4', '/payments', '/favicon.ico', '/V2/CUSTOMERS'])
    for (const client of [service.tenant.client, null])
      for (const method of ['GET', 'POST'])
        assertRefused(await service.call(method, path, undefined, { client }), {
          status: 404,
          code: 'REQ001',
          says: 'no such path',
        })
})

test('a path that is not a URL, or is longer than any identifier, is refused in the envelope', async () => {
  for (const path of ['/v2/customers/%zz', '/v2/customers/%', '/payments/%c3%28'])
    assertRefused(await service.call('GET', path), { status: 400, code: 'REQ001' })
  const long = await service.call('GET', `/payments/${'x'.repeat(2000)}`)
  assertRefused(long, { status: 404, code: 'REQ001' })
})

test('NUL and lone surrogates are refused in a field name and in a query', async () => {
  await refuses(() => payRaw('{"a\\u0000b": 1}'), {
    ...INVALID,
    says: 'must not have the character U+0000 in a field name',
  })
  assertRefused(await service.call('GET', '/v2/customers?page=1&limit=1&legalName=a%00b'), {
    status: 400,
    code: 'CUST001',
  })
})

const FAITHFUL = [
  'é ü ß',
  'e\u0301 is composed',
  '漢字かな 한국어 العربية',
  '🏦👍🏽🇩🇪❤\ufe0f',
  '𝒢𝒾𝓇𝑜 𐍈',
  '\ufffd\uffff',
  "Robert'); DROP TABLE payments;--",
  '" or ""="',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text must stay literal
  '\\ \\u0041 %41 &amp; <script>alert(1)</script> ${x} {{y}} $1 :name',
  ' leading and trailing ',
]

test('text is returned unchanged but for its form, NFC: four-byte characters, markup, SQL', async () => {
  for (const sent of FAITHFUL) {
    const written = sent.normalize('NFC')
    const customer = dataOf(await service.call('POST', '/v2/customers', customerBody({ legalName: sent, note: sent })))
    const customerUID = customer.customerUID
    const read = dataOf(await service.call('GET', `/v2/customers/${customerUID}`))
    assert.deepEqual([read.legalName, read.note], [written, written])
    const found = dataOf(
      await service.call('GET', `/v2/customers?${new URLSearchParams({ page: '1', limit: '1', legalName: sent })}`),
    )
    assert.equal(found[0].customerUID, customerUID)

    const contact = contactBody({ name: `Ada ${sent}`, otherInfo: { beneficiaryNotes: sent } })
    const contacts = `/customers/${customerUID}/contacts`
    const { customerContactUID } = dataOf(await service.call('POST', contacts, contact))
    const readContact = dataOf(await service.call('GET', `${contacts}/${customerContactUID}`))
    assert.deepEqual([readContact.name, readContact.otherInfo.beneficiaryNotes], [`Ada ${written}`, written])

    const additionalAttributes = [{ attributeName: sent, value: sent }]
    const account = accountBody({ accountName: sent, additionalAttributes })
    const accounts = `/v3/customers/${customerUID}/accounts`
    const { accountUID } = dataOf(await service.call('POST', accounts, account), 201)
    const readAccount = dataOf(await service.call('GET', `${accounts}/${accountUID}`))
    assert.deepEqual(readAccount.additionalAttributes, [{ attributeName: written, value: written }])
    assert.equal(readAccount.accountName, written)

    const { paymentUID } = dataOf(
      await pay({ paymentNotes: sent, externalReferenceId: sent.slice(0, 50), paymentAmount: 0.01 }),
    )
    assert.equal(dataOf(await service.call('GET', `/payments/${paymentUID}`)).paymentNotes, written)
  }
})

test('lengths count characters, not bytes or UTF-16 units', async () => {
  dataOf(await pay({ paymentNotes: '🏦'.repeat(200), paymentAmount: 0.01 }))
  await refuses(() => pay({ paymentNotes: '🏦'.repeat(201) }), { ...INVALID, says: 'paymentNotes' })
})

test('deep and long JSON is refused with a short message', async () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  for (const rawBody of [deep(33), deep(10_000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
    await refuses(() => payRaw(rawBody), { ...INVALID, says: 'nested deeper than 32 levels' })
  }
})

test('10,000-element arrays, objects with 5,000 fields and fields with very long names get a short reply', async () => {
  const many = Array.from({ length: 10_000 }, () => 'PPD')
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`f${place}`, 0]))
  const bodies: [string, unknown][] = [
    ['/v2/customers', customerBody({ secCodes: many })],
    ['/v2/customers', customerBody({ addtionalProfileDetails: Array.from({ length: 5_000 }, () => ({ sso: 1 })) })],
    [`/customers/${given.customerUID}/contacts`, contactBody({ regulartoryReporting: many })],
    [CREDIT, many],
    [CREDIT, creditBody(given, { speed: many })],
    [CREDIT, creditBody(given, fields)],
    [CREDIT, creditBody(given, { ['n'.repeat(60_000)]: 1 })],
  ]
  for (const [path, body] of bodies) {
    const reply = await service.call('POST', path, body)
    assertRefused(reply, { status: 400, code: reply.body.code })
    assert.ok(reply.body.message.length < 5_000, `${path}: ${reply.body.message.length} characters`)
  }
})

test('__proto__ and constructor.prototype are refused, and do not change any object of the service', async () => {
  const body = JSON.stringify(creditBody(given))
  for (const poison of [
    '"__proto__": {"polluted": true}',
    '"\\u005f_proto__": {"polluted": true}',
    '"constructor": {"prototype": {"polluted": true}}',
    '"sender": {"__proto__": {"accountUID": "1"}}',
  ])
    await refuses(() => payRaw(`${body.slice(0, -1)},${poison}}`), { status: 400, code: 'REQ001' })
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    await refuses(() => pay({ [name]: 1 }), { ...INVALID, says: `${name} is not a field` })
})

test('a property name of JavaScript objects is not a value of an enumeration', async () => {
  for (const customerType of ['constructor', 'toString', '__proto__', 'length'])
    await refuses(() => service.call('POST', '/v2/customers', customerBody({ customerType })), {
      status: 400,
      code: 'CUST001',
      says: 'customerType must be one of',
    })
})

test('a JSON number too large for a double is refused in number fields', async () => {
  const body = accountBody({ accountFeatures: { fedWireFeature: { callbackLimit: 12345 } } })
  const path = `/v3/customers/${given.customerUID}/accounts`
  const rawBody = JSON.stringify(body).replace(':12345}', ':1e400}')
  assert.ok(rawBody.includes('1e400'))
  assertRefused(await service.call('POST', path, undefined, { rawBody }), {
    status: 400,
    code: 'ACC001',
    says: 'callbackLimit',
  })
})

test('an infinite page number is refused like one above the maximum', async () => {
  for (const page of ['1e400', '9'.repeat(400), '-1e400', 'Infinity', 'NaN', '1e9'])
    for (const path of ['/v2/customers', `/customers/${given.customerUID}/contacts`])
      assertRefused(await service.call('GET', `${path}?limit=1&page=${page}`), {
        status: 400,
        code: 'CUST001',
        says: 'page',
      })
})

test('the service survives malformed headers and a body shorter than its Content-Length', async () => {
  const { hostname, port } = new URL(service.baseUrl)
  for (const text of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /v2/customers HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    `POST ${CREDIT} HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n`,
  ])
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.on('data', (data) => {
        answer += data
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        assert.match(answer, /^HTTP\/1\.1 4/)
        done()
      })
    })
  dataOf(await pay({ paymentAmount: 0.01 }))
})

/** A valid body with any part replaced by a hostile value. */
const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...FAITHFUL, '', '\u0000', '\ud800', '9'.repeat(400), 'x'.repeat(3000)),
  fc.constantFrom(0, -0, -1, 1e21, 1e308, 2 ** 53, 0.1 + 0.2, 5e-324),
  fc.constantFrom(null, true, [], {}, [null], [[]], { accountUID: null }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [path]
  return [path, ...Object.entries(value).flatMap(([name, child]) => pathsOf(child, [...path, name]))]
}

function replaceAt(value: unknown, path: string[], replacement: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return replacement
  return { ...(value as object), [name]: replaceAt((value as Record<string, unknown>)[name], rest, replacement) }
}

const RUNS = Number(process.env['GIRO_FUZZ_RUNS'] ?? 150)

for (const operation of operations) {
  const { id, body: schema, query } = operation
  const sampleOf = () => refusedSample(operation, given)
  /** The answer of the check if it refuses the request, otherwise of the service. */
  const askerOf = (sample: SampleRequest) => {
    const check = checkOf(operation, sample)
    return async (changed: Changed) => check(changed) ?? (await callChanged(service, operation, sample, changed))
  }

  if (schema && !isOptionalBody(schema))
    test(`${id} with a missing, empty or wrongly typed body names the missing fields`, async () => {
      const { method, paths } = await sampleOf()
      // An update with only optional fields changes nothing if it is empty.
      const isEmptyMissing = ((schema as { required?: string[] }).required ?? []).length > 0
      for (const rawBody of ['[]', 'null', ...(isEmptyMissing ? ['{}'] : [])]) {
        const reply = await service.call(method, paths[0]!, undefined, { rawBody })
        assertRefused(reply, { status: 400, code: reply.body.code, says: /is required|must be of type object/ })
      }
      const reply = await service.call(method, paths[0]!)
      assertRefused(reply, { status: 400, code: reply.body.code, says: 'must be of type object' })
    })

  if (schema)
    test(`${id}: NUL and lone surrogates are refused in every text, because they cannot be stored unchanged`, async () => {
      const sample = await sampleOf()
      const ask = refuserOf(service, operation, sample)
      for (const text of ['\u0000', 'a\u0000b', '\ud800', '\udc00x', '\udc00\ud800']) {
        const reply = await ask({ body: { ...sample.body, externalReferenceId: text } })
        assertRefused(reply, {
          status: 400,
          code: reply.body.code,
          says: 'externalReferenceId must not contain the character U+',
        })
      }
    })

  if (query)
    test(`${id}: for any query, the reply is a success or a declared refusal, never a 500`, async () => {
      const ask = askerOf(await sampleOf())
      const names = Object.keys((query as { properties?: object }).properties ?? {})
      const value = fc.oneof(
        hostile.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))),
        fc.string({ unit: 'binary' }),
      )
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
          const reply = await ask({ query: new URLSearchParams({ page: '1', limit: '1', [name]: text }) })
          assert.ok(reply.status < 500, `${name}=${text}: ${JSON.stringify(reply.body)}`)
        }),
        { numRuns: RUNS },
      )
    })

  if (schema)
    test(`${id}: for any value of any field, the reply is a success or a declared refusal, never a 500`, async () => {
      const optional = Object.keys((schema as { properties?: object }).properties ?? {})
      // An earlier test may have switched on dual control, and the sample would wait.
      await service.query('update institutions set dual_control = false where dual_control')
      const sample = await sampleOf()
      const ask = askerOf(sample)
      const places = [...pathsOf(sample.body), ...optional.map((name) => [name])]
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), hostile, async (place, value) => {
          const reply = await ask({ body: replaceAt(sample.body, place, value) })
          assert.ok(reply.status < 500, `${place.join('.')}: ${JSON.stringify(reply.body)}`)
        }),
        { numRuns: RUNS },
      )
    })
}
