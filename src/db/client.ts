import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import type { KeyProvider } from '../kernel/key-provider.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { ConnectionWatch, streamOf } from './connection-watch.ts'
import { isReadOnly, isRefusedAfterFailure, isStalePlan } from './failures.ts'
import { Keyring, UnknownKey } from './keyring.ts'
import { type Answer, Message, type Statement, statementOf } from './message.ts'
import { openRows, readSealedPositions, type SealedPosition } from './open-rows.ts'
import { createOutbox, type Outbox, type Post } from './outbox.ts'
import { rowsOf } from './results.ts'
import { isPooled, sessionConfig } from './session.ts'
import { SharedReaders } from './shared-readers.ts'
import { noteDuration, type SlowStatements } from './slow-statements.ts'
import { ensureKeys } from './store-keys.ts'

export { isConnectionFailure, isSerialisationFailure, violatedConstraint } from './failures.ts'

/** A connection, in or outside a transaction. Functions that only read in one statement take it. */
export interface Connection {
  /**
   * Runs plain SQL with bound values. A row is an object with one key per column, in camelCase:
   * `customer_id` becomes `customerId`.
   *
   * The statement is prepared once per connection. `isKept: false` plans it for its values on each
   * call instead, for searches, which have many texts.
   */
  query<Row>(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<Row[]>
  /** The first row of a statement that returns at most one, or undefined. */
  row<Row>(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<Row | undefined>
  /** Seals values for a statement that names a sealed column. Rows that it returns are open. */
  readonly keyring: Keyring
}

/**
 * The first parameter of every store function, so that none can leave the transaction by accident.
 *
 * Statements run in the order in which they are sent. Statements sent together, with
 * `await Promise.all([…])`, are one message and cost one round trip. If one fails, the database
 * skips the statements after it, and all of them fail with its error.
 */
export interface Transaction extends Connection {
  readonly isTransaction: true
  /**
   * Ends the transaction: sends the statements of `writes` and the commit in one message. If one of
   * them fails, the database skips the commit. Nothing is sent before `writes` has resolved, so an
   * error of the service cannot commit a part. Its statements cannot return rows.
   */
  commitWith(writes: () => Promise<unknown>): Promise<void>
}

interface StatementOptions {
  isKept?: boolean
  /** `false` returns sealed values as they are stored. */
  isOpened?: boolean
}

export interface Database {
  /** Runs `work` in one transaction. Commits if it resolves, rolls back if it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` on one connection without a transaction, for reads in one statement. */
  read<T>(work: (db: Connection) => Promise<T>): Promise<T>
  /**
   * Runs `work` like `read`, on a connection that it shares with other look-ups of the institution:
   * their statements follow one another without waiting for answers. Only for rows found by their
   * keys, because a slow statement delays those after it. A database for all institutions has its
   * own connection for each.
   */
  lookUp<T>(work: (db: Connection) => Promise<T>): Promise<T>
  /** Runs `work` on a snapshot of one moment, in a transaction that cannot write or lock. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * The same database for work on one institution: row-level security hides the rows of all others,
   * even from a statement that forgets its tenant_id.
   */
  forTenant(tenantId: bigint): Database
  /**
   * The same database for work that must not last: each transaction, reading and snapshot is given
   * up, and cancelled in the database, if it did not end after so long. Look-ups end anyway.
   */
  within(timeoutMs: number): Database
  /** The data keys that open what the database stores sealed. */
  readonly keyring: Keyring
  /** Reads the data keys that were stored since the last call. */
  readKeys(): Promise<void>
  /** The connections of this process now. */
  load(): DatabaseLoad
  close(): Promise<void>
}

export interface DatabaseLoad {
  max: number
  open: number
  idle: number
  /** How many transactions and reads wait for a connection. */
  waiting: number
}

export interface DatabaseOptions {
  connectionString: string
  /** If no connection is free, a request waits `connectTimeoutMs`, then fails. */
  maxConnections: number
  connectTimeoutMs?: number
  /** A statement without an answer for so long is looked up in the database. */
  silenceMs?: number
  /** Called for a statement that was given up, because its answer did not come. */
  onGivenUp?: (error: Error) => void
  /** Called when an idle connection breaks, for example because the server stopped. */
  onConnectionLost?: (error: Error) => void
  /** Called after a transaction has committed. */
  onCommit?: () => void
  /** Unwraps the data keys. Without it, sealed values stay sealed, and none can be written. */
  keys?: KeyProvider
  /** Opens secrets that were sealed before data keys existed. */
  legacySealer?: Sealer
  /** Whether the master key was checked, so that it may wrap the first keys of an institution. */
  mayCreateKeys?: boolean
  /** Called for a data key that cannot be unwrapped. */
  onKeyFailure?: (name: string, error: unknown) => void
  /** Which statements to report as slow; without it, none is timed. */
  slow?: SlowStatements
}

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

export function openDatabase(options: DatabaseOptions): Database {
  let closing = false
  const watch = new ConnectionWatch(options)
  const pool = openPool(options, watch, (error) => {
    if (!closing) options.onConnectionLost?.(error)
  })
  const close = async () => {
    closing = true
    await pool.end()
    await watch.close()
  }
  const keyring = new Keyring({
    provider: options.keys,
    legacy: options.legacySealer,
    onFailure: options.onKeyFailure,
    mayCreate: options.mayCreateKeys,
  })
  const readers = new SharedReaders((tenant) => connect(shared, tenant, LOOK_UP_TIMEOUT_MS))
  const known = { sealed: undefined, places: new Map(), loading: undefined }
  const { slow, onCommit } = options
  const pooled = isPooled(options.connectionString)
  const shared: Shared = { pool, pooled, watch, readers, keyring, slow, onCommit, ...known }
  return databaseFor(shared, { tenant: ALL_TENANTS }, close)
}

/** What all views of one database share. */
interface Shared {
  pool: pg.Pool
  /** Whether each message must say whose rows it sees, and prepare nothing (`session.ts`). */
  pooled: boolean
  watch: ConnectionWatch
  readers: SharedReaders<pg.PoolClient>
  keyring: Keyring
  slow: SlowStatements | undefined
  /** Where sealed columns are in the results of this database. */
  sealed: ReadonlyMap<string, SealedPosition['column']> | undefined
  /** The sealed columns in the results of prepared statements, by their text. */
  places: Map<string, readonly SealedPosition[]>
  /** The reading of all keys that is in progress. */
  loading: Promise<void> | undefined
  onCommit: DatabaseOptions['onCommit']
}

/** The rows that a connection sees: of one institution, by its tenant_id, or of all. */
const ALL_TENANTS = 'all'

/** What a database gives access to: whose rows it shows, and for how long it may be used. */
interface View {
  tenant: string
  timeoutMs?: number
}

/** A look-up is far shorter. Its connection goes back to the pool after as long without users. */
const LOOK_UP_TIMEOUT_MS = 10_000

function databaseFor(shared: Shared, view: View, close: () => Promise<void>): Database {
  const { tenant } = view
  /** The database as each institution sees it, made once for each. */
  const views = new Map<bigint, Database>()
  const database: Database = {
    transaction: (work) => runTransaction(shared, view, work),
    read: (work) => againWithNewPlans(shared, () => runOutsideTransaction(shared, view, work)),
    lookUp: (work) =>
      tenant === ALL_TENANTS ? database.read(work) : againWithNewPlans(shared, () => runOnShared(shared, tenant, work)),
    snapshot: (work) =>
      againWithNewPlans(shared, () =>
        database.transaction(async (tx) => {
          const [, result] = await Promise.all([
            tx.query('set transaction isolation level repeatable read read only'),
            work(tx),
          ])
          return result
        }),
      ),
    forTenant: (tenantId) => {
      const known = views.get(tenantId)
      if (known) return known
      const own = databaseFor(shared, { ...view, tenant: String(tenantId) }, close)
      views.set(tenantId, own)
      return own
    },
    within: (timeoutMs) => databaseFor(shared, { ...view, timeoutMs }, close),
    keyring: shared.keyring,
    readKeys: () => readKeys(shared),
    load: () => loadOf(shared.pool),
    close,
  }
  return database
}

function loadOf({ options, totalCount, idleCount, waitingCount }: pg.Pool): DatabaseLoad {
  return { max: options.max, open: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Reads all keys once at a time, on a connection of its own. */
async function readKeys(shared: Shared): Promise<void> {
  shared.loading ??= (async () => {
    const client = await connect(shared, ALL_TENANTS)
    try {
      await shared.keyring.load(runOn(shared, client))
    } finally {
      client.release()
    }
  })().finally(() => {
    shared.loading = undefined
  })
  return shared.loading
}

/** Runs a statement on a client, without opening what it returns. */
function runOn(shared: Shared, client: pg.PoolClient) {
  const send = senderOn(shared, client)
  return async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    rowsOf<Row>(await send(statementOf(text, values, false)))
}

/**
 * Makes sure that the keys of the institution are known, and creates them if it has none yet. No
 * later than here, because a transaction must not wait for a key provider. Usually nothing is left
 * to do.
 */
function prepareKeys(shared: Shared, tenant: string): Promise<void> | undefined {
  const { keyring, sealed } = shared
  if (!keyring.isUsable) return undefined
  if (tenant === ALL_TENANTS) {
    if (sealed && keyring.isComplete) return undefined
  } else if (sealed && (keyring.has(BigInt(tenant)) || keyring.isPaused(BigInt(tenant)))) return undefined
  return readFirstKeys(shared, tenant)
}

async function readFirstKeys(shared: Shared, tenant: string): Promise<void> {
  const client = await connect(shared, tenant)
  try {
    shared.sealed ??= await readSealedPositions(runOn(shared, client))
    if (tenant !== ALL_TENANTS) await ensureKeys(shared.keyring, runOn(shared, client), BigInt(tenant))
  } finally {
    client.release()
  }
  if (tenant === ALL_TENANTS) await readKeys(shared)
}

const tenantOf = new WeakMap<pg.ClientBase, string>()

/**
 * A connection that sees the rows of the tenant. It keeps the setting, so most uses find it set.
 */
async function connect(shared: Shared, tenant: string, timeoutMs?: number): Promise<pg.PoolClient> {
  const { watch } = shared
  const client = await connectFresh(shared)
  watch.limit(client, timeoutMs)
  if (tenantOf.get(client) === tenant) return client
  if (shared.pooled) {
    tenantOf.set(client, tenant)
    return client
  }
  try {
    await runOn(shared, client)(`select set_config('giro.tenant', $1, false)`, [tenant])
    tenantOf.set(client, tenant)
    return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
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

function openPool(
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

const BEGIN = statementOf('begin', [], true)
const COMMIT = statementOf('commit', [], true)
const ROLLBACK = statementOf('rollback', [], true)

async function runTransaction<T>(
  shared: Shared,
  { tenant, timeoutMs }: View,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const { watch } = shared
  const client = await connect(shared, tenant, timeoutMs)
  const outbox = createOutbox(postOn(shared, client, { isTransaction: true }))
  let broken: Error | undefined
  let first: unknown
  let isOver = false
  let isCommitted = false
  const onFailure = (error: unknown) => {
    first ??= error
  }
  const send = (statement: Statement) => {
    // After a rollback, a late statement would write outside any transaction.
    if (isOver) throw new Error('the transaction has ended and accepts no more statements')
    return outbox.send(statement)
  }
  const commitWith = async (writes: () => Promise<unknown>) => {
    await outbox.sendLast(writes, COMMIT)
    isOver = true
    isCommitted = true
  }
  try {
    try {
      const [, result] = await Promise.all([
        beginOn(outbox, shared, tenant),
        work({ ...connectionOn(send, client, shared, tenant, onFailure), isTransaction: true, commitWith }),
      ])
      isOver = true
      if (!isCommitted) await outbox.send(COMMIT)
      shared.onCommit?.()
      return result
    } catch (error) {
      isOver = true
      outbox.flush()
      // Nothing may precede it in a transaction that failed.
      const [rolledBack] = postOn(shared, client, { isTransaction: true })([ROLLBACK])
      await rolledBack!.catch((lost: Error) => {
        broken = lost
      })
      const cause = isRefusedAfterFailure(error) ? first : error
      if (isReadOnly(cause) || isStalePlan(cause)) watch.distrustAll()
      throw cause
    }
  } finally {
    watch.limit(client, undefined)
    client.release(broken)
  }
}

/**
 * Reads again, once, if a migration changed the columns of a prepared statement since its plan was
 * made. All connections are replaced, because each has such plans.
 */
async function againWithNewPlans<T>({ watch }: Shared, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    watch.distrustAll()
    return read()
  }
}

async function runOutsideTransaction<T>(
  shared: Shared,
  { tenant, timeoutMs }: View,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const client = await connect(shared, tenant, timeoutMs)
  try {
    return await work(connectionOn(senderOn(shared, client), client, shared, tenant))
  } finally {
    shared.watch.limit(client, undefined)
    client.release()
  }
}

async function runOnShared<T>(shared: Shared, tenant: string, work: (db: Connection) => Promise<T>): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  return shared.readers.use(tenant, (client) => {
    shared.watch.limit(client, LOOK_UP_TIMEOUT_MS)
    return work(connectionOn(senderOn(shared, client), client, shared, tenant))
  })
}

/**
 * Sends statements in one message, and watches for its answer. Outside of a transaction, a message
 * is one: behind a pooler, it begins with the institution whose rows it sees.
 */
function postOn({ watch, pooled }: Shared, client: pg.PoolClient, { isTransaction = false } = {}): Post {
  return (asked) => {
    const unprepared = pooled ? asked.map((statement) => ({ ...statement, name: '' })) : asked
    const first = pooled && !isTransaction ? [seeing(tenantOf.get(client)!)] : []
    const statements = [...first, ...unprepared]
    const message = new Message(statements, types)
    const answers = watch.ask(client, statements.at(-1)!.text, () => {
      client.query(message)
      return Promise.all(message.answers)
    })
    return asked.map(async (_, at) => (await answers)[first.length + at]!)
  }
}

/** Until the end of the transaction, its statements see the rows of the tenant. */
function seeing(tenant: string): Statement {
  return statementOf(`select set_config('giro.tenant', $1, true)`, [tenant], false)
}

/** Begins a transaction. Its isolation can still be set after a setting, but not after a query. */
function beginOn(outbox: Outbox, { pooled }: Shared, tenant: string): Promise<unknown> {
  const begun = outbox.send(BEGIN)
  if (!pooled) return begun
  if (!/^(all|\d+)$/.test(tenant)) throw new Error(`${tenant} is no tenant`)
  return Promise.all([begun, outbox.send(statementOf(`set local giro.tenant = '${tenant}'`, [], false))])
}

type Sender = (statement: Statement) => Promise<Answer>

/** Sends each statement in a message of its own, which is its transaction. */
function senderOn(shared: Shared, client: pg.PoolClient): Sender {
  const post = postOn(shared, client)
  return (statement) => post([statement])[0]!
}

function connectionOn(
  send: Sender,
  client: pg.PoolClient,
  shared: Shared,
  tenant: string,
  onFailure: (error: unknown) => void = () => {},
): Connection {
  const query = async <Row>(
    text: string,
    values: readonly unknown[] = [],
    { isKept = true, isOpened = true }: StatementOptions = {},
  ): Promise<Row[]> => {
    const { slow } = shared
    const startedAt = slow ? performance.now() : 0
    try {
      const result = await send(statementOf(text, values, isKept))
      if (slow) noteDuration(slow, text, startedAt)
      const places = isOpened && result.rows.length > 0 ? placesIn(shared, text, isKept, result.fields) : []
      if (places.length > 0) await openResult(client, shared, tenant, result.rows, places)
      return rowsOf<Row>(result)
    } catch (error) {
      onFailure(error)
      // The stack of the caller, instead of the one that read the answer.
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    query,
    row: async <Row>(...statement: Parameters<Connection['query']>) => (await query<Row>(...statement))[0],
    keyring: shared.keyring,
  }
}

/** The sealed columns of a result. */
function placesIn(
  { sealed, places: known }: Shared,
  text: string,
  isKept: boolean,
  fields: readonly pg.FieldDef[],
): readonly SealedPosition[] {
  if (!sealed) return []
  let places = known.get(text)
  if (places) return places
  places = fields.flatMap(({ tableID, columnID }, at) => {
    const column = tableID === 0 ? undefined : sealed.get(`${tableID}:${columnID}`)
    return column ? [{ at, column }] : []
  })
  if (isKept) known.set(text, places)
  return places
}

/**
 * Opens the sealed values of a result. A key that this node does not know yet is read once, on the
 * same connection; after that, an unknown key is an error.
 */
async function openResult(
  client: pg.PoolClient,
  shared: Shared,
  tenant: string,
  rows: unknown[][],
  places: readonly SealedPosition[],
): Promise<void> {
  const { keyring } = shared
  const tenantId = tenant === ALL_TENANTS ? undefined : BigInt(tenant)
  try {
    openRows(keyring, tenantId, rows, places)
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    await keyring.load(runOn(shared, client), error.tenantId)
    openRows(keyring, tenantId, rows, places)
  }
}
