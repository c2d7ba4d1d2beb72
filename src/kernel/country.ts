import { countrySpecs } from 'ibantools'

/** Whether it is an ISO 3166-1 alpha-2 code, or XK: Kosovo has none of its own, and its banks use that one in BIC and IBAN. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(countrySpecs, code)
}
