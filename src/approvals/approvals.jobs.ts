import { holdInstitutionTime, readInstitutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { firstToExpire, readExpired, tenantsWithExpired } from './approvals.store.ts'
import { expireApproval } from './expire-approvals.ts'

/** How many proposals one turn of the sweep ends, each in a transaction of its own. */
const BATCH = 100

/** Pending → Expired, when the time of a proposal is over. */
const expireProposals: Omit<Sweep, 'name'> = {
  due: tenantsWithExpired,
  next: (tx, { tenantId }) => firstToExpire(tx, tenantId),
  async run(app, institution) {
    const { tenantId } = institution
    const expired = await app.db.read(async (db) => {
      const now = await readInstitutionTime(db, tenantId, app.clock)
      return readExpired(db, tenantId, now, BATCH)
    })
    for (const approval of expired)
      await app.db.transaction(async (tx) =>
        expireApproval(tx, app, approval, await holdInstitutionTime(tx, institution, app.clock)),
      )
    return expired.length
  },
}

export const approvalSweeps = defineSweeps('approvals', { 'expire proposals': expireProposals })
