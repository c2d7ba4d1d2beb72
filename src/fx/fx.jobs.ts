import type { App } from '../app.ts'
import { holdInstitutionTime, type Institution, institutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { endContracts } from './close-contract.ts'
import { coverLocked } from './cover-contract.ts'
import {
  claimCoverDue,
  claimExpired,
  firstCoverDue,
  firstExpiry,
  listCoversDue,
  postponeCover,
  tenantsWithCoversDue,
  tenantsWithExpired,
} from './fx-trades.store.ts'
import { recordContracts } from './record-contracts.ts'

const BATCH = 50
const ACTOR = 'worker'
/** How long a contract waits that could not be covered, mostly because its pair has no fresh rate. */
const RETRY = { seconds: 30 }

/** Covers contracts that were accepted with autoCover, when their delay is over; tried again where there is no rate. */
const coverContracts: Omit<Sweep, 'name'> = {
  due: tenantsWithCoversDue,
  async run(app, institution) {
    const now = institutionTime(institution, app.clock.now())
    const due = await app.db.read((db) => listCoversDue(db, institution.tenantId, now, BATCH))
    for (const contractNo of due) await coverDue(app, institution, contractNo)
    return due.length
  },
  next: (tx, { tenantId }) => firstCoverDue(tx, tenantId),
}

/**
 * Covers one contract in a transaction of its own: one that fails does not hold up those behind it, and the books of one pair of currencies are not
 * held while another is booked, which two transactions could do in opposite orders.
 */
async function coverDue(app: App, institution: Institution, contractNo: bigint): Promise<void> {
  const { tenantId, code } = institution
  const named = { institution: code, contractNo: String(contractNo) }
  try {
    await app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, institution, app.clock)
      const contract = await claimCoverDue(tx, tenantId, contractNo, now)
      if (!contract) return
      const cover = await coverLocked(tx, { tenantId, actor: ACTOR }, contract, now)
      if (cover.ok) return
      app.log.warn({ ...named, why: cover.refusal }, 'an FX contract waits for its cover')
      await postponeCover(tx, tenantId, contractNo, now.add(RETRY))
    })
  } catch (error) {
    app.log.error({ ...named, err: error }, 'the cover of an FX contract failed, and is tried again')
    await app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, institution, app.clock)
      await postponeCover(tx, tenantId, contractNo, now.add(RETRY))
    })
  }
}

/** Open, PartiallyDrawn → Expired, when the day after the value date begins where the institution is. */
const expireContracts: Omit<Sweep, 'name'> = {
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

export const fxSweeps = defineSweeps('fx', {
  'cover contracts': coverContracts,
  'expire contracts': expireContracts,
})
