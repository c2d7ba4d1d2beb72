import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { describeCatalogue } from '../../test/support/catalogue.ts'
import { eventually } from '../../test/support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { VERSION } from '../kernel/version.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { type Migration, MigrationMismatch, readMigrations } from './migrations.ts'

let migrated: TestDatabase
let owner: pg.Client
let names: string[]
let baseline: Migration

/** The SHA-256 of the baseline. */
const BASELINE = 'a4d9d87ea8f2cf4816b14dc8bade80b44fde977d1a894ef2814806078c15d4bd'

before(async () => {
  migrated = await createTestDatabase()
  owner = new pg.Client({ connectionString: migrated.url })
  await owner.connect()
  const migrations = readMigrations(new URL('../../migrations/', import.meta.url))
  names = migrations.map(({ name }) => name)
  baseline = migrations[0]!
})

after(async () => {
  await owner.end()
  await migrated.drop()
})

/** Runs the work on an empty database. */
async function onEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(migrated.url)
  const name = `${url.pathname.slice(1)}_empty`
  await owner.query(`create database ${name}`)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await owner.query(`drop database ${name} with (force)`)
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function appliedTo(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>('select name from giro.schema_migrations order by name'),
  )
  return rows.map(({ name }) => name)
}

test('migrate: applies every migration to an empty database, in order, and none on the second call', () =>
  onEmptyDatabase(async (url) => {
    assert.deepEqual(await migrate(url), names)
    assert.deepEqual(await migrate(url), [])
    assert.deepEqual(await appliedTo(url), names)
  }))

test('migrate: of many concurrent calls one applies the migrations, and all succeed', () =>
  onEmptyDatabase(async (url) => {
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(url)))
    assert.deepEqual(
      all.toSorted((a, b) => b.length - a.length),
      [names, [], [], []],
    )
    assert.deepEqual(await appliedTo(url), names)
  }))

test('migrate: a changed migration is refused by name', async () => {
  await owner.query(`update schema_migrations set sha256 = 'edited' where name = $1`, [names[0]])
  try {
    await assert.rejects(
      migrate(migrated.url),
      (error) =>
        error instanceof MigrationMismatch &&
        error.message.includes(`Migration ${names[0]} differs from the file that was applied`),
    )
  } finally {
    await owner.query('delete from schema_migrations where name = $1', [names[0]])
  }
})

test('migrate: a failed migration is rolled back, and the error names it', async () => {
  // Its record was deleted above, so it runs again on a database that already has its tables.
  await assert.rejects(
    migrate(migrated.url),
    new RegExp(`^Error: Migration ${names[0]} failed: type "currency_code" already exists`),
  )
  assert.ok(!(await appliedTo(migrated.url)).includes(names[0]!))
})

test('migrate: a database with a migration of a newer version is refused by name', async () => {
  await owner.query(`insert into schema_migrations (name, sha256) values ('9999_newer.sql', 'x')`)
  await assert.rejects(
    migrate(migrated.url),
    (error) =>
      error instanceof MigrationMismatch &&
      /migration 9999_newer\.sql, which is unknown to this version of Giro/.test(error.message),
  )
})

