import {
  calendarDate,
  clockTimeOrBlank,
  constant,
  digits,
  digitsOrBlank,
  type FieldRule,
  filled,
  layout,
  notOnlyZeros,
  type RecordOf,
  text,
} from './fields.ts'
import { endsInCheckDigit } from './values.ts'

/**
 * `bTTTTAAAAC`: a space and the routing number of the destination. Some senders write a zero
 * instead of the space, or the space last.
 */
const paddedRoutingNumber: FieldRule = (value) =>
  endsInCheckDigit(value.trim().replace(/^0(?=\d{9}$)/, ''))
    ? undefined
    : 'must be a space and a routing number with a valid ABA check digit'

const idModifier: FieldRule = (value) => (/^[A-Z0-9]$/.test(value) ? undefined : 'must be A-Z or 0-9')

/** File header record, type 1: the file's sender, destination and creation time. */
export const fileHeaderLayout = layout(
  'file header',
  constant('recordType', 1, '1'),
  constant('priorityCode', 2, '01'), // 02-03: only 01 is defined
  text('immediateDestination', 4, 10, paddedRoutingNumber), // 04-13: ACH operator or receiving point
  text('immediateOrigin', 14, 10, filled, notOnlyZeros), // 14-23: routing number, or ten digits assigned by the ODFI
  digits('fileCreationDate', 24, 6, calendarDate), // 24-29: YYMMDD
  digitsOrBlank('fileCreationTime', 30, 4, clockTimeOrBlank), // 30-33: HHMM, optional
  text('fileIdModifier', 34, 1, idModifier), // 34: different for each file of a day
  constant('recordSize', 35, '094'), // 35-37
  constant('blockingFactor', 38, '10'), // 38-39: ten records a block
  constant('formatCode', 40, '1'), // 40
  text('immediateDestinationName', 41, 23), // 41-63: optional
  text('immediateOriginName', 64, 23), // 64-86: optional
  text('referenceCode', 87, 8), // 87-94: optional
)

export type FileHeader = RecordOf<typeof fileHeaderLayout>
