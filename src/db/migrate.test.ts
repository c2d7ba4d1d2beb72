import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { MigrationMismatch, migrate } from './migrate.ts'

let migrated: TestDatabase
let owner: pg.Client
let names: string[]

before(async () => {
  migrated = await createTestDatabase()
  owner = new pg.Client({ connectionString: migrated.url })
  await owner.connect()
  names = (await readdir(new URL('../../migrations/', import.meta.url))).filter((name) => name.endsWith('.sql')).sort()
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
    client.query<{ name: string }>('select name from schema_migrations order by name'),
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
    new RegExp(`^Error: Migration ${names[0]} failed: relation "institutions" already exists`),
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

/** Runs the work on an empty database, with a folder that has these migrations only. */
async function withMigrations(
  files: Record<string, string>,
  work: (url: string, directory: URL) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giro-migrations-'))
  try {
    for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
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
    await holder.query('begin; lock table t in access exclusive mode')
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
      await withClient(url, (client) => client.query('delete from t where ctid = (select min(ctid) from t)'))
      assert.deepEqual(await migrate(url, undefined, { directory }), ['0002.online.sql'])
      const valid = await withClient(url, (client) =>
        client.query(`select indisvalid from pg_index where indexrelid = 't_a'::regclass`),
      )
      assert.deepEqual(valid.rows, [{ indisvalid: true }])
    },
  ))

test('migrate: an online migration waits for an older transaction, longer than for a lock', () =>
  withMigrations({ '0001.sql': 'create table t (a int)' }, async (url, directory) => {
    const older = new pg.Client({ connectionString: url })
    await older.connect()
    try {
      await migrate(url, undefined, { directory })
      await writeFile(new URL('0002.online.sql', directory), 'create index concurrently t_a on t (a);\n')
      await older.query('begin; insert into t values (1)')
      const migrated = migrate(url, undefined, { directory, lockTimeoutMs: 20, attempts: 1 })
      await delay(300)
      await older.query('commit')
      assert.deepEqual(await migrated, ['0002.online.sql'])
    } finally {
      await older.end()
    }
  }))
