import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { placeUnplaced, tenantsWithUnplaced } from './events.store.ts'

/** How many events one transaction places. */
const BATCH = 1_000

/** Gives events their position in the feed of their tenant. */
export const eventSweeps = defineSweeps('events', {
  'place events': {
    due: tenantsWithUnplaced,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { lock: 'eventFeed', tenantId }, (tx) => placeUnplaced(tx, tenantId, BATCH)),
  },
})
