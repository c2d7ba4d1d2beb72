import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { readWork } from '../../src/main/observability/read-work.ts'
import { verificationSweeps, verifyNextPart } from '../../src/main/verification/verification.jobs.ts'
import { VERIFIED_PARTS } from '../../src/main/verification/verifications.store.ts'
import { isHeld, readOpenHolds, releaseHold } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { tamper } from '../support/tamper.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const tokenClock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ worker: false })
  payer = await createPayer(service)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
})
after(() => service.stop())

const settings = () => ({ anchors: service.dataDir, everyHours: 12 })
const verifyNext = () => verifyNextPart({ ...service.app, tokenClock }, service.tenant.institution, settings())
const isStopped = () => service.app.db.read((db) => isHeld(db, service.tenant.institution.tenantId, ['BooksBroken']))

async function verifyAll(): Promise<number> {
  let parts = 0
  while ((await verifyNext()) > 0) parts++
  return parts
}

async function chain(): Promise<void> {
  for (const sweep of auditSweeps) await sweep.run(service.app, service.tenant.institution)
}

async function release(): Promise<void> {
  const { tenantId } = service.tenant.institution
  const by = { by: 'test', reason: 'known' }
  await service.app.db.transaction(async (tx) => {
    for (const { id } of await readOpenHolds(tx, tenantId)) await releaseHold(tx, tenantId, id, by, tokenClock.now())
  })
  await chain()
}

test('a part that was never verified is as old as its institution', async () => {
  const { verified } = (await readWork(service.app)).institutions[0]!
  assert.deepEqual(
    verified.map(({ part, isVerified }) => [part, isVerified]),
    [...VERIFIED_PARTS].sort().map((part) => [part, false]),
  )
  const day = { ...service.app, tokenClock: fixedClock(service.app.tokenClock.now().add({ hours: 27 }).toString()) }
  const later = (await readWork(day)).institutions[0]!.verified
  assert.ok(later.every(({ seconds }) => seconds > 26 * 3_600))
})

test('sound books are verified in all their parts, once in twelve hours, and nothing is held', async () => {
  assert.equal(await verifyAll(), VERIFIED_PARTS.length)
  assert.equal(await isStopped(), false)
  tokenClock.advance({ hours: 12 })
  assert.equal(await verifyNext(), 0)
  tokenClock.advance({ seconds: 1 })
  assert.equal(await verifyAll(), VERIFIED_PARTS.length)
  const { verified } = (await readWork(service.app)).institutions[0]!
  assert.deepEqual(
    verified.map(({ part, differences }) => [part, differences]),
    [...VERIFIED_PARTS].sort().map((part) => [part, 0]),
  )
})

test('two workers do not verify the same part', async () => {
  tokenClock.advance({ hours: 13 })
  const done = await Promise.all(Array.from({ length: VERIFIED_PARTS.length + 2 }, verifyNext))
  const [row] = await service.query<{ parts: bigint }>(
    'select count(*) as parts from verifications where verified_at = $1',
    [tokenClock.now().toString()],
  )
  assert.equal(Number(row!.parts), done.filter((parts) => parts > 0).length)
  assert.equal((await verifyAll()) + Number(row!.parts), VERIFIED_PARTS.length)
})

test('a part that a dead worker claimed is verified after a quarter of an hour', async () => {
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  tokenClock.advance({ hours: 13 })
  await service.query(`update verifications set claimed_until = $1 where part = 'fx'`, [
    tokenClock.now().add({ minutes: 15 }).toString(),
  ])
  assert.equal(await verifyAll(), VERIFIED_PARTS.length - 1)
  tokenClock.advance({ minutes: 15, seconds: 1 })
  assert.equal(await verifyAll(), 1)
})

