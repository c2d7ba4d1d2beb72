import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { type SilentProxy, startSilentProxy } from '../../test/support/silent-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, isConnectionFailure, openDatabase } from './client.ts'
import { DatabaseGivenUp } from './connection-watch.ts'
import { SERVICE_ROLE } from './service-role.ts'

let testDatabase: TestDatabase
let owner: pg.Client
const opened: { db: Database; proxy: SilentProxy }[] = []
before(async () => {
  testDatabase = await createTestDatabase()
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  await owner.query(`create table note (text text); grant select, insert, update on note to ${SERVICE_ROLE}`)
})
afterEach(async () => {
  for (const { db, proxy } of opened.splice(0)) {
    await db.close()
    await proxy.close()
  }
})
after(async () => {
  await owner.end()
  await testDatabase.drop()
})

async function open({ silenceMs = 500, url = testDatabase.serviceUrl } = {}) {
  const proxy = await startSilentProxy(url)
  const reasons: string[] = []
  const onGivenUp = (error: Error) => reasons.push(error.message)
  const db = openDatabase({ connectionString: proxy.url, maxConnections: 4, silenceMs, onGivenUp })
  opened.push({ db, proxy })
  return { db, proxy, reasons }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error as Error,
  )
const one = (db: Database) => db.read((tx) => tx.query('select 1 as one'))
const locksWaited = async () => {
  const { rowCount } = await owner.query(`select from pg_locks where not granted and relation = 'note'::regclass`)
  return Number(rowCount)
}
const countNotes = async () => Number((await owner.query('select from note')).rowCount)

for (const [login, url] of [
  ['the service', () => testDatabase.serviceUrl],
  ['the owner', () => testDatabase.url],
] as const)
  test(`a connection of ${login} that lost its database is given up, and the next statement finds another`, async () => {
    const { db, proxy, reasons } = await open({ url: url() })
    await one(db)
    proxy.silence()
    const error = await failureOf(one(db))
    assert.ok(error instanceof DatabaseGivenUp, String(error))
    assert.match(error.message, /no answer for \d(\.\d)? s, and the database does not work on it: select 1 as one/)
    assert.ok(isConnectionFailure(error))
    assert.equal(reasons.length, 1)
    assert.deepEqual(await one(db), [{ one: 1 }])
  })

test('one dead connection is enough: the other idle ones are not used again', async () => {
  const { db, proxy, reasons } = await open()
  await Promise.all([1, 2, 3, 4].map(() => db.read((tx) => tx.query('select pg_sleep(0.1)'))))
  proxy.silence()
  await failureOf(one(db))
  for (let n = 0; n < 4; n++) assert.deepEqual(await one(db), [{ one: 1 }])
  assert.equal(reasons.length, 1)
})

test('a statement that the database works on is left alone, however long it takes', async () => {
  const { db, reasons } = await open({ silenceMs: 100 })
  const rows = await db.read((tx) => tx.query('select pg_sleep(3), 1 as one'))
  assert.equal(rows.length, 1)
  assert.deepEqual(reasons, [])
})

test('a statement that waits for a lock is left alone', async () => {
  const { db, reasons } = await open({ silenceMs: 100 })
  await owner.query('begin; lock table note')
  const waiting = db.transaction((tx) => tx.query('insert into note (text) values ($1)', ['waited']))
  await eventually('it waits', async () => (await locksWaited()) === 1)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await owner.query('commit')
  await waiting
  assert.deepEqual(reasons, [])
})

test('a transaction whose connection dies is not done, and the service learns of it', async () => {
  const { db, proxy } = await open()
  await one(db)
  const count = await countNotes()
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.query(`insert into note (text) values ('lost')`)
      proxy.silence()
      await tx.query('select 1')
    }),
  )
  assert.ok(error instanceof DatabaseGivenUp)
  assert.equal(await countNotes(), count)
})

test('what a dead connection had locked is free soon, although the database still holds its transaction', async () => {
  const { db, proxy } = await open()
  await owner.query(`insert into note (text) values ('locked')`)
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.query(`select from note where text = 'locked' for update`)
      proxy.silence()
      await tx.query('select 1')
    }),
  )
  assert.ok(error instanceof DatabaseGivenUp)
  await owner.query(`set statement_timeout = '3s'`)
  await owner.query(`select from note where text = 'locked' for update`)
  await owner.query(`set statement_timeout = 0`)
})

test('while the database cannot be asked, statements wait; afterwards they fail at once', async () => {
  const { db, proxy, reasons } = await open()
  await one(db)
  proxy.swallow()
  const failing = failureOf(one(db))
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  assert.deepEqual(reasons, [])
  proxy.heal()
  assert.ok((await failing) instanceof DatabaseGivenUp)
  assert.deepEqual(await one(db), [{ one: 1 }])
})

test('a look-up on a shared connection that died is given up, too', async () => {
  const { db, proxy } = await open()
  const own = db.forTenant(1n)
  await own.lookUp((tx) => tx.query('select 1'))
  const error = await failureOf(
    own.lookUp(async (tx) => {
      proxy.silence()
      await tx.query('select 1')
    }),
  )
  assert.ok(error instanceof DatabaseGivenUp)
  assert.equal((await own.lookUp((tx) => tx.query('select 1'))).length, 1)
})

test('within: a transaction that is not over in time is given up, cancelled in the database, and not done', async () => {
  const { db } = await open()
  await owner.query('begin; lock table note in share mode')
  try {
    const startedAt = performance.now()
    const error = await failureOf(
      db.within(400).transaction((tx) => tx.query(`insert into note (text) values ('late')`)),
    )
    assert.ok(error instanceof DatabaseGivenUp)
    assert.match(error.message, /not answered in time, after 0\.[4-9] s: insert into note/)
    assert.ok(isConnectionFailure(error))
    assert.ok(performance.now() - startedAt < 5_000)
    await eventually('nobody waits for the lock', async () => (await locksWaited()) === 0, { withinMs: 5_000 })
  } finally {
    await owner.query('commit')
  }
  const { rowCount } = await owner.query(`select from note where text = 'late'`)
  assert.equal(rowCount, 0)
})

test('within: the time counts for the whole transaction, and a later one has its own', async () => {
  const { db } = await open()
  const brief = db.within(600)
  const error = await failureOf(
    brief.transaction(async (tx) => {
      for (let n = 0; n < 10; n++) await tx.query('select pg_sleep(0.2)')
    }),
  )
  assert.ok(error instanceof DatabaseGivenUp)
  assert.deepEqual(await one(brief), [{ one: 1 }])
  await one(db)
  assert.equal((await db.read((tx) => tx.query('select pg_sleep(1)'))).length, 1)
})

test('a database that takes no writes any more is a lost one: its connections are not used again', async () => {
  const { db } = await open()
  const pidOf = () => db.read((tx) => tx.row<{ pid: number }>('select pg_backend_pid() as pid'))
  const before = await pidOf()
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.query('set transaction read only')
      await tx.query(`insert into note (text) values ('standby')`)
    }),
  )
  assert.ok(isConnectionFailure(error))
  assert.notDeepEqual(await pidOf(), before)
})

test('a statement that the database cancels is a failure of the whole, not of one item', async () => {
  const { db } = await open()
  const error = await failureOf(
    db.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = '100ms'`)
      await tx.query('select pg_sleep(5)')
    }),
  )
  assert.ok(isConnectionFailure(error))
})
