import { join, resolve } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../db/client.ts'
import { serviceUrlFor } from '../db/logins.ts'
import { migrate, requireMigrated } from '../db/migrate.ts'
import { MigrationMismatch } from '../db/migrations.ts'
import { requireSafeSession, UnsafeSession } from '../db/safe-session.ts'
import { isServiceLogin, SERVICE_ROLE } from '../db/service-role.ts'
import { isPooled } from '../db/session.ts'
import { machineTime } from '../kernel/machine-time.ts'
import type { Environment } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import { readBackupDirOf } from './embedded-postgres/archiving.ts'
import { exists, filesIn } from './embedded-postgres/files.ts'
import { runningEmbeddedPostgres } from './embedded-postgres/running.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { masterKeyOf } from './key-providers/key-provider-of.ts'
import { DatabaseNotReady, StartupError } from './startup-error.ts'

export interface RunningDatabase {
  /** The login of the service. */
  url: string
  /**
   * The login that owns the tables and migrates: the same one if GIRO_DATABASE_URL is set alone.
   * Undefined if only the service's login is known.
   */
  ownerUrl: string | undefined
  /**
   * Resolves with one line if the database ends unexpectedly. Never resolves for the database of
   * GIRO_DATABASE_URL.
   */
  crashed: Promise<string>
  stop(): Promise<void>
}

/**
 * The database of a service: the one of GIRO_DATABASE_URL, or the embedded one in the data
 * directory, which this process starts. Locks the data directory either way.
 */
export async function startDatabase(
  environment: Environment,
  dataDir: string,
  log: (line: string) => void,
): Promise<RunningDatabase> {
  if (environment.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir, log, backupDir: environment.backupDir })
    return { ...loginsOfEmbedded(embedded.connectionString), crashed: embedded.crashed, stop: embedded.stop }
  }
  const release = await lockDataDir(dataDir)
  return { ...loginsOf(environment, environment.databaseUrl), crashed: new Promise(() => {}), stop: release }
}

function loginsOfEmbedded(ownerUrl: string) {
  return { url: serviceUrlFor(ownerUrl), ownerUrl }
}

function loginsOf({ databaseOwnerUrl }: Environment, url: string) {
  if (databaseOwnerUrl !== undefined && !isServiceLogin(url))
    throw new StartupError(
      `GIRO_DATABASE_OWNER_URL is set, so GIRO_DATABASE_URL must log in as ${SERVICE_ROLE}: correct its user, or unset GIRO_DATABASE_OWNER_URL`,
    )
  if (isPooled(url) && !isServiceLogin(url))
    throw new StartupError(
      `GIRO_DATABASE_URL goes through a pooler, so it must log in as ${SERVICE_ROLE}: correct its user, and set GIRO_DATABASE_OWNER_URL for migrations`,
    )
  return { url, ownerUrl: databaseOwnerUrl ?? (isServiceLogin(url) ? undefined : url) }
}

/**
 * The directory to which the embedded database of a data directory archives, null if it has none.
 * Undefined with a PostgreSQL of one's own.
 */
export async function backupDirOf({ databaseUrl }: Environment, dataDir: string): Promise<string | null | undefined> {
  if (databaseUrl !== undefined) return undefined
  return (await readBackupDirOf(await filesIn(dataDir))) ?? null
}

const POLL_INTERVAL_MS = 1_000

/**
 * The database for a command or worker that may run next to a service: the one of
 * GIRO_DATABASE_URL, the embedded one of a running service, or an embedded one that this process
 * starts.
 */
export async function joinDatabase(
  environment: Environment,
  dataDir: string,
  log: (line: string) => void,
): Promise<RunningDatabase> {
  const stop = async () => {}
  if (environment.databaseUrl !== undefined)
    return { ...loginsOf(environment, environment.databaseUrl), crashed: new Promise(() => {}), stop }
  const ownerUrl = await runningEmbeddedPostgres(dataDir)
  if (ownerUrl === undefined) return startDatabase(environment, dataDir, log)
  return { ...loginsOfEmbedded(ownerUrl), crashed: whenGone(ownerUrl, dataDir), stop }
}

/**
 * Polls, because the server is not a child of this process. After a restart its address differs.
 */
