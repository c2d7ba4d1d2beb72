import type { Transaction } from './client.ts'

/**
 * Runs the work and rolls it back: returns the outcome under the real rules without its effect. An
 * error fails the transaction as usual.
 */
export async function rehearse<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint rehearsal')
  const result = await work()
  await tx.query('rollback to savepoint rehearsal')
  await tx.query('release savepoint rehearsal')
  return result
}
