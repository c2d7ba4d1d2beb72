import { holdInstitutionTime } from '../institution/institution-clock.ts'
import type { Sweep } from '../jobs/sweep.ts'
import { endContracts } from './close-contract.ts'
import { coverLocked } from './cover-contract.ts'
import {
  claimCoversDue,
  claimExpired,
  firstCoverDue,
  firstExpiry,
  tenantsWithCoversDue,
  tenantsWithExpired,
  writeCoverDue,
} from './fx-trades.store.ts'
import { recordContracts } from './record-contracts.ts'

const BATCH = 50
const ACTOR = 'worker'
/** How long a contract waits that could not be covered, because its pair has no fresh rate. */
const RETRY = { seconds: 30 }

/** Covers contracts that were accepted with autoCover, when their delay is over; tried again where there is no rate. */
export const coverDueContracts: Sweep = {
  name: 'cover FX contracts',
  due: tenantsWithCoversDue,
  run: (app, institution) =>
    app.db.transaction(async (tx) => {
      const { tenantId, code } = institution
      const now = await holdInstitutionTime(tx, institution, app.clock)
      const contracts = await claimCoversDue(tx, tenantId, now, BATCH)
      for (const contract of contracts) {
        const cover = await coverLocked(tx, { tenantId, actor: ACTOR }, contract, now)
        if (cover.ok) continue
        const contractNo = String(contract.contractNo)
        app.log.warn({ institution: code, contractNo, why: cover.refusal }, 'an FX contract waits for its cover')
        await writeCoverDue(tx, tenantId, contract.id, now.add(RETRY))
      }
      return contracts.length
    }),
  next: (tx, { tenantId }) => firstCoverDue(tx, tenantId),
}

/** Open, PartiallyDrawn → Expired, when the day after the value date begins where the institution is. */
export const expireContracts: Sweep = {
  name: 'expire FX contracts',
  due: tenantsWithExpired,
  run: (app, institution) =>
    app.db.transaction(async (tx) => {
      const { tenantId } = institution
      const now = await holdInstitutionTime(tx, institution, app.clock)
      const contracts = await claimExpired(tx, tenantId, now, BATCH)
      if (contracts.length === 0) return 0
      const expired = await endContracts(tx, tenantId, contracts, 'Expired', now)
      const changes = expired.map((after, place) => ({ before: contracts[place]!, after }))
      const recorded = changes.map((change) => ({ action: 'fx.contract.expired', actor: ACTOR, ...change }))
      await recordContracts(tx, tenantId, recorded, now)
      return contracts.length
    }),
  next: (tx, { tenantId }) => firstExpiry(tx, tenantId),
}
