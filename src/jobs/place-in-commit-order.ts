import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'

/**
 * Gives rows their place in a sequence without gaps, in the order of commits. They were written without one, because a transaction does not know
 * which others commit before it, and a counter that each had to lock would let only one of a tenant's changes happen at a time.
 *
 * `place` reads the last place given and the rows without one, and gives them the next places; it returns how many. One places at a time for
 * each sequence of a tenant: the lock lasts until the commit, so who has it next sees all places given. A row that is not seen yet commits
 * later, and gets a later place; so a reader who has seen a place never meets a new one before it.
 *
 * @param sequence the class of the advisory lock, one for each kind of sequence
 */
export function placeInCommitOrder(
  app: App,
  { sequence, tenantId }: { sequence: number; tenantId: bigint },
  place: (tx: Transaction) => Promise<number>,
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const lock = await tx.row<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(${sequence}, ($1::bigint % 2147483647)::integer) as is_free`,
      [tenantId],
    )
    return lock?.isFree ? place(tx) : 0
  })
}
