import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { LookupView } from './lookup.schema.ts'
import { type AccountOfCustomer, readAccountsOfNumber } from './lookup.store.ts'

/**
 * Finds the customers who own accounts with this number. Several banks may use the same number, so
 * each account gives one result. Accounts outside the token's legal entity are not found.
 */
export async function lookupCustomer(
  db: Connection,
  principal: Principal,
  accountNumber: string,
  type: 'DEPOSIT' | 'LOAN' | undefined,
): Promise<Result<{ found: AccountOfCustomer[]; view: LookupView }, Refusal>> {
  const { tenantId, legalEntityId, entitlements } = principal
  const found = await readAccountsOfNumber(db, tenantId, { legalEntityId, accountNumber, type })
  if (found.length === 0) return refusal('accountNumberUnknown')
  const { settings } = await readInstitution(db, tenantId)
  const showsNumber = entitlements.has('Customers.View_Account_Number')
  return accept({ found, view: { showsNumber, rails: settings.rails } })
}
