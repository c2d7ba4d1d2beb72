import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import type { Sweep } from '../../jobs/sweep.ts'
import { isHeld } from '../holds/rail-holds.store.ts'
import { mayLeave, requireCompared } from './hand-over.ts'

type Work = Omit<Sweep, 'name'>

/**
 * What leaves the institution, or is prepared to leave: it waits while the rails are held. What
 * became late meanwhile gets a new value date, or is refused, when the hold is released.
 */
export function unlessHeld(work: Work): Work {
  return {
    due: work.due,
    async run(app, institution) {
      return (await app.db.read((db) => isHeld(db, institution.tenantId))) ? 0 : work.run(app, institution)
    },
    async next(tx, institution, now) {
      return (await isHeld(tx, institution.tenantId)) ? undefined : work.next?.(tx, institution, now)
    },
  }
}

/** A file is only made by a process that knows what has left. */
export function onceCompared(work: Work): Work {
  return unlessHeld({
    ...work,
    run: async (app, institution) =>
      (await mayLeave(app, institution, app.achTransport)) ? work.run(app, institution) : 0,
  })
}

/** One transaction on the database that was compared with what has left. */
export function inCompared<T>(
  app: App,
  institution: Institution,
  work: (tx: Transaction, now: Temporal.Instant) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    await requireCompared(tx, institution, app.achTransport)
    return work(tx, now)
  })
}
