import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { fixedClock } from '../../src/kernel/clock.ts'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { type Service, startService } from '../../src/main/service.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
let restored: Service | undefined
let admin: pg.Client
const name = () => new URL(service.databaseUrl).pathname.slice(1)
const older = () => `${name()}_older`

before(async () => {
  service = await startTestService({ clock, worker: false })
  const url = new URL(service.databaseUrl)
  url.pathname = '/postgres'
  admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
})
after(async () => {
  await restored?.stop()
  await admin.query(`drop database if exists ${older()} with (force)`)
  await admin.end()
  await service.stop()
})

const sweep = (of: Pick<TestService, 'app'>, work: string) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).run(of.app, service.tenant.institution)
const visible = () => readdir(service.app.achOutDirectory)

/** A backup: a copy of the database as it is now. */
async function backUp(): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])
  await admin.query(`create database ${older()} template ${name()}`)
}

/** The service on the backup, with the outbox as it is now. */
async function restore(): Promise<Service> {
  const url = new URL(service.serviceUrl)
  url.pathname = `/${older()}`
  return startService({
    databaseUrl: url.href,
    maxConnections: 5,
    dataDir: service.dataDir,
    master: masterKeyFrom(Buffer.from(service.encryptionKey, 'hex')),
    log: pino({ level: 'silent' }),
    clock,
    worker: true,
    webhookNetworks: [],
  })
}

const inRestored = <Row>(sql: string) =>
  restored!.app.db.read((db) => db.query<Row>(sql, [service.tenant.institution.tenantId]))

test('a database restored to a moment before files left holds the rails, and sends none of them again', async () => {
  const payer = await createPayer(service, { balance: 1000 })
  for (let number = 0; number < 30; number++)
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 })))
  await sweep(service, 'release payments')
  clock.advance({ seconds: 2 })
  await backUp()
  assert.equal(await sweep(service, 'collect ACH entries'), 30)
  assert.equal(await sweep(service, 'write ACH files'), 30)
  const [file] = await visible()
  await rm(join(service.app.achOutDirectory, file!))

  restored = await restore()
  const [hold] = await inRestored<{ reason: string; differences: string[] }>(
    'select reason, differences from rail_holds where tenant_id = $1 and released_at is null',
  )
  assert.equal(hold?.reason, 'DatabaseOlder')
  assert.match(hold.differences.join(), new RegExp(`^${file} left at .*, and the database does not know it`))
  for (const work of ['collect ACH entries', 'write ACH files']) assert.equal(await sweep(restored, work), 0)
  assert.deepEqual(await visible(), [])

  await restored.app.db.transaction((tx) =>
    tx.query(
      `update rail_holds set released_at = now(), released_by = 'test', release_reason = 'test' where tenant_id = $1`,
      [service.tenant.institution.tenantId],
    ),
  )
  clock.advance({ minutes: 1 })
  await sweep(restored, 'collect ACH entries')
  await sweep(restored, 'write ACH files')
  assert.deepEqual(await visible(), [], 'a file of this name has left')
  // The restored service's worker hands over too: it may hold the claim while these sweeps run.
  const handover = await eventually('the hand-over is decided', async () => {
    const [row] = await inRestored<{ status: string; name: string }>(
      'select status, name from rail_handovers where tenant_id = $1',
    )
    return row?.status !== 'Claimed' && row
  })
  assert.deepEqual(handover, { status: 'InDoubt', name: file })
  assert.deepEqual(await visible(), [], 'it is not put there while nobody has decided')
  const holds = await inRestored('select from rail_holds where tenant_id = $1 and released_at is null')
  assert.equal(holds.length, 0, 'what people accepted does not hold the rails again')
})
