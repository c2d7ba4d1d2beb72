import type { App } from '../app.ts'
import { type LockName, tryLockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'

/**
 * Gives rows their place in a sequence without gaps, in commit order. Rows are written without a
 * place, because a transaction does not know which others commit before it. A counter that each
 * transaction locks would serialize all of a tenant's changes.
 *
 * `place` reads the last place and the rows without one, assigns the next places, and returns how
 * many. A lock that lasts until the commit lets one transaction do this at a time for each sequence
 * of a tenant, so it sees all places assigned before. A row not yet visible commits later and gets
 * a later place, so no new row appears before a place a reader has seen.
 */
export function placeInCommitOrder(
  app: App,
  sequence: { lock: LockName; tenantId: bigint },
  place: (tx: Transaction) => Promise<number>,
): Promise<number> {
  return app.db.transaction(async (tx) => ((await tryLockTenant(tx, sequence)) ? place(tx) : 0))
}
