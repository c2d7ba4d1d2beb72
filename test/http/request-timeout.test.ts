import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dataOf } from '../support/answers.ts'
import {
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const TIMEOUT_MS = 1_000
let service: TestService
let payer: Payer
let owner: pg.Client
before(async () => {
  service = await startTestService({ defences: { requestTimeoutMs: TIMEOUT_MS } })
  payer = await createPayer(service)
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

/** Locks a table while `work` runs. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  await owner.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    return await work()
  } finally {
    await owner.query('commit')
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now()
  return { result: await work(), tookMs: performance.now() - startedAt }
}

const pay = (body: object, idempotencyKey?: string) =>
  service.call('POST', '/payments/creditrequest', body, { idempotencyKey })
const countPayments = async (externalReferenceId: string) =>
  (await service.query(`select from payments where external_reference_id = $1`, [externalReferenceId])).length

test('a payment that the database does not answer in time gets a 503 with Retry-After, and its repetition pays once', async () => {
  const key = randomUUID()
  const body = creditBody(payer)
  const { result, tookMs } = await whileLocked('payment_states', () => timed(() => pay(body, key)))
  assert.equal(result.status, 503)
  assert.ok(Number(result.headers.get('retry-after')) >= 1)
  assert.match(JSON.stringify(result.body), /not finished within 1 seconds?|cannot accept the request now/)
  assert.ok(tookMs < TIMEOUT_MS + 2_000, `${tookMs} ms`)
  const first = dataOf(await pay(body, key))
  const again = await pay(body, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(dataOf(again).paymentUID, first.paymentUID)
  assert.equal(await countPayments(body.externalReferenceId), 1)
})

test('payments that wait behind a batch that hangs get their 503 in time, and the next ones are made at once', async () => {
  const bodies = Array.from({ length: 20 }, () => creditBody(payer))
  const { result, tookMs } = await whileLocked('payment_states', () =>
    timed(async () => {
      const first = pay(bodies[0]!)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return Promise.all([first, ...bodies.slice(1).map((body) => pay(body))])
    }),
  )
  assert.deepEqual([...new Set(result.map(({ status }) => status))], [503])
  assert.ok(tookMs < TIMEOUT_MS + 2_000, `${tookMs} ms`)
  const { result: next, tookMs: nextMs } = await timed(() => pay(creditBody(payer)))
  assert.equal(next.status, 200)
  assert.ok(nextMs < TIMEOUT_MS, `${nextMs} ms`)
  // One whose answer came too late may have been made; only its key would tell.
  for (const { externalReferenceId } of bodies) assert.ok((await countPayments(externalReferenceId)) <= 1)
})

test('a change and a read that hang get a 503 in time; the change is not made, and its repetition makes it once', async () => {
  const key = randomUUID()
  const body = customerBody()
  const change = () => service.call('POST', '/v2/customers', body, { idempotencyKey: key })
  const read = () => service.call('GET', `/v2/customers/${payer.customerUID}`)
  const { result, tookMs } = await whileLocked('customers', () => timed(() => Promise.all([change(), read()])))
  assert.deepEqual(
    result.map(({ status }) => status),
    [503, 503],
  )
  assert.ok(tookMs < TIMEOUT_MS + 2_000, `${tookMs} ms`)
  const made = await change()
  assert.equal(made.status, 200)
  const again = await change()
  assert.deepEqual(again.body, made.body)
  const rows = await service.query(`select from customers where external_reference_id = $1`, [body.externalReferenceId])
  assert.equal(rows.length, 1)
})
