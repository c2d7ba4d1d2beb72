import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../db/client.ts'
import { MigrationMismatch, migrate } from '../db/migrate.ts'
import type { Environment } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import { runningEmbeddedPostgres } from './embedded-postgres/running.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { StartupError } from './startup-error.ts'

export interface RunningDatabase {
  url: string
  /** Resolves with one line when the database ends by itself; never for one that is not ours to run. */
  crashed: Promise<string>
  stop(): Promise<void>
}

/** The database the service runs on: the one of GIRO_DATABASE_URL, or the embedded one of the data directory, started for this process. */
export async function startDatabase(
  environment: Environment,
  dataDir: string,
  log: (line: string) => void,
): Promise<RunningDatabase> {
  if (environment.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir, log })
    return { url: embedded.connectionString, crashed: embedded.crashed, stop: embedded.stop }
  }
  const release = await lockDataDir(dataDir)
  return { url: environment.databaseUrl, crashed: new Promise(() => {}), stop: release }
}

const LOOK_AGAIN_MS = 1_000

/** For what may work beside a service: the database of GIRO_DATABASE_URL, the embedded one of a service that runs, or else one's own. */
export async function joinDatabase(
  environment: Environment,
  dataDir: string,
  log: (line: string) => void,
): Promise<RunningDatabase> {
  const stop = async () => {}
  if (environment.databaseUrl !== undefined)
    return { url: environment.databaseUrl, crashed: new Promise(() => {}), stop }
  const url = await runningEmbeddedPostgres(dataDir)
  if (url === undefined) return startDatabase(environment, dataDir, log)
  return { url, crashed: whenGone(url, dataDir), stop }
}

/** It is no child of this process, and comes back at another address. */
async function whenGone(url: string, dataDir: string): Promise<string> {
  while ((await runningEmbeddedPostgres(dataDir).catch(() => undefined)) === url)
    await delay(LOOK_AGAIN_MS, undefined, { ref: false })
  return `the service that runs the database in ${dataDir} has stopped it`
}

/** Brings the database to the newest schema, or says in one line why it can not be reached or used. */
export async function prepareDatabase(url: string): Promise<string[]> {
  try {
    return await migrate(url)
  } catch (error) {
    throw databaseFailure(error, url)
  }
}

/** Runs one command on the database, which is started for as long as it takes where it does not run. `analyse` is for work that changed much. */
export async function withDatabase<T>(
  environment: Environment,
  dataDir: string,
  work: (db: Database, analyse: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const database = await joinDatabase(environment, dataDir, () => {})
  try {
    await prepareDatabase(database.url)
    const db = openDatabase({ connectionString: database.url, maxConnections: 4 })
    try {
      return await work(db, () => analyse(database.url))
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

/** Tells the planner what is in the tables now, and marks what can be counted from indexes alone: autovacuum would, but minutes later. */
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
  if (error instanceof MigrationMismatch) return new StartupError(error.message, { cause: error })
  const { code, message } = error as { code?: string; message: string }
  const { hostname, port, pathname } = new URL(url)
  const where = `the database ${pathname.slice(1)} at ${hostname}:${port || 5432}`
  if (
    /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|ENOENT)$/.test(code ?? '') ||
    /timeout|ECONNREFUSED/.test(message)
  )
    return new StartupError(
      `${where} can not be reached (${code ?? message}): see that it runs, and that GIRO_DATABASE_URL is right`,
      { cause: error },
    )
  if (/^(28|3D)/.test(code ?? ''))
    return new StartupError(`${where} refuses us (${message}): correct GIRO_DATABASE_URL`, { cause: error })
  if (code === '42501')
    return new StartupError(
      `${where} does not allow the migration (${message}): the role needs CREATE on the schema and, once, CREATEROLE`,
      { cause: error },
    )
  return error
}
