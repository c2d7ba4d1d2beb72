import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import type { MachineTime } from '../kernel/machine-time.ts'
import { type ConnectionWatch, streamOf } from './connection-watch.ts'
import type { DatabaseOptions } from './database.ts'
import type { Keyring } from './keyring.ts'
import { type Answer, Message, type Statement, statementOf } from './message.ts'
import type { SealedPosition, TableColumn } from './open-rows.ts'
import type { Post } from './outbox.ts'
import { rowsOf } from './results.ts'
import { sessionConfig } from './session.ts'
import type { SharedReaders } from './shared-readers.ts'
import type { SlowStatements } from './slow-statements.ts'
import { viewSetting } from './views.ts'

/** Exact values for PostgreSQL's types, without JavaScript's Date and number. */
const typeParsers: Record<number, (text: string) => unknown> = {
  20: BigInt, // int8
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)), // int8[]; Giro stores no null in one
  1082: (text) => text, // date, as 'yyyy-mm-dd'
  1184: (text) => Temporal.Instant.fromEpochMilliseconds(Date.parse(text)), // timestamptz; Giro writes milliseconds
}

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && typeParsers[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** What all views of one database share. */
export interface Shared {
  pool: pg.Pool
  /** Whether each message must say whose rows it sees, and prepare nothing (`session.ts`). */
  pooled: boolean
  watch: ConnectionWatch
  readers: SharedReaders<pg.PoolClient>
  keyring: Keyring
  slow: SlowStatements | undefined
  time: MachineTime
  /** Where sealed columns are in the results of this database. */
  sealed: ReadonlyMap<string, TableColumn> | undefined
  /** The sealed columns in the results of prepared statements, by their text. */
  places: Map<string, readonly SealedPosition[]>
  /** The reading of all keys that is in progress. */
  loading: Promise<void> | undefined
  onCommit: DatabaseOptions['onCommit']
}

/** What a database gives access to: whose rows it shows, and for how long it may be used. */
export interface View {
  tenant: string
  timeoutMs?: number
  keepsPlans?: boolean
}

/** A look-up is far shorter. Its connection goes back to the pool after as long without users. */
export const LOOK_UP_TIMEOUT_MS = 10_000

export async function connect(shared: Shared, timeoutMs?: number): Promise<pg.PoolClient> {
  const client = await connectFresh(shared)
  shared.watch.limit(client, timeoutMs)
  return client
}

/** Passes over idle connections that are probably dead. */
async function connectFresh({ pool, watch }: Shared): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (!watch.isStale(client)) return client
    streamOf(client).destroy()
    client.release(true)
  }
}

export function openPool(
  options: DatabaseOptions,
  watch: ConnectionWatch,
  onIdleConnectionLost: (error: Error) => void,
): pg.Pool {
  const settings: pg.PoolConfig = {
    ...sessionConfig(options.connectionString),
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    // Notices within some seconds that a connection without unsent statements is dead.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types,
    pipeline: true,
  }
  const pool = new pg.Pool(settings)
  pool.on('error', onIdleConnectionLost)
  // A connection that breaks in use fails its query. An error event without a listener would also
  // end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watch.add(client)
  })
  pool.on('remove', (client) => watch.remove(client))
  return pool
}

/** Runs a statement on a client, without opening what it returns. */
export function runOn(shared: Shared, client: pg.PoolClient, tenant: string) {
  const send = senderOn(shared, client, tenant)
  return async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    rowsOf<Row>(await send(statementOf(text, values, false)))
}

/** Sends statements in one message, and watches for its answer. */
export function postOn({ watch, pooled }: Shared, client: pg.PoolClient): Post {
  return (asked) => {
    const statements = pooled ? asked.map((statement) => ({ ...statement, name: '' })) : asked
    const message = new Message(statements, types)
    const answers = watch.ask(client, statements.at(-1)!.text, () => {
      client.query(message)
      return Promise.all(message.answers)
    })
    return asked.map(async (_, at) => (await answers)[at]!)
  }
}

export type Sender = (statement: Statement) => Promise<Answer>

/**
 * Sends each statement in a message of its own, which is its transaction. The message begins with
 * whose rows it sees, unless the connection is known to see them: behind a pooler, always.
 */
export function senderOn(shared: Shared, client: pg.PoolClient, tenant: string): Sender {
  const post = postOn(shared, client)
  return async (statement) => {
    const setting = shared.pooled ? undefined : viewSetting(client, tenant)
    const first = shared.pooled ? [seeing(tenant)] : (setting?.statements ?? [])
    if (first.length === 0) return post([statement])[0]!
    const answers = await Promise.all(post([...first, statement]))
    setting?.confirm()
    return answers.at(-1)!
  }
}

/** Until the end of the message or transaction. */
function seeing(tenant: string): Statement {
  return statementOf(`select set_config('giro.tenant', $1, true)`, [tenant], false)
}
