import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import {
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** Of a node that nothing is asked of but what waits for a lock, and so may be short. */
const SHORT_MS = 1_000
/** Shorter than a statement may take, so that a request without a limit of its own is noticed. */
const LONGEST_LOCK_MS = 50_000

let service: TestService
/** The node with the short limit. */
let hasty: string
let payer: Payer
let owner: pg.Client
before(async () => {
  service = await startTestService()
  hasty = await service.startNode({ defences: { requestTimeoutMs: SHORT_MS } })
  payer = await createPayer(service)
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

/** Locks a table until `work` has its answers: they come before the lock ends. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController()
  await owner.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    const unanswered = sleep(LONGEST_LOCK_MS, undefined, { signal: ending.signal }).then(() =>
      assert.fail(`not answered while ${table} was locked`),
    )
    return await Promise.race([work(), unanswered])
  } finally {
    ending.abort()
    await owner.query('commit')
  }
}

const pay = (body: object, { key, at }: { key?: string; at?: string } = {}) =>
  service.call('POST', '/payments/creditrequest', body, { idempotencyKey: key, at })
const countPayments = async (externalReferenceId: string) =>
  (await service.query(`select from payments where external_reference_id = $1`, [externalReferenceId])).length

test('a payment that the database does not answer in time gets a 503 with Retry-After, and its repetition pays once', async () => {
  const key = randomUUID()
  const body = creditBody(payer)
  const result = await whileLocked('payment_states', () => pay(body, { key, at: hasty }))
  assert.equal(result.status, 503)
  assert.ok(Number(result.headers.get('retry-after')) >= 1)
  assert.match(JSON.stringify(result.body), /not finished within 1 seconds?|cannot accept the request now/)
  const first = dataOf(await pay(body, { key }))
  const again = await pay(body, { key })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(dataOf(again).paymentUID, first.paymentUID)
  assert.equal(await countPayments(body.externalReferenceId), 1)
})

test('payments that wait behind a batch that hangs get their 503 in time, and the next ones are made at once', async () => {
  const bodies = Array.from({ length: 20 }, () => creditBody(payer))
  const replies = await whileLocked('payment_states', async () => {
    let isAnswered = false
    const first = pay(bodies[0]!, { at: hasty }).finally(() => {
      isAnswered = true
    })
    await eventually('the batch hangs', async () => isAnswered || (await countLockWaits(service.query)) > 0)
    return Promise.all([first, ...bodies.slice(1).map((body) => pay(body, { at: hasty }))])
  })
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [503])
  // The batch that hung is not in the way of the next. A busy machine may need a repetition.
  const [key, next] = [randomUUID(), creditBody(payer)]
  await eventually('the next is made', async () => (await pay(next, { key, at: hasty })).status === 200)
  // One whose answer came too late may have been made; only its key would tell.
  for (const { externalReferenceId } of bodies) assert.ok((await countPayments(externalReferenceId)) <= 1)
})

test('a change and a read that hang get a 503 in time; the change is not made, and its repetition makes it once', async () => {
  const body = customerBody()
  const idempotencyKey = randomUUID()
  const change = (at?: string) => service.call('POST', '/v2/customers', body, { idempotencyKey, at })
  const read = () => service.call('GET', `/v2/customers/${payer.customerUID}`, undefined, { at: hasty })
  const replies = await whileLocked('customers', () => Promise.all([change(hasty), read()]))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [503, 503],
  )
  const made = await change()
  assert.equal(made.status, 200)
  const again = await change()
  assert.deepEqual(again.body, made.body)
  const rows = await service.query(`select from customers where external_reference_id = $1`, [body.externalReferenceId])
  assert.equal(rows.length, 1)
})
