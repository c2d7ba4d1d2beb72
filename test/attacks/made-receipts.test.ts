import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { computed, copy, type Values } from '../support/hostile-sql.ts'
import { createPayer, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/**
 * Statements with the rights of the service make a receipt, or change where one goes. It credits
 * nobody, the others settle, and the verification names it.
 */
const START = '2026-07-01T22:00:00Z'
const SETTLED = '2026-07-02T12:31:00Z'
const clock = fixedClock(START)
let service: TestService
let tenantId: bigint
let victim: Payer
let thief: Payer

before(async () => {
  service = await startTestService({ clock, worker: false })
  tenantId = service.tenant.institution.tenantId
  victim = await createPayer(service)
  thief = await createPayer(service)
})
after(() => service.stop())

/** A credit of 100 dollars that waits for its settlement. */
async function receive(fields: Partial<ReceivedItem> = {}): Promise<string> {
  clock.set(START)
  const item = itemOf({ accountNumber: victim.accountNumber, amount: 100_00n, ...fields })
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, [item], clock.now()))
  const [row] = await service.query<{ id: string }>('select id from receipts where identity = $1', [item.identity])
  return row!.id
}

async function settle(): Promise<void> {
  clock.set(SETTLED)
  await service.app.db.readKeys()
  for (const { run } of receiptSweeps)
    for (let runs = 0; (await run(service.app, service.tenant.institution)) > 0; runs++) assert.ok(runs < 50)
}

const statusOf = async (id: string) =>
  (await service.query<{ status: string }>('select status from receipts where id = $1', [id]))[0]!.status

const fundsOf = async ({ customerUID, accountUID }: Payer): Promise<number> =>
  Number(
    dataOf(await service.call('GET', `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`))
      .availableBalance,
  )

async function namedFor(id: string): Promise<string[]> {
  await service.app.db.readKeys()
  const found = await service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter((one) => one.id === id).map(({ what }) => what)
}
const NAMED = ['a receipt that waits was altered']

const ofThief = () => ({ account_id: thief.accountUID, customer_id: thief.customerUID })
const WAITS = {
  status: 'PENDING',
  previous_status: 'RECEIVED',
  step: 2,
  place: null,
  hold_id: null,
  settlement_id: null,
}
const FORGED: Record<string, (honest: string) => Values> = {
  'of any amount': () => ({ amount: 1_000_000_00, ...ofThief() }),
  'as an honest one is': () => ofThief(),
  'without a digest': () => ({ content_index: null, ...ofThief() }),
  'with a plain number': () => ({ account_number: thief.accountNumber, account_number_index: null, ...ofThief() }),
  'with the digest of another': (honest) => ({
    content_index: computed(`(select content_index from receipts where id = '${honest}')`),
    ...ofThief(),
  }),
}
for (const [how, values] of Object.entries(FORGED))
  test(`a receipt from nothing, ${how}, credits nobody, and an honest one settles`, async () => {
    const honest = await receive()
    const [id, before] = [randomUUID(), await fundsOf(thief)]
    await service.query(copy('receipts', { id, identity: id, ...WAITS, ...values(honest) }, `id = '${honest}'`))
    assert.deepEqual([await namedFor(id), await namedFor(honest)], [NAMED, []])
    await settle()
    assert.deepEqual([await statusOf(id), await statusOf(honest)], ['PENDING', 'POSTED'])
    assert.equal(await fundsOf(thief), before)
  })

const step = `step = step + 1, previous_status = status`
const CHANGED: Record<string, string> = {
  'another account, without its hold': `account_id = :account, customer_id = :customer, hold_id = null, place = null`,
  'another account, and its hold': `account_id = :account, customer_id = :customer`,
  'no digest': 'content_index = null',
}
for (const [what, set] of Object.entries(CHANGED))
  test(`a receipt that SQL gives ${what} does not settle`, async () => {
    const [id, before] = [await receive(), await fundsOf(thief)]
    const written = set.replace(':account', thief.accountUID).replace(':customer', thief.customerUID)
    await service.query(`update receipts set ${written} where id = $1`, [id])
    await settle()
    assert.deepEqual([await statusOf(id), await fundsOf(thief)], ['PENDING', before])
    assert.deepEqual(await namedFor(id), NAMED)
  })

test('a receipt that a person reviews is not posted because SQL says that it waits', async () => {
  const of = { accountNumber: '99999999999' }
  const id = await receive(of)
  assert.equal(await statusOf(id), 'UNPOSTED')
  await service.query(
    `update receipts set ${step}, status = 'PENDING', place = null, hold_id = null, account_id = $2, customer_id = $3
     where id = $1`,
    [id, thief.accountUID, thief.customerUID],
  )
  const before = await fundsOf(thief)
  await settle()
  assert.deepEqual([await statusOf(id), await fundsOf(thief)], ['PENDING', before])
  const path = `/v3/receipts/${id}`
  for (const [method, to, body] of [
    ['POST', 'return', { reason: 'R03' }],
    ['POST', 'assign', { accountUID: thief.accountUID }],
    ['POST', 'accept', {}],
  ] as const)
    assertRefused(await service.call(method, `${path}/${to}`, body), {
      status: 409,
      code: 'ACC001',
      says: 'the service',
    })
})

test('a receipt that has settled does not settle again', async () => {
  const id = await receive()
  await settle()
  const before = await fundsOf(victim)
  await assert.rejects(service.query('update receipts set settlement_id = null where id = $1', [id]), /never changed/)
  await settle()
  assert.equal(await fundsOf(victim), before)
})

test('a receipt from nothing, or that was altered, is not returned or posted by a person', async () => {
  const honest = await receive({ accountNumber: '99999999999' })
  const id = randomUUID()
  const plain = { account_number: thief.accountNumber, account_number_index: null }
  await service.query(copy('receipts', { id, identity: id, hold_id: null, ...plain }, `id = '${honest}'`))
  for (const [to, body] of [
    ['return', { reason: 'R03' }],
    ['assign', { accountUID: thief.accountUID }],
  ] as const)
    assertRefused(await service.call('POST', `/v3/receipts/${id}/${to}`, body), {
      status: 409,
      code: 'ACC001',
      says: 'the service',
    })
  dataOf(await service.call('POST', `/v3/receipts/${honest}/assign`, { accountUID: victim.accountUID }))
  assert.deepEqual(await namedFor(honest), [])
})

test('a receipt from before settles until those of the institution are bound', async () => {
  const [id, moved] = [await receive(), await receive()]
  await forgetPlaces(service)
  await service.query('update receipts set content_index = null where id = $1', [id])
  await service.query('update receipts set account_id = $2, customer_id = $3 where id = $1', [
    ...[moved, thief.accountUID, thief.customerUID],
  ])
  await settle()
  assert.deepEqual([await statusOf(id), await statusOf(moved)], ['POSTED', 'PENDING'])
})
