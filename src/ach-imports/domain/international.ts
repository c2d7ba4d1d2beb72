import { type BatchHeader, iatRecordsOf, type NachaEntry } from '../../rails/rails.ts'
import type { InternationalItem } from '../../receipts/receipts.ts'

/** The OFAC screening indicator of a gateway that found a match (IAT entry detail 77-78). */
const POSSIBLE_MATCH = '1'

/**
 * What an international entry says of its parties and banks, in its addenda 10 to 16; undefined for
 * any other entry.
 */
export function internationalOf(header: BatchHeader, entry: NachaEntry): InternationalItem | undefined {
  const records = iatRecordsOf(header, entry)
  if (!records || entry.detail.record !== 'IAT entry detail') return undefined
  const { gatewayOfacScreening, secondaryOfacScreening } = entry.detail
  const said = textsOf(entry)
  return {
    originator: {
      name: said('originatorName'),
      address: addressOf(
        said('originatorStreetAddress'),
        said('originatorCityAndState'),
        said('originatorCountryAndPostalCode'),
      ),
    },
    originatorBank: bankOf(
      said('originatingDfiName'),
      said('originatingDfiQualifier'),
      said('originatingDfiIdentification'),
      said('originatingDfiBranchCountry'),
    ),
    receiver: {
      name: said('receiverName'),
      address: addressOf(
        said('receiverStreetAddress'),
        said('receiverCityAndState'),
        said('receiverCountryAndPostalCode'),
      ),
    },
    isSuspicious: [gatewayOfacScreening, secondaryOfacScreening].includes(POSSIBLE_MATCH),
    records,
  }
}

/** The text of a field, in whichever addenda record has it. */
function textsOf({ addenda }: NachaEntry): (field: string) => string {
  const fields = Object.assign({}, ...addenda.toReversed()) as Record<string, unknown>
  return (field) => String(fields[field] ?? '').trim()
}

/** Addenda 12 and 16: `city*state\` and `country*postal code\`. */
function addressOf(streetName: string, cityAndState: string, countryAndPostalCode: string) {
  const [townName, countrySubDivision] = partsOf(cityAndState)
  const [country, postCode] = partsOf(countryAndPostalCode)
  return given({ streetName, townName, countrySubDivision, country, postCode })
}

function partsOf(text: string): string[] {
  return text
    .replace(/\\.*$/, '')
    .split('*')
    .map((part) => part.trim())
}

/** Addenda 13, 39-40: 01 is a national bank code, 02 a BIC, 03 an IBAN. */
function bankOf(name: string, qualifier: string, identification: string, country: string) {
  const isRoutingNumber = qualifier === '01' && /^\d{9}$/.test(identification)
  return {
    ...given({ name, bic: qualifier === '02' && identification }),
    ...(isRoutingNumber && { routingNumber: identification }),
    ...(country && { address: { country: country.slice(0, 2) } }),
  }
}

function given<Fields extends Record<string, string | false | undefined>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text)) as { [name in keyof Fields]?: string }
}
