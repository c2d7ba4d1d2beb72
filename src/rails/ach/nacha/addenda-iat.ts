import {
  calendarDateOrNone,
  cents,
  constant,
  count,
  digits,
  digitsOrBlank,
  filled,
  layout,
  oneOf,
  text,
} from './fields.ts'
import { CHANGE_CODES, RETURN_REASON_CODES } from './return-codes.ts'

/** The reason for the payment (addenda 10, 04-06). */
const TRANSACTION_TYPES = [
  ...['ANN', 'BUS', 'DEP', 'LOA', 'MIS', 'MOR', 'PEN', 'REM', 'RLS', 'SAL', 'TAX'],
  ...['ARC', 'BOC', 'MTE', 'POP', 'POS', 'RCK', 'SHR', 'TEL', 'WEB'],
]

/** National clearing system number, BIC, IBAN. */
const identificationQualifier = oneOf('01', '02', '03')

// 88-94: last seven digits of the entry's trace number.
const entrySequenceNumber = digits('entrySequenceNumber', 88, 7)

/**
 * The addenda of an IAT entry: 10 to 16 once each and in order, then at most two 17 and five 18.
 */
export const IAT_ADDENDA_LAYOUTS = [
  layout(
    'addenda 10',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '10'),
    text('transactionType', 4, 3, oneOf(...TRANSACTION_TYPES)), // 04-06
    cents('foreignPaymentAmount', 7, 18), // 07-24: in the destination currency's minor units
    text('foreignTraceNumber', 25, 22), // 25-46: optional
    text('receiverName', 47, 35, filled), // 47-81
    text('reserved', 82, 6), // 82-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 11',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '11'),
    text('originatorName', 4, 35, filled), // 04-38
    text('originatorStreetAddress', 39, 35, filled), // 39-73
    text('reserved', 74, 14), // 74-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 12',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '12'),
    text('originatorCityAndState', 4, 35, filled), // 04-38: city*state\
    text('originatorCountryAndPostalCode', 39, 35, filled), // 39-73: country*postal code\
    text('reserved', 74, 14), // 74-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 13',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '13'),
    text('originatingDfiName', 4, 35, filled), // 04-38
    text('originatingDfiQualifier', 39, 2, identificationQualifier), // 39-40
    text('originatingDfiIdentification', 41, 34, filled), // 41-74
    text('originatingDfiBranchCountry', 75, 3, filled), // 75-77
    text('reserved', 78, 10), // 78-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 14',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '14'),
    text('receivingDfiName', 4, 35, filled), // 04-38
    text('receivingDfiQualifier', 39, 2, identificationQualifier), // 39-40
    text('receivingDfiIdentification', 41, 34, filled), // 41-74
    text('receivingDfiBranchCountry', 75, 3, filled), // 75-77
    text('reserved', 78, 10), // 78-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 15',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '15'),
    text('receiverIdentification', 4, 15), // 04-18: optional
    text('receiverStreetAddress', 19, 35, filled), // 19-53
    text('reserved', 54, 34), // 54-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 16',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '16'),
    text('receiverCityAndState', 4, 35, filled), // 04-38: city*state\
    text('receiverCountryAndPostalCode', 39, 35, filled), // 39-73: country*postal code\
    text('reserved', 74, 14), // 74-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 17',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '17'),
    text('paymentRelatedInformation', 4, 80), // 04-83
    count('sequenceNumber', 84, 4), // 84-87
    entrySequenceNumber,
  ),
  layout(
    'addenda 18',
    constant('recordType', 1, '7'),
    constant('addendaType', 2, '18'),
    text('correspondentBankName', 4, 35, filled), // 04-38
    text('correspondentBankQualifier', 39, 2, identificationQualifier), // 39-40
    text('correspondentBankIdentification', 41, 34, filled), // 41-74
    text('correspondentBankBranchCountry', 75, 3, filled), // 75-77
    text('reserved', 78, 6), // 78-83
    count('sequenceNumber', 84, 4), // 84-87
    entrySequenceNumber,
  ),
] as const

/** Addenda 98 of an international batch, with longer corrected data. */
export const iatChangeAddendaLayout = layout(
  'IAT addenda 98',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '98'),
  text('changeCode', 4, 3, oneOf(...CHANGE_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  text('reserved', 22, 6), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  text('correctedData', 36, 35, filled), // 36-70
  text('reservedAfterData', 71, 9), // 71-79
  digits('traceNumber', 80, 15), // 80-94
)

/** Addenda 99 of an international batch, with the amount of the returned entry. */
export const iatReturnAddendaLayout = layout(
  'IAT addenda 99',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '99'),
  text('returnReasonCode', 4, 3, oneOf(...RETURN_REASON_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  digitsOrBlank('dateOfDeath', 22, 6, calendarDateOrNone), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  digitsOrBlank('originalEntryAmount', 36, 10), // 36-45: cents
  text('addendaInformation', 46, 34), // 46-79
  digits('traceNumber', 80, 15), // 80-94
)
