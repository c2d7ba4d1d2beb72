import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { deleteTracesBefore } from '../events/events.ts'
import { purgeExpiredKeys } from '../http/idempotency.store.ts'
import { listInstitutions } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { purgeExpiredTokens } from '../tokens/purge-expired-tokens.ts'
import { deleteEndedSecrets, purgeOldDeliveries } from '../webhooks/webhooks.ts'

const HOUR_MS = 3_600_000
const MAX_ROWS_PER_PURGE = 10_000
/** Most payments have ended by then, and their webhooks are delivered. */
const TRACE_DAYS = 30

/** A sweep that runs on time alone, not on rows: at most once an hour in each worker. */
function hourly(run: Sweep['run']): Omit<Sweep, 'name'> {
  let nextAt = 0
  return {
    run,
    async due(tx, now) {
      if (now.epochMilliseconds < nextAt) return []
      const institutions = await listInstitutions(tx)
      nextAt = now.epochMilliseconds + HOUR_MS
      return institutions.map(({ tenantId }) => tenantId)
    },
  }
}

/** Sweeps that delete expired rows that nothing reads again. */
export const housekeepingSweeps = defineSweeps('housekeeping', {
  'purge expired tokens': hourly(async (app, { tenantId }) => {
    await app.db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: app.tokenClock.now() }))
    return 0
  }),
  'purge ended webhook secrets': hourly(async (app, { tenantId }) => {
    await app.db.transaction((tx) => deleteEndedSecrets(tx, tenantId, app.tokenClock.now()))
    return 0
  }),
  'purge expired idempotency keys': hourly((app, { tenantId }) =>
    purgeAll(app, (tx, limit) => purgeExpiredKeys(tx, tenantId, app.clock.now(), limit)),
  ),
  'purge old webhook deliveries': hourly((app, { tenantId }) =>
    purgeAll(app, (tx, limit) => purgeOldDeliveries(tx, tenantId, app.tokenClock.now(), limit)),
  ),
  'purge old traces': hourly((app, { tenantId }) => {
    const before = app.systemClock.now().subtract({ hours: 24 * TRACE_DAYS })
    return purgeAll(app, (tx, limit) => deleteTracesBefore(tx, tenantId, before, limit))
  }),
})

/** Purges in transactions of bounded size until nothing is left. */
async function purgeAll(app: App, purge: (tx: Transaction, limit: number) => Promise<number>): Promise<number> {
  let purged: number
  do {
    purged = await app.db.transaction((tx) => purge(tx, MAX_ROWS_PER_PURGE))
  } while (purged === MAX_ROWS_PER_PURGE)
  return 0
}
