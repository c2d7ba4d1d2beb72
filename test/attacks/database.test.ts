import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/db/client.ts'
import { readExcessRights } from '../../src/db/logins.ts'
import { startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

// An attacker who runs SQL through the service's login, and a statement that forgot its tenant.

let service: TestService
let other: TestTenant
let login: pg.Client
let owner: pg.Client

before(async () => {
  service = await startTestService()
  other = await service.createTenant('other')
  login = new pg.Client({ connectionString: service.serviceUrl })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await login.connect()
  await owner.connect()
})

after(async () => {
  await login.end()
  await owner.end()
  await service.stop()
})

const refused = (sql: string, why: RegExp) => assert.rejects(login.query(sql), why, sql)

test('the login of the service has no rights beyond its role, and owns nothing', async () => {
  const db = openDatabase({ connectionString: service.serviceUrl, maxConnections: 1 })
  const none = { isSuperuser: false, bypassesRowSecurity: false, ownsTables: false, canSetRole: false }
  assert.deepEqual(await db.read(readExcessRights), none)
  await db.close()
  const asOwner = openDatabase({ connectionString: service.databaseUrl, maxConnections: 1 })
  const { isSuperuser, ownsTables } = await asOwner.read(readExcessRights)
  assert.deepEqual({ isSuperuser, ownsTables }, { isSuperuser: true, ownsTables: true })
  await asOwner.close()
})

test('the login of the service cannot become another role, or widen its own', async () => {
  await refused('set role postgres', /permission denied/)
  await refused('set session authorization postgres', /permission denied/)
  await refused('alter role giro_service bypassrls', /permission denied|must have/)
  await refused('grant postgres to giro_service', /permission denied|must have/)
  await refused('create role attacker login', /permission denied/)
})

test('the login of the service cannot change the ledger, the audit log or the schema', async () => {
  await refused('update ledger_transfers set amount = 1', /permission denied/)
  await refused('delete from audit_log', /permission denied/)
  await refused('truncate audit_chain', /permission denied/)
  await refused('alter table ledger_transfers disable trigger all', /must be owner/)
  await refused('create table stolen (secret text)', /permission denied/)
  await refused(`copy institutions to '/tmp/stolen'`, /permission denied/)
})

test('the login of the service cannot lift row-level security', async () => {
  await refused('alter table customers disable row level security', /must be owner/)
  await refused('drop policy tenant on customers', /must be owner/)
  await login.query('set row_security = off')
  await refused('select * from customers', /row-level security/)
  await login.query('reset row_security')
})

test('a statement that forgets its tenant sees and changes rows of its own institution only', async () => {
  const own = service.app.db.forTenant(service.tenant.institution.tenantId)
  const { tenantId: otherId, legalEntityId } = other.institution
  const seen = await own.read((db) => db.query<{ tenantId: bigint }>('select distinct tenant_id from customers'))
  assert.deepEqual(seen, [{ tenantId: service.tenant.institution.tenantId }])
  const changed = await own.transaction((tx) =>
    tx.query('update customers set legal_name = $1 where id = $2 and tenant_id <> $3 returning id', [
      'Taken',
      legalEntityId,
      service.tenant.institution.tenantId,
    ]),
  )
  assert.deepEqual(changed, [])
  await assert.rejects(
    own.transaction((tx) =>
      tx.query(
        'insert into customer_limits (tenant_id, customer_id, key, amount, currency, updated_at) values ($1, $2, $3, 1, $4, now())',
        [otherId, legalEntityId, 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', 'USD'],
      ),
    ),
    /row-level security/,
  )
  const under = await own.read((db) => db.query('select customers_under($1, $2)', [otherId, legalEntityId]))
  assert.deepEqual(under, [], 'the function that reads as the owner shows nothing of another institution either')
})

test('a connection without an institution sees no rows', async () => {
  assert.equal((await login.query('select * from institutions')).rowCount, 0)
  assert.equal((await login.query('select * from customers')).rowCount, 0)
})

test('every table with a tenant_id has the policy', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'giro'::regnamespace
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))`,
  )
  assert.deepEqual(rows, [], 'call add_tenant_policy for the table in its migration')
})
