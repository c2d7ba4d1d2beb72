import pg from 'pg'

/**
 * Updates the planner's statistics of a table, as autovacuum does. The role of the service cannot
 * do it.
 */
export async function analyse(databaseUrl: string, table: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`analyze ${table}`)
  } finally {
    await client.end()
  }
}
