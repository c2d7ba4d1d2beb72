import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertCustomer } from './customers.store.ts'

/** Creates the institution's own entity: Active from the start, at the top of the hierarchy. */
export async function createOwnEntity(
  tx: Transaction,
  tenantId: bigint,
  { name, shortName }: { name: string; shortName: string },
  now: Temporal.Instant,
): Promise<bigint> {
  const entity = await insertCustomer(
    tx,
    {
      tenantId,
      externalReferenceId: shortName,
      legalName: name,
      shortName,
      customerType: 'Financial Institution',
      customerRef: null,
      taxId: null,
      status: 'Active',
      resumesAs: null,
      isAdmitted: true,
      relationshipType: 'Self',
      relationshipManager: null,
      originatingOfficer: null,
      parentIds: [],
      ancestorIds: [],
      onboardedBy: null,
      achCompanyId: null,
      secCodes: [],
      profile: {},
    },
    now,
  )
  return entity.id
}
