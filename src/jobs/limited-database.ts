import type { Database } from '../db/client.ts'
import { createPermits, type Permits } from '../kernel/permits.ts'

/**
 * The database for users that take at most `count` of its connections at once, so that the rest of
 * the process always finds one.
 */
export function limitDatabase(db: Database, count: number): Database {
  return limitedBy(db, createPermits(count))
}

function limitedBy(db: Database, permits: Permits): Database {
  return {
    ...db,
    transaction: (work) => permits.run(() => db.transaction(work)),
    read: (work) => permits.run(() => db.read(work)),
    lookUp: (work) => permits.run(() => db.lookUp(work)),
    snapshot: (work) => permits.run(() => db.snapshot(work)),
    within: (timeoutMs) => limitedBy(db.within(timeoutMs), permits),
    withKeptPlans: () => limitedBy(db.withKeptPlans(), permits),
    forTenant: (tenantId) => limitedBy(db.forTenant(tenantId), permits),
  }
}
