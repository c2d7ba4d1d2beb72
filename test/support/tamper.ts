import pg from 'pg'
import type { TestService } from './test-service.ts'

/**
 * Runs a statement as an owner of the database who removed its guards and references first: what is
 * left to find is for the verification of the books.
 */
export async function tamper(
  { databaseUrl }: Pick<TestService, 'databaseUrl'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(sql, values as unknown[])
  } finally {
    await owner.end()
  }
}
