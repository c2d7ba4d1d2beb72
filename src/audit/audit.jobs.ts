import { placeInCommitOrder } from '../jobs/place-in-commit-order.ts'
import type { Sweep } from '../jobs/sweep.ts'
import { tenantsWithUnchained } from './chain.store.ts'
import { chainUnchained } from './chain-records.ts'

/** The class of the advisory lock on a tenant's chain ('audi' in ASCII). */
const CHAIN = 0x61756469

/** Gives audit records their place in the chain. Killed in between, nothing of the batch has happened, and it is done again. */
export const auditSweeps: readonly Sweep[] = [
  {
    name: 'chain audit records',
    due: tenantsWithUnchained,
    run: (app, { tenantId }) =>
      placeInCommitOrder(app, { sequence: CHAIN, tenantId }, (tx) => chainUnchained(tx, tenantId)),
  },
]
