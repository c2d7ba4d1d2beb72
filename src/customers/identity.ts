import { isDeepStrictEqual } from 'node:util'
import { composed, nameForm } from '../kernel/one-form.ts'
import { type NewCustomerBody, parseNewCustomer } from './customers.schema.ts'

/**
 * Whether an update changes who the customer is: its names before the law, the tax authority and
 * the ACH operator, its type, and its place in the hierarchy. Another form of a name is no change.
 */
export function changesIdentity(before: NewCustomerBody, after: NewCustomerBody): boolean {
  return !isDeepStrictEqual(identityOf(before), identityOf(after))
}

function identityOf(body: NewCustomerBody) {
  const { legalName, taxId, achCompanyId, customerType } = parseNewCustomer(body)
  const { lei, parentEntityShortName, partnerOrgShortName, processingOrgShortName } = body
  const above = [parentEntityShortName, partnerOrgShortName, processingOrgShortName]
  return {
    ...{ legalName: composed(legalName), taxId: taxId && composed(taxId), achCompanyId, customerType, lei: lei ?? '' },
    above: above.map((name) => nameForm(name ?? '')),
  }
}
