import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { claimKey } from '../../src/http/idempotency.store.ts'
import { fingerprintOf } from '../../src/http/idempotency.ts'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { isChange, makersOf, sampleRequest } from '../support/operation-samples.ts'
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

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService()
  payer = await createPayer(service, { balance: 10_000 })
})
after(() => service.stop())

interface Creation {
  name: string
  table: string
  request(): { path: string; body: Record<string, unknown> }
  /** A change of the body, and the field that the conflict must name. */
  other: Record<string, unknown>
  field: string
}

const creations: Creation[] = [
  {
    name: 'a payment',
    table: 'payments',
    request: () => ({ path: '/payments/creditrequest', body: creditBody(payer) }),
    other: { paymentAmount: 11 },
    field: 'paymentAmount',
  },
  {
    name: 'a customer',
    table: 'customers',
    request: () => ({ path: '/v2/customers', body: customerBody() }),
    other: { legalName: 'Another LLC' },
    field: 'legalName',
  },
  {
    name: 'an account',
    table: 'accounts',
    request: () => ({ path: `/v3/customers/${payer.customerUID}/accounts`, body: accountBody() }),
    other: { accountName: 'Another' },
    field: 'accountName',
  },
  {
    name: 'a contact',
    table: 'contacts',
    request: () => ({ path: `/customers/${payer.customerUID}/contacts`, body: contactBody() }),
    other: { name: 'Another' },
    field: 'name',
  },
  {
    name: 'an adjustment',
    table: 'adjustments',
    request: () => ({
      path: `/v1/institution/accounts/${payer.accountUID}/adjustments`,
      body: { direction: 'Credit', amount: 1, currency: 'USD', reason: 'r', externalReferenceId: 'e' },
    }),
    other: { amount: 2 },
    field: 'amount',
  },
]

async function countOf(table: string): Promise<number> {
  const [row] = await service.query<{ count: bigint }>(`select count(*) from ${table}`)
  return Number(row!.count)
}

const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true'

for (const { name, table, request, other, field } of creations) {
  test(`${name}: the same key and body get the first reply again, marked as replayed, and nothing more is written`, async () => {
    const { path, body } = request()
    const idempotencyKey = randomUUID()
    const before = await countOf(table)
    const first = await service.call('POST', path, body, { idempotencyKey })
    assert.equal(first.body.status, 'Success', JSON.stringify(first.body))
    assert.equal(isReplay(first), false)
    const second = await service.call('POST', path, body, { idempotencyKey })
    assert.equal(isReplay(second), true)
    assert.deepEqual([second.status, second.body], [first.status, first.body])
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
    assert.equal(first.headers.has('etag'), ['customers', 'accounts', 'contacts'].includes(table))
    assert.equal(await countOf(table), before + 1)
  })

  test(`${name}: the same key with another body is 409, and the message names the field that differs`, async () => {
    const { path, body } = request()
    const idempotencyKey = randomUUID()
    await service.call('POST', path, body, { idempotencyKey })
    const before = await countOf(table)
    const reply = await service.call('POST', path, { ...body, ...other }, { idempotencyKey })
    assertRefused(reply, { status: 409, code: 'REQ002', says: `differs in ${field}.` })
    assert.equal(isReplay(reply), false)
    assert.equal(await countOf(table), before)
  })

  test(`${name}: twenty concurrent requests with one key have one effect and get the same reply`, async () => {
    const { path, body } = request()
    const idempotencyKey = randomUUID()
    const before = await countOf(table)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST', path, body, { idempotencyKey })),
    )
    for (const reply of replies) assert.deepEqual([reply.status, reply.body], [replies[0]!.status, replies[0]!.body])
    assert.equal(replies[0]!.body.status, 'Success')
    assert.equal(replies.filter((reply) => !isReplay(reply)).length, 1)
    assert.equal(await countOf(table), before + 1)
  })
}

test('Idempotency-Key means the same as Idempotent-Key', async () => {
  const body = creditBody(payer)
  const key = randomUUID()
  const [first, second] = [
    await service.call('POST', '/payments/creditrequest', body, { headers: { 'idempotency-key': key } }),
    await service.call('POST', '/payments/creditrequest', body, { headers: { 'idempotent-key': key } }),
  ]
  assert.deepEqual(second.body, first.body)
  assert.deepEqual([isReplay(first), isReplay(second)], [false, true])
})

