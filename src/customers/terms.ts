import { isDeepStrictEqual } from 'node:util'
import { type NewCustomerBody, parseNewCustomer } from './customers.schema.ts'

/**
 * Whether an update changes the customer's terms: the SEC codes it may use, whether its ACH
 * payments are prefunded, and its FX pricing tier. Limits and fees are checked elsewhere.
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
  const hasTerms = (detail: (typeof details)[number]) => Object.values(detail).some(Boolean)
  return { secCodes: [...parseNewCustomer(body).secCodes].sort(), details: details.filter(hasTerms) }
}
