import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FixedClock, fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { startTestService, type TestClient, type TestService, type TestTenant } from '../support/test-service.ts'

let service: TestService
let clock: FixedClock
let bank: TestTenant
/** Two administrators of a bank under dual control. */
let maker: TestClient
let checker: TestClient
before(async () => {
  clock = fixedClock('2026-07-01T14:00:00.000Z')
  service = await startTestService({ clock })
  bank = await service.createTenant('dual', { dualControl: true, routingNumber: '021000021' })
  maker = bank.client
  checker = await service.createClient(bank, {})
})
after(() => service.stop())

const call = (method: string, path: string, body?: unknown, client = maker) =>
  service.call(method, path, body, { client })
const queue = '/v1/institution/approvals'
const fee = (fields: object = {}) => ({
  ...{ name: `Fee ${randomUUID()}`, application: 'ACH', product: 'Economy', tierBy: 'Amount', currency: 'USD' },
  ...{ tiers: [{ name: 'Standard', from: 0, flat: 1.5 }], ...fields },
})
const approve = async (uid: string, client = checker) => {
  const { contentHash } = dataOf(await call('GET', `${queue}/${uid}`))
  return call('PUT', `${queue}/${uid}/approve`, { contentHash }, client)
}
const propose = async (method: string, path: string, body?: unknown): Promise<string> => {
  const reply = await call(method, path, body)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return dataOf(reply, 202).approvalUID
}
const limits = (value: number) => ({ limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value }] })
const readLimits = async () => dataOf(await call('GET', '/v1/institution/limits')).limits

test('a change of the institution waits, applies when a second client approves it, and names its result', async () => {
  const uid = await propose('PUT', '/v1/institution/limits', limits(50_000))
  assert.deepEqual(await readLimits(), [], 'nothing changed yet')
  const waiting = dataOf(await call('GET', `${queue}/${uid}`))
  assert.deepEqual(
    [waiting.kind, waiting.action, waiting.subjectUID, waiting.current, waiting.proposed],
    [
      'limits',
      'update',
      'dual',
      { limits: [], totals: [] },
      { operation: 'setInstitutionLimits', params: {}, body: limits(50_000) },
    ],
  )
  const approved = dataOf(await approve(uid))
  assert.equal(approved.status, 'Approved')
  assert.deepEqual(approved.result, { limits: await readLimits(), totals: [] })
  assert.equal((await readLimits())[0].value, 50_000)
})

test('an invalid change is refused at once, and nothing waits', async () => {
  const invalid = { name: 'Portal', roleNames: ['no such role'] }
  assert.ok((await call('POST', '/v1/institution/api-clients', invalid)).status >= 400)
  assert.equal((await call('DELETE', '/v1/institution/fees/1')).status, 404)
  const waiting = dataOf(await call('GET', `${queue}?page=1&limit=10&status=Pending`))
  assert.deepEqual(waiting, [])
})

test('a change is refused at approval if its subject has changed since it was proposed, or is taken', async () => {
  const name = `Fee ${randomUUID()}`
  const first = await propose('POST', '/v1/institution/fees', fee({ name }))
  const second = await propose('POST', '/v1/institution/fees', fee({ name }))
  const { feeId } = dataOf(await approve(first)).result
  assertRefused(await approve(second), { status: 409, code: 'APPROVAL001', says: 'no longer be applied' })
  const update = await propose('PUT', `/v1/institution/fees/${feeId}`, fee({ name, product: 'Economy Plus' }))
  await service.query(`update fees set product = 'Fedwire' where id = $1`, [feeId])
  assertRefused(await approve(update), { status: 409, code: 'APPROVAL001', says: 'has changed since' })
})

test('a second proposal for the same subject replaces the first', async () => {
  const first = await propose('PUT', '/v1/institution/limits', limits(60_000))
  const second = await propose('PUT', '/v1/institution/limits', limits(70_000))
  assertRefused(await approve(first), { status: 409, code: 'APPROVAL001', says: 'already Voided' })
  dataOf(await approve(second))
})

test('a repeated proposal with the same idempotency key is the same proposal', async () => {
  const send = () =>
    service.call('POST', '/v1/institution/fees', fee({ name: 'Once' }), { client: maker, idempotencyKey: 'once' })
  const uids = [dataOf(await send(), 202).approvalUID, dataOf(await send(), 202).approvalUID]
  assert.equal(uids[0], uids[1])
})

test('the secret of a new API client is shown once, to its approver', async () => {
  const uid = await propose('POST', '/v1/institution/api-clients', { name: 'Portal', entitlements: [...ENTITLEMENTS] })
  const approved = dataOf(await approve(uid))
  assert.match(approved.shownOnce.apiSecret, /^.{43}$/)
  assert.equal(approved.result.apiSecret, undefined)
  const later = await call('GET', `${queue}/${uid}`)
  assert.equal(JSON.stringify(later.body).includes(approved.shownOnce.apiSecret), false)
  assert.equal(dataOf(later).result.apiKey, approved.result.apiKey)
})

test('a change that only protects takes effect at once', async () => {
  const rails = { SWIFT: false }
  assert.equal(dataOf(await call('PUT', '/v1/institution', { rails })).rails.SWIFT, false)
  await propose('PUT', '/v1/institution', { rails: { SWIFT: true } })
  const rotated = await call('POST', `/v1/institution/api-clients/${maker.apiKey}/rotate`, {})
  assert.equal(rotated.status, 200, 'a client rotates its own secret')
})
