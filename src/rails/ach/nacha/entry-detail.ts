import {
  cents,
  constant,
  count,
  digits,
  digitsOrBlank,
  type FieldRule,
  filled,
  julianDayOrNone,
  layout,
  notOnlyZeros,
  oneOf,
  type RecordOf,
  routingNumber,
  text,
} from './fields.ts'
import { ADV_TRANSACTION_CODES, TRANSACTION_CODES } from './transaction-codes.ts'

/**
 * Entry detail 77-78 of POS and SHR: purchase, cash, return reversal, their reversals, adjustment,
 * other.
 */
const cardTransactionType = oneOf('01', '02', '03', '11', '12', '13', '21', '23', '99')

const monthAndYear: FieldRule = (value) => (/^(0[1-9]|1[0-2])\d\d$/.test(value) ? undefined : 'must be MMYY')

// The fields that every SEC code except ADV and IAT shares, at the start and the end of the record.
const start = [
  constant('recordType', 1, '6'),
  digits('transactionCode', 2, 2, oneOf(...TRANSACTION_CODES)), // 02-03
  digits('receivingRouting', 4, 9, routingNumber), // 04-12: receiving DFI and its check digit
  text('accountNumber', 13, 17, filled, notOnlyZeros), // 13-29
  cents('amountCents', 30, 10), // 30-39
] as const

const end = [
  digits('addendaIndicator', 79, 1, oneOf('0', '1')), // 79: 1 when addenda records follow
  digits('traceNumber', 80, 15), // 80-94: the ODFI's eight digits and its sequence
] as const

const discretionaryData = text('discretionaryData', 77, 2) // 77-78: optional; payment type on WEB and TEL
const individualName = text('individualName', 55, 22, notOnlyZeros) // 55-76

/** Entry detail record, type 6, of most SEC codes. */
export const entryDetailLayout = layout(
  'entry detail',
  ...start,
  text('individualIdentification', 40, 15), // 40-54
  individualName,
  discretionaryData,
  ...end,
)

/** ARC, BOC and RCK: the identification is the check's serial number. */
export const checkEntryLayout = layout(
  'check entry detail',
  ...start,
  text('checkSerialNumber', 40, 15, filled), // 40-54
  individualName,
  discretionaryData,
  ...end,
)

/** CIE: the name precedes the identification, which is the biller's number for its customer. */
export const customerInitiatedEntryLayout = layout(
  'CIE entry detail',
  ...start,
  text('individualName', 40, 15, notOnlyZeros), // 40-54
  text('individualIdentification', 55, 22), // 55-76
  discretionaryData,
  ...end,
)

/** CTX, ATX and TRX: the record states the number of addenda records that follow. */
export const corporateEntryLayout = layout(
  'corporate entry detail',
  ...start,
  text('individualIdentification', 40, 15), // 40-54: on ATX the original entry's trace number
  count('addendaCount', 55, 4), // 55-58
  text('individualName', 59, 16, notOnlyZeros), // 59-74: receiving company
  text('reserved', 75, 2), // 75-76
  discretionaryData,
  ...end,
)

/** POP: the terminal's location follows the check's serial number. */
export const pointOfPurchaseEntryLayout = layout(
  'POP entry detail',
  ...start,
  text('checkSerialNumber', 40, 9, filled), // 40-48
  text('terminalCity', 49, 4, filled), // 49-52
  text('terminalState', 53, 2, filled), // 53-54
  individualName,
  discretionaryData,
  ...end,
)

/** POS: the standard layout with the card transaction type in 77-78. */
export const pointOfSaleEntryLayout = layout(
  'POS entry detail',
  ...start,
  text('individualIdentification', 40, 15), // 40-54
  individualName,
  text('cardTransactionType', 77, 2, cardTransactionType), // 77-78
  ...end,
)

/** SHR: card and document instead of identification and name. */
export const sharedNetworkEntryLayout = layout(
  'SHR entry detail',
  ...start,
  text('cardExpirationDate', 40, 4, monthAndYear), // 40-43: MMYY
  text('documentReferenceNumber', 44, 11), // 44-54
  text('individualCardAccountNumber', 55, 22, filled), // 55-76
  text('cardTransactionType', 77, 2, cardTransactionType), // 77-78
  ...end,
)

