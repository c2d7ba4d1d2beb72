import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { metricsOf, WORK_METRICS } from '../../src/main/observability/catalogue.ts'
import { judgeWork } from '../../src/main/observability/judge-work.ts'
import { createWorkReader, readWork } from '../../src/main/observability/read-work.ts'
import { createInstruments } from '../../src/main/observability/registry.ts'
import { showWork } from '../../src/main/observability/work-metrics.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { holdRails } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import { readPage, samplesOf } from '../support/metrics.ts'
import { takePort } from '../support/ports.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
let port: number
before(async () => {
  port = await takePort()
  service = await startTestService({
    clock,
    observability: { listener: { host: '127.0.0.1', port } },
    worker: false,
  })
  payer = await createPayer(service)
})
after(() => service.stop())

const pay = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

const reasonsNow = async () => judgeWork(await readWork(service.app), [], service.app.tokenClock.now())

async function sweep(name: string): Promise<void> {
  const { due, run } = sweepNamed(paymentSweeps, name)
  const [tenant] = await service.app.db.read((db) => due(db, clock.now()))
  if (tenant !== undefined) await run(service.app, service.tenant.institution)
}

test('a payment that a worker would have released is a reason after a minute, and none once it is released', async () => {
  await pay()
  clock.advance({ seconds: 60 })
  assert.deepEqual(await reasonsNow(), [])
  clock.advance({ seconds: 1 })
  const [reason, ...others] = await reasonsNow()
  assert.deepEqual(others, [])
  assert.equal(reason?.level, 'stalled')
  assert.equal(reason?.institution, 'bank')
  assert.equal(reason?.what, '1 payment in VALIDATED: a worker would have released it')
  assert.match(reason?.do ?? '', /giro worker/)
  await sweep('payments: release payments')
  assert.deepEqual(await reasonsNow(), [])
})

test('work is overdue five minutes after its time by the clock of the institution', async () => {
  await pay({ paymentDate: '2026-07-02' })
  const [row] = await service.query<{ dueAt: Temporal.Instant }>(
    `select due_at from payment_states where status = 'FUTURE_DATED'`,
  )
  clock.set(row!.dueAt.add({ seconds: 300 }))
  assert.deepEqual(await reasonsNow(), [])
  clock.advance({ seconds: 1 })
  const reasons = await reasonsNow()
  assert.deepEqual(
    reasons.map(({ what }) => what),
    ['the work of the sweep "payments: release due payments" is overdue'],
  )
  await sweep('payments: release due payments')
  await sweep('payments: release payments')
  assert.deepEqual(await reasonsNow(), [])
})

test('while the rails are held, that is the reason, and not the work that waits for the release', async () => {
  await pay({ paymentDate: '2026-07-02' })
  const { tenantId } = service.tenant.institution
  const hold = { reason: 'BooksBroken', differences: ['one', 'two'], heldBy: 'worker' } as const
  await service.app.db.transaction((tx) => holdRails(tx, tenantId, hold, clock.now()))
  await sweep('payments: release payments')
  const [reason, ...others] = await reasonsNow()
  assert.deepEqual(others, [])
  assert.equal(reason?.what, 'nothing leaves: the rails are held (BooksBroken, 2 differences)')
  assert.equal(String(reason?.since), String(clock.now()))
  await service.query(
    `update rail_holds set released_at = $2, released_by = 'test', release_reason = 'test' where tenant_id = $1`,
    [tenantId, clock.now().toString()],
  )
  assert.deepEqual(await reasonsNow(), [])
})

