import pg from 'pg'
import { pidOf } from './connection-watch.ts'
import { SERVICE_ROLE } from './service-role.ts'
import { isPooled, SESSION_SETTINGS, sessionConfig } from './session.ts'

/** The database must not be used as it is reached. The message says what to do. */
export class UnsafeSession extends Error {}

const CONNECT_TIMEOUT_MS = 5_000
/** PgBouncer's words for a setting that it does not take when a session begins. */
const REFUSED_BY_POOLER = /unsupported startup parameter/

/**
 * Checks that a session of the service is what the service relies on: its role, time-outs and
 * planner settings, and that it knows of a pooler. A pooler that it does not know of could show the
 * rows of one institution to another. Throws `UnsafeSession`.
 */
export async function requireSafeSession(connectionString: string): Promise<void> {
  const client = new pg.Client({ ...sessionConfig(connectionString), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; role: string; settings: Record<string, string> }>(
      `select pg_backend_pid() as pid, current_user as role,
         (select jsonb_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings`,
      [Object.keys(SESSION_SETTINGS)],
    )
    const { pid, role, settings } = rows[0]!
    if (pid !== pidOf(client) && !isPooled(connectionString)) throw unknownPooler()
    if (role !== SERVICE_ROLE)
      throw new UnsafeSession(`the session works as ${role}: let GIRO_DATABASE_URL log in as ${SERVICE_ROLE}`)
    const wrong = Object.entries(SESSION_SETTINGS).flatMap(([name, value]) => (settings[name] === value ? [] : name))
    if (wrong.length > 0)
      throw new UnsafeSession(
        `sessions of ${SERVICE_ROLE} lack the settings ${wrong.join(', ')}: run "giro migrate" with GIRO_DATABASE_OWNER_URL, directly on the database, and then RECONNECT in the pooler`,
      )
  } catch (error) {
    throw REFUSED_BY_POOLER.test((error as Error).message) ? unknownPooler(error) : error
  } finally {
    await client.end().catch(() => {})
  }
}

/** For what needs a session of its own, such as a migration. */
export async function requireDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]!.pid !== pidOf(client))
    throw new UnsafeSession(
      'a migration needs its own session: let GIRO_DATABASE_OWNER_URL reach the database directly, not through a pooler',
    )
}

function unknownPooler(cause?: unknown): UnsafeSession {
  return new UnsafeSession(
    'a pooler such as PgBouncer is between the service and its database: add ?pooler=transaction to GIRO_DATABASE_URL',
    { cause },
  )
}