async function whenGone(url: string, dataDir: string): Promise<string> {
  while ((await runningEmbeddedPostgres(dataDir).catch(() => undefined)) === url)
    await machineTime.sleep(POLL_INTERVAL_MS, { unref: true })
  return `the service that ran the database in ${dataDir} has stopped`
}

/**
 * Migrates the database to the current schema and returns the names of the applied migrations.
 * Throws a StartupError if the database cannot be reached or used, or if it needs a migration and
 * only the service's login is known.
 */
export async function prepareDatabase({ url, ownerUrl }: Pick<RunningDatabase, 'url' | 'ownerUrl'>): Promise<string[]> {
  try {
    const applied = ownerUrl === undefined ? [] : await migrate(ownerUrl, isServiceLogin(url) ? url : undefined)
    await requireSafeSession(url)
    if (ownerUrl === undefined) await requireMigrated(url)
    return applied
  } catch (error) {
    throw databaseFailure(error, ownerUrl ?? url)
  }
}

const RETRY_INTERVAL_MS = 1_000

/** Like `prepareDatabase`, but waits for a database that is only starting. */
export async function awaitDatabase(
  database: Pick<RunningDatabase, 'url' | 'ownerUrl'>,
  { waitMs, log }: { waitMs: number; log: (line: string) => void },
): Promise<string[]> {
  const endsAtMs = machineTime.nowMs() + waitMs
  let isAnnounced = false
  for (;;) {
    try {
      return await prepareDatabase(database)
    } catch (error) {
      if (!(error instanceof DatabaseNotReady) || machineTime.nowMs() >= endsAtMs) throw error
      if (!isAnnounced) log(`${error.message}; trying again for ${waitMs / 1_000} s`)
      isAnnounced = true
      await machineTime.sleep(RETRY_INTERVAL_MS)
    }
  }
}

/**
 * Runs one command on the database. If the database is not running, it runs for the duration of the
 * command. `analyse` is for commands that change many rows.
 *
 * Only a command with `mayCreate` creates an embedded database that does not exist yet. Any other
 * would report on an empty one when its directory is mistyped.
 */
export async function withDatabase<T>(
  environment: Environment,
  dataDir: string,
  work: (db: Database, analyse: () => Promise<void>) => Promise<T>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<T> {
  if (!mayCreate) await requireDatabase(environment, dataDir)
  const database = await joinDatabase(environment, dataDir, () => {})
  try {
    await prepareDatabase(database)
    const master = await masterKeyOf(environment, dataDir, { mayCreate })
    const db = openDatabase({ connectionString: database.url, maxConnections: 4, ...master })
    try {
      return await work(db, () => analyse(database.ownerUrl ?? database.url))
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

async function requireDatabase({ databaseUrl }: Environment, dataDir: string): Promise<void> {
  if (databaseUrl !== undefined || (await exists(join(dataDir, 'postgres')))) return
  throw new StartupError(
    `${resolve(dataDir)} has no Giro database: name the data directory with --data-dir, or set GIRO_DATABASE_URL`,
  )
}

/**
 * Updates the planner's statistics and the visibility map, which index-only scans need. Autovacuum
 * would do so only minutes later.
 */
async function analyse(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

function databaseFailure(error: unknown, url: string): unknown {
  if (error instanceof MigrationMismatch || error instanceof UnsafeSession)
    return new StartupError(error.message, { cause: error })
  const { code, message } = error as { code?: string; message: string }
  const { hostname, port, pathname } = new URL(url)
  const where = `the database ${pathname.slice(1)} at ${hostname}:${port || 5432}`
  if (
    /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|ENOENT)$/.test(code ?? '') ||
    /timeout|ECONNREFUSED/.test(message)
  )
    return new DatabaseNotReady(
      `${where} cannot be reached (${code ?? message}): check that it is running and that GIRO_DATABASE_URL is correct`,
      { cause: error },
    )
  if (/^57P0/.test(code ?? ''))
    return new DatabaseNotReady(`${where} does not take connections (${message}): start again when it does`, {
      cause: error,
    })
  if (/^(28|3D)/.test(code ?? ''))
    return new StartupError(`${where} refuses the connection (${message}): correct GIRO_DATABASE_URL`, { cause: error })
  if (code === '42501')
    return new StartupError(
      `${where} does not allow the migration (${message}): the role needs CREATE on the schema and, for the first migration, CREATEROLE`,
      { cause: error },
    )
  return error
}
