import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { type ManualTime, manualTime } from '../../test/support/manual-time.ts'
import { type SilentProxy, startSilentProxy } from '../../test/support/silent-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, isConnectionFailure, openDatabase } from './client.ts'
import { DatabaseGivenUp } from './connection-watch.ts'
import { SERVICE_ROLE } from './service-role.ts'

/** How often the watch looks at its connections. */
const TICK_MS = 250

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
  const time = manualTime()
  const db = openDatabase({ connectionString: proxy.url, maxConnections: 4, silenceMs, onGivenUp, time })
  opened.push({ db, proxy })
  return { db, proxy, reasons, time }
}

/** Lets the time pass until the work has ended. Meanwhile the database can answer. */
async function pass<T>(time: ManualTime, work: Promise<T>): Promise<T> {
  let hasEnded = false
  const ended = work.finally(() => {
    hasEnded = true
  })
  await eventually('it ends', async () => hasEnded || void (await time.advance(TICK_MS)))
  return ended
}

/** Lets the time pass until the database was asked so many times what the connections do. */
async function passProbes(time: ManualTime, proxy: SilentProxy, count: number): Promise<void> {
  const enough = proxy.opened() + count
  await eventually('it asks', async () => proxy.opened() >= enough || void (await time.advance(TICK_MS)))
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
    const { db, proxy, reasons, time } = await open({ url: url() })
    await one(db)
    proxy.silence()
    const error = await pass(time, failureOf(one(db)))
    assert.ok(error instanceof DatabaseGivenUp, String(error))
    assert.match(error.message, /no answer for \d+(\.\d)? s, and the database does not work on it: select 1 as one/)
    assert.ok(isConnectionFailure(error))
    assert.equal(reasons.length, 1)
    assert.deepEqual(await one(db), [{ one: 1 }])
  })

test('one dead connection is enough: the other idle ones are not used again', async () => {
  const { db, proxy, reasons, time } = await open()
  const all = Promise.withResolvers<void>()
  let open4 = 0
  const useTogether = () =>
    db.read(async (tx) => {
      await tx.query('select 1')
      if (++open4 === 4) all.resolve()
      await all.promise
    })
  await Promise.all([1, 2, 3, 4].map(useTogether))
  proxy.silence()
  await pass(time, failureOf(one(db)))
  for (let n = 0; n < 4; n++) assert.deepEqual(await one(db), [{ one: 1 }])
  assert.equal(reasons.length, 1)
})

test('a statement that the database works on is left alone, however long it takes', async () => {
  const { db, proxy, reasons, time } = await open({ silenceMs: 100 })
  const working = db.read((tx) =>
    tx.query(`do $$ begin
      while not exists (select from note where text = 'enough') loop perform pg_sleep(0.01); end loop;
    end $$`),
  )
  await passProbes(time, proxy, 5)
  await owner.query(`insert into note (text) values ('enough')`)
  await working
  assert.deepEqual(reasons, [])
})

test('a statement that waits for a lock is left alone', async () => {
  const { db, proxy, reasons, time } = await open({ silenceMs: 100 })
  await owner.query('begin; lock table note')
  const waiting = db.transaction((tx) => tx.query('insert into note (text) values ($1)', ['waited']))
  await eventually('it waits', async () => (await locksWaited()) === 1)
  await passProbes(time, proxy, 5)
  await owner.query('commit')
  await waiting
  assert.deepEqual(reasons, [])
})

test('a transaction whose connection dies is not done, and the service learns of it', async () => {
  const { db, proxy, time } = await open()
  await one(db)
  const count = await countNotes()
  const lost = db.transaction(async (tx) => {
    await tx.query(`insert into note (text) values ('lost')`)
    proxy.silence()
    await tx.query('select 1')
  })
  const error = await pass(time, failureOf(lost))
  assert.ok(error instanceof DatabaseGivenUp)
  assert.equal(await countNotes(), count)
})

test('what a dead connection had locked is free soon, although the database still holds its transaction', async () => {
  const { db, proxy, time } = await open()
  await owner.query(`insert into note (text) values ('locked')`)
  const free = async () => {
    const { rowCount } = await owner.query(`select from note where text = 'locked' for update skip locked`)
    return rowCount === 1
  }
  const locking = db.transaction(async (tx) => {
    await tx.query(`select from note where text = 'locked' for update`)
    proxy.silence()
    assert.equal(await free(), false)
    await tx.query('select 1')
  })
  const error = await pass(time, failureOf(locking))
  assert.ok(error instanceof DatabaseGivenUp, String(error))
  await eventually('the lock is free', async () => (await free()) || void (await time.advance(TICK_MS)))
})

test('while the database cannot be asked, statements wait; afterwards they fail at once', async () => {
  const { db, proxy, reasons, time } = await open()
  await one(db)
  proxy.swallow()
  const failing = failureOf(one(db))
  await passProbes(time, proxy, 1)
  await time.advance(60_000)
  assert.deepEqual(reasons, [])
  proxy.heal()
  proxy.hangUp()
  assert.ok((await pass(time, failing)) instanceof DatabaseGivenUp)
  assert.deepEqual(await one(db), [{ one: 1 }])
})

test('a look-up on a shared connection that died is given up, too', async () => {
  const { db, proxy, time } = await open()
  const own = db.forTenant(1n)
  await own.lookUp((tx) => tx.query('select 1'))
  const lost = own.lookUp(async (tx) => {
    proxy.silence()
    await tx.query('select 1')
  })
  const error = await pass(time, failureOf(lost))
  assert.ok(error instanceof DatabaseGivenUp)
  assert.equal((await own.lookUp((tx) => tx.query('select 1'))).length, 1)
})

test('within: a transaction that is not over in time is given up, cancelled in the database, and not done', async () => {
  const { db, reasons, time } = await open()
  await owner.query('begin; lock table note in share mode')
  try {
    const late = failureOf(db.within(499).transaction((tx) => tx.query(`insert into note (text) values ('late')`)))
    await eventually('it waits for the lock', async () => (await locksWaited()) === 1)
    await time.advance(2 * TICK_MS - 1)
    assert.deepEqual(reasons, [])
    await time.advance(1)
    const error = await late
    assert.ok(error instanceof DatabaseGivenUp)
    assert.match(error.message, /not answered in time, after 0\.5 s: insert into note/)
    assert.ok(isConnectionFailure(error))
    await time.advance(TICK_MS)
    await eventually('nobody waits for the lock', async () => (await locksWaited()) === 0)
  } finally {
    await owner.query('commit')
  }
  const { rowCount } = await owner.query(`select from note where text = 'late'`)
  assert.equal(rowCount, 0)
})

test('within: the time counts for the whole transaction, and a later one has its own', async () => {
  const { db, time } = await open()
  const brief = db.within(600)
  let answered = 0
  const long = brief.transaction(async (tx) => {
    for (; answered < 10; answered++) {
      await tx.query('select 1')
      await time.advance(200)
    }
  })
  assert.ok((await failureOf(long)) instanceof DatabaseGivenUp)
  assert.equal(answered, 4, 'after 0, 200, 400 and 600 ms')
  assert.deepEqual(await one(brief), [{ one: 1 }])
  const unlimited = db.read(async (tx) => {
    await time.advance(10_000)
    return tx.query('select 1 as one')
  })
  assert.deepEqual(await unlimited, [{ one: 1 }])
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
