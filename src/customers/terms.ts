import { isDeepStrictEqual } from 'node:util'
import { type NewCustomerBody, parseNewCustomer } from './customers.schema.ts'

/**
 * Whether an update changes what a customer is held to, beside its limits and fees: the entry classes that its ACH payments may have, whether they are
 * prefunded, and the tier of its margin on exchange rates.
 */
export function changesTerms(before: NewCustomerBody, after: NewCustomerBody): boolean {
  return !isDeepStrictEqual(termsOf(before), termsOf(after))
}

function termsOf(body: NewCustomerBody) {
  const details = (body.addtionalProfileDetails ?? []).map(({ achNonPrefund, achNonPrefundLimit, fxPricingTier }) => ({
    achNonPrefund: achNonPrefund ?? false,
    achNonPrefundLimit: achNonPrefundLimit ?? '',
    fxPricingTier: fxPricingTier ?? '',
  }))
  const isSaid = (detail: (typeof details)[number]) => Object.values(detail).some(Boolean)
  return { secCodes: [...parseNewCustomer(body).secCodes].sort(), details: details.filter(isSaid) }
}
