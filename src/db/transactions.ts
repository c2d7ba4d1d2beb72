import { connect, LOOK_UP_TIMEOUT_MS, postOn, type Shared, senderOn, type View } from './connections.ts'
import type { Connection, Transaction } from './database.ts'
import { isReadOnly, isRefusedAfterFailure, isStalePlan } from './failures.ts'
import { type Statement, statementOf } from './message.ts'
import { connectionOn, prepareKeys } from './open-results.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { beginTransaction, endTransaction, setTenant, type ViewSetting } from './views.ts'

const BEGIN = statementOf('begin', [], true)
const COMMIT = statementOf('commit', [], true)
const ROLLBACK = statementOf('rollback', [], true)
const KEEP_PLANS = statementOf('set local plan_cache_mode = force_generic_plan', [], true)

export async function runTransaction<T>(shared: Shared, view: View, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { tenant, timeoutMs } = view
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const { watch } = shared
  const client = await connect(shared, timeoutMs)
  const outbox = createOutbox(postOn(shared, client))
  const setting = shared.pooled ? undefined : beginTransaction(client, tenant)
  let broken: Error | undefined
  let first: unknown
  let isOver = false
  let isCommitted = false
  let isUrgent = false
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
  const wakeOnCommit = () => {
    isUrgent = true
  }
  try {
    try {
      const [, result] = await Promise.all([
        beginOn(outbox, shared, view, setting),
        work({
          ...connectionOn(send, client, shared, tenant, onFailure),
          isTransaction: true,
          commitWith,
          wakeOnCommit,
        }),
      ])
      isOver = true
      if (!isCommitted) await outbox.send(COMMIT)
      // The database answers the commit of a transaction with a failed statement by a rollback.
      if (first === undefined) setting?.confirm()
      shared.onCommit?.({ isUrgent })
      return result
    } catch (error) {
      isOver = true
      outbox.flush()
      // Nothing may precede it in a transaction that failed.
      const [rolledBack] = postOn(shared, client)([ROLLBACK])
      await rolledBack!.catch((lost: Error) => {
        broken = lost
      })
      const cause = isRefusedAfterFailure(error) ? first : error
      if (isReadOnly(cause) || isStalePlan(cause)) watch.distrustAll()
      throw cause
    }
  } finally {
    watch.limit(client, undefined)
    endTransaction(client)
    client.release(broken)
  }
}

/**
 * Reads again, once, if a migration changed the columns of a prepared statement since its plan was
 * made. All connections are replaced, because each has such plans.
 */
export async function againWithNewPlans<T>({ watch }: Shared, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    watch.distrustAll()
    return read()
  }
}

export async function runOutsideTransaction<T>(
  shared: Shared,
  { tenant, timeoutMs }: View,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  const client = await connect(shared, timeoutMs)
  try {
    return await work(connectionOn(senderOn(shared, client, tenant), client, shared, tenant))
  } finally {
    shared.watch.limit(client, undefined)
    client.release()
  }
}

export async function runOnShared<T>(shared: Shared, tenant: string, work: (db: Connection) => Promise<T>): Promise<T> {
  const preparing = prepareKeys(shared, tenant)
  if (preparing) await preparing
  return shared.readers.use(tenant, (client) => {
    shared.watch.limit(client, LOOK_UP_TIMEOUT_MS)
    return work(connectionOn(senderOn(shared, client, tenant), client, shared, tenant))
  })
}

/** Begins a transaction. Its isolation can still be set after a setting, but not after a query. */
function beginOn(
  outbox: Outbox,
  { pooled }: Shared,
  { tenant, keepsPlans }: View,
  setting: ViewSetting | undefined,
): Promise<unknown> {
  const settings = pooled ? [setTenant(tenant, 'transaction')] : [...(setting?.statements ?? [])]
  if (keepsPlans && !pooled) settings.push(KEEP_PLANS)
  return Promise.all([BEGIN, ...settings].map((statement) => outbox.send(statement)))
}
