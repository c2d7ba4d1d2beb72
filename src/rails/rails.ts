/** The public face of the slice: everything that other slices may use. */
export { type AchEntry, isCollected, readCollected, readEntries, readFileContent } from './ach/ach.store.ts'
export { collectEntries, nextCollectionOf } from './ach/collect-entries.ts'
export { collectPrenotes, nextPrenotesOf, PRENOTE_SPEED } from './ach/collect-prenotes.ts'
export { collectReturns, nextReturnDate, nextReturnFile, nextReturnsOf, type SetAside } from './ach/collect-returns.ts'
export { collectReversals, nextReversalFile, nextReversalsOf, REVERSAL_SPEED } from './ach/collect-reversals.ts'
export { ACH_TIME_ZONE, type AchSpeed } from './ach/collection-window.ts'
export { insertDepartedFile, readItems } from './ach/departed.store.ts'
export { alteredFields } from './ach/entry-texts.ts'
export {
  type AcknowledgedFile,
  type AcknowledgementOutcome,
  findAcknowledged,
  insertAcknowledgement,
  lockLastSaid,
} from './ach/file-acknowledgements.store.ts'
export { incomingSettlement, lastReturnFile } from './ach/incoming-window.ts'
export {
  type BatchHeader,
  CONTESTED_RETURN_CODES,
  DISHONORED_RETURN_CODES,
  endsInCheckDigit,
  type IatRecords,
  iatRecordsOf,
  isReturnWritable,
  type NachaBatch,
  type NachaEntry,
  type NachaSummary,
  parseNachaFile,
  type ReadEntry,
  sideOf,
  TOLERANCES,
} from './ach/nacha/index.ts'
export { ACKNOWLEDGEMENT_TITLE, type FileAcknowledgement, readAcknowledgement } from './ach/read-acknowledgement.ts'
export { readNachaStream } from './ach/read-nacha-stream.ts'
export {
  objectionToFile,
  recordDepartedEntries,
  recordDepartedPrenotes,
  recordDepartedReturns,
  recordDepartedReversals,
} from './ach/record-departed.ts'
export {
  type AnsweredEntry,
  claimLeft,
  claimReturnsToSettle,
  findDishonors,
  isReturnRequested,
  lockReturnsByTrace,
  noteDishonored,
  noteLeft,
  noteReturnsSettled,
  type ReturnKey,
  readAnswersOf,
  readDishonorDate,
  requestReturns,
  type SentReturn,
  setAsideReturns,
  type WaitingReturn,
} from './ach/returns.store.ts'
export {
  noteReturned,
  requestReversal,
  resumeReversals,
  scheduleSettlement,
  suspendReversals,
} from './ach/reversals.store.ts'
export { findSentEntries, type SentEntry } from './ach/sent-entries.store.ts'
export { settleReversals } from './ach/settle-reversals.ts'
export { verifyAchRequests } from './ach/verify-requests.ts'
export { noteWritten } from './ach/written-file.ts'
export { createAchServer } from './courier/ach-server.ts'
export type { AlteredField } from './domain/altered-field.ts'
export { FBO_FIELDS, type PaymentInformation } from './domain/carried-fields.ts'
export { carriedReference, FBO_TAX_ID } from './domain/information.ts'
export { adoptOtherOutbox } from './handover/adopt-outbox.ts'
export { checkOutbox } from './handover/check-outbox.ts'
export { compareWithEvidence } from './handover/compare-evidence.ts'
export { isDeparting, readDeparting, readDepartures, readEvidenced } from './handover/departures.store.ts'
export { inCompared, onceCompared, unlessHeld } from './handover/guarded-sweeps.ts'
export { handOverNext } from './handover/hand-over.ts'
export { readAdopted, readInDoubt } from './handover/handovers.store.ts'
export { holdRails, renderHold } from './holds/hold-rails.ts'
export { readKnownDifferences, verifyReleases } from './holds/proved-releases.ts'
export { HOLD_REASONS, isHeld, readAcceptedUntil, readOpenHolds } from './holds/rail-holds.store.ts'
export { releaseHold } from './holds/release-hold.ts'
export { failImport, finishImport, quarantineFile } from './incoming/end-import.ts'
export {
  claimIncomingFile,
  findIncomingFile,
  type IncomingFile,
  incomingContent,
  leaseIncomingFile,
  lockIncomingFile,
  nextImport,
  noteImported,
  releaseIncomingFile,
  tenantsWithIncoming,
} from './incoming/incoming-files.store.ts'
export { storeIncomingFile } from './incoming/store-incoming.ts'
export { alteredInMessage } from './iso20022/message-texts.ts'
export { createAmqpLinks } from './links/amqp/amqp-links.ts'
export { checkBroker } from './links/amqp/check-broker.ts'
export type { AmqpSettings } from './links/amqp/settings.ts'
export { readMessageSchemas } from './links/checked-link.ts'
export { createMessageLinks } from './links/message-links.ts'
export type { RailMessage } from './message.ts'
export { nextArrival, tenantsWithArrivals } from './messages/arrivals.ts'
export {
  handOverMessages,
  type LeftMessage,
} from './messages/hand-over-messages.ts'
export { insertMessages } from './messages/messages.store.ts'
export { nextDeparture, railsWithWaiting, tenantsWithWaiting } from './messages/outgoing.store.ts'
export type { MessageRefusal } from './messages/rail-message.ts'
export { readMessages, takeInMessages } from './messages/receive-messages.ts'
export { hasReceived, railsWithReceived, tenantsWithReceived } from './messages/received.store.ts'
export { searchMessages } from './messages/search-messages.store.ts'
export { readRailMessages } from './messages.ts'
export type * from './network.ts'
export { linkedRails, networkOf } from './networks.ts'
export { renderDeparted, renderHandover } from './rails.schema.ts'
export {
  achReturnRules,
  anyReturnUntil,
  judgeReturn,
  questionableText,
  RETURN_CODES,
  returnableUntil,
} from './return-rules.ts'
export type { SettlementWindow } from './settlement-window.ts'
export type { MessageSigner } from './signing/message-signer.ts'
export { createXmlSigner, type TrustedKey } from './signing/xml-signer.ts'
export { takeEarlierMessages } from './simulator/earlier-messages.store.ts'
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
  windowOf,
} from './timetable.ts'
export { putFile } from './transports/directory.ts'
export { createDirectoryInbox } from './transports/inbox/directory-inbox.ts'
export { readIdentity } from './transports/outbox/identity.ts'
export { createOutbox } from './transports/outbox/outbox.ts'
export { checkServer } from './transports/sftp/check-server.ts'
export type { SftpSettings } from './transports/sftp/settings.ts'
