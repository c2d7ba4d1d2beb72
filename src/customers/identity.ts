import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type NewCustomerBody, parseNewCustomer } from './customers.schema.ts'

/**
 * Whether an update changes who the customer is: its names before the law, the tax authority and
 * the ACH operator, its type, and its place in the hierarchy.
 */
export function changesIdentity(before: NewCustomerBody, after: NewCustomerBody): boolean {
  return !isDeepStrictEqual(identityOf(before), identityOf(after))
}

function identityOf(body: NewCustomerBody) {
  const { legalName, taxId, achCompanyId, customerType } = parseNewCustomer(body)
  const { lei, parentEntityShortName, partnerOrgShortName, processingOrgShortName } = body
  const above = [parentEntityShortName, partnerOrgShortName, processingOrgShortName]
  return { legalName, taxId, achCompanyId, customerType, lei: lei ?? '', above: above.map((name) => name ?? '') }
}

/** Whether the client is the institution's own. All other clients are customers'. */
export async function isOfInstitution(
  db: Connection,
  { tenantId, legalEntityId }: Pick<Principal, 'tenantId' | 'legalEntityId'>,
): Promise<boolean> {
  return (await readInstitution(db, tenantId)).legalEntityId === legalEntityId
}