/** TRC and XCK: a check that no longer exists on paper. */
export const truncatedCheckEntryLayout = layout(
  'truncated check entry detail',
  ...start,
  text('checkSerialNumber', 40, 15, filled), // 40-54
  text('processControlField', 55, 6), // 55-60
  text('itemResearchNumber', 61, 16), // 61-76
  text('itemTypeIndicator', 77, 2), // 77-78: discretionary data on XCK
  ...end,
)

/** IAT: the foreign account. Names and banks are in the addenda. */
export const iatEntryLayout = layout(
  'IAT entry detail',
  constant('recordType', 1, '6'),
  digits('transactionCode', 2, 2, oneOf(...TRANSACTION_CODES)), // 02-03
  digits('receivingRouting', 4, 9, routingNumber), // 04-12: gateway operator or RDFI
  count('addendaCount', 13, 4), // 13-16
  text('reserved', 17, 13), // 17-29
  cents('amountCents', 30, 10), // 30-39
  text('accountNumber', 40, 35, filled, notOnlyZeros), // 40-74: foreign receiver's account
  text('reservedAfterAccount', 75, 2), // 75-76
  text('gatewayOfacScreening', 77, 1), // 77: optional
  text('secondaryOfacScreening', 78, 1), // 78: optional
  ...end,
)

/** ADV: the operator's advice of a posting to a participant's account. It has no trace number. */
export const advEntryLayout = layout(
  'ADV entry detail',
  constant('recordType', 1, '6'),
  digits('transactionCode', 2, 2, oneOf(...ADV_TRANSACTION_CODES)), // 02-03
  digits('receivingRouting', 4, 9, routingNumber), // 04-12
  text('accountNumber', 13, 15, filled, notOnlyZeros), // 13-27
  cents('amountCents', 28, 12), // 28-39
  digits('adviceRoutingNumber', 40, 9), // 40-48
  text('fileIdentification', 49, 5), // 49-53: optional
  text('achOperatorData', 54, 1), // 54: optional
  text('individualName', 55, 22, notOnlyZeros), // 55-76
  discretionaryData,
  digits('addendaIndicator', 79, 1, oneOf('0', '1')), // 79
  digits('achOperatorRoutingNumber', 80, 8), // 80-87
  digitsOrBlank('julianDay', 88, 3, julianDayOrNone), // 88-90
  count('sequenceNumber', 91, 4), // 91-94: within the batch
)

export const ENTRY_LAYOUTS = [
  entryDetailLayout,
  checkEntryLayout,
  customerInitiatedEntryLayout,
  corporateEntryLayout,
  pointOfPurchaseEntryLayout,
  pointOfSaleEntryLayout,
  sharedNetworkEntryLayout,
  truncatedCheckEntryLayout,
  iatEntryLayout,
  advEntryLayout,
] as const

export type StandardEntryDetail = RecordOf<typeof entryDetailLayout>

type DetailOf<L> = L extends unknown ? RecordOf<L> : never

/** An entry detail record of any SEC code. `record` is the tag. */
export type EntryDetail = DetailOf<(typeof ENTRY_LAYOUTS)[number]>

/** The layout of a type 6 line, by the SEC code of its batch. */
export function entryLayoutOf(secCode: string, isInternational: boolean): (typeof ENTRY_LAYOUTS)[number] {
  if (isInternational) return iatEntryLayout
  switch (secCode) {
    case 'ADV':
      return advEntryLayout
    case 'ARC':
    case 'BOC':
    case 'RCK':
      return checkEntryLayout
    case 'CIE':
      return customerInitiatedEntryLayout
    case 'ATX':
    case 'CTX':
    case 'TRX':
      return corporateEntryLayout
    case 'POP':
      return pointOfPurchaseEntryLayout
    case 'POS':
      return pointOfSaleEntryLayout
    case 'SHR':
      return sharedNetworkEntryLayout
    case 'TRC':
    case 'XCK':
      return truncatedCheckEntryLayout
    default:
      return entryDetailLayout
  }
}
