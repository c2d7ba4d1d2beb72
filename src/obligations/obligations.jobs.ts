import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { holdInstitutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { recordObligations } from './meet-obligations.ts'
import {
  firstTime,
  type Obligation,
  type ObligationWork,
  tenantsWith,
  writeMissed,
  writeWarned,
} from './obligations.store.ts'

/** The obligations that one transaction marks. */
const BATCH_SIZE = 500
const ACTOR = 'worker'

type Write = (tx: Transaction, tenantId: bigint, now: Temporal.Instant, limit: number) => Promise<Obligation[]>

/** Marks obligations whose time has come, by the clock of their institution. */
function marking(work: ObligationWork, what: 'dueSoon' | 'missed', write: Write): Omit<Sweep, 'name'> {
  return {
    due: (tx, now) => tenantsWith(tx, work, now),
    run: (app, institution) =>
      app.db.transaction(async (tx) => {
        const { tenantId } = institution
        const now = await holdInstitutionTime(tx, institution, app.clock)
        const marked = await write(tx, tenantId, now, BATCH_SIZE)
        await recordObligations(tx, tenantId, what, marked, ACTOR, now)
        return marked.length
      }),
    // What is due at a time is missed after it.
    async next(db, { tenantId }) {
      const first = await firstTime(db, tenantId, work)
      return work === 'due' ? first?.add({ milliseconds: 1 }) : first
    },
  }
}

export const obligationSweeps = defineSweeps('obligations', {
  'announce what is due soon': marking('warning', 'dueSoon', writeWarned),
  'mark what is missed': marking('due', 'missed', writeMissed),
})
