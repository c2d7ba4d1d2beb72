import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
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

async function appliedTo(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  await client.end()
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
