/** The public face of the slice: what other slices may use. */
import './banks.errors.ts'

export { type Directory, readDirectories } from './banks.store.ts'
export { type DelimitedRail, delimiterOf, findColumns, parseRecord } from './domain/delimited-lists.ts'
export { parseFedAchLine, parseFedwireLine } from './domain/fed-lists.ts'
export { collectParticipants, type Participant, type ParticipantList } from './domain/participant.ts'
export { type ImportReport, importDirectory } from './import-directory.ts'
export { type BankCodes, type KnownBanks, openKnownBanks } from './known-banks.ts'