test('the API says only whether work goes on; the listener of operators says what stands still', async () => {
  const ask = async (base: string) => {
    const response = await fetch(`${base}/health/work`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  await pay()
  const held = { reason: 'Operator', differences: ['stopped by hand'], heldBy: 'test' } as const
  await service.app.db.transaction((tx) => holdRails(tx, service.tenant.institution.tenantId, held, clock.now()))
  const toOperators = await ask(`http://127.0.0.1:${port}`)
  assert.equal(toOperators.status, 503)
  assert.equal(toOperators.body['status'], 'stalled')
  assert.match(JSON.stringify(toOperators.body['reasons']), /"institution":"bank".*the rails are held \(Operator/)
  assert.deepEqual(await ask(service.baseUrl), { status: 503, body: { status: 'stalled' } })
})

test('the work is read once in ten seconds, however many ask, and again after a failure', async () => {
  let reads = 0
  let isDown = false
  const { app } = service
  const db = {
    ...app.db,
    read: (async (work) => {
      reads++
      if (isDown) throw new Error('connect ECONNREFUSED')
      return app.db.read(work)
    }) as typeof app.db.read,
  }
  const time = manualTime()
  const reader = createWorkReader({ ...app, db, time })
  await Promise.all(Array.from({ length: 50 }, () => reader.read()))
  await time.advance(9_999)
  await reader.read()
  assert.equal(reads, 1)
  isDown = true
  await time.advance(1)
  await assert.rejects(reader.read(), /ECONNREFUSED/)
  isDown = false
  await time.advance(9_999)
  await assert.rejects(reader.read(), /ECONNREFUSED/)
  assert.equal(reads, 2, 'no more often')
  await time.advance(1)
  await reader.read()
  assert.equal(reads, 3)
})

test('counts are totals and ages are the greatest; by institution, each has its own', async () => {
  const other = await service.createTenant('other')
  const work = await readWork(service.app)
  const named = (institution: string) => work.institutions.find((one) => one.institution === institution)!
  const plain = { ...named('bank'), backlog: [{ status: 'VALIDATED', payments: 2, seconds: 5 }] }
  const late = { ...named(other.institution.code), backlog: [{ status: 'VALIDATED', payments: 3, seconds: 90 }] }
  const shown = async (byInstitution: boolean) => {
    const instruments = createInstruments(metricsOf({ worker: true, byInstitution }))
    const both = { ...work, institutions: [plain, late] }
    showWork(instruments, { status: 'stalled', work: both, byInstitution })
    return samplesOf(await instruments.registry.metrics())
  }
  const all = await shown(false)
  assert.equal(all.get('giro_work_status'), 2)
  assert.equal(all.get('giro_payments_waiting{state="VALIDATED"}'), 5)
  assert.equal(all.get('giro_payments_waiting_oldest_seconds{state="VALIDATED"}'), 90)
  assert.equal(all.get('giro_payments_waiting{state="HELD"}'), 0)
  const each = await shown(true)
  assert.equal(each.get('giro_payments_waiting{institution="bank",state="VALIDATED"}'), 2)
  assert.equal(each.get('giro_payments_waiting{institution="other",state="VALIDATED"}'), 3)
})

test('a process with a worker shows every metric of work, of its sweeps too, and what a webhook lacks', async (t) => {
  const begun = Math.floor(Date.now() / 1_000)
  const ownPort = await takePort()
  const working = await startTestService({
    worker: true,
    clock: movingClock(),
    observability: { listener: { host: '127.0.0.1', port: ownPort } },
    webhookNetworks: ['loopback'],
  })
  t.after(() => working.stop())
  const url = `http://127.0.0.1:${await takePort()}/hook`
  const hook = await working.call('POST', '/v1/institution/webhooks', { url, eventTypes: ['*'] })
  assert.equal(hook.status, 201)
  const paying = await createPayer(working)
  dataOf(await working.call('POST', '/payments/creditrequest', creditBody(paying)))
  const page = await eventually('the receiver is seen to fail', async () => {
    const { text } = await readPage(ownPort)
    return samplesOf(text).get('giro_webhooks_failing') === 1 && text
  })
  for (const [name, { type }] of Object.entries(WORK_METRICS))
    assert.ok(page.includes(`# TYPE ${name} ${type}\n`), name)
  const samples = samplesOf(page)
  assert.equal(samples.get('giro_work_status'), 1)
  assert.equal(samples.get('giro_sweep_failures_in_a_row{sweep="payments: release payments"}'), 0)
  const success = samples.get('giro_sweep_last_success_timestamp_seconds{sweep="payments: release payments"}')!
  assert.ok(begun <= success && success <= Date.now() / 1_000, `${success}`)
  const { status, text } = await readPage(ownPort, '/health/work')
  assert.equal(status, 200)
  assert.match(text, /"attention"[\s\S]*1 webhook whose receiver accepts nothing[\s\S]*replay the failed deliveries/)
})
