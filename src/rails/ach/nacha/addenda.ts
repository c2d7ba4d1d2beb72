import { IAT_ADDENDA_LAYOUTS, iatChangeAddendaLayout, iatReturnAddendaLayout } from './addenda-iat.ts'
import {
  calendarDateOrNone,
  constant,
  count,
  digits,
  digitsOrBlank,
  type FieldRule,
  filled,
  julianDayOrNone,
  layout,
  oneOf,
  type RecordOf,
  text,
  withoutRules,
} from './fields.ts'
import {
  CHANGE_CODES,
  CONTESTED_RETURN_CODES,
  DISHONORED_RETURN_CODES,
  REFUSED_CHANGE_CODES,
  RETURN_REASON_CODES,
} from './return-codes.ts'
import type { ToleranceNotes } from './tolerances.ts'
import { isDayOfYear } from './values.ts'

const monthAndDay: FieldRule = (value) => (isDayOfYear(value) ? undefined : 'must be a date MMDD')

/** Some senders write the day of the year, as the operator does in its own fields. */
const dateOrDayOfYear: FieldRule = (value) =>
  /^000\d{3}$/.test(value) ? julianDayOrNone(value.slice(3)) : calendarDateOrNone(value)

/** Addenda 02: the terminal of a POS, SHR or MTE entry. */
export const terminalAddendaLayout = layout(
  'addenda 02',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '02'),
  text('referenceInformationOne', 4, 7), // 04-10: optional; transaction description on MTE
  text('referenceInformationTwo', 11, 3), // 11-13: optional; network identification on MTE
  text('terminalIdentification', 14, 6), // 14-19
  text('transactionSerialNumber', 20, 6, filled), // 20-25
  text('transactionDate', 26, 4, monthAndDay), // 26-29: MMDD
  text('authorizationCode', 30, 6), // 30-35: or card expiry; transaction time on MTE
  text('terminalLocation', 36, 27, filled), // 36-62
  text('terminalCity', 63, 15, filled), // 63-77
  text('terminalState', 78, 2, filled), // 78-79
  digits('traceNumber', 80, 15), // 80-94
)

/**
 * Addenda 05: payment information, free text or structured (ANSI X12, NACHA banking conventions).
 */
export const paymentAddendaLayout = layout(
  'addenda 05',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '05'),
  text('paymentRelatedInformation', 4, 80), // 04-83
  count('sequenceNumber', 84, 4), // 84-87: 1, 2, 3 within the entry
  digits('entrySequenceNumber', 88, 7), // 88-94: last seven digits of the entry's trace number
)

