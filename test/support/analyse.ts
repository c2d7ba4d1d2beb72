import pg from 'pg'

/** Lets the planner know what is in a table, as it comes to know by itself: what the service may not ask for. */
export async function analyse(databaseUrl: string, table: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`analyze ${table}`)
  } finally {
    await client.end()
  }
}
