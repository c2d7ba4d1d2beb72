import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import type { Sweep } from '../jobs/sweep.ts'
import { placeUnplaced, tenantsWithUnplaced } from './events.store.ts'

/** The class of the advisory lock on a tenant's feed ('feed' in ASCII). */
const FEED = 0x66656564
/** How many events one transaction places. */
const BATCH = 1_000

/** Gives events their position in the feed of their tenant. */
export const eventSweeps: readonly Sweep[] = [
  {
    name: 'place events',
    due: tenantsWithUnplaced,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { sequence: FEED, tenantId }, (tx) => placeUnplaced(tx, tenantId, BATCH)),
  },
]
