import { eventually } from './eventually.ts'

/** Runs SQL on the database to watch: `service.query`, or a client of pg. */
type Query = (sql: string) => Promise<readonly unknown[] | { rows: readonly unknown[] }>

/**
 * The number of sessions of this database that wait for a lock of another one. It shows those of
 * every login to every login. Ask outside of a transaction: inside of one, PostgreSQL shows the
 * sessions as they were at its first look.
 */
export async function countLockWaits(query: Query): Promise<number> {
  const found = await query(
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
  )
  return ('rows' in found ? found.rows : found).length
}

/** Resolves when a statement waits for a lock. */
export async function untilLockWait(query: Query): Promise<void> {
  await eventually('a statement waits for a lock', async () => (await countLockWaits(query)) > 0)
}
