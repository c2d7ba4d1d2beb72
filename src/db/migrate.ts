import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { lockClass } from './advisory-locks.ts'
import { writeComments } from './comments.ts'
import { ensureServiceLogin } from './logins.ts'
import { type Migration, MigrationMismatch, pendingMigrations, readMigrations } from './migrations.ts'
import { SCHEMA } from './schema-name.ts'
import { SERVICE_ROLE } from './service-role.ts'

const DIRECTORY = new URL('../../migrations/', import.meta.url)
const OLDEST_VERSION = 15
/** Lets the statements pass that waited behind a migration. */
const LOCK_PAUSE_MS = 500

interface MigrationOptions {
  directory?: URL
  /** How long a statement of a migration may wait for a lock. */
  lockTimeoutMs?: number
  /** How often a migration that did not get its locks is tried. */
  attempts?: number
}

/**
 * Brings the database to the newest schema: applies each pending migration of `migrations/` in
 * order, each in its own transaction. The first is the baseline, a folder with the whole schema as
 * it was when it replaced the migrations before it. Safe to repeat, and to call from several
 * processes at once. The role of `connectionString` becomes the owner of the tables and must be
 * allowed to create the service's role. With `serviceUrl`, the service's role can then log in with
 * the password in it.
 *
 * A migration never makes the service wait long: it gives up a lock that it does not get within
 * `lockTimeoutMs`, lets the waiting statements pass, and tries again.
 *
 * A file named `*.online.sql` runs outside of a transaction, statement by statement, for what
 * PostgreSQL does only there, such as `create index concurrently`. After a failure it starts again
 * from its first statement, so each of its statements must be safe to repeat.
 * @returns the names of the migrations applied by this call
 */
export async function migrate(
  connectionString: string,
  serviceUrl?: string,
  { directory = DIRECTORY, lockTimeoutMs = 3_000, attempts = 20 }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'giro migrate', connectionTimeoutMillis: 5_000 })
  // A lost connection fails the current query. An error event without a listener would also end the
  // process.
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    await checkVersion(client)
    await createServiceRole(client)
    await openSchema(client)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(`grant select on schema_migrations to ${SERVICE_ROLE}`)
    const pending = await pendingMigrations(client, directory)
    for (const migration of pending) await applyOnceUnlocked(client, migration, { lockTimeoutMs, attempts })
    await findTablesByDefault(client)
    await writeComments(client)
    if (serviceUrl !== undefined) await ensureServiceLogin(client, serviceUrl)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/**
 * Checks that the database has the newest schema, for a service whose login cannot migrate. Throws
 * MigrationMismatch if it does not.
 */
export async function requireMigrated(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'giro', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set search_path = ${await schemaOf(client)}`)
    const { rowCount } = await client.query(`select where to_regclass('schema_migrations') is not null`)
    const pending = rowCount === 0 ? readMigrations(DIRECTORY) : await pendingMigrations(client, DIRECTORY)
    if (pending.length > 0)
      throw new MigrationMismatch(
        `The database lacks the migrations from ${pending[0]!.name} on: run "giro migrate" with GIRO_DATABASE_OWNER_URL.`,
      )
  } finally {
    await client.end()
  }
}

/** Between two attempts to be the one that migrates. */
const TURN_PAUSE_MS = 100

/**
 * One migration run at a time per database. It asks again and again, because a statement that waits
 * for the lock has a snapshot, for whose end an index that is built concurrently waits: a deadlock.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const take = 'select pg_try_advisory_lock($1) as is_taken'
  while (!(await client.query<{ is_taken: boolean }>(take, [lockClass('schema')])).rows[0]?.is_taken)
    await delay(TURN_PAUSE_MS)
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

const LOCK_NOT_AVAILABLE = '55P03'

async function applyOnceUnlocked(
  client: pg.Client,
  migration: Migration,
  { lockTimeoutMs, attempts }: { lockTimeoutMs: number; attempts: number },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (migration.name.endsWith('.online.sql')) return await applyOnline(client, migration)
      return await applyInTransaction(client, migration, lockTimeoutMs)
    } catch (error) {
      const message = `Migration ${migration.name} failed: ${(error as Error).message}`
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw new Error(message, { cause: error })
      if (attempt >= attempts)
        throw new Error(
          `${message}, ${attempts} times. Another transaction holds the lock: find it in pg_stat_activity (the oldest xact_start), end it, and run "giro migrate" again, which starts the migration from its beginning.`,
          { cause: error },
        )
      await delay(LOCK_PAUSE_MS)
    }
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * An index that is built concurrently waits for older transactions, and nobody waits behind it. So
 * it may wait long: giving up would throw away the work.
 */
async function applyOnline(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = '10min'`)
  // A statement ends with a semicolon at the end of a line; function bodies have no place here.
  const statements = migration.sql.split(/;\s*$/m).filter((statement) => statement.trim() !== '')
  for (const statement of statements) await client.query(statement)
  await record(client, migration)
}

async function record(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
}

/** A role belongs to the whole cluster, so another database may create it at the same moment. */
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
}

/** The schema of the tables: in a database of before they had their own, public. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rowCount } = await client.query(
    `select from pg_attribute where to_regclass('${SCHEMA}.schema_migrations') is null
       and attrelid = to_regclass('public.schema_migrations') and attname = 'sha256'`,
  )
  return rowCount === 0 ? SCHEMA : 'public'
}

async function openSchema(client: pg.Client): Promise<void> {
  const schema = await schemaOf(client)
  await client.query(`do $$ begin
    if to_regnamespace('${schema}') is null then
      create schema ${schema};
    end if;
  end $$`)
  await client.query(`set search_path = ${schema}`)
}

/** Later sessions of the owner find the tables without naming the schema. */
async function findTablesByDefault(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter role %I in database %I set search_path = ${SCHEMA}, public', current_user, current_database());
  end $$`)
}
