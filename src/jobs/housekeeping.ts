import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { purgeExpiredKeys } from '../http/idempotency.ts'
import { listInstitutions } from '../institution/institution.ts'
import { purgeExpiredTokens } from '../tokens/purge-expired-tokens.ts'
import { purgeEndedSecrets } from '../webhooks/purge-ended-secrets.ts'
import { purgeOldDeliveries } from '../webhooks/purge-old-deliveries.ts'
import type { Sweep } from './sweep.ts'

const HOUR_MS = 3_600_000
const PURGE_AT_ONCE = 10_000

/** A sweep for work that no row asks for: at most once an hour for each worker. */
function hourly(sweep: Pick<Sweep, 'name' | 'run'>): Sweep {
  let nextAt = 0
  return {
    ...sweep,
    async due(tx, now) {
      if (now.epochMilliseconds < nextAt) return []
      nextAt = now.epochMilliseconds + HOUR_MS
      return (await listInstitutions(tx)).map(({ tenantId }) => tenantId)
    },
  }
}

/** Deletes what has ended and is never looked at again. */
export const housekeepingSweeps: readonly Sweep[] = [
  hourly({
    name: 'purge expired tokens',
    async run(app, { tenantId }) {
      await app.db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: app.tokenClock.now() }))
      return 0
    },
  }),
  hourly({
    name: 'purge ended webhook secrets',
    async run(app, { tenantId }) {
      await app.db.transaction((tx) => purgeEndedSecrets(tx, tenantId, app.tokenClock.now()))
      return 0
    },
  }),
  hourly({
    name: 'purge expired idempotency keys',
    run: (app, { tenantId }) => purgeAll(app, (tx, limit) => purgeExpiredKeys(tx, tenantId, app.clock.now(), limit)),
  }),
  hourly({
    name: 'purge old webhook deliveries',
    run: (app, { tenantId }) =>
      purgeAll(app, (tx, limit) => purgeOldDeliveries(tx, tenantId, app.tokenClock.now(), limit)),
  }),
]

/** Purges in transactions of a bounded size, until nothing is left. */
async function purgeAll(app: App, purge: (tx: Transaction, limit: number) => Promise<number>): Promise<number> {
  let purged: number
  do {
    purged = await app.db.transaction((tx) => purge(tx, PURGE_AT_ONCE))
  } while (purged === PURGE_AT_ONCE)
  return 0
}
