import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
/** The owner of the tables, who can run migrations. */
let owner: pg.Client
before(async () => {
  service = await startTestService({ clock: fixedClock('2026-07-01T14:00:00.000Z'), worker: false })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

/** The tables as they were before, with what the earlier version had stored in them. */
const EARLIER = `
  alter table limit_usage drop constraint limit_usage_pkey, drop constraint limit_usage_rail_known,
    drop constraint limit_usage_entry_type_known, drop constraint limit_usage_entry_type_of_rail,
    drop constraint limit_usage_period_known, add column key text;
  update limit_usage set key = case when is_below then 'BELOW_' else '' end || rail || '_'
    || replace(entry_type, 'ALL', 'PAYMENT') || '_LIMIT_PER_' || period;
  alter table limit_usage drop column rail, drop column entry_type, drop column period, drop column is_below;
  insert into limit_usage (tenant_id, customer_id, key, period_start, used)
    select tenant_id, customer_id, 'FEE_' || fee_id || '_COUNT', month, payments from fee_counts;
  alter table limit_usage add primary key (tenant_id, customer_id, key, period_start);
  drop table fee_counts;
  alter table accounts drop column credit_exposure_limit;
  create index accounts_credit_exposure on accounts (tenant_id, customer_id)
    where features #> '{achFeature,creditExposureLimit}' is not null and deleted_at is null`

test('an upgrade keeps the usage of limits and the counts of fees, and payments give them back afterwards', async () => {
  const tiers = [{ name: 'Standard', from: 0, flat: 0.5 }]
  const fee = { application: 'Payments', name: 'Monthly', product: 'ACH', currency: 'USD', tierBy: 'Count', tiers }
  dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  const payer = await createPayer(service)
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
  const pay = async (speed: string) =>
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { speed }))).paymentUID
  const payments = [await pay('Economy'), await pay('Express'), await pay('Economy')]
  const stored = async () => {
    const usage = 'select * from limit_usage order by customer_id, rail, entry_type, period, period_start, is_below'
    const [used, counts] = [await owner.query(usage), await owner.query('select * from fee_counts')]
    return { used: used.rows.map(({ key, ...row }) => row), counts: counts.rows }
  }
  const before = await stored()
  assert.ok(before.used.length >= 8 && before.counts.length === 1, JSON.stringify(before))
  await owner.query(EARLIER)

  await owner.query(await readFile(new URL('../../migrations/0154_limit_usage.sql', import.meta.url), 'utf8'))

  assert.deepEqual(await stored(), before)
  const said: string[] = []
  const verified = () =>
    verifyLedgers(service.app.db, [service.tenant.institution], (line) => {
      said.push(line)
    })
  assert.equal(await verified(), 0, said.join())
  for (const id of payments) dataOf(await service.call('PUT', `/payments/${id}/cancel`, {}))
  assert.equal(await verified(), 0, said.join())
  const left = await owner.query(
    'select from limit_usage where used <> 0 union all select from fee_counts where payments <> 0',
  )
  assert.equal(left.rowCount, 0)
})
