import type { App } from '../app.ts'
import { holdInstitutionTime, type Institution, institutionTime, readInstitution } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { endContract, openContractBooks } from './close-contract.ts'
import { coverLocked } from './cover-contract.ts'
import { settleMarket } from './desk/settle-market.ts'
import { hasEnded } from './domain/contract-state.ts'
import { claimCoverDue, firstCoverDue, listCoversDue, postponeCover, tenantsWithCoversDue } from './fx-covers.store.ts'
import {
  type Contract,
  claimExpired,
  firstExpiry,
  listExpired,
  tenantsWithExpired,
  writeDrawn,
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

/**
 * Open, PartiallyDrawn → Expired, when the value date ends in the institution's time zone. What is
 * left is closed out at the market rate.
 */
const expireContracts: Omit<Sweep, 'name'> = {
  due: tenantsWithExpired,
  async run(app, institution) {
    const now = institutionTime(institution, app.clock.now())
    const due = await app.db.read((db) => listExpired(db, institution.tenantId, now, BATCH_SIZE))
    for (const contract of due) await expireContract(app, institution, contract)
    return due.length
  },
  next: (tx, { tenantId }) => firstExpiry(tx, tenantId),
}

/**
 * Expires one contract, or makes its close-out that waited, in a separate transaction, which locks
 * its accounts before the contract. Without a current rate, it is tried again later, and the
 * contract says why.
 */
async function expireContract(app: App, institution: Institution, found: Contract): Promise<void> {
  const { tenantId } = institution
  await app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const books = await openContractBooks(tx, tenantId, found, now)
    const contract = await claimExpired(tx, tenantId, found.contractNo, now)
    if (!contract) return
    const how = { books, contract, end: 'Expired', actor: ACTOR } as const
    const expired = await endContract(tx, await readInstitution(tx, tenantId), how, now)
    if (!expired.ok) {
      const named = { institution: institution.code, contractNo: String(found.contractNo) }
      app.log.warn({ ...named, why: expired.refusal }, 'FX contract not closed out; will retry')
      const waiting = { ...contract, closeOutWaitsFor: expired.refusal }
      return writeDrawn(tx, tenantId, [waiting], now.add(RETRY_DELAY))
    }
    // A close-out that waited belongs to a contract that had already ended.
    if (hasEnded(contract.status)) return
    const change = { action: 'fx.contract.expired', actor: ACTOR, before: contract, after: expired.value }
    await recordContracts(tx, tenantId, [change], now)
  })
}

export const fxSweeps = defineSweeps('fx', {
  'cover contracts': coverContracts,
  'expire contracts': expireContracts,
  'settle with the market': settleMarket,
})