test('a key is valid over all path forms of the operation', async () => {
  const body = creditBody(payer)
  const idempotencyKey = randomUUID()
  const first = await service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  const second = await service.call('POST', '/v3/payments/creditrequest', body, { idempotencyKey })
  assert.deepEqual(second.body, first.body)
  assert.equal(isReplay(second), true)
})

test('100 concurrent payments with one key make one payment and get 100 equal replies', async () => {
  const spender = await createPayer(service, { balance: 100 })
  const body = creditBody(spender, { paymentAmount: 60 })
  const idempotencyKey = randomUUID()
  const before = await countOf('payments')
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => service.call('POST', '/payments/creditrequest', body, { idempotencyKey })),
  )
  for (const reply of replies) assert.deepEqual(dataOf(reply), dataOf(replies[0]!))
  assert.equal(await countOf('payments'), before + 1)
  const path = `/v3/customers/${spender.customerUID}/accounts/${spender.accountUID}?includeAccountBalance=true`
  assert.equal(dataOf(await service.call('GET', path)).availableBalance, '40.00')
})

test('a refused payment leaves its key unused: once the funds are there, the same request pays, and pays once', async () => {
  const poor = await createPayer(service, { balance: 1 })
  const body = creditBody(poor, { paymentAmount: 5 })
  const idempotencyKey = randomUUID()
  const pay = () => service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  const before = await countOf('payments')
  for (let attempt = 0; attempt < 2; attempt++) {
    const refused = await pay()
    assertRefused(refused, { status: 402, code: 'PAYMENT002' })
    assert.equal(isReplay(refused), false)
  }
  const credit = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  await service.call('POST', `/v1/institution/accounts/${poor.accountUID}/adjustments`, credit)
  const replies = await Promise.all(Array.from({ length: 20 }, pay))
  for (const reply of replies) assert.deepEqual(dataOf(reply), dataOf(replies[0]!))
  assert.equal(replies.filter((reply) => !isReplay(reply)).length, 1)
  assert.equal(isReplay(await pay()), true)
  assert.equal(await countOf('payments'), before + 1)
})

test('a payment refused for a limit is made with its key when the limit is raised', async () => {
  const limited = await createPayer(service, { balance: 100 })
  const limitTo = (value: number | null) =>
    service.call('PUT', `/v2/customers/${limited.customerUID}`, {
      limits: [{ appName: 'Payments', appLimits: [{ key: 'INSTANT_PAYMENT_LIMIT_PER_TRANSACTION', value }] }],
    })
  dataOf(await limitTo(4))
  const idempotencyKey = randomUUID()
  const body = creditBody(limited, { paymentAmount: 5, speed: 'Instant' })
  const refused = await service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  assertRefused(refused, { status: 402, code: 'PAYMENT002' })
  assert.equal(refused.body.reason, 'limitExceeded')
  dataOf(await limitTo(null))
  dataOf(await service.call('POST', '/payments/creditrequest', body, { idempotencyKey }))
})

test('a refused request may be corrected with the same key, and one with the key of a change may not', async () => {
  const idempotencyKey = randomUUID()
  const corrected = creditBody(payer)
  const past = { ...corrected, paymentDate: '2020-01-06' }
  const first = await service.call('POST', '/payments/creditrequest', past, { idempotencyKey })
  assertRefused(first, { status: 400, code: 'PAYMENT002' })
  dataOf(await service.call('POST', '/payments/creditrequest', corrected, { idempotencyKey }))
  const second = await service.call('POST', '/payments/creditrequest', past, { idempotencyKey })
  assertRefused(second, { status: 409, code: 'REQ002', says: 'differs in paymentDate.' })
})

test('two different requests with one key at the same time have one effect', async () => {
  const idempotencyKey = randomUUID()
  const before = await countOf('payments')
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 + (at % 2) }), {
        idempotencyKey,
      }),
    ),
  )
  assert.equal(await countOf('payments'), before + 1)
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [200, 409])
})

