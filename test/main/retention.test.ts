import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { housekeepingSweeps } from '../../src/main/housekeeping.ts'
import { RETENTION, type Retention, readRetention } from '../../src/main/retention.ts'
import { StartupError } from '../../src/main/startup-error.ts'
import { analyse } from '../support/analyse.ts'
import { dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock })
  payer = await createPayer(service, { balance: 100_000 })
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const DAY = { hours: 24 }

/** Runs a sweep as if the machine had this time. */
async function purgeAt(name: string, now: Temporal.Instant, retention: Retention = RETENTION): Promise<void> {
  const sweep = sweepNamed(housekeepingSweeps(retention), `housekeeping: ${name}`)
  const app = { ...service.app, tokenClock: { now: () => now } }
  assert.equal(await sweep.run(app, service.tenant.institution), 0)
}

const inDays = (days: number) => clock.now().add({ hours: 24 * days })
const pay = async (key: string) =>
  dataOf(
    await service.call('POST', '/v3/payments/creditrequest', creditBody(payer, { externalReferenceId: key }), {
      idempotencyKey: key,
    }),
  )
const purgeKeys = (now: Temporal.Instant, retention?: Retention) =>
  purgeAt('purge idempotency keys of payments', now, retention)

test('a repeated payment request gets the first reply until its retention has passed, and not longer', async () => {
  const first = await pay('repeated')
  await purgeKeys(inDays(400))
  assert.equal((await pay('repeated')).paymentUID, first.paymentUID)
  await purgeKeys(inDays(401), { ...RETENTION, paymentKeysDays: undefined })
  assert.equal((await pay('repeated')).paymentUID, first.paymentUID)
  await purgeKeys(inDays(400).add({ milliseconds: 1 }))
  assert.notEqual((await pay('repeated')).paymentUID, first.paymentUID)
})

test('keys of other operations end by their own expiry, not by the retention of payments', async () => {
  await service.query(
    `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, created_at, expires_at)
     values ($1, 'client', 'createCustomer', 'other', '{}', $2, $2::timestamptz + interval '900 days')`,
    [tenantId(), clock.now().toString()],
  )
  await purgeKeys(inDays(500))
  const kept = await service.query(`select from idempotency_keys where tenant_id = $1 and key = 'other'`, [tenantId()])
  assert.equal(kept.length, 1)
})

test('the oldest keys of payments are found by their index, without reading those that stay', async () => {
  await service.query(
    `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, created_at)
     select $1, 'many', 'createCreditPayment', n::text, '{}', $2::timestamptz + n * interval '1 second'
     from generate_series(1, 5000) n`,
    [tenantId(), clock.now().toString()],
  )
  await analyse(service.databaseUrl, 'idempotency_keys')
  const plan = await service.query<{ queryPlan: string }>(
    `explain delete from idempotency_keys where tenant_id = 1 and ctid = any(array(
       select ctid from idempotency_keys where tenant_id = 1 and expires_at is null and created_at < '2020-01-01'
       order by created_at limit 100))`,
  )
  const text = plan.map((row) => Object.values(row)[0]).join('\n')
  assert.match(text, /Tid Scan/)
  assert.match(text, /Index Scan using idempotency_keys_payments/)
})

test('mails stay until the moment of their retention; one on its way stays, and is not deleted by hand', async () => {
  const { paymentUID } = await pay('mailed')
  const add = (status: string, dueAt: string | null) =>
    service.query(
      `insert into payment_mails (tenant_id, payment_id, status, created_at, due_at, attempts)
       values ($1, $2, $3, $4, $5, 1)`,
      [tenantId(), paymentUID, status, clock.now().toString(), dueAt],
    )
  await add('PROCESSED', null)
  await add('RETURNED', clock.now().toString())
  const kept = async () => {
    const rows = await service.query<{ status: string }>(
      'select status from payment_mails where tenant_id = $1 order by status',
      [tenantId()],
    )
    return rows.map(({ status }) => status)
  }
  await purgeAt('purge old mails', inDays(400))
  assert.deepEqual(await kept(), ['PROCESSED', 'RETURNED'])
  await purgeAt('purge old mails', inDays(400).add(DAY))
  assert.deepEqual(await kept(), ['RETURNED'])
  await assert.rejects(service.query('delete from payment_mails where tenant_id = $1', [tenantId()]), {
    constraint: 'payment_mails_ended',
  })
})

test('a backlog is deleted in pieces, and what is left after a hundred pieces waits for the next hour', async () => {
  let pieces = 0
  const db = {
    ...service.app.db,
    transaction: () => {
      pieces++
      return Promise.resolve(10_000)
    },
  } as unknown as TestService['app']['db']
  const sweep = sweepNamed(housekeepingSweeps(RETENTION), 'housekeeping: purge idempotency keys of payments')
  assert.equal(await sweep.run({ ...service.app, db }, service.tenant.institution), 0)
  assert.equal(pieces, 100)
})

test('readRetention: 30 days is the least, and words other than forever are refused', () => {
  const read = (text: string) => readRetention((name) => (name === 'GIRO_KEEP_PAYMENT_KEYS' ? text : undefined))
  assert.deepEqual(read('30'), { ...RETENTION, paymentKeysDays: 30 })
  assert.deepEqual(read('forever'), { ...RETENTION, paymentKeysDays: undefined })
  for (const text of ['29', '0', '-1', '36501', '30.5', 'never', ''])
    assert.throws(() => read(text), StartupError, text)
})
