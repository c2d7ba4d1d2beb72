import type pg from 'pg'

/**
 * Changes the books behind the back of the database's own rules, as only a superuser can who first
 * turns its triggers off.
 */
export async function falsify(owner: pg.Client, statement: string, values: readonly unknown[] = []): Promise<void> {
  await owner.query('set session_replication_role = replica')
  try {
    await owner.query(statement, [...values])
  } finally {
    await owner.query('reset session_replication_role')
  }
}