test('a refused customer, account, contact and adjustment is decided again, and writes nothing', async () => {
  const taken = customerBody()
  await service.call('POST', '/v2/customers', taken)
  const account = accountBody()
  await service.call('POST', `/v3/customers/${payer.customerUID}/accounts`, account)
  const contact = contactBody()
  await service.call('POST', `/customers/${payer.customerUID}/contacts`, contact)
  const debit = { direction: 'Debit', amount: 1e9, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  const before = await countOf('audit_log')
  for (const [path, body] of [
    ['/v2/customers', taken],
    ['/v2/customers', customerBody({ originatingOfficer: 'nobody' })],
    [`/v3/customers/${payer.customerUID}/accounts`, account],
    [`/customers/${payer.customerUID}/contacts`, contact],
    [`/v1/institution/accounts/${payer.accountUID}/adjustments`, debit],
  ] as const) {
    const idempotencyKey = randomUUID()
    const first = await service.call('POST', path, body, { idempotencyKey })
    assert.equal(first.body.status, 'Failure')
    const second = await service.call('POST', path, body, { idempotencyKey })
    assert.equal(isReplay(second), false, path)
    assert.deepEqual([second.status, second.body], [first.status, first.body])
    const [row] = await service.query<{ count: bigint }>(
      `select count(*) from idempotency_keys where key = '${idempotencyKey}'`,
    )
    assert.equal(row!.count, 0n)
  }
  assert.equal(await countOf('audit_log'), before)
})

test('a key belongs to one client: another client can use the same key', async () => {
  const other = await service.createClient(service.tenant, {})
  const idempotencyKey = randomUUID()
  const body = creditBody(payer)
  const first = await service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  const second = await service.call('POST', '/payments/creditrequest', body, { idempotencyKey, client: other })
  assert.equal(isReplay(second), false)
  assert.notEqual(dataOf(second).paymentUID, dataOf(first).paymentUID)
})

test('a key belongs to one operation: another operation can use the same key', async () => {
  const idempotencyKey = randomUUID()
  for (const { request } of creations) {
    const { path, body } = request()
    const reply = await service.call('POST', path, body, { idempotencyKey })
    assert.equal(reply.body.status, 'Success', JSON.stringify(reply.body))
    assert.equal(isReplay(reply), false)
  }
})

test('a key belongs to one path: the same body for another customer is a conflict, never a replay', async () => {
  const other = await createPayer(service, { balance: 0 })
  const idempotencyKey = randomUUID()
  const body = contactBody()
  dataOf(await service.call('POST', `/customers/${payer.customerUID}/contacts`, body, { idempotencyKey }))
  assertRefused(await service.call('POST', `/customers/${other.customerUID}/contacts`, body, { idempotencyKey }), {
    status: 409,
    code: 'REQ002',
    says: 'customerUID',
  })
})

test('the order of fields in a body does not matter', async () => {
  const body = creditBody(payer)
  const turned = Object.fromEntries(Object.entries(body).reverse())
  const idempotencyKey = randomUUID()
  await service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  assert.equal(isReplay(await service.call('POST', '/payments/creditrequest', turned, { idempotencyKey })), true)
})

test('a conflict names every differing field, including nested and missing ones', async () => {
  const idempotencyKey = randomUUID()
  const body = creditBody(payer, { notification: { message: 'one' } })
  await service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
  const other = { ...body, notification: { message: 'two' }, paymentNotes: 'new', speed: 'Instant' }
  assertRefused(await service.call('POST', '/payments/creditrequest', other, { idempotencyKey }), {
    status: 409,
    code: 'REQ002',
    says: 'differs in notification.message, paymentNotes, speed.',
  })
})

test('an invalid request does not use up its key', async () => {
  const idempotencyKey = randomUUID()
  const body = creditBody(payer)
  assertRefused(await service.call('POST', '/payments/creditrequest', { ...body, speed: 'Warp' }, { idempotencyKey }), {
    status: 400,
    code: 'PAYMENT002',
  })
  dataOf(await service.call('POST', '/payments/creditrequest', body, { idempotencyKey }))
})

test('a request whose key is held by an unfinished one is 409, changes nothing, and succeeds on retry', async () => {
  const { app, tenant } = service
  const idempotencyKey = randomUUID()
  const body = customerBody()
  const send = () => service.call('POST', '/v2/customers', body, { idempotencyKey })
  const scope = {
    tenantId: tenant.institution.tenantId,
    clientId: tenant.client.apiKey,
    operation: 'createCustomer',
  }
  const undone = app.db.transaction(async (tx) => {
    await claimKey(tx, scope, { key: idempotencyKey, fingerprint: fingerprintOf(body) }, app.clock.now())
    assertRefused(await send(), { status: 409, code: 'REQ002', says: 'still being processed' })
    throw new Error('the first request fails')
  })
  await assert.rejects(undone, /the first request fails/)
  dataOf(await send())
})

test('a key is 1 to 255 visible ASCII characters', async () => {
  for (const idempotencyKey of ['x', '!~'.repeat(127), 'k'.repeat(255)])
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer), { idempotencyKey }))
  for (const key of ['', 'k'.repeat(256), 'two words', 'ümlaut'])
    for (const header of ['idempotent-key', 'idempotency-key'])
      assertRefused(
        await service.call('POST', '/payments/creditrequest', creditBody(payer), { headers: { [header]: key } }),
        { status: 400, code: 'REQ002', says: '1 to 255 visible ASCII characters' },
      )
})

