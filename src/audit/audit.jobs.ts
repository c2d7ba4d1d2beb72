import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { tenantsWithUnchained } from './chain.store.ts'
import { chainUnchained } from './chain-records.ts'

/**
 * Gives audit records their place in the chain. If a worker is killed, its batch rolls back and the
 * next worker repeats it.
 */
export const auditSweeps = defineSweeps('audit', {
  'chain records': {
    due: tenantsWithUnchained,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { lock: 'auditChain', tenantId }, (tx) => chainUnchained(tx, tenantId)),
  },
})
