import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { type BreakingDatabase, startBreakingDatabase } from '../support/breaking-database.ts'
import { untilLockWait } from '../support/lock-waits.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let proxy: BreakingDatabase
let owner: pg.Client
let payer: Payer
before(async () => {
  const reach = async (databaseUrl: string) => {
    proxy = await startBreakingDatabase(databaseUrl)
    return proxy.url
  }
  service = await startTestService({ clock, reach })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  payer = await createPayer(service, { balance: 100_000 })
})
after(async () => {
  await owner.end()
  await service.stop()
  await proxy.close()
})

const pay = (idempotencyKey: string, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields), { idempotencyKey })

/** The rows of every table. */
async function rowsOf(): Promise<Map<string, number>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'giro' and c.relkind = 'r'`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  const { rows } = await owner.query<{ name: string; rows: number }>(counts.join(' union all '))
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** The tables with more rows than before. */
const grown = (before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>) =>
  [...now].flatMap(([name, rows]) => (rows > (before.get(name) ?? 0) ? [name] : [])).sort()

test('a payment is created in three messages to the database', async () => {
  const counts: number[] = []
  // The connections of a service prepare their statements first, and it reads in the background.
  for (let n = 0; n < 12; n++) {
    const before = proxy.messages()
    dataOf(await pay(`messages-${n}`))
    counts.push(proxy.messages() - before)
  }
  assert.equal(Math.min(...counts), 3)
})

test('whichever table refuses a row, and if the commit fails, nothing of the payment stays, and its key can be used', async () => {
  const before = await rowsOf()
  dataOf(await pay('tables'))
  const written = grown(before, await rowsOf())
  for (const table of ['payments', 'payment_states', 'ledger_transfers', 'idempotency_keys'])
    assert.ok(written.includes(table), `${table} is not among ${written}`)
  const positions = [...written.map((table) => [table, 'row']), ['limit_usage', 'row'], ['payments', 'commit']]
  for (const [table, when] of positions) {
    await owner.query(
      `create function refuse_all() returns trigger language plpgsql as $$ begin raise 'refused for the test'; end $$`,
    )
    await owner.query(
      when === 'commit'
        ? `create constraint trigger refused after insert on ${table} deferrable initially deferred
             for each row execute function refuse_all()`
        : `create trigger refused before insert or update on ${table} for each row execute function refuse_all()`,
    )
    const unchanged = await rowsOf()
    const reply = await pay(`${table}-${when}`)
    assert.equal(reply.status, 500, `${table} at its ${when}`)
    assert.deepEqual(grown(unchanged, await rowsOf()), [], `${table} at its ${when}`)
    await owner.query('drop function refuse_all() cascade')
    dataOf(await pay(`${table}-${when}`))
  }
})

test('a key that another node uses while the batch is decided gets the answer of the other node', async () => {
  const same = { externalReferenceId: 'same' }
  const first = dataOf(await pay('other-node', same))
  await owner.query('begin')
  const key = 'same-moment'
  await owner.query(
    `insert into idempotency_keys select (jsonb_populate_record(k, jsonb_build_object('key', $1::text))).*
     from idempotency_keys k where k.key = 'other-node'`,
    [key],
  )
  const before = await rowsOf()
  const reply = pay(key, same)
  await untilLockWait(service.query)
  await owner.query('commit')
  assert.equal(dataOf(await reply).paymentUID, first.paymentUID)
  assert.deepEqual(grown(before, await rowsOf()), [])
})