test('every operation that changes something gives the first answer to a repetition, and changes nothing more', async () => {
  const own = await startTestService({ webhookNetworks: ['loopback'] })
  try {
    const subject = await createPayer(own, { balance: 1_000 })
    const paid = dataOf(await own.call('POST', '/payments/creditrequest', creditBody(subject, { paymentAmount: 1 })))
    const given = { ...subject, paymentUID: paid.paymentUID, ...(await makersOf(own, own.tenant)) }
    const countTraces = async () => {
      const [row] = await own.query<{ count: bigint }>(
        'select (select count(*) from audit_log) + (select count(*) from payment_steps) as count',
      )
      return row!.count
    }
    for (const operation of operations.filter(isChange)) {
      const { method, paths, body } = await sampleRequest(operation, given)
      const idempotencyKey = randomUUID()
      const first = await own.call(method, paths[0]!, body, { idempotencyKey })
      assert.ok(first.status < 300, `${operation.id}: ${JSON.stringify(first.body)}`)
      const before = await countTraces()
      const second = await own.call(method, paths.at(-1)!, body, { idempotencyKey })
      assert.deepEqual([operation.id, second.status, isReplay(second)], [operation.id, first.status, true])
      assert.equal(second.headers.get('etag'), first.headers.get('etag'), operation.id)
      assert.equal(await countTraces(), before, operation.id)
      if (!showsOnce(operation)) assert.deepEqual(second.body, first.body, operation.id)
    }
  } finally {
    await own.stop()
  }
})

/** Their answers have secrets that a repetition does not show again. */
const showsOnce = ({ id }: Operation) => /Webhook|ApiClient|Secret|inviteUser/.test(id)

test('a cancelled payment is cancelled once: the repetition with the key gets the first answer, one without is refused', async () => {
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  const path = `/payments/${paymentUID}/cancel`
  const idempotencyKey = randomUUID()
  const cancel = (options = {}) => service.call('PUT', path, { notes: 'a mistake' }, options)
  const first = await cancel({ idempotencyKey })
  dataOf(first)
  const second = await cancel({ idempotencyKey })
  assert.deepEqual([second.status, second.body, isReplay(second)], [first.status, first.body, true])
  assert.equal((await cancel()).status, 409)
})

test('the version that a change expects is part of the request: the same key with another one is a conflict', async () => {
  const made = await service.call('POST', '/v2/customers', customerBody())
  const path = `/v2/customers/${dataOf(made).customerUID}`
  const change = (ifMatch: string, idempotencyKey: string) =>
    service.call('PUT', path, customerBody(), { idempotencyKey, headers: { 'if-match': ifMatch } })
  const idempotencyKey = randomUUID()
  await change(made.headers.get('etag')!, idempotencyKey)
  assertRefused(await change('"another"', idempotencyKey), { status: 409, code: 'REQ002', says: 'If-Match' })
})
