import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { requireSafeSession } from '../../src/db/safe-session.ts'
import { startPaying } from '../faults/paying-client.ts'
import { movingClock } from '../support/clocks.ts'
import { noPgbouncer, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestService } from '../support/test-service.ts'

let database: TestDatabase
let pooler: Pgbouncer
before(async () => {
  if (noPgbouncer) return
  database = await createTestDatabase()
  // A copied database has no settings of logins.
  await migrate(database.url, database.serviceUrl)
  pooler = await startPgbouncer(database.serviceUrl)
})
after(async () => {
  if (noPgbouncer) return
  await pooler.stop()
  await database.drop()
})

const throughPooler = () => `${pooler.url}?pooler=transaction`

test('a service behind PgBouncer is paid by many clients, and every cent is in its place', {
  skip: noPgbouncer,
}, async (t) => {
  const service = await startTestService({
    database: { ...database, drop: async () => {} },
    worker: true,
    clock: movingClock(),
    reach: async () => throughPooler(),
  })
  const client = await startPaying(service, { workers: 16 })
  try {
    await client.pays(300)
    const node = await service.startNode()
    assert.equal((await fetch(`${node}/health/ready`)).status, 200)
    await client.stop()
    assert.deepEqual([...client.statuses.keys()], [200])
    await client.compare()
    t.diagnostic(`${client.paid()} payments, each answered 200`)
  } finally {
    await client.stop()
    await service.stop()
  }
})

test('connections that institutions share through a pooler show each only its own rows', {
  skip: noPgbouncer,
}, async () => {
  const db = openDatabase({ connectionString: throughPooler(), maxConnections: 30 })
  const shown = `select current_setting('giro.tenant') as tenant, pg_backend_pid() as pid`
  const pids = new Set<number>()
  const look = async (tenant: number) => {
    const own = db.forTenant(BigInt(tenant))
    const ways: ((work: Parameters<Database['read']>[0]) => Promise<unknown>)[] = [
      own.read,
      own.lookUp,
      own.transaction,
      own.snapshot,
    ]
    for (const way of ways) {
      const [row] = (await way((connection) => connection.query(shown))) as { tenant: string; pid: number }[]
      assert.equal(row!.tenant, String(tenant))
      pids.add(row!.pid)
    }
  }
  try {
    await Promise.all(Array.from({ length: 200 }, (_, at) => look(1 + (at % 7))))
    assert.ok(pids.size <= 4, 'they shared few connections')
  } finally {
    await db.close()
  }
  // Nothing is left on a shared connection: without a tenant, it shows no rows.
  const plain = new pg.Client({ connectionString: pooler.url })
  await plain.connect()
  const { rows } = await plain.query(`select coalesce(current_setting('giro.tenant', true), '') as tenant`)
  await plain.end()
  assert.deepEqual(rows, [{ tenant: '' }])
})

const refusalOf = async (url: string) =>
  requireSafeSession(url).then(
    () => undefined,
    (error: Error) => error.message,
  )

test('sessions that the service can rely on are let in, directly and through a pooler', {
  skip: noPgbouncer,
}, async () => {
  assert.equal(await refusalOf(database.serviceUrl), undefined)
  assert.equal(await refusalOf(database.url), undefined)
  assert.equal(await refusalOf(throughPooler()), undefined)
})

test('a pooler that the URL does not name is refused, even if it takes all settings', {
  skip: noPgbouncer,
}, async () => {
  assert.match((await refusalOf(pooler.url))!, /^a pooler .* add \?pooler=transaction to GIRO_DATABASE_URL$/)
  const settings = { ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout' }
  const lenient = await startPgbouncer(database.serviceUrl, { settings })
  try {
    assert.match((await refusalOf(lenient.url))!, /^a pooler /)
  } finally {
    await lenient.stop()
  }
})

test('a login without its settings is refused, with their names and what to do', { skip: noPgbouncer }, async () => {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const name = new URL(database.url).pathname.slice(1)
  await owner.query(`alter role giro_service in database ${name} reset statement_timeout`)
  await owner.query(`alter role giro_service in database ${name} set enable_seqscan = on`)
  await owner.end()
  const fresh = await startPgbouncer(database.serviceUrl)
  try {
    const url = `${fresh.url}?pooler=transaction`
    assert.match((await refusalOf(url))!, /lack the settings enable_seqscan, statement_timeout: run "giro migrate"/)
    await migrate(database.url, database.serviceUrl)
  } finally {
    await fresh.stop()
  }
  assert.equal(await refusalOf(throughPooler()), undefined)
})

test('a migration through a pooler is refused, and begins nothing', { skip: noPgbouncer }, async () => {
  await assert.rejects(migrate(pooler.url), /^UnsafeSession|Error: a migration needs its own session/)
})
