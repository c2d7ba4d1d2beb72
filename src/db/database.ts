import type { KeyProvider } from '../kernel/key-provider.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import type { CannotOpen, Sealer } from '../kernel/sealer.ts'
import type { Keyring } from './keyring.ts'
import type { SlowStatements } from './slow-statements.ts'

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
  /** What it commits cannot wait: urgent sweeps look at once. */
  wakeOnCommit(): void
}

export interface StatementOptions {
  isKept?: boolean
  /** `false` returns sealed values as they are stored. */
  isOpened?: boolean
  /** Called for each row with a value that cannot be opened; otherwise, the statement fails. */
  onAltered?: OnAltered
}

/**
 * Told of a row of a result, by its place, that has a sealed value which is not what the service
 * stored there: its sealed values are null. A key that is missing on this node is no such value.
 */
export type OnAltered = (row: number, why: CannotOpen) => void

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
  /**
   * The same database for work that sends the same few statements all the time. Its transactions
   * keep the plans of their statements, also where PostgreSQL would plan each one again for its
   * values: for a payment alone, that cost more than to run them.
   */
  withKeptPlans(): Database
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
  onCommit?: (commit: { isUrgent: boolean }) => void
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
  /** What its time limits go by. */
  time?: MachineTime
}
