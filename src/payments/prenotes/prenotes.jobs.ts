import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import type { Sweep } from '../../jobs/sweep.ts'
import { inCompared, nextPrenotesOf, onceCompared, recordDepartedPrenotes } from '../../rails/rails.ts'
import { firstPrenoteWork, tenantsWithPrenotes } from './prenote-work.store.ts'
import { acceptUnreturned, collectWaiting, notePrenotesLeft } from './step-prenotes.ts'

/** The prenotifications that one transaction moves. */
const BATCH_SIZE = 500

type Work = Omit<Sweep, 'name'>

/** Collects prenotifications into files, which are committed before they are written. */
export const collectAchPrenotes: Work = onceCompared({
  due: (tx, now) => tenantsWithPrenotes(tx, 'waiting', now),
  run: (app, institution) =>
    inCompared(app, institution, async (tx, now) => {
      const departed = await recordDepartedPrenotes(tx, institution.tenantId, BATCH_SIZE)
      return departed + (await collectWaiting(tx, institution, now))
    }),
  next: nextPrenotesOf,
})

/** Queued → Sent, when the file has left. */
export const noteAchPrenotes: Work = {
  due: (tx, now) => tenantsWithPrenotes(tx, 'left', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => notePrenotesLeft(tx, institution, BATCH_SIZE, now)),
  next: async (tx, { tenantId }, now) => ((await firstPrenoteWork(tx, tenantId, 'left')) ? now : undefined),
}

/** Sent → Accepted, when the time for returns has passed. */
export const acceptAchPrenotes: Work = {
  due: (tx, now) => tenantsWithPrenotes(tx, 'toAccept', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => acceptUnreturned(tx, institution.tenantId, BATCH_SIZE, now)),
  next: (tx, { tenantId }) => firstPrenoteWork(tx, tenantId, 'toAccept'),
}

function inTransaction<T>(
  app: App,
  institution: Institution,
  work: (tx: Transaction, now: Temporal.Instant) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => work(tx, await holdInstitutionTime(tx, institution, app.clock)))
}
