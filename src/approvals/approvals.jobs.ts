import type { Sweep } from '../jobs/sweep.ts'
import { findExpired, tenantsWithExpired } from './approvals.store.ts'
import { expireApproval } from './expire-approvals.ts'

/** How many proposals one turn of the sweep ends, each in a transaction of its own. */
const BATCH = 100

/** Pending → Expired, when the time of a proposal is over. */
export const expireApprovals: Sweep = {
  name: 'expire approvals',
  due: tenantsWithExpired,
  async run(app, { tenantId }) {
    const now = app.clock.now()
    const expired = await app.db.read((tx) => findExpired(tx, tenantId, now, BATCH))
    for (const approval of expired) await app.db.transaction((tx) => expireApproval(tx, approval, now))
    return expired.length
  },
}
