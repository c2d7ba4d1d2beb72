import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { openDatabase } from '../db/client.ts'
import { createHints } from '../kernel/hints.ts'
import { createNotifier, listenForWork } from './work-hints.ts'

let testDatabase: TestDatabase
let owner: pg.Client
const logged: string[] = []
const log = { info: (text: string) => logged.push(text), warn: (_: object, text: string) => logged.push(text) }
before(async () => {
  testDatabase = await createTestDatabase()
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await testDatabase.drop()
})

const listeners = async () => {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'giro-listening'`,
  )
  return rows
}

/** Listens, and has heard the first hint: that of the connection itself. */
async function startListening() {
  const hints = createHints()
  const startedMs = performance.now()
  const listening = listenForWork(testDatabase.serviceUrl, hints, log as never)
  await eventually('it listens', () => hints.since(startedMs))
  return { hints, listening }
}

test('a commit of a process without a worker hints at work in a process with one', async () => {
  const { hints, listening } = await startListening()
  const db = openDatabase({
    connectionString: testDatabase.serviceUrl,
    maxConnections: 2,
    onCommit: createNotifier(() => db),
  })
  try {
    const committedMs = performance.now()
    await db.transaction((tx) => tx.query('select 1'))
    await eventually('a hint', () => hints.since(committedMs))
  } finally {
    await listening.close()
    await db.close()
  }
  await eventually('its connection is closed', async () => (await listeners()).length === 0)
})

test('a lost connection is reported once and opened again, and what was missed is hinted at', async () => {
  const { hints, listening } = await startListening()
  try {
    const [listener] = await listeners()
    logged.length = 0
    const lostMs = performance.now()
    await owner.query('select pg_terminate_backend($1)', [listener!.pid])
    await eventually('it is back', () => logged.length === 2)
    assert.deepEqual(logged, [
      'the connection that hears of new work was lost: sweeps look once a second',
      'the connection that hears of new work is back',
    ])
    assert.equal(hints.since(lostMs), true)
    const notifiedMs = performance.now()
    await owner.query(`select pg_notify('giro_work', '')`)
    await eventually('a hint', () => hints.since(notifiedMs))
  } finally {
    await listening.close()
  }
})

test('a worker whose database is away stops at once', async () => {
  const away = new URL(testDatabase.serviceUrl)
  away.searchParams.set('host', '/nowhere')
  logged.length = 0
  const listening = listenForWork(away.href, createHints(), log as never)
  await eventually('it reports the loss', () => logged.length === 1)
  await listening.close()
})
