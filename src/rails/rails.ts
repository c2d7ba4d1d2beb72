/** The public face of the slice: everything that other slices may use. */
export { isCollected, readFileContent } from './ach/ach.store.ts'
export { collectEntries, nextCollectionOf } from './ach/collect-entries.ts'
export { collectReversals, nextReversalFile, nextReversalsOf, REVERSAL_SPEED } from './ach/collect-reversals.ts'
export { ACH_TIME_ZONE, type AchSpeed } from './ach/collection-window.ts'
export { insertDepartedFile, readItems } from './ach/departed.store.ts'
export { objectionToFile, recordDepartedEntries, recordDepartedReversals } from './ach/record-departed.ts'
export { noteReturned, requestReversal, scheduleSettlement } from './ach/reversals.store.ts'
export { settleReversals } from './ach/settle-reversals.ts'
export type { UnwritablePayment } from './ach/unwritable-payments.ts'
export { noteWritten } from './ach/written-file.ts'
export { adoptOtherOutbox } from './handover/adopt-outbox.ts'
export { checkOutbox } from './handover/check-outbox.ts'
export { compareWithEvidence } from './handover/compare-evidence.ts'
export { isDeparting, readDeparting, readDepartures, readEvidenced } from './handover/departures.store.ts'
export { handOverNext, mayLeave, requireCompared } from './handover/hand-over.ts'
export { readAdopted, readInDoubt } from './handover/handovers.store.ts'
export { holdRails, renderHold } from './holds/hold-rails.ts'
export { HOLD_REASONS, isHeld, readAcceptedUntil, readOpenHolds } from './holds/rail-holds.store.ts'
export { releaseHold } from './holds/release-hold.ts'
export type { RailMessage } from './message.ts'
export { readRailMessages } from './messages.ts'
export type { ChargeBearer, MessageRail } from './port.ts'
export { renderDeparted, renderHandover } from './rails.schema.ts'
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
export { readIdentity } from './transports/outbox/identity.ts'
export { createOutbox } from './transports/outbox/outbox.ts'
