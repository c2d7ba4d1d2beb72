import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { placeUnplaced, tenantsWithUnplaced } from './events.store.ts'

/** Event rows placed in one transaction. */
const BATCH_ROWS = 1_000

/** Gives events their positions in their tenant's feed. */
export const eventSweeps = defineSweeps('events', {
  'place events': {
    due: tenantsWithUnplaced,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { lock: 'eventFeed', tenantId }, (tx) => placeUnplaced(tx, tenantId, BATCH_ROWS)),
  },
})
