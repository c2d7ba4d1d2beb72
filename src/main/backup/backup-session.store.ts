import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { tryLockConnection } from '../../db/advisory-locks.ts'

/** A checkpoint of a busy server takes this long at most. */
const STATEMENT_TIMEOUT_MS = 15 * 60_000

/** The connection of a backup: if it ends, the backup and its slot end too. */
export async function openBackupSession(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    ssl: false,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'giro backup',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function one<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(sql, values)
  return rows[0]!
}

/** Lets one session at a time make a backup, until it ends. False while another one does. */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  return (await one<{ isFree: boolean }>(client, tryLockConnection('baseBackup'))).isFree
}

/** The size of all databases in bytes. */
export async function readSize(client: pg.Client): Promise<number> {
  const { bytes } = await one<{ bytes: string }>(client, 'select sum(pg_database_size(oid)) as bytes from pg_database')
  return Number(bytes)
}

/** Starts a backup. From now on, the server keeps its log for this session. */
export async function startBackup(
  client: pg.Client,
  label: string,
): Promise<{ lsn: string; segment: string; version: string }> {
  const slot = `giro_${randomBytes(6).toString('hex')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  return one(
    client,
    `select lsn, pg_walfile_name(lsn) as segment, current_setting('server_version') as version
     from pg_backup_start($1, true) as lsn`,
    [label],
  )
}

/** Ends the backup. Its label must be in the copy. Does not wait until the log is archived. */
export async function stopBackup(client: pg.Client): Promise<{ lsn: string; segment: string; label: string }> {
  return one(client, 'select lsn, pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)')
}

export interface Replayed {
  /** The commit of the last transaction that was replayed, RFC 3339; undefined without any. */
  lastCommit: string | undefined
  /** The position of the log now, just after what was replayed. */
  lsn: string
}

export async function readReplayed(client: pg.Client): Promise<Replayed> {
  const { at, lsn } = await one<{ at: Date | null; lsn: string }>(
    client,
    'select pg_last_xact_replay_timestamp() as at, pg_current_wal_lsn() as lsn',
  )
  return { lastCommit: at?.toISOString(), lsn }
}
