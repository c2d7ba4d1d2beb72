import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Files } from './files.ts'

export const SUPERUSER = 'postgres'
const DATABASE = 'giro'

/** The longest path of a socket that every operating system takes. */
const MAX_SOCKET_PATH = 103

/**
 * Where the server has its Unix-domain socket: a round trip there takes half the time of one over TCP. Undefined where there can be none, and TCP
 * has to do.
 */
export function socketDirectoryOf({ cluster }: Files): string | undefined {
  const isTooLong = Buffer.byteLength(`${cluster}/.s.PGSQL.65535`) > MAX_SOCKET_PATH
  return process.platform === 'win32' || isTooLong ? undefined : cluster
}

/** As the superuser, to the database `giro` when no other is given. Contains the password. */
export function connectionStringOf(files: Files, port: number, password: string, database = DATABASE): string {
  const url = new URL(`postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`)
  const directory = socketDirectoryOf(files)
  if (directory !== undefined) url.searchParams.set('host', directory)
  return url.href
}

/** Proves that the server can be used with this password, and creates the database `giro` where it is missing. */
export async function connectTo(
  files: Files,
  port: number,
  password: string,
): Promise<{ connectionString: string; version: string }> {
  const connectionString = connectionStringOf(files, port, password)
  try {
    try {
      return { connectionString, version: await queryOne(connectionString, 'show server_version') }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
      const server = connectionStringOf(files, port, password, 'postgres')
      await reserveLog(server)
      await queryOne(server, `create database ${DATABASE}`)
      return { connectionString, version: await queryOne(connectionString, 'show server_version') }
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartupError('postgres.password is not the password of this cluster: restore the file from a backup', {
        cause: error,
      })
    }
    throw new StartupError(`PostgreSQL started, but cannot be used (${(error as Error).message}): see postgres.log`, {
      cause: error,
    })
  }
}

/**
 * Fills the write-ahead log of a new server up to `min_wal_size` and gives it back with a checkpoint: from then on segments are used again. One that is not
 * there yet is written with zeros while a commit waits for it, which takes 50 ms on a common disk.
 */
async function reserveLog(connectionString: string): Promise<void> {
  await queryOne(
    connectionString,
    `do $$ declare bytes bigint := pg_size_bytes(current_setting('min_wal_size')); begin
       while bytes > 0 loop
         perform pg_logical_emit_message(false, 'giro', ''), pg_switch_wal();
         bytes := bytes - pg_size_bytes(current_setting('wal_segment_size'));
       end loop;
     end $$`,
  )
  await queryOne(connectionString, 'checkpoint')
}

async function queryOne(connectionString: string, sql: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    ssl: false,
    connectionTimeoutMillis: 10_000,
    application_name: 'giro startup',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0] ?? ''
  } finally {
    await client.end()
  }
}
