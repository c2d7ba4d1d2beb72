import {
  calendarDateOrNone,
  constant,
  count,
  digits,
  digitsOrBlank,
  filled,
  julianDayOrNone,
  layout,
  notOnlyZeros,
  oneOf,
  type RecordOf,
  text,
} from './fields.ts'
import { SEC_CODES } from './sec-codes.ts'

/** Mixed, credits only, debits only, automated accounting advices (batch header 02-04). */
export const SERVICE_CLASSES = ['200', '220', '225', '280'] as const

export type ServiceClass = (typeof SERVICE_CLASSES)[number]

/** Company/batch header record, type 5, for every SEC code except IAT. */
export const batchHeaderLayout = layout(
  'batch header',
  constant('recordType', 1, '5'),
  digits('serviceClass', 2, 3, oneOf(...SERVICE_CLASSES)), // 02-04
  text('companyName', 5, 16, filled, notOnlyZeros), // 05-20
  text('companyDiscretionaryData', 21, 20), // 21-40: optional
  text('companyIdentification', 41, 10, filled, notOnlyZeros), // 41-50
  text('secCode', 51, 3, oneOf(...SEC_CODES)), // 51-53
  text('companyEntryDescription', 54, 10, filled, notOnlyZeros), // 54-63
  text('companyDescriptiveDate', 64, 6), // 64-69: free text; SDHHMM asks for same-day settlement
  digitsOrBlank('effectiveEntryDate', 70, 6, calendarDateOrNone), // 70-75: blank on ENR, zeros on returns and NOCs
  digitsOrBlank('settlementDate', 76, 3, julianDayOrNone), // 76-78: inserted by the operator
  text('originatorStatusCode', 79, 1, oneOf('0', '1', '2')), // 79: operator (ADV), DFI, federal agency
  digits('originatingDfi', 80, 8), // 80-87: routing number without its check digit
  count('batchNumber', 88, 7), // 88-94
)

/** Company/batch header record, type 5, for IAT entries and their notifications of change. */
export const iatBatchHeaderLayout = layout(
  'IAT batch header',
  constant('recordType', 1, '5'),
  digits('serviceClass', 2, 3, oneOf(...SERVICE_CLASSES)), // 02-04
  text('iatIndicator', 5, 16, oneOf('', 'IATCOR')), // 05-20: IATCOR on a notification of change
  text('foreignExchangeIndicator', 21, 2, oneOf('FV', 'VF', 'FF')), // 21-22: fixed or variable, out and in
  text('foreignExchangeReferenceIndicator', 23, 1, oneOf('1', '2', '3')), // 23: rate, reference, blank
  text('foreignExchangeReference', 24, 15), // 24-38
  text('destinationCountry', 39, 2, filled), // 39-40: ISO 3166
  text('originatorIdentification', 41, 10, filled), // 41-50
  text('secCode', 51, 3, oneOf('IAT', 'COR')), // 51-53
  text('companyEntryDescription', 54, 10, filled, notOnlyZeros), // 54-63
  text('originatingCurrency', 64, 3, filled), // 64-66: ISO 4217
  text('destinationCurrency', 67, 3, filled), // 67-69: ISO 4217
  digitsOrBlank('effectiveEntryDate', 70, 6, calendarDateOrNone), // 70-75
  digitsOrBlank('settlementDate', 76, 3, julianDayOrNone), // 76-78
  text('originatorStatusCode', 79, 1, oneOf('0', '1', '2')), // 79
  digits('originatingDfi', 80, 8), // 80-87: gateway operator inbound, ODFI outbound
  count('batchNumber', 88, 7), // 88-94
)

export type DomesticBatchHeader = RecordOf<typeof batchHeaderLayout>
export type IatBatchHeader = RecordOf<typeof iatBatchHeaderLayout>
export type BatchHeader = DomesticBatchHeader | IatBatchHeader

/**
 * The layout of a type 5 line. IAT is known by its SEC code (51-53), its NOCs by the indicator
 * (05-20).
 */
export function batchHeaderLayoutOf(line: string): typeof batchHeaderLayout | typeof iatBatchHeaderLayout {
  const international = line.slice(50, 53) === 'IAT' || line.slice(4, 20).trimEnd() === 'IATCOR'
  return international ? iatBatchHeaderLayout : batchHeaderLayout
}
