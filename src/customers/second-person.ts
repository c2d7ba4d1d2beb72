import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { accessSettingsOf } from './access-settings.ts'
import type { CustomerRow } from './customers.store.ts'
import { guardsItsPeople } from './domain/dual-approval.ts'

/**
 * Whether a second person decides about the customer's people: its users, roles and signatories. It
 * does if its own settings ask for it, or for the institution's own entity under dual control.
 */
export async function needsSecondPerson(
  db: Connection,
  customer: Pick<CustomerRow, 'tenantId' | 'id' | 'profile'>,
): Promise<boolean> {
  if (guardsItsPeople(accessSettingsOf(customer))) return true
  const { legalEntityId, dualControl } = await readInstitution(db, customer.tenantId)
  return dualControl && customer.id === legalEntityId
}
