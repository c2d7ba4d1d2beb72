import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { VERSION } from '../../src/kernel/version.ts'
import { prepareDatabase } from '../../src/main/database.ts'
import { startPaying } from '../faults/paying-client.ts'
import { untilLockWait } from '../support/lock-waits.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// The nodes of this release, on a database that the next release migrates under them.

/** What the next release may do to tables that these nodes read and write all the time. */
const EXPANSION: Readonly<Record<string, string>> = {
  '9001_purpose.sql': 'alter table payments add column purpose text',
  '9002_priority.sql': 'alter table payment_states add column priority integer not null default 0',
  '9003_risk.sql': 'alter table customers add column risk_class text',
  '9004_nickname.sql': 'alter table accounts add column nickname text',
  '9005_ticket.sql': 'alter table approvals add column ticket text',
  '9006_batch.sql': 'alter table ledger_transfers add column batch text',
  '9007_purposes.sql': `create table payment_purposes (tenant_id bigint not null references institutions, id bigint not null,
      primary key (tenant_id, id));
    grant select, insert on payment_purposes to giro_service;
    call add_tenant_policy('payment_purposes')`,
  '9008_purpose.online.sql': `drop index concurrently if exists payments_purpose;
create index concurrently payments_purpose on payments (tenant_id, purpose) where purpose is not null;
`,
}
const NEWEST = '9008_purpose.online.sql'

let database: TestDatabase
let service: TestService
let folder: string
before(async () => {
  database = await createTestDatabase()
  service = await startTestService({
    database: { ...database, drop: async () => {} },
    worker: true,
    clock: systemClock,
  })
  folder = await mkdtemp(join(tmpdir(), 'giro-next-release-'))
  await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true })
  for (const [name, sql] of Object.entries(EXPANSION)) await writeFile(join(folder, name), sql)
})
after(async () => {
  await service.stop()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Lists whose statements return all columns, which the node has prepared. */
async function readEverything(): Promise<void> {
  const paging = '?page=1&limit=10'
  for (const path of [
    `/v1/institution/approvals${paging}&status=Pending`,
    `/customers${paging}`,
    `/v1/institution/suspense${paging}`,
  ])
    for (let time = 0; time < 4; time++) assert.equal((await service.call('GET', path)).status, 200, path)
}

test('the next release migrates under load: nodes go on, new ones start, and every cent is in its place', async (t) => {
  const client = await startPaying(service)
  t.after(() => client.stop())
  await client.pays(50)
  await readEverything()
  client.restart()
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin; select from payments limit 1')
  const applied = migrate(database.url, undefined, { directory: pathToFileURL(`${folder}/`) })
  applied.catch(() => {})
  try {
    await untilLockWait(service.query)
    // Payments wait behind a migration that waits for the reader, until it gives up for a moment.
    await client.pays(50)
  } finally {
    await reader.end()
  }
  assert.deepEqual(await applied, Object.keys(EXPANSION))
  await client.pays(50)
  await readEverything()
  // A node of this release that starts again finds the newer database.
  const node = await service.startNode()
  assert.equal((await fetch(`${node}/health/ready`)).status, 200)
  await client.pays(50)
  await client.stop()
  assert.deepEqual([...client.statuses.keys()], [200])
  await client.compare()
})

test('a node that starts on the newer database is let in, until a release that it does not work with migrates', async () => {
  const start = () => prepareDatabase({ url: database.serviceUrl, ownerUrl: undefined })
  assert.deepEqual(await start(), [])
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rows } = await owner.query('select name, works_with from schema_migrations order by name desc limit 1')
  assert.deepEqual(rows, [{ name: NEWEST, works_with: VERSION }])
  await owner.query(`insert into schema_migrations (name, sha256, works_with) values ('9009_later.sql', 'x', '99.0.0')`)
  await assert.rejects(start(), /^StartupError: .*9009_later\.sql, which works with Giro 99\.0\.0 and newer/)
  await owner.query(`delete from schema_migrations where name = '9009_later.sql'`)
  await owner.end()
})
