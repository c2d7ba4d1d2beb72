import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
/** Reads only the statistics, so that it adds nothing to them. */
let observer: pg.Client
before(async () => {
  service = await startTestService()
  observer = new pg.Client({ connectionString: service.databaseUrl })
  await observer.connect()
})
after(async () => {
  await observer.end()
  await service.stop()
})

test('on a young database without statistics, payments and the worker read no table row by row, and nothing analyses those tables', async () => {
  const payer = await createPayer(service)
  for (let batch = 0; batch < 8; batch++)
    await Promise.all(
      Array.from({ length: 25 }, async (_, n) =>
        dataOf(
          await service.call(
            'POST',
            '/payments/creditrequest',
            creditBody(payer, { paymentAmount: 0.01, externalReferenceId: `scan-${batch}-${n}` }),
          ),
        ),
      ),
    )
  for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
  await endConnections()
  const { rows: scanned } = await observer.query(
    `select relname, seq_tup_read::int as read from pg_stat_user_tables where schemaname = 'giro' and seq_tup_read > 0 order by 1`,
  )
  assert.deepEqual(scanned, [], 'a statement has no index that it can use')
  const { rows: analysed } = await observer.query(
    `select relname from pg_stat_user_tables where autoanalyze_count > 0 and relname in ('payments', 'payment_states', 'payment_transitions',
       'idempotency_keys', 'ledger_transfers', 'ledger_entries', 'ledger_holds', 'events') order by 1`,
  )
  assert.deepEqual(analysed, [], 'autovacuum reads a young table again and again')
})

/** A connection reports what it read when it ends, and otherwise only seconds later. */
async function endConnections(): Promise<void> {
  const { rows } = await observer.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const pids = rows.map(({ pid }) => pid)
  assert.ok(pids.length > 0)
  await eventually('the connections of the service have ended', async () => {
    const { rowCount } = await observer.query('select from pg_stat_activity where pid = any($1)', [pids])
    return rowCount === 0
  })
}
