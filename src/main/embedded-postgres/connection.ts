import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Files } from './files.ts'

export const SUPERUSER = 'postgres'
const DATABASE = 'giro'

/** The longest socket path that every supported operating system accepts. */
const MAX_SOCKET_PATH_BYTES = 103

/**
 * The directory of the server's Unix-domain socket, whose round trips take half the time of TCP.
 * Undefined if a socket is not possible; clients then use TCP.
 */
export function socketDirectoryOf({ cluster }: Files): string | undefined {
  const isTooLong = Buffer.byteLength(`${cluster}/.s.PGSQL.65535`) > MAX_SOCKET_PATH_BYTES
  return process.platform === 'win32' || isTooLong ? undefined : cluster
}

/** Connects as the superuser, to the database `giro` by default. Contains the password. */
export function connectionStringOf(files: Files, port: number, password: string, database = DATABASE): string {
  const url = new URL(`postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`)
  const directory = socketDirectoryOf(files)
  if (directory !== undefined) url.searchParams.set('host', directory)
  return url.href
}

/**
 * Checks that the server accepts the password, and creates the database `giro` if it does not
 * exist.
 */
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
      await preallocateWal(server)
      await queryOne(server, `create database ${DATABASE}`)
      return { connectionString, version: await queryOne(connectionString, 'show server_version') }
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartupError('postgres.password does not match this cluster: restore the file from a backup', {
        cause: error,
      })
    }
    throw new StartupError(`PostgreSQL started, but cannot be used (${(error as Error).message}): see postgres.log`, {
      cause: error,
    })
  }
}

/**
 * Preallocates WAL segments on a new server: fills the log up to `min_wal_size`, and a checkpoint
 * then frees the segments for reuse. Without preallocated segments, a commit waits while a new one
 * is filled with zeros, which takes 50 ms on a common disk.
 */
async function preallocateWal(connectionString: string): Promise<void> {
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
