import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { deleteEndedSessions } from '../console/console.ts'
import type { Transaction } from '../db/client.ts'
import { deleteTracesBefore } from '../events/events.ts'
import { purgeExpiredKeys, purgePaymentKeys } from '../http/idempotency.store.ts'
import { listInstitutions } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { purgeMails } from '../notifications/notifications.ts'
import { deleteExpiredAttempts } from '../sign-in/sign-in.ts'
import { purgeExpiredTokens } from '../tokens/purge-expired-tokens.ts'
import { deleteEndedSecrets, purgeOldDeliveries } from '../webhooks/webhooks.ts'
import type { Retention } from './retention.ts'

const HOUR_MS = 3_600_000
const MAX_ROWS_PER_PURGE = 10_000
/** Most payments have ended by then, and their webhooks are delivered. */
const TRACE_DAYS = 30
/** What is left then waits for the next hour, so that a long backlog does not keep the sweep. */
const MAX_PURGES_PER_HOUR = 100

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

/** Sweeps that delete what nothing reads again: what expired, and what is past its retention. */
export function housekeepingSweeps(retention: Retention): readonly Sweep[] {
  return defineSweeps('housekeeping', {
    'purge expired tokens': hourly(async (app, { tenantId }) => {
      await app.db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: app.tokenClock.now() }))
      return 0
    }),
    'purge ended webhook secrets': hourly(async (app, { tenantId }) => {
      await app.db.transaction((tx) => deleteEndedSecrets(tx, tenantId, app.tokenClock.now()))
      return 0
    }),
    'purge expired sign-in attempts': hourly(async (app, { tenantId }) => {
      await app.db.transaction((tx) => deleteExpiredAttempts(tx, tenantId, app.tokenClock.now()))
      return 0
    }),
    'purge ended console sessions': hourly(async (app, { tenantId }) => {
      await app.db.transaction((tx) => deleteEndedSessions(tx, tenantId, app.tokenClock.now()))
      return 0
    }),
    'purge expired idempotency keys': hourly((app, { tenantId }) =>
      purgeAll(app, (tx, limit) => purgeExpiredKeys(tx, tenantId, app.clock.now(), limit)),
    ),
    'purge idempotency keys of payments': olderThan(retention.paymentKeysDays, purgePaymentKeys),
    'purge old webhook deliveries': olderThan(retention.deliveriesDays, purgeOldDeliveries),
    'purge old mails': olderThan(retention.mailsDays, purgeMails),
    'purge old traces': olderThan(TRACE_DAYS, deleteTracesBefore),
  })
}

type Purge = (tx: Transaction, tenantId: bigint, before: Temporal.Instant, limit: number) => Promise<number>

/** By the machine's clock: the time of a sandbox may run ahead of it, and records are not older. */
function olderThan(days: number | undefined, purge: Purge): Omit<Sweep, 'name'> {
  return hourly(async (app, { tenantId }) => {
    if (days === undefined) return 0
    const before = app.tokenClock.now().subtract({ hours: 24 * days })
    return purgeAll(app, (tx, limit) => purge(tx, tenantId, before, limit))
  })
}

/** Purges in transactions of bounded size until nothing is left, or it did enough for this hour. */
async function purgeAll(app: App, purge: (tx: Transaction, limit: number) => Promise<number>): Promise<number> {
  for (let purges = 0; purges < MAX_PURGES_PER_HOUR; purges++) {
    const purged = await app.db.transaction((tx) => purge(tx, MAX_ROWS_PER_PURGE))
    if (purged < MAX_ROWS_PER_PURGE) break
  }
  return 0
}
