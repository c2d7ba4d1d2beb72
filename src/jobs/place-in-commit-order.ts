import type { App } from '../app.ts'
import { type LockName, tryLockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'

/**
 * Gives rows their place in a sequence without gaps, in the order of commits. They were written without one, because a transaction does not know
 * which others commit before it, and a counter that each had to lock would let only one of a tenant's changes happen at a time.
 *
 * `place` reads the last place given and the rows without one, and gives them the next places; it returns how many. One places at a time for
 * each sequence of a tenant: the lock lasts until the commit, so who has it next sees all places given. A row that is not seen yet commits
 * later, and gets a later place; so a reader who has seen a place never meets a new one before it.
 */
export function placeInCommitOrder(
  app: App,
  sequence: { lock: LockName; tenantId: bigint },
  place: (tx: Transaction) => Promise<number>,
): Promise<number> {
  return app.db.transaction(async (tx) => ((await tryLockTenant(tx, sequence)) ? place(tx) : 0))
}
