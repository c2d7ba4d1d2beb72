import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BreakingDatabase, startBreakingDatabase } from '../../test/support/breaking-database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Connection, type Database, openDatabase } from './client.ts'

let testDatabase: TestDatabase
/** Counts the messages to the database on their way. */
let proxy: BreakingDatabase
/** Has one connection, so that each use sees the view that the last one left. */
let single: Database

before(async () => {
  testDatabase = await createTestDatabase()
  proxy = await startBreakingDatabase(testDatabase.url)
  single = openDatabase({ connectionString: proxy.url, maxConnections: 1 })
})

after(async () => {
  await single.close()
  await proxy.close()
  await testDatabase.drop()
})

const VIEW = `select current_setting('giro.tenant') as tenant, current_setting('plan_cache_mode') as plans`
const seen = async (db: Connection) => {
  const row = await db.row<{ tenant: string; plans: string }>(VIEW)
  return `${row!.tenant} ${row!.plans}`
}
const failing = (db: Connection) => db.query('select 1 / $1::int', [0])

const ALL = { db: () => single, sees: 'all force_generic_plan' }
const FIRST = { db: () => single.forTenant(1n), sees: '1 auto' }
const SECOND = { db: () => single.forTenant(2n), sees: '2 auto' }
const CHANGES = [
  [ALL, FIRST],
  [FIRST, SECOND],
  [SECOND, ALL],
] as const

/** Each returns what it saw, and leaves the connection in its own way. */
const USES: Record<string, (db: Database) => Promise<(string | undefined)[]>> = {
  read: async (db) => [await db.read(seen)],
  'two readings sent together, the first of which fails': (db) =>
    db.read(async (db) => {
      const [failed, second] = await Promise.allSettled([failing(db), seen(db)])
      assert.equal(failed.status, 'rejected')
      return [second.status === 'fulfilled' ? second.value : 'refused']
    }),
  'failed read': async (db) => {
    await assert.rejects(db.read(failing), /division by zero/)
    return []
  },
  transaction: async (db) => [await db.transaction(seen)],
  'transaction that fails at once': async (db) => {
    await assert.rejects(db.transaction(failing), /division by zero/)
    return []
  },
  'transaction that is given up': async (db) => {
    const sights: string[] = []
    const work = db.transaction(async (tx) => {
      sights.push(await seen(tx))
      throw new Error('given up')
    })
    await assert.rejects(work, /given up/)
    return sights
  },
  'transaction that swallows a failure, and is rolled back by its commit': async (db) => {
    const sights: string[] = []
    await db.transaction(async (tx) => {
      sights.push(await seen(tx))
      await assert.rejects(failing(tx), /division by zero/)
    })
    return sights
  },
  'commit with writes': (db) =>
    db.transaction(async (tx) => {
      const sight = await seen(tx)
      await tx.commitWith(async () => {})
      return [sight]
    }),
  'snapshot that fails after its first statement': async (db) => {
    const sights: string[] = []
    const work = db.snapshot(async (tx) => {
      sights.push(await seen(tx))
      await failing(tx)
    })
    await assert.rejects(work, /division by zero/)
    return sights
  },
  snapshot: async (db) => [await db.snapshot(seen)],
  'look-up': async (db) => [await db.lookUp(seen)],
}

test('each use of a connection sees the rows of its institution alone, whatever use it had before', async () => {
  let pairs = 0
  for (const [first, leave] of Object.entries(USES))
    for (const [second, use] of Object.entries(USES)) {
      const [before, now] = CHANGES[pairs++ % CHANGES.length]!
      const sights = [await leave(before.db()), await use(now.db()), await USES.read!(now.db())]
      const expected = [sights[0]!.map(() => before.sees), sights[1]!.map(() => now.sees), [now.sees]]
      assert.deepEqual(sights, expected, `${first} of ${before.sees}, then ${second} of ${now.sees}`)
    }
})

test('a connection that another institution used costs no more messages than one of its own', async () => {
  const counted = async (work: () => Promise<unknown>) => {
    const before = proxy.messages()
    await work()
    return proxy.messages() - before
  }
  const own = single.forTenant(1n)
  const uses = [USES.read!, USES.transaction!, USES.snapshot!, USES['look-up']!]
  const costs: number[][] = []
  for (const use of uses) {
    await use(own)
    const alone = await counted(() => use(own))
    await single.read(seen)
    costs.push([alone, await counted(() => use(own))])
  }
  assert.deepEqual(costs, [
    [1, 1],
    [2, 2],
    [2, 2],
    [1, 1],
  ])
})
