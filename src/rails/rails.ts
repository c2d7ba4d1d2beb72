/** The public face of the slice: everything that other slices may use. */
export { isCollected } from './ach/ach.store.ts'
export { collectEntries, nextCollectionOf } from './ach/collect-entries.ts'
export { collectReversals, nextReversalFile, nextReversalsOf, REVERSAL_SPEED } from './ach/collect-reversals.ts'
export { ACH_TIME_ZONE, type AchSpeed } from './ach/collection-window.ts'
export { noteReturned, requestReversal, scheduleSettlement } from './ach/reversals.store.ts'
export { settleReversals } from './ach/settle-reversals.ts'
export type { UnwritablePayment } from './ach/unwritable-payments.ts'
export { writeOldestFile } from './ach/write-file.ts'
export type { RailMessage } from './message.ts'
export { readRailMessages } from './messages.ts'
export type { ChargeBearer, MessageRail } from './port.ts'
export { anyReturnUntil, judgeReturn, RETURN_CODES, returnableUntil } from './return-rules.ts'
export { simulator } from './simulator/simulator.ts'
export {
  achSettlement,
  cutOffOn,
  lastChance,
  lastTryOn,
  nextPassage,
  type Passage,
  railCalendar,
  sameDayFile,
  type Way,
} from './timetable.ts'
export { putFile } from './transports/directory.ts'
