import type { Database } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { countLoaded, insertLoad } from './load.store.ts'

const CUSTOMERS_PER_BATCH = 2_000

/**
 * Fills an institution with test customers, each with two accounts and two contacts, to test the
 * service at volume. Continues the numbering of an earlier load.
 */
export async function loadCustomers(
  db: Database,
  institution: Institution,
  customers: number,
  progress: (done: number) => void,
): Promise<void> {
  const { tenantId, legalEntityId, routingNumber, currency } = institution
  const before = await db.read((db) => countLoaded(db, tenantId))
  for (let done = 0; done < customers; ) {
    const count = Math.min(CUSTOMERS_PER_BATCH, customers - done)
    const batch = {
      tenantId,
      institutionEntityId: legalEntityId,
      routingNumber,
      currency,
      first: before + done + 1,
      count,
    }
    await db.transaction((tx) => insertLoad(tx, batch, systemClock.now()))
    done += count
    progress(done)
  }
}
