import { countrySpecs } from 'ibantools'

/**
 * Whether the text is an ISO 3166-1 alpha-2 code, or XK: ISO has assigned no code to Kosovo, and
 * its banks use XK in BIC and IBAN.
 */
export function isCountry(code: string): boolean {
  return Object.hasOwn(countrySpecs, code)
}
