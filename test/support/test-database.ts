import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { access, constants, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serviceUrlFor } from '../../src/db/logins.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startEmbeddedPostgres } from '../../src/main/embedded-postgres/start.ts'

type ThrowAwayCluster = {
  url: string
  /** A directory for what test files share. It is removed with the cluster. */
  shared: string
  stop(): Promise<void>
}

export type TestDatabase = {
  /** The login of the owner, a superuser. */
  url: string
  /** The login of the service. */
  serviceUrl: string
  drop(): Promise<void>
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const DESCRIPTIONS = new URL('../../src/db/descriptions/', import.meta.url)

const GIBIBYTE = 1024 ** 3

/**
 * Fast rather than durable: test data need not survive a power failure. Test files share a cluster.
 */
const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  max_connections: '300',
  shared_buffers: '128MB',
}

/**
 * A migrated, empty database for one test file, cloned from a template in about 20 ms. `drop` also
 * ends open connections. `with-cluster.ts` provides the cluster. A test file that runs alone starts
 * its own, which ends with the process.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await findCluster()
  const template = await ensureTemplate(clusterUrl)
  const name = `giro_test_${process.pid}_${randomBytes(4).toString('hex')}`
  // Copying files needs a checkpoint, which is cheap without fsync. Copying through WAL takes three
  // times as long.
  const sql = `create database ${name} template ${template} strategy file_copy`
  await withClient(clusterUrl, async (client) => {
    await client.query(sql)
    await client.query(`alter database ${name} set search_path = giro, public`)
  })
  const url = databaseUrl(clusterUrl, name)
  return {
    url,
    serviceUrl: serviceUrlFor(url),
    drop: () =>
      withClient(clusterUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/**
 * A cluster in a temporary directory. Both are removed by `stop`, or when this process ends in any
 * way.
 */
export async function startThrowAwayCluster(): Promise<ThrowAwayCluster> {
  const dataDir = await mkdtemp(join(await temporaryRoot(), 'giro-test-'))
  const lifeline = spawnLifeline(dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: THROW_AWAY_SETTINGS })
    return {
      url: postgres.connectionString,
      shared: dataDir,
      async stop() {
        await postgres.stop()
        await rm(dataDir, { recursive: true, force: true })
        lifeline.stdin.end()
      },
    }
  } catch (error) {
    lifeline.stdin.end()
    throw error
  }
}

/**
 * Shared memory if the machine has enough of it. A database has about 300 files, and ext4 creates
 * files ten times slower in the seconds after many were deleted, which a test run does constantly.
 * Containers often have only 64 MB of shared memory.
 */
export async function temporaryRoot(): Promise<string> {
  if (process.platform !== 'linux' || process.availableMemory() < 4 * GIBIBYTE) return tmpdir()
  try {
    const { bavail, bsize } = await statfs('/dev/shm')
    await access('/dev/shm', constants.W_OK)
    return bavail * bsize >= 2 * GIBIBYTE ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * A shell that waits for the end of its input. The operating system closes that input however this
 * process ends, even by SIGKILL, when exit handlers do not run. The shell has its own session and
 * keeps no output open that a test runner waits for.
 */
function spawnLifeline(dataDir: string) {
  const script = `
    cat >/dev/null
    pid_file=$1/postgres/postmaster.pid
    pid=$(head -n 1 "$pid_file" 2>/dev/null) && [ -n "$pid" ] && kill -INT "$pid" 2>/dev/null
    tries=0
    while [ -e "$pid_file" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    [ -e "$pid_file" ] && [ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null
    rm -rf "$1"`
  const shell = spawn('/bin/sh', ['-c', script, 'sh', dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.unref()
  // The pipe of a child process is a socket, although its type does not say so.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  shell.stdin.on('error', () => {})
  return shell
}

let ownCluster: Promise<ThrowAwayCluster> | undefined

async function findCluster(): Promise<string> {
  const provided = process.env['GIRO_TEST_CLUSTER_URL']
  if (provided) return provided
  ownCluster ??= startThrowAwayCluster()
  return (await ownCluster).url
}

let template: Promise<string> | undefined

function ensureTemplate(clusterUrl: string): Promise<string> {
  template ??= makeTemplate(clusterUrl)
  return template
}

/** The name has a hash of the schema's files, so that a changed one leads to a new template. */
async function makeTemplate(clusterUrl: string): Promise<string> {
  const name = `giro_template_${await hashOfSchema()}`
  await withClient(clusterUrl, async (client) => {
    // Test files run in separate processes, and all of them get here at the same time.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount) return
    // A database left by an interrupted run is not marked as a template.
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await migrate(databaseUrl(clusterUrl, name), serviceUrlFor(databaseUrl(clusterUrl, name)))
    await client.query(`alter database ${name} with is_template true allow_connections false`)
  })
  return name
}

async function hashOfSchema(): Promise<string> {
  const files = await Promise.all(
    [MIGRATIONS, DESCRIPTIONS].map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => /\.(sql|ts)$/.test(name))
        .sort()
        .map((name) => new URL(name, folder)),
    ),
  )
  const parts = await Promise.all(files.flat().map(async (file) => `${file.href}\n${await readFile(file, 'utf8')}`))
  return hash('sha256', parts.join('\0')).slice(0, 12)
}

function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
