import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { lockClass } from './advisory-locks.ts'
import { SERVICE_ROLE } from './client.ts'

const DIRECTORY = new URL('../../migrations/', import.meta.url)
const OLDEST_VERSION = 15

interface Migration {
  name: string
  sql: string
  sha256: string
}

/** Thrown when the database was migrated by other files than these; the message says which and what to do. */
export class MigrationMismatch extends Error {}

/**
 * Brings the database to the newest schema: applies each file of `migrations/` that it has not seen, in order, each in a
 * transaction of its own. Harmless when there is nothing to do, and when several processes call it at once.
 * The role of `connectionString` becomes the owner of the tables and must be able to create the service's role once.
 * @returns the names of the migrations that were applied now
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'giro migrate', connectionTimeoutMillis: 5_000 })
  // A connection that is lost fails the query that runs; an event that nobody hears would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // One migrator at a time on a database.
    await client.query('select pg_advisory_lock($1)', [lockClass('schema')])
    await checkVersion(client)
    await createServiceRole(client)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(`grant select on schema_migrations to ${SERVICE_ROLE}`)
    const pending = await pendingMigrations(client)
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  if (Number(rows[0]?.number) < OLDEST_VERSION * 10_000)
    throw new MigrationMismatch(
      `The database is PostgreSQL ${rows[0]?.name}: Giro needs version ${OLDEST_VERSION} or newer.`,
    )
}

/** The files that this database has not seen. Refuses a database that has seen others, or other contents of the same. */
async function pendingMigrations(client: pg.Client): Promise<Migration[]> {
  const files = readMigrations()
  const { rows: applied } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  for (const { name, sha256 } of applied) {
    const file = files.find((migration) => migration.name === name)
    if (!file)
      throw new MigrationMismatch(
        `The database has migration ${name}, which this version of Giro does not know: run the newer version, or restore a backup made before it.`,
      )
    if (file.sha256 !== sha256)
      throw new MigrationMismatch(
        `Migration ${name} is not what was applied to this database: migrations are never edited; restore the file, or use a fresh database.`,
      )
  }
  const seen = new Set(applied.map((migration) => migration.name))
  return files.filter((migration) => !seen.has(migration.name))
}

function readMigrations(): Migration[] {
  return readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, DIRECTORY), 'utf8')
      return { name, sql, sha256: hash('sha256', sql) }
    })
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Roles belong to the whole cluster, so that another database of it may create the same one at the same moment. */
async function createServiceRole(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
        begin
          create role ${SERVICE_ROLE} nologin;
        exception when duplicate_object or unique_violation then null;
        end;
      end if;
      if not pg_has_role(current_user, '${SERVICE_ROLE}', 'member') then
        execute 'grant ${SERVICE_ROLE} to current_user';
      end if;
    end $$`)
  await client.query(`grant usage on schema public to ${SERVICE_ROLE}`)
}
