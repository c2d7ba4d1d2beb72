import type pg from 'pg'
import { machineTime } from '../kernel/machine-time.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { connect, LOOK_UP_TIMEOUT_MS, openPool, type Shared, type View } from './connections.ts'
import type { Database, DatabaseLoad, DatabaseOptions } from './database.ts'
import { Keyring } from './keyring.ts'
import { readKeys } from './open-results.ts'
import { isPooled } from './session.ts'
import { SharedReaders } from './shared-readers.ts'
import { againWithNewPlans, runOnShared, runOutsideTransaction, runTransaction } from './transactions.ts'
import { ALL_TENANTS } from './views.ts'

export type { Connection, Database, DatabaseLoad, DatabaseOptions, Transaction } from './database.ts'
export { isConnectionFailure, isSerialisationFailure, violatedConstraint } from './failures.ts'

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
  const readers = new SharedReaders(() => connect(shared, LOOK_UP_TIMEOUT_MS))
  const known = { sealed: undefined, places: new Map(), loading: undefined }
  const { slow, onCommit, time = machineTime } = options
  const pooled = isPooled(options.connectionString)
  const shared: Shared = { pool, pooled, watch, readers, keyring, slow, time, onCommit, ...known }
  return databaseFor(shared, { tenant: ALL_TENANTS }, close)
}

function databaseFor(shared: Shared, view: View, close: () => Promise<void>): Database {
  const { tenant } = view
  /** The database as each institution sees it, made once for each. */
  const views = new Map<bigint, Database>()
  let kept: Database | undefined
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
    withKeptPlans: () => {
      kept ??= databaseFor(shared, { ...view, keepsPlans: true }, close)
      return kept
    },
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