/** Addenda 98: notification of change, by which an RDFI corrects an ODFI's data. */
export const changeAddendaLayout = layout(
  'addenda 98',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '98'),
  text('changeCode', 4, 3, oneOf(...CHANGE_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  text('reserved', 22, 6), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  text('correctedData', 36, 29, filled), // 36-64
  text('reservedAfterData', 65, 15), // 65-79
  digits('traceNumber', 80, 15), // 80-94
)

/** Addenda 98 by which an ODFI refuses a notification of change. */
export const refusedChangeAddendaLayout = layout(
  'refused addenda 98',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '98'),
  text('refusedChangeCode', 4, 3, oneOf(...REFUSED_CHANGE_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  text('reserved', 22, 6), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  text('correctedData', 36, 29, filled), // 36-64
  text('changeCode', 65, 3, oneOf(...CHANGE_CODES)), // 65-67: of the refused notification
  digits('traceSequenceNumber', 68, 7), // 68-74: last seven digits of its trace number
  text('reservedAfterData', 75, 5), // 75-79
  digits('traceNumber', 80, 15), // 80-94
)

/** Addenda 99: return of an entry. */
export const returnAddendaLayout = layout(
  'addenda 99',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '99'),
  text('returnReasonCode', 4, 3, oneOf(...RETURN_REASON_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  digitsOrBlank('dateOfDeath', 22, 6, calendarDateOrNone), // 22-27: with R14 and R15
  digits('originalReceivingDfi', 28, 8), // 28-35
  text('addendaInformation', 36, 44), // 36-79
  digits('traceNumber', 80, 15), // 80-94
)

/** Addenda 99 by which an ODFI dishonors a return. */
export const dishonoredReturnAddendaLayout = layout(
  'dishonored addenda 99',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '99'),
  text('dishonoredReturnReasonCode', 4, 3, oneOf(...DISHONORED_RETURN_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  text('reserved', 22, 6), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  text('reservedAfterDfi', 36, 3), // 36-38
  digitsOrBlank('returnTraceNumber', 39, 15), // 39-53
  digitsOrBlank('returnSettlementDate', 54, 3, julianDayOrNone), // 54-56
  digitsOrBlank('returnReasonCode', 57, 2), // 57-58: without its R
  text('addendaInformation', 59, 21), // 59-79
  digits('traceNumber', 80, 15), // 80-94
)

/** Addenda 99 by which an RDFI contests a dishonored return. */
export const contestedReturnAddendaLayout = layout(
  'contested addenda 99',
  constant('recordType', 1, '7'),
  constant('addendaType', 2, '99'),
  text('contestedReturnReasonCode', 4, 3, oneOf(...CONTESTED_RETURN_CODES)), // 04-06
  digits('originalTraceNumber', 7, 15), // 07-21
  digitsOrBlank('dateOriginalEntryReturned', 22, 6, dateOrDayOfYear), // 22-27
  digits('originalReceivingDfi', 28, 8), // 28-35
  digitsOrBlank('originalSettlementDate', 36, 3, julianDayOrNone), // 36-38
  digitsOrBlank('returnTraceNumber', 39, 15), // 39-53
  digitsOrBlank('returnSettlementDate', 54, 3, julianDayOrNone), // 54-56
  digitsOrBlank('returnReasonCode', 57, 2), // 57-58
  digitsOrBlank('dishonoredReturnTraceNumber', 59, 15), // 59-73
  digitsOrBlank('dishonoredReturnSettlementDate', 74, 3, julianDayOrNone), // 74-76
  digitsOrBlank('dishonoredReturnReasonCode', 77, 2), // 77-78
  text('reserved', 79, 1), // 79
  digits('traceNumber', 80, 15), // 80-94
)

export const ADDENDA_LAYOUTS = [
  terminalAddendaLayout,
  paymentAddendaLayout,
  ...IAT_ADDENDA_LAYOUTS,
  changeAddendaLayout,
  refusedChangeAddendaLayout,
  iatChangeAddendaLayout,
  returnAddendaLayout,
  dishonoredReturnAddendaLayout,
  contestedReturnAddendaLayout,
  iatReturnAddendaLayout,
] as const

type AddendaOf<L> = L extends unknown ? RecordOf<L> : never

/** An addenda record of any type. `record` is the tag. */
export type Addenda = AddendaOf<(typeof ADDENDA_LAYOUTS)[number]>

/**
 * The layout of a type 7 line, by its addenda type (02-03). For returns and notifications of
 * change, it also depends on the reason code (04-06) and on whether the batch is international.
 * Undefined for an unknown type.
 */
export function addendaLayoutOf(
  line: string,
  isInternational: boolean,
  notes: ToleranceNotes,
): (typeof ADDENDA_LAYOUTS)[number] | undefined {
  const type = line.slice(1, 3)
  const reason = line.slice(3, 6)
  if (type === '98') {
    if (REFUSED_CHANGE_CODES.includes(reason)) return refusedChangeAddendaLayout
    const isTolerated = isUnlisted(reason, 'C', CHANGE_CODES) && notes.takes('unknownReasonCodes')
    const [ofIat, ofOthers] = isTolerated ? UNLISTED_CHANGE_LAYOUTS : [iatChangeAddendaLayout, changeAddendaLayout]
    return isInternational ? ofIat : ofOthers
  }
  if (type === '99') {
    if (DISHONORED_RETURN_CODES.includes(reason)) return dishonoredReturnAddendaLayout
    if (CONTESTED_RETURN_CODES.includes(reason)) return contestedReturnAddendaLayout
    const isTolerated = isUnlisted(reason, 'R', RETURN_REASON_CODES) && notes.takes('unknownReasonCodes')
    const [ofIat, ofOthers] = isTolerated ? UNLISTED_RETURN_LAYOUTS : [iatReturnAddendaLayout, returnAddendaLayout]
    return isInternational ? ofIat : ofOthers
  }
  return ADDENDA_LAYOUTS.find((layout) => layout.record === `addenda ${type}`)
}

/** Whether the code has the form of a code, and is not in the list. */
function isUnlisted(code: string, letter: string, listed: readonly string[]): boolean {
  return code[0] === letter && /^.\d\d$/.test(code) && !listed.includes(code)
}

// The addenda of codes that the rules do not list.
const UNLISTED_CHANGE_LAYOUTS = [
  withoutRules(iatChangeAddendaLayout, 'changeCode'),
  withoutRules(changeAddendaLayout, 'changeCode'),
] as const
const UNLISTED_RETURN_LAYOUTS = [
  withoutRules(iatReturnAddendaLayout, 'returnReasonCode'),
  withoutRules(returnAddendaLayout, 'returnReasonCode'),
] as const

/** The two-digit addenda type (addenda 02-03) of a record. */
export function addendaTypeOf(addenda: Addenda): string {
  return addenda.record.slice(-2)
}
