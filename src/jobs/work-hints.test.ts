import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { manualTime } from '../../test/support/manual-time.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { createHints } from '../kernel/hints.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
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

/** Listens, and has heard the first hint: that of the connection itself. Later ones come later. */
async function startListening() {
  const time = manualTime()
  const hints = createHints(time)
  const listening = listenForWork(testDatabase.serviceUrl, { hints, log: log as never, time })
  await eventually('it listens', () => hints.since(0))
  await time.advance(1)
  return { hints, listening, time }
}

test('a commit of a process without a worker hints at work in a process with one, once in a tenth of a second', async () => {
  const { hints, listening, time } = await startListening()
  let sent = 0
  const counting = (): Database => {
    sent++
    return db
  }
  const db = openDatabase({
    connectionString: testDatabase.serviceUrl,
    maxConnections: 2,
    onCommit: createNotifier(counting, time),
  })
  try {
    const committedMs = time.nowMs()
    for (let n = 0; n < 3; n++) await db.transaction((tx) => tx.query('select 1'))
    await time.advance(99)
    assert.equal(sent, 0)
    await time.advance(1)
    await eventually('a hint', () => hints.since(committedMs))
    assert.equal(sent, 1)
    assert.equal(hints.wokenSince(0), false)
  } finally {
    await listening.close()
    await db.close()
  }
  await eventually('its connection is closed', async () => (await listeners()).length === 0)
})

test('a commit that cannot wait wakes the other process after five milliseconds', async () => {
  const { hints, listening, time } = await startListening()
  const db = openDatabase({
    connectionString: testDatabase.serviceUrl,
    maxConnections: 2,
    onCommit: createNotifier(() => db, time),
  })
  try {
    await db.transaction(async (tx) => {
      await tx.query('select 1')
      tx.wakeOnCommit()
    })
    await time.advance(5)
    await eventually('it is woken', () => hints.wokenSince(0))
  } finally {
    await listening.close()
    await db.close()
  }
})

test('a lost connection is reported once and opened again, and what was missed is hinted at', async () => {
  const { hints, listening, time } = await startListening()
  try {
    const [listener] = await listeners()
    logged.length = 0
    const lostMs = time.nowMs()
    await owner.query('select pg_terminate_backend($1)', [listener!.pid])
    await eventually('the loss is reported', () => logged.length === 1)
    await eventually('it waits before it connects again', () => time.waiting() === 1)
    await time.advance(999)
    assert.equal(hints.since(lostMs), false)
    await time.advance(1)
    await eventually('it is back', () => logged.length === 2)
    assert.deepEqual(logged, [
      'the connection that hears of new work was lost: sweeps look once a second',
      'the connection that hears of new work is back',
    ])
    assert.equal(hints.since(lostMs), true)
    await time.advance(1)
    const notifiedMs = time.nowMs()
    await owner.query(`select pg_notify('giro_work', '')`)
    await eventually('a hint', () => hints.since(notifiedMs))
  } finally {
    await listening.close()
  }
})

test('a connection that is away is tried again with pauses that double to half a minute, reported once', async () => {
  const manual = manualTime()
  const pausesMs: number[] = []
  const time: MachineTime = {
    ...manual,
    sleep(ms, options) {
      pausesMs.push(ms)
      return manual.sleep(ms, options)
    },
  }
  logged.length = 0
  const listening = listenForWork(away(), { hints: createHints(time), log: log as never, time })
  try {
    for (let pauses = 1; pauses <= 7; pauses++) {
      await eventually('it pauses', () => pausesMs.length === pauses)
      await manual.advance(pausesMs.at(-1)!)
    }
    assert.deepEqual(pausesMs.slice(0, 7), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    assert.equal(logged.length, 1)
  } finally {
    await listening.close()
  }
})

test('a worker whose database is away stops at once', async () => {
  const time = manualTime()
  logged.length = 0
  const listening = listenForWork(away(), { hints: createHints(time), log: log as never, time })
  await eventually('it reports the loss', () => logged.length === 1)
  await listening.close()
  assert.equal(time.waiting(), 0)
})

function away(): string {
  const url = new URL(testDatabase.serviceUrl)
  url.searchParams.set('host', '/nowhere')
  return url.href
}
