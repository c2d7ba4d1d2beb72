import type { TestContext } from 'node:test'
import type { Database, Transaction } from '../../src/db/database.ts'

/**
 * Records the texts of all statements of the service's transactions until the test ends. They run
 * as they were sent, with their options: what asks for sealed values gets them sealed.
 */
export function recordStatements(t: TestContext, db: Database): string[] {
  const texts: string[] = []
  const transaction = db.transaction.bind(db)
  t.mock.method(db, 'forTenant', () => db)
  t.mock.method(db, 'withKeptPlans', () => db)
  t.mock.method(db, 'transaction', <T>(work: (tx: Transaction) => Promise<T>) =>
    transaction((tx) =>
      work({
        ...tx,
        query: (...statement: Parameters<Transaction['query']>) => {
          texts.push(statement[0])
          return tx.query(...statement)
        },
      } as Transaction),
    ),
  )
  return texts
}
