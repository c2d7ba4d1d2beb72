import { holdInstitutionTime, readInstitutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { firstToExpire, readExpired, tenantsWithExpired } from './approvals.store.ts'
import { expireApproval } from './expire-approvals.ts'

/** The most proposals that one run of the sweep expires, each in a separate transaction. */
const BATCH_SIZE = 100

/** Pending → Expired, when a proposal reaches its expiry time. */
const expireProposals: Omit<Sweep, 'name'> = {
  due: tenantsWithExpired,
  next: (tx, { tenantId }) => firstToExpire(tx, tenantId),
  async run(app, institution) {
    const { tenantId } = institution
    const expired = await app.db.read(async (db) => {
      const now = await readInstitutionTime(db, tenantId, app.clock)
      return readExpired(db, tenantId, now, BATCH_SIZE)
    })
    for (const approval of expired)
      await app.db.transaction(async (tx) =>
        expireApproval(tx, app, approval, await holdInstitutionTime(tx, institution, app.clock)),
      )
    return expired.length
  },
}

export const approvalSweeps = defineSweeps('approvals', { 'expire proposals': expireProposals })
