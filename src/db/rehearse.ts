import type { Transaction } from './client.ts'

/** Does the work and undoes it: says what would come of it, by the very rules that will decide. An error it throws ends the transaction as ever. */
export async function rehearse<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint rehearsal')
  const result = await work()
  await tx.query('rollback to savepoint rehearsal')
  await tx.query('release savepoint rehearsal')
  return result
}
