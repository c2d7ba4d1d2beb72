import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { LookupView } from './lookup.schema.ts'
import { type AccountOfCustomer, readAccountsOfNumber } from './lookup.store.ts'

/**
 * The customers that an account number leads to, one for each account: the same number may stand at several banks. An account of a customer
 * outside the token's legal entity is not found, as if there were none.
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
