import { countrySpecs, isValidBBAN, isValidIBAN } from 'ibantools'
import { stateOf } from './country.ts'

/** ISO 13616: a country, two check digits, and 11 to 30 letters and digits. */
const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
/** As it stands on paper: `IBAN: DE89 3704 …`. */
const LABEL = /^\s*IBAN[\s:]*(?=[A-Z]{2}\d{2})/i
const SEPARATORS = /[\s-]/g

/**
 * An account number as it is stored, searched and compared: without spaces of any kind and hyphens,
 * and an IBAN in its electronic form, without the word before it and in capitals.
 */
export function plainAccountNumber(written: string): string {
  const bare = written.replace(LABEL, '').replaceAll(SEPARATORS, '').toUpperCase()
  return hasForm(bare) ? bare : written.replaceAll(SEPARATORS, '')
}

/** Whether a number in electronic form is an IBAN with valid check digits. */
export function isIban(number: string): boolean {
  return FORM.test(number) && isValidIBAN(number)
}

/** Whether banks in the country have IBANs only, by the registry of SWIFT (ISO 13616). */
export function needsIban(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true
}

/**
 * Why a plain account number cannot be that of an account at a bank in the country; undefined if
 * nothing speaks against it. What begins like an IBAN of that country, or has all of the form of
 * one, is checked as one. Where banks have IBANs only, so is everything. The IBAN of a territory
 * can begin with the code of its state, as that of Jersey does with GB.
 */
export function faultOfAccountNumber(number: string, country: string): string | undefined {
  const prefix = number.slice(0, 2)
  const isOfCountry = stateOf(prefix) === stateOf(country)
  const isMeant = hasForm(number) && (isOfCountry || isStructured(number))
  if (needsIban(country) && !isIban(number))
    return `must be an IBAN with valid check digits, as banks in ${country} use`
  if (isMeant && !isIban(number)) return 'begins like an IBAN, and must then be one with valid check digits'
  return isMeant && !isOfCountry ? `is an IBAN of ${prefix}, but the bank is in ${country}` : undefined
}

/** Whether a number begins with a country that has IBANs, or a territory of one. */
function hasForm(number: string): boolean {
  const prefix = number.slice(0, 2)
  return FORM.test(number) && (specOf(prefix) ?? specOf(stateOf(prefix))) !== undefined
}

/** Whether its length and parts are those of the country with which it begins. */
function isStructured(number: string): boolean {
  const prefix = number.slice(0, 2)
  return specOf(prefix)?.chars === number.length && isValidBBAN(number.slice(4), prefix)
}

function specOf(country: string) {
  const spec = countrySpecs[country]
  return spec?.chars === undefined ? undefined : spec
}
