import { SERVICE_CLASSES } from './batch-header.ts'
import { cents, constant, count, digits, layout, oneOf, type RecordOf, text } from './fields.ts'

/** Company/batch control record, type 8: the totals of the batch. */
export const batchControlLayout = layout(
  'batch control',
  constant('recordType', 1, '8'),
  digits('serviceClass', 2, 3, oneOf(...SERVICE_CLASSES)), // 02-04: as in the header
  count('entryAddendaCount', 5, 6), // 05-10: entry detail and addenda records
  digits('entryHash', 11, 10), // 11-20: sum of the receiving DFIs, last ten digits
  cents('totalDebitCents', 21, 12), // 21-32
  cents('totalCreditCents', 33, 12), // 33-44
  text('companyIdentification', 45, 10), // 45-54: as in the header; blank for IAT
  text('messageAuthenticationCode', 55, 19), // 55-73: optional
  text('reserved', 74, 6), // 74-79
  digits('originatingDfi', 80, 8), // 80-87: as in the header
  count('batchNumber', 88, 7), // 88-94: as in the header
)

/** Batch control record of an ADV batch: wider totals, and operator data instead of the company. */
export const advBatchControlLayout = layout(
  'ADV batch control',
  constant('recordType', 1, '8'),
  digits('serviceClass', 2, 3, oneOf('280')), // 02-04
  count('entryAddendaCount', 5, 6), // 05-10
  digits('entryHash', 11, 10), // 11-20
  cents('totalDebitCents', 21, 20), // 21-40
  cents('totalCreditCents', 41, 20), // 41-60
  text('achOperatorData', 61, 19), // 61-79: optional
  digits('originatingDfi', 80, 8), // 80-87
  count('batchNumber', 88, 7), // 88-94
)

export type DomesticBatchControl = RecordOf<typeof batchControlLayout>
export type AdvBatchControl = RecordOf<typeof advBatchControlLayout>
export type BatchControl = DomesticBatchControl | AdvBatchControl

/** The layout of a type 8 line, by the SEC code of its batch. */
export function batchControlLayoutOf(secCode: string): typeof batchControlLayout | typeof advBatchControlLayout {
  return secCode === 'ADV' ? advBatchControlLayout : batchControlLayout
}
