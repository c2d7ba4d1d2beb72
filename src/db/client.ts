import { hash } from 'node:crypto'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { camelCase } from './camel-case.ts'
import { isServiceLogin, SERVICE_ROLE } from './service-role.ts'

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
}

export interface Database {
  /** Runs `work` in one transaction. Commits if it resolves, rolls back if it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs `work` on one connection without a transaction, for reads in one statement. */
  read<T>(work: (db: Connection) => Promise<T>): Promise<T>
  /** Runs `work` on a snapshot of one moment, in a transaction that cannot write or lock. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * The same database for work on one institution: row-level security hides the rows of all others,
   * even from a statement that forgets its tenant_id.
   */
  forTenant(tenantId: bigint): Database
  close(): Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  /** If no connection is free, a request waits `connectTimeoutMs`, then fails. */
  maxConnections: number
  connectTimeoutMs?: number
  /** Called when an idle connection breaks, for example because the server stopped. */
  onConnectionLost?: (error: Error) => void
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
  return databaseFor(pool, ALL_TENANTS, close)
}

/** The rows that a connection sees: of one institution, by its tenant_id, or of all. */
const ALL_TENANTS = 'all'

function databaseFor(pool: pg.Pool, tenant: string, close: () => Promise<void>): Database {
  const database: Database = {
    transaction: (work) => runTransaction(pool, tenant, work),
    read: (work) => runOutsideTransaction(pool, tenant, work),
    snapshot: (work) =>
      database.transaction(async (tx) => {
        await tx.query('set transaction isolation level repeatable read read only')
        return work(tx)
      }),
    forTenant: (tenantId) => databaseFor(pool, String(tenantId), close),
    close,
  }
  return database
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
    options: `${asServiceRole(options.connectionString)}-c enable_seqscan=off -c max_parallel_workers_per_gather=0`,
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

async function runTransaction<T>(pool: pg.Pool, tenant: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await connect(pool, tenant)
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
        work({ ...connectionOn(client, { onFailure, check }), isTransaction: true }),
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
  pool: pg.Pool,
  tenant: string,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const client = await connect(pool, tenant)
  try {
    return await work(connectionOn(client))
  } finally {
    client.release()
  }
}

function connectionOn(
  client: pg.ClientBase,
  { onFailure, check }: { onFailure(error: unknown): void; check(): void } = { onFailure() {}, check() {} },
): Connection {
  const query = async <Row>(
    text: string,
    values: readonly unknown[] = [],
    { isKept = true }: StatementOptions = {},
  ): Promise<Row[]> => {
    check()
    const name = isKept ? statementName(text) : ''
    try {
      return rowsOf<Row>(await client.query({ name, text, values: values as unknown[], rowMode: 'array' }))
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  return {
    query,
    row: async <Row>(...statement: Parameters<Connection['query']>) => (await query<Row>(...statement))[0],
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
