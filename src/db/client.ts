import { hash } from 'node:crypto'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import type { KeyProvider } from '../kernel/key-provider.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { arrayText } from './array-text.ts'
import { camelCase } from './camel-case.ts'
import { Keyring, UnknownKey } from './keyring.ts'
import { openRows, readSealedPositions, type SealedPosition } from './open-rows.ts'
import { SCHEMA } from './schema-name.ts'
import { isServiceLogin, SERVICE_ROLE } from './service-role.ts'
import { SharedReaders } from './shared-readers.ts'
import { ensureKeys } from './store-keys.ts'

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
 * `await Promise.all([…])`, cost one round trip. If one fails, the database refuses the statements
 * after it, and the first error is thrown.
 */
export interface Transaction extends Connection {
  readonly isTransaction: true
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
  /** The data keys that open what the database stores sealed. */
  readonly keyring: Keyring
  /** Reads the data keys that were stored since the last call. */
  readKeys(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  /** If no connection is free, a request waits `connectTimeoutMs`, then fails. */
  maxConnections: number
  connectTimeoutMs?: number
  /** Called when an idle connection breaks, for example because the server stopped. */
  onConnectionLost?: (error: Error) => void
  /** Unwraps the data keys. Without it, sealed values stay sealed, and none can be written. */
  keys?: KeyProvider
  /** Opens secrets that were sealed before data keys existed. */
  legacySealer?: Sealer
  /** Whether the master key was checked, so that it may wrap the first keys of an institution. */
  mayCreateKeys?: boolean
  /** Called for a data key that cannot be unwrapped. */
  onKeyFailure?: (name: string, error: unknown) => void
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
  const pool = openPool(options, (error) => {
    if (!closing) options.onConnectionLost?.(error)
  })
  const close = () => {
    closing = true
    return pool.end()
  }
  const keyring = new Keyring({
    provider: options.keys,
    legacy: options.legacySealer,
    onFailure: options.onKeyFailure,
    mayCreate: options.mayCreateKeys,
  })
  const readers = new SharedReaders((tenant) => connect(pool, tenant))
  const shared = { pool, readers, keyring, sealed: undefined, places: new Map(), views: new Map(), loading: undefined }
  return databaseFor(shared, ALL_TENANTS, close)
}

/** What all views of one database share. */
interface Shared {
  pool: pg.Pool
  readers: SharedReaders<pg.PoolClient>
  keyring: Keyring
  /** Where sealed columns are in the results of this database. */
  sealed: ReadonlyMap<string, SealedPosition['column']> | undefined
  /** The sealed columns in the results of prepared statements, by their text. */
  places: Map<string, readonly SealedPosition[]>
  /** The database as each institution sees it, made once for each. */
  views: Map<bigint, Database>
  /** The reading of all keys that is in progress. */
  loading: Promise<void> | undefined
}

/** The rows that a connection sees: of one institution, by its tenant_id, or of all. */
const ALL_TENANTS = 'all'

function databaseFor(shared: Shared, tenant: string, close: () => Promise<void>): Database {
  const database: Database = {
    transaction: (work) => runTransaction(shared, tenant, work),
    read: (work) => runOutsideTransaction(shared, tenant, work),
    lookUp: (work) => (tenant === ALL_TENANTS ? database.read(work) : runOnShared(shared, tenant, work)),
    snapshot: (work) =>
      database.transaction(async (tx) => {
        await tx.query('set transaction isolation level repeatable read read only')
        return work(tx)
      }),
    forTenant: (tenantId) => {
      const known = shared.views.get(tenantId)
      if (known) return known
      const view = databaseFor(shared, String(tenantId), close)
      shared.views.set(tenantId, view)
      return view
    },
    keyring: shared.keyring,
    readKeys: () => readKeys(shared),
    close,
  }
  return database
}

/** Reads all keys once at a time, on a connection of its own. */
async function readKeys(shared: Shared): Promise<void> {
  shared.loading ??= (async () => {
    const client = await connect(shared.pool, ALL_TENANTS)
    try {
      await shared.keyring.load(runOn(client))
    } finally {
      client.release()
    }
  })().finally(() => {
    shared.loading = undefined
  })
  return shared.loading
}

/** Runs a statement on a client, without opening what it returns. */
function runOn(client: pg.ClientBase) {
  return async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    rowsOf<Row>(await client.query({ text, values: values as unknown[], rowMode: 'array' }))
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
  const client = await connect(shared.pool, tenant)
  try {
    shared.sealed ??= await readSealedPositions(runOn(client))
    if (tenant !== ALL_TENANTS) await ensureKeys(shared.keyring, runOn(client), BigInt(tenant))
  } finally {
    client.release()
  }
  if (tenant === ALL_TENANTS) await readKeys(shared)
}

const tenantOf = new WeakMap<pg.ClientBase, string>()

/**
 * A connection that sees the rows of the tenant. It keeps the setting, so most uses find it set.
 */
async function connect(pool: pg.Pool, tenant: string): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (tenantOf.get(client) === tenant) return client
  try {
    await client.query(`select set_config('giro.tenant', $1, false)`, [tenant])
    tenantOf.set(client, tenant)
    return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

function openPool(options: DatabaseOptions, onIdleConnectionLost: (error: Error) => void): pg.Pool {
  const settings: pg.PoolConfig = {
    connectionString: options.connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: 60_000,
    statement_timeout: 60_000,
    // Every query of the service has an index. Without statistics, on tables that were empty a
    // minute ago, the planner would still choose table scans, and prepared statements would keep
    // that plan.
    options: `${asServiceRole(options.connectionString)}-c search_path=${SCHEMA} -c enable_seqscan=off -c max_parallel_workers_per_gather=0`,
    application_name: 'giro',
    types,
    pipeline: true,
  }
  const pool = new pg.Pool(settings)
  pool.on('error', onIdleConnectionLost)
  // A connection that breaks in use fails its query. An error event without a listener would also
  // end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  return pool
}

/** Another login than the service's works with the rights of the service role, too. */
function asServiceRole(connectionString: string): string {
  return isServiceLogin(connectionString) ? '' : `-c role=${SERVICE_ROLE} `
}

async function runTransaction<T>(shared: Shared, tenant: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const client = await connect(shared.pool, tenant)
  let broken: Error | undefined
  let first: unknown
  let isOver = false
  const onFailure = (error: unknown) => {
    first ??= error
  }
  // After a rollback, a late statement would write outside any transaction.
  const check = () => {
    if (isOver) throw new Error('the transaction has ended and accepts no more statements')
  }
  try {
    try {
      const [, result] = await Promise.all([
        client.query('begin'),
        work({ ...connectionOn(client, shared, tenant, { onFailure, check }), isTransaction: true }),
      ])
      isOver = true
      await client.query('commit')
      return result
    } catch (error) {
      isOver = true
      await client.query('rollback').catch((lost: Error) => {
        broken = lost
      })
      throw isRefusedAfterFailure(error) ? first : error
    }
  } finally {
    client.release(broken)
  }
}

async function runOutsideTransaction<T>(
  shared: Shared,
  tenant: string,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const client = await connect(shared.pool, tenant)
  try {
    return await work(connectionOn(client, shared, tenant))
  } finally {
    client.release()
  }
}

async function runOnShared<T>(shared: Shared, tenant: string, work: (db: Connection) => Promise<T>): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  return shared.readers.use(tenant, (client) => work(connectionOn(client, shared, tenant)))
}

function connectionOn(
  client: pg.ClientBase,
  shared: Shared,
  tenant: string,
  { onFailure, check }: { onFailure(error: unknown): void; check(): void } = { onFailure() {}, check() {} },
): Connection {
  const query = async <Row>(
    text: string,
    values: readonly unknown[] = [],
    { isKept = true, isOpened = true }: StatementOptions = {},
  ): Promise<Row[]> => {
    check()
    const name = isKept ? statementName(text) : ''
    try {
      const result = await client.query({ name, text, values: values.map(bound), rowMode: 'array' })
      const places = isOpened && result.rows.length > 0 ? placesIn(shared, text, isKept, result.fields) : []
      if (places.length > 0) await openResult(client, shared, tenant, result.rows, places)
      return rowsOf<Row>(result)
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  return {
    query,
    row: async <Row>(...statement: Parameters<Connection['query']>) => (await query<Row>(...statement))[0],
    keyring: shared.keyring,
  }
}

/** A value as the driver takes it. */
function bound(value: unknown): unknown {
  return Array.isArray(value) ? (arrayText(value) ?? value) : value
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
  client: pg.ClientBase,
  { keyring }: Shared,
  tenant: string,
  rows: unknown[][],
  places: readonly SealedPosition[],
): Promise<void> {
  const tenantId = tenant === ALL_TENANTS ? undefined : BigInt(tenant)
  try {
    openRows(keyring, tenantId, rows, places)
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    await keyring.load(runOn(client), error.tenantId)
    openRows(keyring, tenantId, rows, places)
  }
}

/** Turns rows from arrays into objects. */
function rowsOf<Row>({ fields, rows }: pg.QueryArrayResult<unknown[]>): Row[] {
  const toRow = rowMakerOf(fields)
  return rows.map((values) => toRow(values) as Row)
}

type RowMaker = (values: unknown[]) => object

const rowMakers = new Map<string, RowMaker>()

/**
 * The function that turns the values of these columns into an object with camelCase keys. It is
 * compiled once per list of columns, because every row needs it and assigning each key in turn
 * costs several times as much. The statements of the service name a limited set of lists.
 */
function rowMakerOf(fields: pg.FieldDef[]): RowMaker {
  let columns = ''
  for (const { name } of fields) columns += `${name},`
  let maker = rowMakers.get(columns)
  if (maker === undefined) {
    const members = fields.map(({ name }, at) => `${JSON.stringify(camelCase(name))}: values[${at}]`)
    maker = new Function('values', `return { ${members.join(', ')} }`) as RowMaker
    rowMakers.set(columns, maker)
  }
  return maker
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = hash('sha1', text, 'hex')
    statementNames.set(text, name)
  }
  return name
}

/**
 * The name of the constraint that a write violated, from the error or its cause; undefined for any
 * other error. Shards append `_<digits>` to the name.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof Error && error.cause instanceof pg.DatabaseError) return violatedConstraint(error.cause)
  if (!(error instanceof pg.DatabaseError) || error.code === undefined || !/^23/.test(error.code)) return undefined
  return error.constraint?.replace(/_\d+$/, '')
}

/** The statement was refused because an earlier one failed. That error is the cause. */
function isRefusedAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

/** Two transactions conflicted and this one lost. It changed nothing and can be retried. */
export function isSerialisationFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^40(001|P01)$/.test(error.code ?? '')
}

/** The database was unreachable or the connection was lost, so a smaller batch would fail, too. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0|53)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    /terminated|ECONNREFUSED|ECONNRESET|EPIPE|connect ENOENT|timeout exceeded|Connection/i.test(error.message)
  )
}