test('a total that the transfers do not give stops what leaves, tells receivers and operators, and a known one does not again', async () => {
  await tamper(
    service,
    `update ledger_accounts set credits_posted = credits_posted + 1 where kind = 'customer' and credits_posted > 0`,
  )
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  const [hold] = await service.query<{ differences: string[]; heldBy: string }>(
    `select differences, held_by from rail_holds where reason = 'BooksBroken' and released_at is null`,
  )
  assert.equal(hold?.heldBy, 'verification')
  // Two parts of the books differ. The second one found replaces the hold by one that names both.
  assert.match(hold?.differences.join('\n') ?? '', /^an account does not end at its last entry: \d+: /m)
  assert.match(hold?.differences.join('\n') ?? '', /^a total of the account is not the sum of its transfers: /m)
  const [event] = await service.query<{ type: string }>(`select type from events where type = 'rails.held'`)
  assert.equal(event?.type, 'rails.held')
  const { verified, holds } = (await readWork(service.app)).institutions[0]!
  assert.ok(verified.find(({ part }) => part === 'ledger')!.differences > 0)
  assert.equal(holds.length, 1)

  await release()
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), false)

  await tamper(
    service,
    `update ledger_accounts set debits_posted = debits_posted + 7 where kind = 'customer' and credits_posted > 0`,
  )
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  await release()
})

test('a verification in the future, or a claim without an end, is none', async () => {
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await verifyNext(), 0)
  await service.query(`update verifications set verified_at = '2099-01-01', took_ms = 1`)
  const { verified } = (await readWork({ ...service.app, tokenClock })).institutions[0]!
  assert.ok(verified.every(({ isVerified }) => !isVerified))
  assert.equal(await verifyAll(), VERIFIED_PARTS.length)
  tokenClock.advance({ hours: 13 })
  await service.query(`update verifications set claimed_until = '2099-01-01'`)
  assert.equal(await verifyAll(), VERIFIED_PARTS.length)
})

test('a hold that was released by SQL holds again, with or without a record of its own, and is named', async () => {
  const bySql = `update rail_holds set released_at = now(), released_by = 'operator', release_reason = 'ok' where released_at is null`
  const differ = (by: number) =>
    tamper(service, `update ledger_accounts set debits_posted = debits_posted + ${by} where kind = 'customer'`)
  await differ(11)
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  await service.query(bySql)
  // What it finds again is written as found before.
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  const [hold] = await service.query<{ differences: string[] }>(
    'select differences from rail_holds where released_at is null',
  )
  assert.match(hold!.differences.join('\n'), /a hold of the rails ended without its audit record/)
  assert.match(hold!.differences.join('\n'), /^a total of the account is not the sum of its transfers: /m)
  await service.query(
    `insert into audit_log (tenant_id, id, at, actor, action, subject_kind, subject_id, after)
     select tenant_id, gen_random_uuid(), now(), 'operator', 'rails.released', 'railHold', id::text, jsonb_build_object('holdUID', id)
     from rail_holds where released_at is null`,
  )
  await service.query(bySql)
  await chain()
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  await release()
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), false)
  await differ(-11)
})

test('an audit record that was changed stops what leaves, too; one that waits to be chained does not', async () => {
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), false)
  await chain()
  await tamper(service, `update audit_log set actor = 'somebody' where id = (select audit_id from audit_chain limit 1)`)
  tokenClock.advance({ hours: 13 })
  await verifyAll()
  assert.equal(await isStopped(), true)
  await release()
})

test('a worker looks for due parts a minute after its start and then every minute', async () => {
  const [sweep] = verificationSweeps(settings())
  const start = tokenClock.now()
  const dueAfter = (seconds: number) => service.app.db.read((db) => sweep!.due(db, start.add({ seconds })))
  const { tenantId } = service.tenant.institution
  assert.deepEqual(await dueAfter(0), [])
  assert.deepEqual(await dueAfter(59), [])
  assert.deepEqual(await dueAfter(60), [tenantId])
  assert.deepEqual(await dueAfter(61), [])
  assert.deepEqual(await dueAfter(120), [tenantId])
})
