import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../../src/db/migrations.ts'
import { compareReleases, VERSION } from '../../src/kernel/version.ts'
import { migrationFaults, noParser } from './migration-faults.ts'
import { assertNone } from './sources.ts'

/** Checks that nodes of one release go on while the next one migrates (docs/upgrading.md). */

test('no migration breaks a running node of the release before', { skip: noParser }, async () => {
  const migrations = readMigrations(new URL('../../migrations/', import.meta.url))
  const faults = await Promise.all(
    migrations.map(async ({ name, sql, worksWith }) =>
      worksWith === undefined ? [] : (await migrationFaults(sql, worksWith)).map((fault) => `${name}: ${fault}`),
    ),
  )
  assertNone(faults.flat(), 'See docs/upgrading.md: expand first, and remove in the release after the next.')
})

test('no migration promises to work with a release that does not exist yet', () => {
  const migrations = readMigrations(new URL('../../migrations/', import.meta.url))
  for (const { name, worksWith } of migrations)
    assert.ok(worksWith === undefined || compareReleases(worksWith, VERSION) <= 0, name)
})

const faultsOf = (sql: string) => migrationFaults(sql, '0.2.0')

test('an addition that running nodes do not notice is no fault', { skip: noParser }, async () => {
  for (const sql of [
    'create table t (a int not null, b int unique); create unique index t_a on t (a); alter table t drop column b',
    'alter table payments add column a int',
    'alter table payments add column a int not null default 0, add constraint a_known check (a in (0, 1))',
    'alter table payments add column at timestamptz not null default now()',
    'create index concurrently if not exists i on payments (a)',
    'drop index concurrently if exists i',
    `alter table payments drop constraint k; alter table payments add constraint k check (a in ('x', 'y'))`,
    'grant select on payments to giro_service',
    'create function f() returns int language sql return 1; revoke execute on function f from public',
    'create or replace function f() returns int language sql return 1',
    `insert into t values (1); call add_tenant_policy('t')`,
  ])
    assert.deepEqual(await faultsOf(sql), [], sql)
})

test('a planted statement that breaks a running node, or locks its table for long, is found', {
  skip: noParser,
}, async () => {
  const planted: Record<string, RegExp> = {
    'drop table payments': /^drops payments/,
    'drop view current_payments': /^drops current_payments/,
    'drop function f(int)': /^drops f/,
    'alter table payments drop column amount': /^drops payments\.amount$/,
    'alter table payments rename column amount to cents': /^renames amount to cents$/,
    'alter table payments rename to paid': /^renames payments to paid$/,
    'alter table payments alter amount type numeric': /^changes the type of payments\.amount$/,
    'alter table payments alter memo set not null': /^makes payments\.memo not null$/,
    'alter table payments alter memo drop default': /^drops the default of payments\.memo$/,
    'alter table payments add column a int not null': /not null and without a default$/,
    'alter table payments add column a uuid default gen_random_uuid()': /writes the whole table again/,
    'alter table payments add column a int generated always as (b + 1) stored': /writes the whole table again/,
    'alter table payments add column a int unique': /with an index/,
    'alter table payments add constraint c check (amount > 5) not valid': /the constraint c can refuse/,
    'alter table payments add constraint u unique (memo)': /the constraint u can refuse/,
    'create index i on payments (memo)': /the index i locks payments/,
    'create unique index concurrently i on payments (memo)': /the unique index i can refuse/,
    'create trigger g before insert on payments for each row execute function f()': /the trigger g/,
    'create policy p on payments using (false)': /the policy p/,
    'revoke update on payments from giro_service': /^revokes/,
    'do $$ begin end $$': /a do block/,
    'update payments set memo = null': /^updates rows of payments/,
    'delete from payments': /^deletes rows of payments/,
    'truncate payments': /^truncates/,
    'lock table payments': /^locks/,
  }
  for (const [sql, expected] of Object.entries(planted)) {
    const faults = await faultsOf(sql)
    assert.equal(faults.length, 1, `${sql}: ${faults}`)
    assert.match(faults[0]!, expected)
  }
})

test('a contract step is allowed once every node that can run beside it no longer uses what it removes', {
  skip: noParser,
}, async () => {
  const drop = (since: string) => `-- Contract since ${since}: nothing reads it.\nalter table payments drop column memo`
  assert.deepEqual(await faultsOf(drop('0.2.0')), [])
  assert.deepEqual(await faultsOf(drop('0.1.9')), [])
  const [early, ...others] = await faultsOf(drop('0.3.0'))
  assert.match(early!, /since 0\.3\.0, but nodes of 0\.2\.0 still run beside it/)
  assert.deepEqual(others, [])
})

test('a reason makes a statement safe, and a mark without one does not', { skip: noParser }, async () => {
  const index = 'create index i on institutions (code)'
  assert.deepEqual(await faultsOf(`-- Safe for running nodes: the table has few rows.\n${index}`), [])
  assert.equal((await faultsOf(`-- Safe for running nodes:\n${index}`)).length, 1)
})