/** Runs the work on an empty database, with a folder that has these files only. */
async function withMigrations(
  files: Record<string, string>,
  work: (url: string, directory: URL) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giro-migrations-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await onEmptyDatabase((url) => work(url, pathToFileURL(`${folder}/`)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the work while another connection holds a lock on table `t`, which the work can end. */
async function whileLocked(url: string, work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('begin; lock table giro.t in access exclusive mode')
    await work(async () => {
      await holder.query('rollback')
    })
  } finally {
    await holder.end()
  }
}

test('migrate: a migration that does not get its locks is rolled back, and says what to do', () =>
  withMigrations({ '0001.sql': 'create table t (a int)' }, async (url, directory) => {
    await migrate(url, undefined, { directory })
    await writeFile(new URL('0002.sql', directory), 'create table u (a int); alter table t add b int')
    await whileLocked(url, async (release) => {
      const options = { directory, lockTimeoutMs: 20, attempts: 2 }
      await assert.rejects(
        migrate(url, undefined, options),
        /^Error: Migration 0002\.sql failed: canceling statement due to lock timeout, 2 times\. .* run "giro migrate" again/,
      )
      assert.deepEqual(await appliedTo(url), ['0001.sql'])
      const migrated = migrate(url, undefined, { ...options, attempts: 100 })
      await release()
      assert.deepEqual(await migrated, ['0002.sql'])
    })
  }))

test('migrate: an online migration builds an index concurrently, and a failed one starts again', () =>
  withMigrations(
    {
      '0001.sql': 'create table t (a int); insert into t values (1), (1)',
      '0002.online.sql':
        'drop index concurrently if exists t_a;\n-- Unique;\ncreate unique index concurrently t_a on t (a);\n',
    },
    async (url, directory) => {
      await assert.rejects(
        migrate(url, undefined, { directory }),
        /0002\.online\.sql failed: could not create unique index/,
      )
      assert.deepEqual(await appliedTo(url), ['0001.sql'])
      await withClient(url, (client) => client.query('delete from giro.t where ctid = (select min(ctid) from giro.t)'))
      assert.deepEqual(await migrate(url, undefined, { directory }), ['0002.online.sql'])
      const valid = await withClient(url, (client) =>
        client.query(`select indisvalid from pg_index where indexrelid = 'giro.t_a'::regclass`),
      )
      assert.deepEqual(valid.rows, [{ indisvalid: true }])
    },
  ))

/** Whether a migration has waited for the end of an older transaction for a fifth of a second. */
async function hasWaited(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'giro migrate' and wait_event = 'virtualxid'
       and query_start < clock_timestamp() - interval '200 milliseconds'`,
  )
  return rowCount === 1
}

test('migrate: an online migration waits for an older transaction, longer than for a lock', () =>
  withMigrations({ '0001.sql': 'create table t (a int)' }, async (url, directory) => {
    const older = new pg.Client({ connectionString: url })
    await older.connect()
    try {
      await migrate(url, undefined, { directory })
      await writeFile(new URL('0002.online.sql', directory), 'create index concurrently t_a on t (a);\n')
      await older.query('begin; insert into giro.t values (1)')
      const migrated = migrate(url, undefined, { directory, lockTimeoutMs: 20, attempts: 1 })
      await eventually('it has waited far longer than for a lock', () => withClient(url, hasWaited))
      await older.query('commit')
      assert.deepEqual(await migrated, ['0002.online.sql'])
    } finally {
      await older.end()
    }
  }))

const NEXT = {
  '0001.sql': 'create table t (a int)',
  'releases.json': `[{ "firstMigration": "0002", "worksWith": "${VERSION}" }]`,
}

test('a node starts on the database of the next release, changes nothing there, and refuses a later one', () =>
  withMigrations(NEXT, async (url, directory) => {
    await migrate(url, undefined, { directory })
    await withClient(url, (client) =>
      client.query(
        `insert into giro.schema_migrations (name, sha256, works_with) values ('0002.sql', 'x', '${VERSION}')`,
      ),
    )
    assert.deepEqual(await migrate(url, undefined, { directory }), [])
    assert.deepEqual(await appliedTo(url), ['0001.sql', '0002.sql'])
    await withClient(url, (client) =>
      client.query(`insert into giro.schema_migrations (name, sha256, works_with) values ('0003.sql', 'x', '99.1.0')`),
    )
    await assert.rejects(
      migrate(url, undefined, { directory }),
      (error) =>
        error instanceof MigrationMismatch &&
        error.message ===
          `The database has migration 0003.sql, which works with Giro 99.1.0 and newer, and this is Giro ${VERSION}: run the newer version.`,
    )
  }))

test('a migration records the oldest release that works with it', () =>
  withMigrations({ ...NEXT, '0002.sql': 'create table u (a int)' }, async (url, directory) => {
    await migrate(url, undefined, { directory })
    const { rows } = await withClient(url, (client) =>
      client.query('select name, works_with from giro.schema_migrations order by name'),
    )
    assert.deepEqual(rows, [
      { name: '0001.sql', works_with: null },
      { name: '0002.sql', works_with: VERSION },
    ])
  }))

test('a migration is refused while a node is connected that does not work with it, and not begun', () =>
  withMigrations({ ...NEXT, '0002.sql': 'create table u (a int)' }, async (url, directory) => {
    const node = new pg.Client({ connectionString: url, application_name: 'giro 0.1.9' })
    await node.connect()
    try {
      await assert.rejects(
        migrate(url, undefined, { directory }),
        (error) =>
          error instanceof MigrationMismatch &&
          /^Migration 0002\.sql works with Giro [\d.]+ and newer, and older nodes are connected: giro 0\.1\.9.* \(1 connections\)\./.test(
            error.message,
          ),
      )
      assert.deepEqual(await appliedTo(url), ['0001.sql'])
    } finally {
      await node.end()
    }
    assert.deepEqual(await migrate(url, undefined, { directory }), ['0002.sql'])
  }))

/** Records in the database what an earlier release applied, instead of what this one did. */
async function recordHistory(url: string, applied: Readonly<Record<string, string>>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`create schema if not exists giro;
      create table if not exists giro.schema_migrations (name text primary key, sha256 text, applied_at timestamptz default now());
      delete from giro.schema_migrations`)
    for (const row of Object.entries(applied))
      await client.query('insert into giro.schema_migrations (name, sha256) values ($1, $2)', row)
  })
}

const catalogueOf = (url: string) => withClient(url, describeCatalogue)

test('the baseline is never edited after its release', () => {
  assert.equal(baseline.name, '0153_baseline')
  assert.equal(baseline.sha256, BASELINE, 'restore the files, and write a migration')
})

test('migrate: a database that ran all migrations before the baseline has it, and stays as it is', () =>
  onEmptyDatabase(async (url) => {
    await migrate(url)
    const catalogue = await catalogueOf(url)
    const later = names.slice(1)
    await recordHistory(url, { ...baseline.replaces!.migrations, ...(await recordsOf(url, later)) })
    const recorded = await appliedTo(url)
    assert.deepEqual(await migrate(url), [])
    await requireMigrated(url)
    assert.deepEqual(await appliedTo(url), recorded)
    assert.deepEqual(await catalogueOf(url), catalogue)
  }))

async function recordsOf(url: string, wanted: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; sha256: string }>('select * from schema_migrations where name = any($1)', [wanted]),
  )
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]))
}

const firstOf = (history: object) => Object.fromEntries(Object.entries(history).slice(0, 1))

/** A baseline that replaces two migrations, and one after it. */
const SQUASHED = {
  '0002_baseline/00_first.sql': 'create table t (a int);',
  '0002_baseline/01_second.sql': 'create index t_a on t (a);',
  '0002_baseline/replaces.json': JSON.stringify({ release: '1.2', migrations: { '0001.sql': 'x', '0002.sql': 'y' } }),
  '0003.sql': 'create table u (a int)',
}

test('migrate: a new database gets the baseline, its files in order, and then later migrations', () =>
  withMigrations(SQUASHED, async (url, directory) => {
    assert.deepEqual(await migrate(url, undefined, { directory }), ['0002_baseline', '0003.sql'])
    assert.deepEqual(await migrate(url, undefined, { directory }), [])
    await writeFile(new URL('0002_baseline/01_second.sql', directory), '')
    await assert.rejects(migrate(url, undefined, { directory }), /Migration 0002_baseline differs/)
  }))

test('migrate: a database with what the baseline replaces gets only later migrations', () =>
  withMigrations(SQUASHED, async (url, directory) => {
    await recordHistory(url, { '0001.sql': 'x', '0002.sql': 'y' })
    assert.deepEqual(await migrate(url, undefined, { directory }), ['0003.sql'])
    assert.deepEqual(await appliedTo(url), ['0001.sql', '0002.sql', '0003.sql'])
  }))

test('migrate: a database with a part of what the baseline replaces is refused with the release to run first', () =>
  withMigrations(SQUASHED, async (url, directory) => {
    await recordHistory(url, { '0001.sql': 'x' })
    await assert.rejects(
      migrate(url, undefined, { directory }),
      (error) =>
        error instanceof MigrationMismatch &&
        /lacks migration 0002\.sql, .* run "giro migrate" of Giro 1\.2 first/.test(error.message),
    )
    assert.deepEqual(await appliedTo(url), ['0001.sql'])
    await recordHistory(url, { '0001.sql': 'x', '0002.sql': 'edited' })
    await assert.rejects(migrate(url, undefined, { directory }), /Migration 0002\.sql differs/)
  }))

test('migrate: a database from before the tables had their own schema is refused, and not changed', () =>
  onEmptyDatabase(async (url) => {
    await withClient(url, (client) =>
      client.query(`create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz);
        insert into schema_migrations select key, value from json_each_text('${JSON.stringify(firstOf(baseline.replaces!.migrations))}')`),
    )
    await assert.rejects(migrate(url), /run "giro migrate" of Giro 0\.1\.0 first/)
    await assert.rejects(requireMigrated(url), /run "giro migrate" of Giro 0\.1\.0 first/)
    const { rows } = await withClient(url, (client) => client.query(`select to_regnamespace('giro') as schema`))
    assert.deepEqual(rows, [{ schema: null }])
  }))
