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

const BATCH_SIZE = 50
const ACTOR = 'worker'
/** Delay before a failed cover is tried again. Usually the pair has no current rate. */
const RETRY_DELAY = { seconds: 30 }

/** Covers contracts accepted with autoCover when their delay is over. Failures are retried. */
const coverContracts: Omit<Sweep, 'name'> = {
  due: tenantsWithCoversDue,
  async run(app, institution) {
    const now = institutionTime(institution, app.clock.now())
    const due = await app.db.read((db) => listCoversDue(db, institution.tenantId, now, BATCH_SIZE))
    for (const contractNo of due) await coverDue(app, institution, contractNo)
    return due.length
  },
  next: (tx, { tenantId }) => firstCoverDue(tx, tenantId),
}

/**
 * Covers one contract in a separate transaction, for two reasons. A failure does not delay the
 * other contracts. And the transaction locks the books of one pair only: with several pairs, two
 * transactions could lock them in opposite orders and deadlock.
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
      app.log.warn({ ...named, why: cover.refusal }, 'FX contract not covered; will retry')
      await postponeCover(tx, tenantId, contractNo, now.add(RETRY_DELAY))
    })
  } catch (error) {
    app.log.error({ ...named, err: error }, 'covering an FX contract failed; will retry')
    await app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, institution, app.clock)
      await postponeCover(tx, tenantId, contractNo, now.add(RETRY_DELAY))
    })
  }
}

/** Open, PartiallyDrawn → Expired, when the value date ends in the institution's time zone. */
const expireContracts: Omit<Sweep, 'name'> = {
  due: tenantsWithExpired,
  run: (app, institution) =>
    app.db.transaction(async (tx) => {
      const { tenantId } = institution
      const now = await holdInstitutionTime(tx, institution, app.clock)
      const contracts = await claimExpired(tx, tenantId, now, BATCH_SIZE)
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
