import { isCountry } from './country.ts'

/**
 * Whether the text is a BIC, in any case: four letters or digits, a country, two letters or digits,
 * and for a branch three more (ISO 9362:2014).
 */
export function isBic(text: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i.test(text) && isCountry(countryOfBic(text))
}

export function countryOfBic(bic: string): string {
  return bic.slice(4, 6).toUpperCase()
}
