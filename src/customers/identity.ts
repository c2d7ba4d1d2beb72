import { isDeepStrictEqual } from 'node:util'
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
