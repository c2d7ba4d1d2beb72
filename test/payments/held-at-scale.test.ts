import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { claimStopEnded, STOP_ENDED_AT } from '../../src/payments/held/stopped-makers.store.ts'
import { claimLiftable, LIFTABLE_AT } from '../../src/payments/held/suspensions.store.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
/** How many payments wait, and the most pages that a poll may read for them. */
const [WAITING, PAGES] = [3_000, 60]
let service: TestService
let owner: pg.Client
before(async () => {
  service = await startTestService({ clock, worker: false })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const payer = await createPayer(service)
  const { paymentUID } = dataOf(
    await service.call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Express' })),
  )
  await owner.query(
    "update payment_states set step = 2, previous_status = status, status = 'HELD', held_reasons = '{railNotAvailable}', hold_transfer_id = null where payment_id = $1",
    [paymentUID],
  )
  const ids = Array.from({ length: WAITING - 1 }, () => randomUUID())
  for (const [table, key] of Object.entries({ payments: 'id', payment_states: 'payment_id' })) {
    const { rows } = await owner.query(
      'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const copied = columns.map((name) => (name === key ? 'n.id' : `p.${name}`))
    await owner.query(
      `insert into ${table} (${columns}) select ${copied} from ${table} p, unnest($2::uuid[]) as n (id) where p.${key} = $1`,
      [paymentUID, ids],
    )
    await owner.query(`analyze ${table}`)
  }
})
after(async () => {
  await owner.end()
  await service.stop()
})

const tenantId = () => service.tenant.institution.tenantId

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Runs a query as the worker does, and counts the pages that it reads. */
async function pagesOf(run: (query: (text: string, values: unknown[]) => Promise<unknown[]>) => Promise<unknown>) {
  const pages: number[] = []
  await service.app.db.forTenant(tenantId()).transaction(async (tx) => {
    const explain = async (text: string, values: unknown[]) => {
      const [row] = await tx.query<Record<string, [{ Plan: Plan }]>>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      )
      const [{ Plan: plan }] = Object.values(row!)[0]!
      pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
      return []
    }
    // The first run warms the catalog.
    await run(explain)
    await run(explain)
  })
  return pages[1]!
}
const poll = () =>
  pagesOf((query) => query(`select ${LIFTABLE_AT} as at from institutions i where i.tenant_id = $1`, [tenantId()]))
const claim = () =>
  pagesOf((query) => claimLiftable({ query } as never, tenantId(), clock.now().add({ hours: 1 }), 500))

const blocks = {
  'a rail that is off': `update institutions set settings = jsonb_set(settings, '{rails,FEDWIRE}', 'false')`,
  'a suspended account': `update accounts set status = 'Suspended', suspended_by = 'Institution'`,
  'a suspended customer': `update customers set status = 'Suspended' where cardinality(ancestor_ids) > 0`,
  'an account that may not use the rail': 'update accounts set enable_wire = false',
  'a contact that is not approved': `update contacts set status = 'Pending'`,
} as const

/** Undoes every block. */
const lifts = `
  update institutions set settings = jsonb_set(settings, '{rails,FEDWIRE}', 'true');
  update accounts set status = 'Active', suspended_by = null, enable_wire = true;
  update customers set status = 'Active';
  update contacts set status = 'Active'`

for (const [what, block] of Object.entries(blocks))
  test(`${WAITING} payments that wait for ${what} cost a poll no more than a few pages`, async () => {
    await owner.query(block)
    const found = [await poll(), await claim()]
    await owner.query(lifts)
    assert.ok(
      found.every((pages) => pages <= PAGES),
      `${found} pages`,
    )
  })

const ofMakers = [
  () =>
    pagesOf((query) => query(`select ${STOP_ENDED_AT} as at from institutions i where i.tenant_id = $1`, [tenantId()])),
  () => pagesOf((query) => claimStopEnded({ query } as never, tenantId(), 500)),
]
const claimEnded = () => service.app.db.forTenant(tenantId()).transaction((tx) => claimStopEnded(tx, tenantId(), 500))

test(`${WAITING} payments of a revoked client cost a poll no more than a few pages, and none is claimed`, async () => {
  const { apiKey } = await service.createClient(service.tenant, {})
  await owner.query('update api_clients set revoked_at = now() where client_id = $1', [apiKey])
  await owner.query(
    `insert into stopped_makers (tenant_id, kind, actor_id, payment_id, found_at)
     select tenant_id, 'clientRevoked', $1, payment_id, now() from payment_states where status = 'HELD'`,
    [apiKey],
  )
  await owner.query(`update payment_states set held_reasons = '{makerStopped}' where status = 'HELD'`)
  await owner.query('analyze stopped_makers')
  const found = [await poll(), await claim()]
  for (const run of ofMakers) found.push(await run())
  assert.ok(
    found.every((pages) => pages <= PAGES),
    `${found} pages`,
  )
  assert.deepEqual(await claimEnded(), [])
  await owner.query('update api_clients set revoked_at = null where client_id = $1', [apiKey])
  assert.equal((await claimEnded()).length, 500)
  await owner.query('delete from stopped_makers')
  await owner.query(`update payment_states set held_reasons = '{railNotAvailable}' where status = 'HELD'`)
})

test(`${WAITING} payments that a former parent holds cost a poll no more than a few pages`, async () => {
  const payer = await createPayer(service)
  await owner.query(
    `insert into stopped_makers (tenant_id, kind, actor_id, payment_id, found_at)
     select s.tenant_id, 'outOfReach', $1 || '/' || p.customer_id, s.payment_id, now()
     from payment_states s join payments p on p.tenant_id = s.tenant_id and p.id = s.payment_id where s.status = 'HELD'`,
    [payer.customerUID],
  )
  await owner.query(`update payment_states set held_reasons = '{makerStopped}' where status = 'HELD'`)
  await owner.query('analyze stopped_makers')
  const found = await Promise.all(ofMakers.map((run) => run()))
  assert.ok(
    found.every((pages) => pages <= PAGES),
    `${found} pages`,
  )
  assert.deepEqual(await claimEnded(), [])
  await owner.query('update customers set ancestor_ids = ancestor_ids || $1::bigint', [payer.customerUID])
  assert.equal((await claimEnded()).length, 500)
  await owner.query('delete from stopped_makers')
  await owner.query(`update payment_states set held_reasons = '{railNotAvailable}' where status = 'HELD'`)
})

test('once nothing blocks them, all that wait may go on, 500 at a time', async () => {
  const claimed = await service.app.db
    .forTenant(tenantId())
    .transaction((tx) => claimLiftable(tx, tenantId(), clock.now().add({ hours: 1 }), 500))
  assert.equal(claimed.length, 500)
})
