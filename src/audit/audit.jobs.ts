import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { tenantsWithUnchained } from './chain.store.ts'
import { chainUnchained } from './chain-records.ts'

/**
 * Gives audit records their place in the chain. A worker that is killed leaves nothing of its
 * batch, and the next one starts over.
 */
export const auditSweeps = defineSweeps('audit', {
  'chain records': {
    due: tenantsWithUnchained,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { lock: 'auditChain', tenantId }, (tx) => chainUnchained(tx, tenantId)),
  },
})
