/** The public face of the slice: what other slices may use. */
import './institution.errors.ts'

export { countInCaps } from './adjustment-caps.ts'
export { endOfBusiness, startOfBusiness } from './business-hours.ts'
export { calendarOf } from './calendar.ts'
export {
  advanceCalendarChange,
  type CalendarChange,
  claimCalendarChange,
  isFirstWalkOpen,
  noteCalendarChange,
  tenantsWithCalendarChange,
  type WaitingKind,
} from './calendar-changes.store.ts'
export { tenantsWithMovingClock, writeClock } from './clock.store.ts'
export {
  bicOf,
  CORRESPONDENT_DEFAULTS,
  type Correspondent,
  correspondentOf,
  SETTLEMENT_METHODS,
  SIMULATED_CORRESPONDENT,
  unconfiguredFor,
} from './correspondents.ts'
export { holdsStopped, isSetByStopped } from './held-setters.store.ts'
export {
  findInstitutionByCode,
  type Institution,
  insertInstitution,
  listInstitutions,
  lockInstitution,
  readInstitution,
  setLegalEntity,
  tenantsWhere,
  writeProfile,
} from './institution.store.ts'
export { holdInstitutionTime, INSTITUTION_TIME, institutionTime, readInstitutionTime } from './institution-clock.ts'
export { lateWindowsOf } from './late-windows.ts'
export { readDayAt } from './ledger-days.store.ts'
export {
  LINK_KINDS,
  type NetworkSettings,
  networkSettingsOf,
  unconnectedFor,
} from './networks.ts'
export { objectionToSecCodes } from './offered-sec-codes.ts'
export { businessDayAt, lastBegunDay, prepareDays } from './prepare-days.ts'
export { isInstitution, requireInstitution } from './require-institution.ts'
export {
  type AchCollection,
  type AdjustmentCaps,
  accountNumbersOf,
  type BooksSettings,
  CLOSE_OUT_GAINS,
  type CloseOutGains,
  type CutOffs,
  callBacksOf,
  capsIn,
  closeOutGainsOf,
  conventionOf,
  customerGlAccountsOf,
  cutOffsOf,
  type DebitSettings,
  debitsOf,
  defaultSettings,
  deskTradeAloneUpToOf,
  deskTradePriceTolerancePercentOf,
  dueSoonHoursOf,
  FEES_OF_DEBITS,
  type InstitutionSettings,
  instantLimitsOf,
  LONGEST_CLOSURE_DAYS,
  lastLookBasisPointsOf,
  MAKER_STOPS,
  MARGIN_INCOMES,
  type MakerStopKind,
  marginIncomeOf,
  maxCrossDeviationPercentOf,
  maxOpenQuotesAmountOf,
  maxOpenQuotesOf,
  maxRateAgeSecondsOf,
  maxRateChangePercentOf,
  maxRoundTripGainPercentOf,
  ON_STOPPED_MAKER,
  REPEATED_REFERENCES,
  receiptsOf,
  repeatedReferencesOf,
  returnsAloneUpToOf,
  type SmallestTicket,
  STOPPED_MAKERS,
  type StoppedMakerSettings,
  secCodesOf,
  stoppedMakersOf,
} from './settings.ts'
export { isSilencing, isSilent } from './silence.ts'
export { refuseUnreachable, unreachable } from './unreachable.ts'
