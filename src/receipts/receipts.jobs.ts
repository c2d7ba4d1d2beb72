import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { holdInstitutionTime, type Institution } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { inCompared, nextReturnsOf, onceCompared, recordDepartedReturns } from '../rails/rails.ts'
import { returnUndecided } from './positive-pay/decide-exception.ts'
import { firstMoment, tenantsWith } from './receipt-work.store.ts'
import { noteReturnsLeft, settleReturns } from './return-receipts.ts'
import { collectTimelyReturns } from './set-aside-returns.ts'
import { settleDue } from './settle-receipts.ts'

/** The receipts that one transaction moves. */
const BATCH_SIZE = 500
/** The exceptions that one transaction decides, each by itself. */
const EXCEPTIONS = 100

type Work = Omit<Sweep, 'name'>

/** PENDING → POSTED, UNPOSTED or RETURN_QUEUED, at the settlement of the rail. */
const settle: Work = {
  due: (tx, now) => tenantsWith(tx, 'toSettle', now),
  run: (app, institution) => settleDue(app, institution, BATCH_SIZE),
  next: (tx, { tenantId }) => firstMoment(tx, tenantId, 'toSettle'),
}

/** Collects returns into files, which are committed before they are written. */
const collect: Work = onceCompared({
  due: (tx, now) => tenantsWith(tx, 'returnsWaiting', now),
  run: (app, institution) =>
    inCompared(app, institution, async (tx, now) => {
      const departed = await recordDepartedReturns(tx, institution.tenantId, BATCH_SIZE)
      return departed + (await collectTimelyReturns(tx, app, institution, now))
    }),
  next: nextReturnsOf,
})

/** RETURN_QUEUED → RETURNED and DISHONORED → CONTESTED, when the file has left. */
const noteLeft: Work = {
  due: (tx, now) => tenantsWith(tx, 'returnsLeft', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => noteReturnsLeft(tx, institution, BATCH_SIZE, now)),
  next: async (tx, { tenantId }, now) => ((await firstMoment(tx, tenantId, 'returnsLeft')) ? now : undefined),
}

/** The amounts of returns leave suspense, by the calendar. */
const settleSentBack: Work = {
  due: (tx, now) => tenantsWith(tx, 'returnsToSettle', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => settleReturns(tx, institution, BATCH_SIZE, now)),
  next: (tx, { tenantId }) => firstMoment(tx, tenantId, 'returnsToSettle'),
}

/** Debits that no rule allows, and that nobody decided in time, go back. */
const decideExceptions: Work = {
  due: (tx, now) => tenantsWith(tx, 'exceptionsToDecide', now),
  run: (app, institution) =>
    inTransaction(app, institution, (tx, now) => returnUndecided(tx, institution, EXCEPTIONS, now)),
  next: (tx, { tenantId }) => firstMoment(tx, tenantId, 'exceptionsToDecide'),
}

export const receiptSweeps = defineSweeps('receipts', {
  'settle receipts': settle,
  'return undecided debits': decideExceptions,
  'collect returns': collect,
  'note returns that left': noteLeft,
  'settle returns': settleSentBack,
})

function inTransaction<T>(
  app: App,
  institution: Institution,
  work: (tx: Transaction, now: Temporal.Instant) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => work(tx, await holdInstitutionTime(tx, institution, app.clock)))
}
