import { holdInstitutionTime, lockInstitution, prepareDays } from '../institution/institution.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { tenantsWithDays } from './books.store.ts'
import { closeOldestDay } from './close-day.ts'
import { writeOldestExport } from './export-day.ts'
import { tenantsWithUnwrittenExports } from './exports.store.ts'

/** Closes that one run does at most, each in its own transaction. */
const CLOSES_PER_RUN = 10

/**
 * Prepares business days, closes those that are over, and writes their files. A close depends on
 * the business dates of entries and not on the time at which it runs, so a clock that is set
 * forward does not stop for it.
 */
export const bookSweeps = defineSweeps('books', {
  'prepare business days': {
    due: (db, now) => tenantsWithDays(db, 'toPrepare', now),
    run: (app, { tenantId }) =>
      app.db.transaction(async (tx) => {
        const institution = await lockInstitution(tx, tenantId)
        await prepareDays(tx, institution, await holdInstitutionTime(tx, institution, app.clock))
        return 1
      }),
  },
  'close business days': {
    due: (db, now) => tenantsWithDays(db, 'toClose', now),
    async run(app, institution) {
      let closed = 0
      for (; closed < CLOSES_PER_RUN; closed++) {
        const done = await app.db.transaction(async (tx) =>
          closeOldestDay(tx, institution, await holdInstitutionTime(tx, institution, app.clock)),
        )
        if (done === 0) break
      }
      return closed
    },
  },
  'write general ledger files': {
    due: tenantsWithUnwrittenExports,
    run: (app, institution) =>
      app.db.transaction(async (tx) =>
        writeOldestExport(
          tx,
          institution.tenantId,
          app.glOutDirectory,
          await holdInstitutionTime(tx, institution, app.clock),
        ),
      ),
  },
})
