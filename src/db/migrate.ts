import pg from 'pg'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { VERSION } from '../kernel/version.ts'
import { lockClass } from './advisory-locks.ts'
import { writeComments } from './comments.ts'
import { ensureServiceLogin } from './logins.ts'
import { compareMigrations, type Migration, MigrationMismatch, readMigrations } from './migrations.ts'
import { requireNoOlderNodes } from './older-nodes.ts'
import { requireDirect } from './safe-session.ts'
import { SCHEMA } from './schema-name.ts'
import { SERVICE_ROLE } from './service-role.ts'
import { SESSION_SETTINGS } from './session.ts'

const DIRECTORY = new URL('../../migrations/', import.meta.url)
const OLDEST_VERSION = 15
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
/**
 * Below PostgreSQL's `deadlock_timeout` of a second, so that in a deadlock it is usually the
 * migration that gives up, and not a client's transaction.
 */
const LOCK_TIMEOUT_MS = 900
/** For more than a minute, which is as long as a transaction of the service may last. */
const ATTEMPTS = 60
/** Lets the statements pass that waited behind a migration. */
const LOCK_PAUSE_MS = 500

interface MigrationOptions {
  directory?: URL
  /** How long a statement of a migration may wait for a lock. */
  lockTimeoutMs?: number
  /** How often a migration that did not get its locks is tried. */
  attempts?: number
  /** What its pauses go by. */
  time?: MachineTime
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
  {
    directory = DIRECTORY,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    attempts = ATTEMPTS,
    time = machineTime,
  }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'giro migrate', connectionTimeoutMillis: 5_000 })
  // A lost connection fails the current query. An error event without a listener would also end the
  // process.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireDirect(client)
    await takeTurn(client, time)
    await checkVersion(client)
    await createServiceRole(client)
    await openSchema(client)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    await client.query(`grant select on schema_migrations to ${SERVICE_ROLE}`)
    await addWorksWith(client)
    const { pending, newer } = await compareMigrations(client, directory)
    for (const migration of pending) {
      await requireNoOlderNodes(client, migration)
      await applyOnceUnlocked(client, migration, { lockTimeoutMs, attempts, time })
    }
    await findTablesByDefault(client)
    await setSessions(client)
    // The descriptions of the newer release are the better ones.
    if (newer.length === 0) await writeComments(client)
    if (serviceUrl !== undefined) await ensureServiceLogin(client, serviceUrl)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/**
 * Checks that the database has the schema of this release, or that of a newer one which works with
 * it, for a service whose login cannot migrate. Throws MigrationMismatch if it has neither.
 */
export async function requireMigrated(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'giro', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set search_path = ${await schemaOf(client)}`)
    const { rowCount } = await client.query(`select where to_regclass('schema_migrations') is not null`)
    const pending = rowCount === 0 ? readMigrations(DIRECTORY) : (await compareMigrations(client, DIRECTORY)).pending
    if (pending.length > 0)
      throw new MigrationMismatch(
        `The database is older than Giro ${VERSION} and lacks the migrations from ${pending[0]!.name} on: run "giro migrate" with GIRO_DATABASE_OWNER_URL.`,
      )
  } finally {
    await client.end()
  }
}

/** Between two attempts to be the one that migrates. */
const TURN_PAUSE_MS = 100
/** Longer than an index takes that another process builds on a large table. */
const LONGEST_TURN_MS = 30 * 60_000

/**
 * One migration run at a time per database. It asks again and again, because a statement that waits
 * for the lock has a snapshot, for whose end an index that is built concurrently waits: a deadlock.
 */
async function takeTurn(client: pg.Client, time: MachineTime): Promise<void> {
  const take = 'select pg_try_advisory_lock($1) as is_taken'
  const endsAtMs = time.nowMs() + LONGEST_TURN_MS
  while (!(await client.query<{ is_taken: boolean }>(take, [lockClass('schema')])).rows[0]?.is_taken) {
    if (time.nowMs() > endsAtMs)
      throw new MigrationMismatch(
        'Another process has been migrating the database for half an hour: look for "giro migrate" in pg_stat_activity.',
      )
    await time.sleep(TURN_PAUSE_MS)
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

async function applyOnceUnlocked(
  client: pg.Client,
  migration: Migration,
  { lockTimeoutMs, attempts, time }: { lockTimeoutMs: number; attempts: number; time: MachineTime },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (migration.name.endsWith('.online.sql')) return await applyOnline(client, migration)
      return await applyInTransaction(client, migration, lockTimeoutMs)
    } catch (error) {
      const message = `Migration ${migration.name} failed: ${(error as Error).message}`
      const { code } = error as pg.DatabaseError
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw new Error(message, { cause: error })
      if (attempt >= attempts)
        throw new Error(
          `${message}, ${attempts} times. Another transaction holds the lock: find it in pg_stat_activity (the oldest xact_start), end it, and run "giro migrate" again, which starts the migration from its beginning.`,
          { cause: error },
        )
      await time.sleep(LOCK_PAUSE_MS)
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

async function record(client: pg.Client, { name, sha256, worksWith }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256, works_with) values ($1, $2, $3)', [
    name,
    sha256,
    worksWith ?? null,
  ])
}

/** Databases of earlier releases lack the column. */
async function addWorksWith(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'works_with') then
      alter table schema_migrations add column works_with text;
    end if;
  end $$`)
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

const NOT_ALLOWED = '42501'

/**
 * Sets what every session of the service relies on, for sessions that cannot ask for it through a
 * pooler. An owner that may not set it is no failure here: a node behind a pooler checks at start.
 */
async function setSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ set: string }>(
    `select unnest(setconfig) as set from pg_db_role_setting
     where setrole = '${SERVICE_ROLE}'::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
  )
  const set = new Set(rows.map((row) => row.set))
  const missing = Object.entries(SESSION_SETTINGS).filter(([name, value]) => !set.has(`${name}=${value}`))
  for (const [name, value] of missing)
    await client
      .query(
        `do $$ begin execute format('alter role ${SERVICE_ROLE} in database %I set ${name} = %L', current_database(), '${value}'); end $$`,
      )
      .catch((error: pg.DatabaseError) => {
        if (error.code !== NOT_ALLOWED) throw error
      })
}

/** Later sessions of the owner find the tables without naming the schema. */
async function findTablesByDefault(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter role %I in database %I set search_path = ${SCHEMA}, public', current_user, current_database());
  end $$`)
}
