// Written by `npm run generate` from the migrated database. Change a migration instead.
import type { Temporal } from 'temporal-polyfill'

export interface Accounts {
  tenantId: bigint
  id: bigint
  customerId: bigint
  externalReferenceId: string | null
  name: string
  accountNumber: string
  fboAccountNumber: string | null
  type: string
  subType: string
  systemOfRecord: string
  currency: string
  country: string
  routingNumber: string
  bankIdType: string
  masterGl: string
  costCenter: string | null
  status: string
  enableWire: boolean
  enableOffset: boolean
  defaultOffset: boolean
  feeAccount: boolean
  returnAccount: boolean
  features: unknown
  additionalAttributes: unknown
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  deletedAt: Temporal.Instant | null
  version: bigint
  enableDomesticWire: boolean
  enableInternationalWire: boolean
  enableFednow: boolean
  enableRtp: boolean
  receiveOnlyRails: string[]
  externalProvider: string | null
  externalRef: string | null
  sealedExternalToken: Buffer | null
  suspendedBy: string | null
  accountNumberIndex: string | null
  creditExposureLimit: string | null
  openingReason: string | null
  elsewhereOf: bigint | null
}

export interface AchAnswers {
  tenantId: bigint
  id: string
  identity: string
  fileId: string
  entryNumber: number
  kind: string
  code: string | null
  settlementDate: string
  traceNumber: string
  originalTraceNumber: string | null
  otherDfi: string
  direction: string
  amount: bigint
  correctedData: string | null
  outcome: string
  reason: string | null
  answerCode: string | null
  paymentId: string | null
  contactId: bigint | null
  createdAt: Temporal.Instant
  prenoteId: string | null
}

export interface AchDays {
  tenantId: bigint
  day: string
  files: number
  entries: number
  entriesBefore: number | null
}

export interface AchEntries {
  tenantId: bigint
  paymentId: string
  fileId: string
  traceNumber: string
  effectiveEntryDate: string
  originatorName: string | null
  batchNumber: number | null
}

export interface AchFileAcknowledgements {
  tenantId: bigint
  id: string
  fileId: string
  incomingFileId: string
  outcome: string
  reason: string | null
  batches: number
  entries: number
  debitTotal: bigint
  creditTotal: bigint
  createdAt: Temporal.Instant
}

export interface AchFiles {
  tenantId: bigint
  id: string
  name: string
  content: string
  entries: number
  createdAt: Temporal.Instant
  writtenAt: Temporal.Instant | null
}

export interface AchReturns {
  tenantId: bigint
  receiptId: string
  kind: string
  code: string
  requestedAt: Temporal.Instant
  fileId: string | null
  traceNumber: string | null
  effectiveEntryDate: string | null
  leftAt: Temporal.Instant | null
  settlementDueAt: Temporal.Instant | null
  settlementId: string | null
  dishonoredAt: Temporal.Instant | null
  dishonorCode: string | null
  dishonorTraceNumber: string | null
  dishonorSettlementId: string | null
  dishonorSettlementDate: string | null
  setAsideAt: Temporal.Instant | null
  setAsideReason: string | null
  information: string
  contentIndex: string | null
}

export interface AchReversals {
  tenantId: bigint
  paymentId: string
  requestedAt: Temporal.Instant
  fileId: string | null
  traceNumber: string | null
  effectiveEntryDate: string | null
  returnedAt: Temporal.Instant | null
  returnCode: string | null
  returnSettlementId: string | null
  settlementDueAt: Temporal.Instant | null
  settlementId: string | null
  settledOn: string | null
  batchNumber: number | null
  contentIndex: string | null
}

export interface ActsAlone {
  tenantId: bigint
  act: string
  businessDate: string
  party: string
  used: bigint
}

export interface AdjustmentUsage {
  tenantId: bigint
  currency: string
  businessDate: string
  used: bigint
}

export interface Adjustments {
  tenantId: bigint
  id: string
  accountId: bigint
  direction: string
  amount: bigint
  currency: string
  reason: string
  externalReferenceId: string
  transferId: string
  createdBy: string
  createdAt: Temporal.Instant
  businessDate: string | null
  contraAccount: string
}

export interface ApiClientRoles {
  tenantId: bigint
  clientId: string
  customerId: bigint
  roleId: string
}

export interface ApiClientSecrets {
  tenantId: bigint
  clientId: string
  secretSha256: Buffer
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
  shownTo: string | null
  contentIndex: string | null
}

export interface ApiClientUses {
  tenantId: bigint
  clientId: string
  lastUsedAt: Temporal.Instant
}

export interface ApiClients {
  tenantId: bigint
  clientId: string
  name: string
  legalEntityId: bigint
  entitlements: string[]
  createdAt: Temporal.Instant
  revokedAt: Temporal.Instant | null
  version: bigint
  accessVersion: bigint
  accessNarrowedAt: Temporal.Instant | null
  trustedToNamePersons: boolean
  identityProvider: unknown
  authenticationMethod: string
  publicKeys: unknown
  certificateThumbprints: string[]
  keysFrom: string[]
  senderConstraint: string
  accessTokenSeconds: number | null
  allowedNetworks: string[]
  expiresAt: Temporal.Instant | null
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  providerRevokedAt: Temporal.Instant | null
  providerRevocations: number
  contentIndex: string | null
}

export interface Approvals {
  tenantId: bigint
  id: string
  kind: string
  subjectId: string
  customerId: bigint
  action: string
  current: unknown
  proposed: unknown
  contentSha256: string
  status: string
  requestedBy: string
  requestedAt: Temporal.Instant
  expiresAt: Temporal.Instant
  decidedBy: string | null
  decidedAt: Temporal.Instant | null
  reason: string | null
  institutionDecides: boolean
  result: unknown
  requestedByUser: string | null
  decidedByUser: string | null
  approversNeeded: number | null
  requestedFor: bigint | null
  contentIndex: string | null
}

export interface AuditChain {
  tenantId: bigint
  sequence: bigint
  auditId: string
  previousHash: Buffer
  hash: Buffer
}

export interface AuditLog {
  tenantId: bigint
  id: string
  at: Temporal.Instant
  actor: string
  action: string
  subjectKind: string
  subjectId: string
  customerId: bigint | null
  before: unknown
  after: unknown
  userId: string | null
}

export interface AuditUnchained {
  tenantId: bigint
  auditId: string
}

export interface BankDirectories {
  tenantId: bigint
  rail: string
  listedOn: string
  participants: number
  fileName: string
  sha256: string
  importedBy: string
  importedAt: Temporal.Instant
}

export interface BankParticipants {
  tenantId: bigint
  bankId: string
  rail: string
  name: string
  takesPayments: boolean
  details: unknown
}

export interface CalendarChanges {
  tenantId: bigint
  changedAt: Temporal.Instant
  walksLeft: number
  dueAt: Temporal.Instant
  kind: string
  rail: string
  afterId: string
}

export interface ClientAttempts {
  tenantId: bigint
  clientId: string
  origin: string
  failures: number
  failedAt: Temporal.Instant | null
  lockedUntil: Temporal.Instant | null
  succeededAt: Temporal.Instant | null
  expiresAt: Temporal.Instant
}

export interface ClientHolders {
  tenantId: bigint
  clientId: string
  holder: string
  endsAt: Temporal.Instant | null
  endedBy: string | null
}

export interface ConsoleSessions {
  tenantId: bigint
  id: string
  userId: string
  cookieSha256: string
  sealedTokens: Buffer
  signedInAt: Temporal.Instant
  refreshedAt: Temporal.Instant
  refreshingUntil: Temporal.Instant | null
  steppedUpUntil: Temporal.Instant | null
  idleEndsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

export interface Contacts {
  tenantId: bigint
  id: bigint
  customerId: bigint
  externalReferenceId: string
  templateName: string
  name: string
  contactType: string
  accountNumber: string
  accountType: string
  accountCurrency: string
  bankName: string
  bankCountry: string
  nationalCode: string | null
  swiftCode: string | null
  details: unknown
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  version: bigint
  status: string
  rejectedBy: string | null
  accountNumberIndex: string | null
  achFault: string | null
  isListed: boolean
  messageDetailsIndex: string | null
  detailsVersion: bigint | null
  detailsSetBy: unknown
  contentIndex: string | null
}

export interface CustomerFeeVersions {
  tenantId: bigint
  id: bigint
  customerFeeId: bigint
  customerId: bigint
  validFrom: Temporal.Instant
  application: string
  feeTier: string
  feeName: string | null
  product: string | null
  accountId: bigint | null
}

export interface CustomerFees {
  tenantId: bigint
  id: bigint
  customerId: bigint
  application: string
  feeTier: string
  feeName: string | null
  product: string | null
  accountId: bigint | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

export interface CustomerLimits {
  tenantId: bigint
  customerId: bigint
  key: string
  amount: bigint
  currency: string
  updatedAt: Temporal.Instant
}

export interface Customers {
  tenantId: bigint
  id: bigint
  externalReferenceId: string
  legalName: string
  shortName: string
  customerType: string
  customerRef: string | null
  taxId: string | null
  status: string
  relationshipType: string | null
  relationshipManager: string | null
  originatingOfficer: string | null
  ancestorIds: bigint[]
  achCompanyId: string | null
  secCodes: string[]
  profile: unknown
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  version: bigint
  parentIds: bigint[]
  onboardedBy: bigint | null
  resumesAs: string | null
  isAdmitted: boolean
  taxIdIndex: string | null
  suspensions: number
  moves: number
}

export interface EncryptionKeys {
  tenantId: bigint
  id: number
  wrapped: Buffer
  createdAt: Temporal.Instant
  activeFrom: Temporal.Instant
  bindsPlace: boolean
}

export interface EventPositions {
  tenantId: bigint
  position: bigint
  eventId: string
  size: number
}

export interface Events {
  tenantId: bigint
  id: string
  type: string
  subjectKind: string
  subjectId: string | null
  customerId: bigint | null
  data: unknown
  createdAt: Temporal.Instant
  size: number
  paymentIds: string[] | null
  fromStatuses: string[] | null
  toStatuses: string[] | null
}

export interface EventsUnplaced {
  tenantId: bigint
  written: bigint
  eventId: string
  size: number
}

export interface FedwireExchanges {
  tenantId: bigint
  messageId: string
  messageType: string
  paymentId: string | null
  receiptId: string | null
  status: string
  dueAt: Temporal.Instant | null
  answerId: string | null
  createdAt: Temporal.Instant
  endedAt: Temporal.Instant | null
}

export interface FedwireSequences {
  tenantId: bigint
  endpoint: string
  cycleDate: string
  lastSequence: number
}

export interface FeeCounts {
  tenantId: bigint
  customerId: bigint
  feeId: bigint
  month: string
  payments: bigint
}

export interface FeeTierVersions {
  tenantId: bigint
  feeId: bigint
  version: bigint
  name: string
  lowerBound: bigint
  flat: bigint | null
  percentageMillionths: bigint | null
  minimum: bigint | null
  maximum: bigint | null
}

export interface FeeTiers {
  tenantId: bigint
  feeId: bigint
  name: string
  lowerBound: bigint
  flat: bigint | null
  percentageMillionths: bigint | null
  minimum: bigint | null
  maximum: bigint | null
}

export interface FeeVersions {
  tenantId: bigint
  feeId: bigint
  version: bigint
  validFrom: Temporal.Instant
  isDeleted: boolean
  name: string
  application: string
  product: string
  currency: string
  tierBy: string
}

export interface Fees {
  tenantId: bigint
  id: bigint
  name: string
  application: string
  product: string
  currency: string
  tierBy: string
  version: bigint
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

export interface FundsHolds {
  tenantId: bigint
  paymentId: string
  transferId: string
  availableOn: string
  releasesAt: Temporal.Instant
  releasedAt: Temporal.Instant | null
}

export interface FxCloseOuts {
  tenantId: bigint
  id: string
  contractId: string
  customerId: bigint
  reason: string
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  marketRate: string
  pricingReference: string
  marginAmount: bigint
  loss: bigint
  chargedAmount: bigint
  gain: bigint
  keptAmount: bigint
  accountId: bigint | null
  closedAt: Temporal.Instant
}

export interface FxContracts {
  tenantId: bigint
  id: string
  contractNo: bigint
  quoteId: string
  status: string
  coverDueAt: Temporal.Instant | null
  createdAt: Temporal.Instant
  drawnSellAmount: bigint
  drawnBuyAmount: bigint
  paymentId: string | null
  expiresAt: Temporal.Instant
  customerId: bigint
  fundingAccountId: bigint | null
  fundingHoldId: string | null
  closedSellAmount: bigint
  closedBuyAmount: bigint
  marginAmount: bigint
  marginDeferred: boolean
  closeOutLoss: bigint
  closeOutGain: bigint
  closeOutWaitsFor: string | null
  crossAmount: bigint
  contentIndex: string | null
}

export interface FxCoverUnwinds {
  tenantId: bigint
  closeOutId: string
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  marketAmount: bigint
  crossAmount: bigint
  valueDate: string
  settledOn: string | null
}

export interface FxCovers {
  tenantId: bigint
  contractId: string
  coverNo: bigint
  marketAmount: bigint
  spotRate: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  valueDate: string
  sellAmount: bigint
  buyAmount: bigint
  settledOn: string | null
  crossAmount: bigint
  contentIndex: string | null
}

export interface FxDeskTrades {
  tenantId: bigint
  id: string
  tradeNo: bigint
  buyCurrency: string
  sellCurrency: string
  buyAmount: bigint
  sellAmount: bigint
  resultAmount: bigint
  counterparty: string
  reference: string | null
  tradeDate: string
  valueDate: string
  settledOn: string | null
  crossAmount: bigint
  buyResult: bigint
  sellResult: bigint
  worth: bigint | null
  marketRate: string | null
}

export interface FxLines {
  tenantId: bigint
  customerId: bigint
  exposure: bigint
  spot: bigint
  forward: bigint
  updatedAt: Temporal.Instant
}

export interface FxMarginVersions {
  tenantId: bigint
  id: bigint
  tier: string
  baseCurrency: string
  quoteCurrency: string
  validFrom: Temporal.Instant
  basisPoints: number | null
}

export interface FxMargins {
  tenantId: bigint
  tier: string
  baseCurrency: string
  quoteCurrency: string
  basisPoints: number
}

export interface FxPositionChanges {
  tenantId: bigint
  businessDate: string
  currency: string
  valueDate: string
  amount: bigint
  cost: bigint
}

export interface FxPositions {
  tenantId: bigint
  currency: string
  valueDate: string
  bought: bigint
  sold: bigint
  covered: bigint
  desk: bigint
  cost: bigint
}

export interface FxQuotes {
  tenantId: bigint
  id: string
  customerId: bigint
  customerRefType: string
  customerRef: string
  channel: string | null
  productType: string
  tenor: string | null
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  baseCurrency: string
  spotRate: string
  forwardPoints: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  valueDate: string
  status: string
  expiresAt: Temporal.Instant
  createdAt: Temporal.Instant
  madeBy: string | null
  madeByUser: string | null
  contentIndex: string | null
}

export interface FxRateVersions {
  tenantId: bigint
  id: bigint
  baseCurrency: string
  quoteCurrency: string
  validFrom: Temporal.Instant
  bid: string
  mid: string
  ask: string
  forwardPoints: unknown
}

export interface FxRates {
  tenantId: bigint
  baseCurrency: string
  quoteCurrency: string
  bid: string
  mid: string
  ask: string
  forwardPoints: unknown
  asOf: Temporal.Instant
  referenceMid: string
  referencePoints: unknown
  referenceOn: string
  setBy: string | null
  roundTrips: unknown
}

export interface FxRevaluations {
  tenantId: bigint
  businessDate: string
  currency: string
  valueDate: string
  id: string
  position: bigint
  cost: bigint
  rate: string | null
  pricingReference: string | null
  value: bigint
  result: bigint
}

export interface IdempotencyKeys {
  tenantId: bigint
  clientId: string
  operation: string
  key: string
  fingerprint: unknown
  status: number | null
  response: unknown
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
  etag: string | null
}

export interface IncomingFileParts {
  tenantId: bigint
  fileId: string
  part: number
  sealed: Buffer
}

export interface IncomingFiles {
  tenantId: bigint
  id: string
  rail: string
  name: string
  sha256: string | null
  sizeBytes: bigint
  status: string
  importedEntries: number
  entries: number | null
  debitTotal: bigint | null
  creditTotal: bigint | null
  notes: unknown
  refusal: unknown
  release: unknown
  receivedAt: Temporal.Instant
  endedAt: Temporal.Instant | null
  attempts: number
  nextAttemptAt: Temporal.Instant | null
  leasedBy: string | null
  leasedUntil: Temporal.Instant | null
}

export interface InstantExchanges {
  tenantId: bigint
  rail: string
  direction: string
  messageId: string
  kind: string
  messageType: string
  state: string
  counterparty: string
  instructionId: string | null
  endToEndId: string | null
  uetr: string | null
  caseId: string | null
  amount: bigint | null
  sentAt: Temporal.Instant
  groupTime: string
  answerBy: Temporal.Instant | null
  asks: number
  nextClock: Temporal.Instant | null
  paymentId: string | null
  receiptId: string | null
  originalMessageId: string | null
  answerMessageId: string | null
  code: string | null
  createdAt: Temporal.Instant
  endedAt: Temporal.Instant | null
}

export interface InstantParticipants {
  tenantId: bigint
  rail: string
  bankCode: string
  isOn: boolean
  changedAt: Temporal.Instant
}

export interface InstitutionLimits {
  tenantId: bigint
  key: string
  amount: bigint
  currency: string
  updatedAt: Temporal.Instant
  approvalAbove: bigint | null
}

export interface InstitutionTotals {
  tenantId: bigint
  key: string
  amount: bigint
  currency: string
  updatedAt: Temporal.Instant
}

export interface InstitutionVersions {
  tenantId: bigint
  version: bigint
  validFrom: Temporal.Instant
  name: string
  timeZone: string
  routingNumber: string
  bic: string | null
  dualControl: boolean
  settings: unknown
}

export interface Institutions {
  tenantId: bigint
  code: string
  name: string
  legalEntityId: bigint | null
  timeZone: string
  currency: string
  routingNumber: string
  bic: string | null
  sandbox: boolean
  settings: unknown
  createdAt: Temporal.Instant
  version: bigint
  clockOffsetMs: bigint
  clockStandsAt: Temporal.Instant | null
  clockTarget: Temporal.Instant | null
  dualControl: boolean
  publicUrl: string | null
}

export interface LedgerAccounts {
  tenantId: bigint
  id: bigint
  kind: string
  code: string | null
  currency: string
  overdraft: boolean
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
  createdAt: Temporal.Instant
  receivableId: bigint | null
  lastSequence: bigint
  lastEntryAt: Temporal.Instant | null
}

export interface LedgerClosings {
  tenantId: bigint
  businessDate: string
  account: string
  currency: string
  glAccount: string
  opening: bigint
  debits: bigint
  credits: bigint
  reclassified: bigint
  closing: bigint
}

export interface LedgerDays {
  tenantId: bigint
  businessDate: string
  closesAt: Temporal.Instant
  closeDueAt: Temporal.Instant
  closedAt: Temporal.Instant | null
  differences: unknown
}

export interface LedgerEntries {
  tenantId: bigint
  accountId: bigint
  sequence: bigint
  transferId: string
  direction: string
  kind: string
  purpose: string
  amount: bigint
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
  bookedAt: Temporal.Instant
  businessDate: string
  valueDate: string
}

export interface LedgerExports {
  tenantId: bigint
  businessDate: string
  name: string
  detail: string
  content: string
  createdAt: Temporal.Instant
  writtenAt: Temporal.Instant | null
}

export interface LedgerHolds {
  tenantId: bigint
  accountId: bigint
  sequence: bigint
  transferId: string
  referenceId: string
  purpose: string
  part: bigint
  isLeading: boolean
  debitAccountId: bigint
  creditAccountId: bigint
  amount: bigint
}

export interface LedgerTransfers {
  tenantId: bigint
  id: string
  kind: string
  debitAccountId: bigint
  creditAccountId: bigint
  amount: bigint
  currency: string
  pendingId: string | null
  purpose: string
  referenceId: string
  createdAt: Temporal.Instant
  businessDate: string | null
  valueDate: string | null
}

export interface LimitUsage {
  tenantId: bigint
  customerId: bigint
  periodStart: string
  used: bigint
  rail: string
  entryType: string
  period: string
  isBelow: boolean
}

export interface LimitVersions {
  tenantId: bigint
  id: bigint
  holder: string
  customerId: bigint | null
  key: string
  validFrom: Temporal.Instant
  amount: bigint | null
  currency: string
  approvalAbove: bigint | null
}

export interface MessageExceptions {
  tenantId: bigint
  id: string
  rail: string
  railMessageId: string | null
  kind: string
  why: string
  paymentId: string | null
  receiptId: string | null
  evidence: unknown
  status: string
  createdAt: Temporal.Instant
  resolvedAt: Temporal.Instant | null
  resolvedBy: string | null
  notes: string | null
}

export interface NostroEntries {
  tenantId: bigint
  id: string
  messageId: string
  messageType: string
  bic: string
  accountNumber: string
  currency: string
  direction: string
  amount: bigint
  status: string
  bookedOn: string | null
  valueDate: string | null
  reference: string | null
  uetr: string | null
  paymentId: string | null
  createdAt: Temporal.Instant
}

export interface NostroStatements {
  tenantId: bigint
  id: string
  messageId: string
  reference: string
  bic: string
  accountNumber: string
  currency: string
  opening: bigint
  closing: bigint
  closedOn: string
  createdAt: Temporal.Instant
}

export interface Obligations {
  tenantId: bigint
  id: string
  kind: string
  subjectKind: string
  subjectId: string
  owner: string
  rule: string
  openedAt: Temporal.Instant
  dueAt: Temporal.Instant
  warnAt: Temporal.Instant | null
  warnedAt: Temporal.Instant | null
  state: string
  missedAt: Temporal.Instant | null
  metAt: Temporal.Instant | null
  metBy: string | null
}

export interface OutstandingCancellations {
  tenantId: bigint
  id: string
  actorKind: string
  actorId: string
  reason: string
  requestedBy: string
  requestedByUser: string | null
  createdAt: Temporal.Instant
  status: string
  statusReason: string | null
  endedAt: Temporal.Instant | null
}

export interface OutstandingItems {
  tenantId: bigint
  cancellationId: string
  rank: number
  itemId: string
  kind: string
  currency: string | null
  amount: bigint | null
  remedy: string
  outcome: string
  why: string | null
  decidedAt: Temporal.Instant | null
}

export interface PaymentApprovals {
  tenantId: bigint
  paymentId: string
  approver: string
  side: string
  decision: string
  contentSha256: string
  notes: string | null
  decidedAt: Temporal.Instant
  clientId: string
  userId: string | null
  signatoryId: bigint | null
  decidedOn: string
  identifiedBy: string
  limitAmount: bigint | null
  revision: number
  withdrawnBy: string | null
  contentIndex: string | null
  failsDualControl: boolean | null
}

export interface PaymentExchanges {
  tenantId: bigint
  paymentId: string
  sellCurrency: string
  buyCurrency: string
  contractId: string | null
  sellAmount: bigint | null
  buyAmount: bigint | null
  payoutTransferId: string | null
  isGivenBack: boolean
  returnContractId: string | null
}

export interface PaymentFees {
  tenantId: bigint
  paymentId: string
  number: number
  feeId: bigint | null
  name: string
  accountId: bigint
  amount: bigint
  currency: string
  transferId: string | null
  countedIn: string | null
  scheduledAmount: bigint | null
  scheduledCurrency: string | null
  rate: string | null
  feeVersion: bigint | null
  tier: string | null
  borneBy: string | null
}

export interface PaymentFileRecords {
  tenantId: bigint
  fileId: string
  record: number
  entryType: string
  request: unknown
  paymentId: string | null
  code: string | null
  refusal: string | null
  contentIndex: string | null
}

export interface PaymentFiles {
  tenantId: bigint
  id: string
  customerId: bigint
  fileType: string
  name: string
  sha256: string
  records: number
  totals: unknown
  status: string
  uploadedBy: string
  uploadedByUser: string | null
  legalEntityId: bigint
  createdAt: Temporal.Instant
  decidedBy: string | null
  decidedAt: Temporal.Instant | null
  reason: string | null
  endedAt: Temporal.Instant | null
  version: bigint
  decidedByUser: string | null
  stoppedAt: Temporal.Instant | null
  contentIndex: string | null
}

export interface PaymentLimitGroups {
  tenantId: bigint
  paymentId: string
  customerId: bigint
}

export interface PaymentMails {
  tenantId: bigint
  paymentId: string
  status: string
  createdAt: Temporal.Instant
  dueAt: Temporal.Instant | null
  attempts: number
  sentAt: Temporal.Instant | null
  failure: string | null
  leasedUntil: Temporal.Instant | null
}

export interface PaymentMakers {
  tenantId: bigint
  paymentId: string
  revision: number
  clientId: string
  userId: string | null
  did: string
  at: Temporal.Instant
}

export interface PaymentOccurrences {
  tenantId: bigint
  recurrenceId: string
  number: number
  paymentId: string
}

export interface PaymentRecurrences {
  tenantId: bigint
  id: string
  customerId: bigint
  senderAccountId: bigint
  contactId: bigint | null
  externalReferenceId: string
  amount: bigint
  currency: string
  speed: string
  secCode: string | null
  paymentNotes: string | null
  details: unknown
  frequency: string
  startDate: string
  payUntil: string
  endDate: string | null
  numberOfPayments: number | null
  status: string
  paymentsMade: number
  dueOn: string | null
  createdBy: string
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  receiverAccountId: bigint | null
  entryType: string
  createdByUser: string | null
  number: bigint
  contentIndex: string | null
  version: bigint
}

export interface PaymentReleases {
  tenantId: bigint
  paymentId: string
  kind: string
  actorId: string
  stopNumber: bigint
  clientId: string
  userId: string | null
  at: Temporal.Instant
}

export interface PaymentRequests {
  tenantId: bigint
  id: string
  rail: string
  requestId: string
  endToEndId: string | null
  isDrawdown: boolean
  amount: bigint
  currency: string
  creditorName: string
  creditorAccount: string | null
  creditor: unknown
  debtorName: string
  accountNumber: string
  accountId: bigint | null
  customerId: bigint | null
  remittance: string[]
  requestedOn: string
  expiresAt: Temporal.Instant | null
  evidence: unknown
  createdAt: Temporal.Instant
  status: string
  paymentId: string | null
  refusalCode: string | null
  notes: string | null
  decidedBy: string | null
  decidedAt: Temporal.Instant | null
}

export interface PaymentReturnRequests {
  tenantId: bigint
  id: string
  paymentId: string
  code: string
  reason: string
  status: string
  answerCode: string | null
  answerReason: string | null
  requestedBy: string
  createdAt: Temporal.Instant
  answeredAt: Temporal.Instant | null
}

export interface PaymentStates {
  tenantId: bigint
  paymentId: string
  customerId: bigint
  senderAccountId: bigint
  contactId: bigint | null
  amount: bigint
  entryType: string
  onMissedCutOff: string | null
  isMailed: boolean
  step: number
  status: string
  updatedAt: Temporal.Instant
  validatedAt: Temporal.Instant | null
  holdTransferId: string | null
  rail: string
  speed: string
  valueDate: string | null
  leavesAt: Temporal.Instant | null
  cutOffAt: Temporal.Instant | null
  dueAt: Temporal.Instant | null
  settlementDueAt: Temporal.Instant | null
  heldReasons: string[] | null
  failureReason: string | null
  needsInstitutionApproval: boolean
  approvalExpiresAt: Temporal.Instant | null
  limitDate: string | null
  limitAmount: bigint | null
  limitRate: string | null
  feeAmount: bigint | null
  feeAccountId: bigint | null
  deductedAmount: bigint | null
  feeFromProceeds: boolean
  returnableUntil: string | null
  anyReturnUntil: string | null
  notifiedStatus: string | null
  paymentDate: string
  previousStatus: string | null
  steppedAt: Temporal.Instant
  actor: string
  evidence: unknown
  approversNeeded: number | null
  failsAt: Temporal.Instant | null
  paysOn: string | null
}

export interface PaymentTraces {
  tenantId: bigint
  paymentId: string
  traceId: string
  spanId: string
  createdAt: Temporal.Instant
}

export interface PaymentTransitions {
  tenantId: bigint
  paymentId: string
  toStatus: string
  fromStatus: string | null
  at: Temporal.Instant
  actor: string
  evidence: unknown
  step: number
}

export interface PaymentValueDateChanges {
  tenantId: bigint
  paymentId: string
  at: Temporal.Instant
  previousValueDate: string
  valueDate: string
  reason: string
  previousPaymentDate: string | null
  paymentDate: string | null
}

export interface Payments {
  tenantId: bigint
  id: string
  externalReferenceId: string
  customerId: bigint
  senderAccountId: bigint
  contactId: bigint | null
  amount: bigint
  currency: string
  speed: string
  secCode: string | null
  paymentDate: string
  receiverName: string
  receiverAccountNumber: string
  receiverAccountType: string
  receiverBankCode: string
  paymentNotes: string | null
  details: unknown
  createdBy: string
  createdAt: Temporal.Instant
  approversNeeded: number
  receiverAccountId: bigint | null
  entryType: string
  createdByUser: string | null
  receiverAccountNumberIndex: string | null
  onMissedCutOff: string | null
  fxContractNumber: string | null
  receiverMessageDetailsIndex: string | null
  contentIndex: string | null
}

export interface PersonHolders {
  tenantId: bigint
  userId: string
  holder: string
  endsAt: Temporal.Instant | null
}

export interface PersonSessions {
  tenantId: bigint
  id: string
  userId: string
  handle: string
  credentials: string
  cookieSha256: string
  payload: unknown
  address: string
  userAgent: string
  startedAt: Temporal.Instant
  lastUsedAt: Temporal.Instant
  idleEndsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

export interface PositivePayExceptions {
  tenantId: bigint
  receiptId: string
  accountId: bigint
  customerId: bigint
  cause: string
  status: string
  openedAt: Temporal.Instant
  expiresAt: Temporal.Instant
  decidedBy: string | null
  decidedAt: Temporal.Instant | null
}

export interface PositivePayRules {
  tenantId: bigint
  id: bigint
  accountId: bigint
  customerId: bigint
  achCompanyId: string | null
  bankRouting: string | null
  secCode: string | null
  amountType: string
  amount: bigint
  currency: string
  frequency: string
  effectiveDate: string
  expiryDate: string | null
  beneName: string | null
  beneBankName: string | null
  status: string
  createdBy: string
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  version: bigint
  setBy: string | null
  setByUser: string | null
}

export interface PositivePayUses {
  tenantId: bigint
  ruleId: bigint
  periodStart: string
  receiptId: string
}

export interface Prenotes {
  tenantId: bigint
  id: string
  customerId: bigint
  accountId: bigint
  contactId: bigint
  externalReferenceId: string
  entryType: string
  secCode: string
  receiverName: string
  receiverBankCode: string
  receiverAccountNumber: string
  receiverAccountNumberIndex: string
  receiverAccountType: string
  status: string
  createdAt: Temporal.Instant
  createdBy: string
  fileId: string | null
  traceNumber: string | null
  batchNumber: number | null
  effectiveEntryDate: string | null
  sentAt: Temporal.Instant | null
  settlesOn: string | null
  firstEntryOn: string | null
  acceptDueAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
  returnCode: string | null
  changeCode: string | null
  refusedReason: string | null
}

export interface RailDeliveries {
  tenantId: bigint
  handoverId: string
  status: string
  token: number
  openTokens: number[]
  claimedBy: string | null
  leasedUntil: Temporal.Instant | null
  begunToken: number | null
  doubt: string | null
  decision: string | null
  deliveredAt: Temporal.Instant | null
  missedAt: Temporal.Instant | null
  settlesAt: Temporal.Instant | null
  createdAt: Temporal.Instant
}

export interface RailDepartures {
  tenantId: bigint
  handoverId: string
  paymentId: string
  kind: string
  reference: string
  valueDate: string
}

export interface RailHandovers {
  tenantId: bigint
  id: string
  rail: string
  name: string
  status: string
  token: number
  openTokens: number[]
  claimedBy: string | null
  leasedUntil: Temporal.Instant | null
  doubt: string | null
  decision: string | null
  evidence: string | null
  leftAt: Temporal.Instant | null
  createdAt: Temporal.Instant
  fromEvidence: boolean
  resends: string | null
}

export interface RailHolds {
  tenantId: bigint
  id: string
  reason: string
  differences: unknown
  heldBy: string
  heldAt: Temporal.Instant
  releasedAt: Temporal.Instant | null
  releasedBy: string | null
  releaseReason: string | null
  replaces: string | null
}

export interface RailMessages {
  tenantId: bigint
  id: string
  rail: string
  direction: string
  status: string
  messageType: string | null
  messageId: string | null
  copy: number
  uetr: string | null
  paymentId: string | null
  receiptId: string | null
  answersMessageId: string | null
  doubleOf: string | null
  resends: string | null
  sha256: string | null
  sizeBytes: number
  sealed: Buffer | null
  leavesBy: Temporal.Instant | null
  token: number
  openTokens: number[]
  claimedBy: string | null
  leasedUntil: Temporal.Instant | null
  attempts: number
  nextAttemptAt: Temporal.Instant | null
  doubt: string | null
  decision: string | null
  evidence: string | null
  leftAt: Temporal.Instant | null
  refusal: unknown
  createdAt: Temporal.Instant
  endedAt: Temporal.Instant | null
  signature: string | null
  leavesFrom: Temporal.Instant | null
}

export interface RailOutboxes {
  tenantId: bigint
  rail: string
  identity: string
  adoptedBy: string
  adoptedAt: Temporal.Instant
}

export interface RailSettlements {
  tenantId: bigint
  id: string
  rail: string
  currency: string
  settledAt: Temporal.Instant
  isOpening: boolean
  createdAt: Temporal.Instant
}

export interface ReceiptTransitions {
  tenantId: bigint
  receiptId: string
  step: number
  fromStatus: string
  toStatus: string
  at: Temporal.Instant
  actor: string
  evidence: unknown
}

export interface Receipts {
  tenantId: bigint
  id: string
  identity: string
  rail: string
  fileId: string | null
  entryNumber: number | null
  direction: string
  isPrenote: boolean
  amount: bigint
  currency: string
  accountNumber: string
  accountNumberIndex: string | null
  transactionCode: string | null
  receiverName: string
  receiverIdentification: string
  originatorName: string
  originatorIdentification: string
  originatorRouting: string
  secCode: string | null
  entryDescription: string
  discretionaryData: string
  traceNumber: string | null
  addenda: string[]
  effectiveDate: string
  settlementDate: string
  createdAt: Temporal.Instant
  settlesAt: Temporal.Instant | null
  status: string
  previousStatus: string
  step: number
  steppedAt: Temporal.Instant
  actor: string
  evidence: unknown
  reason: string | null
  accountId: bigint | null
  customerId: bigint | null
  candidates: bigint[]
  place: string | null
  holdId: string | null
  settlementId: string | null
  returnBy: Temporal.Instant | null
  extendedReturnBy: Temporal.Instant | null
  returnCode: string | null
  isAnswer: boolean
  messageId: string | null
  endToEndId: string | null
  uetr: string | null
  originatorAccount: string | null
  parties: unknown
  returnsPaymentId: string | null
  answerBy: Temporal.Instant | null
  answer: string | null
  returnSettlementId: string | null
  contentIndex: string | null
}

export interface ReceivableWriteOffs {
  tenantId: bigint
  id: string
  customerId: bigint
  currency: string
  amount: bigint
  reason: string
  externalReferenceId: string
  transferId: string
  createdBy: string
  createdAt: Temporal.Instant
  businessDate: string | null
}

export interface Receivables {
  tenantId: bigint
  customerId: bigint
  currency: string
  ledgerAccountId: bigint
  createdAt: Temporal.Instant
}

export interface RecurrenceMakers {
  tenantId: bigint
  recurrenceId: string
  number: number
  clientId: string
  userId: string | null
  at: Temporal.Instant
}

export interface RecurrenceReleases {
  tenantId: bigint
  recurrenceId: string
  kind: string
  actorId: string
  stopNumber: bigint
  clientId: string
  userId: string | null
  at: Temporal.Instant
}

export interface RetiredAccountNumbers {
  tenantId: bigint
  routingNumber: string
  accountNumber: string
  accountId: bigint
  retiredAt: Temporal.Instant
}

export interface ReturnRequests {
  tenantId: bigint
  id: string
  rail: string
  caseId: string
  originalIdentity: string
  receiptId: string | null
  code: string
  reason: string
  status: string
  answerBy: Temporal.Instant
  evidence: unknown
  createdAt: Temporal.Instant
  answerCode: string | null
  answerNotes: string | null
  answeredBy: string | null
  answeredAt: Temporal.Instant | null
}

export interface RevokedAccessTokens {
  tenantId: bigint
  jti: string
  revokedAt: Temporal.Instant
  expiresAt: Temporal.Instant
}

export interface Roles {
  tenantId: bigint
  id: string
  customerId: bigint
  externalReferenceId: string
  name: string
  description: string
  type: string
  applications: unknown
  version: bigint
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

export interface SchemaMigrations {
  name: string
  sha256: string
  appliedAt: Temporal.Instant
  worksWith: string | null
}

export interface SealingProgress {
  tenantId: bigint
  tableName: string
  keyId: number
  position: unknown
  examined: bigint
  resealed: bigint
  finishedAt: Temporal.Instant | null
  boundSince: Temporal.Instant | null
}

export interface SentPaymentRequests {
  tenantId: bigint
  id: string
  accountId: bigint
  customerId: bigint
  contactId: bigint
  rail: string
  messageId: string
  endToEndId: string
  amount: bigint
  currency: string
  debtorName: string
  remittance: string | null
  reference: string | null
  requestedOn: string
  expiresOn: string
  mayChangeAmount: boolean
  mayPayEarly: boolean
  isGuaranteed: boolean
  requestedBy: string
  createdAt: Temporal.Instant
  status: string
  answerCode: string | null
  answerReason: string | null
  receiptId: string | null
  endedAt: Temporal.Instant | null
  requestedByUser: string | null
}

export interface SignInAttempts {
  tenantId: bigint
  subject: string
  origin: string
  failures: number
  failedAt: Temporal.Instant | null
  lockedUntil: Temporal.Instant | null
  succeededAt: Temporal.Instant | null
  inARow: number
  expiresAt: Temporal.Instant
}

export interface Signatories {
  tenantId: bigint
  id: bigint
  customerId: bigint
  fullName: string
  emailAddress: string
  phoneNumber: string
  title: string | null
  approvalLimit: bigint | null
  currency: string | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  deletedAt: Temporal.Instant | null
  status: string
}

export interface SignatorySetters {
  tenantId: bigint
  signatoryId: bigint
  holder: string
  ofInstitution: boolean
  setAt: Temporal.Instant
  endsAt: Temporal.Instant | null
  confirmedBy: string | null
}

export interface SigningKeys {
  tenantId: bigint
  kid: string
  algorithm: string
  publicJwk: unknown
  sealedPrivateJwk: Buffer
  createdAt: Temporal.Instant
  retiredAt: Temporal.Instant | null
  expiresAt: Temporal.Instant | null
  signsFrom: Temporal.Instant
}

export interface SimulatedAchFiles {
  tenantId: bigint
  id: string
  name: string
  content: string
  dueAt: Temporal.Instant
  createdAt: Temporal.Instant
  writtenAt: Temporal.Instant | null
}

export interface SimulatedAchOriginations {
  tenantId: bigint
  name: string
  sha256: string | null
  outcome: string
  reason: string | null
  takenAt: Temporal.Instant
}

export interface SimulatedMessages {
  tenantId: bigint
  id: string
  rail: string
  sentBy: string
  sealed: Buffer
  dueAt: Temporal.Instant
  createdAt: Temporal.Instant
  takenAt: Temporal.Instant | null
}

export interface SimulatedPayments {
  tenantId: bigint
  id: string
  rail: string
  direction: string
  kind: string
  messageId: string
  uetr: string | null
  amount: bigint
  currency: string
  status: string
  code: string | null
  answerBy: Temporal.Instant | null
  told: unknown
  createdAt: Temporal.Instant
  endedAt: Temporal.Instant | null
  returns: string | null
}

export interface SimulatedSequences {
  tenantId: bigint
  rail: string
  day: string
  last: number
}

export interface SimulatorMessages {
  tenantId: bigint
  paymentId: string
  rail: string
  reference: string
  receivedAt: Temporal.Instant
  settlesAt: Temporal.Instant
  settledAt: Temporal.Instant | null
  amount: bigint | null
  currency: string | null
  chargeBearer: string | null
  charges: bigint | null
  chargesCurrency: string | null
  information: unknown
}

export interface StoppedMakers {
  tenantId: bigint
  kind: string
  actorId: string
  paymentId: string
  foundAt: Temporal.Instant
}

export interface SuspenseItems {
  tenantId: bigint
  id: string
  reason: string
  currency: string
  amount: bigint
  customerId: bigint
  accountId: bigint | null
  referenceId: string
  createdAt: Temporal.Instant
  releasedAt: Temporal.Instant | null
}

export interface SuspenseReleases {
  tenantId: bigint
  itemId: string
  accountId: bigint | null
  contraAccount: string | null
  reason: string
  externalReferenceId: string
  transferId: string
  businessDate: string
  createdBy: string
  createdAt: Temporal.Instant
}

export interface SwiftCredits {
  tenantId: bigint
  uetr: string
  messageId: string
  waitsFor: string
  dueAt: Temporal.Instant
  askedAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
  createdAt: Temporal.Instant
}

export interface SwiftPayments {
  tenantId: bigint
  paymentId: string
  uetr: string
  status: string
  amount: bigint
  currency: string
  messageId: string
  coverMessageId: string | null
  refusedMessageId: string | null
  answerBy: Temporal.Instant
  askedAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
  createdAt: Temporal.Instant
}

export interface TokenRecords {
  tenantId: bigint
  kind: string
  id: string
  payload: unknown
  grantId: string | null
  createdAt: Temporal.Instant
  consumedAt: Temporal.Instant | null
  expiresAt: Temporal.Instant
}

export interface TracePositions {
  tenantId: bigint
  position: bigint
}

export interface TradeApprovals {
  tenantId: bigint
  approvalId: string
  approver: string
  clientId: string
  userId: string | null
  signatoryId: bigint | null
  identifiedBy: string
  approversNeeded: number
  limitAmount: bigint | null
  decidedOn: string
  decidedAt: Temporal.Instant
  contentIndex: string | null
  failsDualControl: boolean | null
}

export interface TrustedIssuers {
  tenantId: bigint
  issuer: string
  audience: string
  tenantClaim: string
  clientClaim: string | null
  legalEntityClaim: string
  entitlementsClaim: string
  maxTokenSeconds: number
  replacesOwn: boolean
  createdAt: Temporal.Instant
}

export interface UserAddresses {
  tenantId: bigint
  id: string
  userId: string
  email: string
  earlier: string | null
  setBy: string
  setByUser: string | null
  approvalId: string | null
  setAt: Temporal.Instant
  dueAt: Temporal.Instant | null
  leasedUntil: Temporal.Instant | null
  attempts: number
  sentAt: Temporal.Instant | null
  failure: string | null
}

export interface UserCredentials {
  tenantId: bigint
  userId: string
  id: string
  passwordHash: string
  createdAt: Temporal.Instant
}

export interface UserFactors {
  tenantId: bigint
  id: string
  userId: string
  kind: string
  sealedSecret: Buffer | null
  lastStep: bigint | null
  credentialId: string | null
  publicKey: Buffer | null
  signCount: bigint | null
  transports: string[] | null
  createdAt: Temporal.Instant
  confirmedAt: Temporal.Instant | null
  usedAt: Temporal.Instant | null
}

export interface UserInvitations {
  tenantId: bigint
  userId: string
  id: string
  tokenSha256: string
  mailTo: string
  invitedBy: string
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
  dueAt: Temporal.Instant | null
  leasedUntil: Temporal.Instant | null
  attempts: number
  sentAt: Temporal.Instant | null
  failure: string | null
}

export interface UserRecoveryCodes {
  tenantId: bigint
  userId: string
  codeSha256: string
  createdAt: Temporal.Instant
}

export interface UserRoles {
  tenantId: bigint
  userId: string
  roleId: string
  customerId: bigint
}

export interface UserSetters {
  tenantId: bigint
  userId: string
  holder: string
  ofInstitution: boolean
  setAt: Temporal.Instant
  endsAt: Temporal.Instant | null
  confirmedBy: string | null
}

export interface Users {
  tenantId: bigint
  id: string
  customerId: bigint
  loginId: string
  firstName: string
  lastName: string
  email: string
  status: string
  createdAt: Temporal.Instant
  externalReferenceId: string
  phoneNumber: string | null
  limits: unknown
  version: bigint
  updatedAt: Temporal.Instant
  suspendedBy: string | null
  accessVersion: bigint
  accessNarrowedAt: Temporal.Instant | null
  phoneNumberIndex: string | null
  loginTwin: string | null
  suspensions: number
}

export interface Verifications {
  tenantId: bigint
  part: string
  claimedUntil: Temporal.Instant | null
  verifiedAt: Temporal.Instant | null
  tookMs: number | null
  differences: unknown
  differsSince: Temporal.Instant | null
}

export interface WebhookDeliveries {
  tenantId: bigint
  id: string
  webhookId: string
  eventId: string
  position: bigint
  eventType: string
  subjectKind: string
  subjectId: string
  status: string
  isReplay: boolean
  createdAt: Temporal.Instant
  dueAt: Temporal.Instant
  leasedUntil: Temporal.Instant | null
  attempts: number
  firstAttemptAt: Temporal.Instant | null
  lastAttemptAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
  responseStatus: number | null
  error: string | null
}

export interface WebhookSecrets {
  tenantId: bigint
  webhookId: string
  id: string
  sealed: Buffer
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
}

export interface Webhooks {
  tenantId: bigint
  id: string
  url: string
  eventTypes: string[]
  description: string | null
  status: string
  statusReason: string | null
  position: bigint
  failingSince: Temporal.Instant | null
  createdAt: Temporal.Instant
  version: bigint
  format: string
  basicUsername: string | null
  sealedBasicPassword: Buffer | null
  customerId: bigint | null
  setBy: string | null
  setByUser: string | null
}

export interface WireIds {
  tenantId: bigint
  paymentId: string
  imad: string | null
  omad: string | null
}

/** The row of each table. */
export interface Tables {
  accounts: Accounts
  ach_answers: AchAnswers
  ach_days: AchDays
  ach_entries: AchEntries
  ach_file_acknowledgements: AchFileAcknowledgements
  ach_files: AchFiles
  ach_returns: AchReturns
  ach_reversals: AchReversals
  acts_alone: ActsAlone
  adjustment_usage: AdjustmentUsage
  adjustments: Adjustments
  api_client_roles: ApiClientRoles
  api_client_secrets: ApiClientSecrets
  api_client_uses: ApiClientUses
  api_clients: ApiClients
  approvals: Approvals
  audit_chain: AuditChain
  audit_log: AuditLog
  audit_unchained: AuditUnchained
  bank_directories: BankDirectories
  bank_participants: BankParticipants
  calendar_changes: CalendarChanges
  client_attempts: ClientAttempts
  client_holders: ClientHolders
  console_sessions: ConsoleSessions
  contacts: Contacts
  customer_fee_versions: CustomerFeeVersions
  customer_fees: CustomerFees
  customer_limits: CustomerLimits
  customers: Customers
  encryption_keys: EncryptionKeys
  event_positions: EventPositions
  events: Events
  events_unplaced: EventsUnplaced
  fedwire_exchanges: FedwireExchanges
  fedwire_sequences: FedwireSequences
  fee_counts: FeeCounts
  fee_tier_versions: FeeTierVersions
  fee_tiers: FeeTiers
  fee_versions: FeeVersions
  fees: Fees
  funds_holds: FundsHolds
  fx_close_outs: FxCloseOuts
  fx_contracts: FxContracts
  fx_cover_unwinds: FxCoverUnwinds
  fx_covers: FxCovers
  fx_desk_trades: FxDeskTrades
  fx_lines: FxLines
  fx_margin_versions: FxMarginVersions
  fx_margins: FxMargins
  fx_position_changes: FxPositionChanges
  fx_positions: FxPositions
  fx_quotes: FxQuotes
  fx_rate_versions: FxRateVersions
  fx_rates: FxRates
  fx_revaluations: FxRevaluations
  idempotency_keys: IdempotencyKeys
  incoming_file_parts: IncomingFileParts
  incoming_files: IncomingFiles
  instant_exchanges: InstantExchanges
  instant_participants: InstantParticipants
  institution_limits: InstitutionLimits
  institution_totals: InstitutionTotals
  institution_versions: InstitutionVersions
  institutions: Institutions
  ledger_accounts: LedgerAccounts
  ledger_closings: LedgerClosings
  ledger_days: LedgerDays
  ledger_entries: LedgerEntries
  ledger_exports: LedgerExports
  ledger_holds: LedgerHolds
  ledger_transfers: LedgerTransfers
  limit_usage: LimitUsage
  limit_versions: LimitVersions
  message_exceptions: MessageExceptions
  nostro_entries: NostroEntries
  nostro_statements: NostroStatements
  obligations: Obligations
  outstanding_cancellations: OutstandingCancellations
  outstanding_items: OutstandingItems
  payment_approvals: PaymentApprovals
  payment_exchanges: PaymentExchanges
  payment_fees: PaymentFees
  payment_file_records: PaymentFileRecords
  payment_files: PaymentFiles
  payment_limit_groups: PaymentLimitGroups
  payment_mails: PaymentMails
  payment_makers: PaymentMakers
  payment_occurrences: PaymentOccurrences
  payment_recurrences: PaymentRecurrences
  payment_releases: PaymentReleases
  payment_requests: PaymentRequests
  payment_return_requests: PaymentReturnRequests
  payment_states: PaymentStates
  payment_traces: PaymentTraces
  payment_transitions: PaymentTransitions
  payment_value_date_changes: PaymentValueDateChanges
  payments: Payments
  person_holders: PersonHolders
  person_sessions: PersonSessions
  positive_pay_exceptions: PositivePayExceptions
  positive_pay_rules: PositivePayRules
  positive_pay_uses: PositivePayUses
  prenotes: Prenotes
  rail_deliveries: RailDeliveries
  rail_departures: RailDepartures
  rail_handovers: RailHandovers
  rail_holds: RailHolds
  rail_messages: RailMessages
  rail_outboxes: RailOutboxes
  rail_settlements: RailSettlements
  receipt_transitions: ReceiptTransitions
  receipts: Receipts
  receivable_write_offs: ReceivableWriteOffs
  receivables: Receivables
  recurrence_makers: RecurrenceMakers
  recurrence_releases: RecurrenceReleases
  retired_account_numbers: RetiredAccountNumbers
  return_requests: ReturnRequests
  revoked_access_tokens: RevokedAccessTokens
  roles: Roles
  schema_migrations: SchemaMigrations
  sealing_progress: SealingProgress
  sent_payment_requests: SentPaymentRequests
  sign_in_attempts: SignInAttempts
  signatories: Signatories
  signatory_setters: SignatorySetters
  signing_keys: SigningKeys
  simulated_ach_files: SimulatedAchFiles
  simulated_ach_originations: SimulatedAchOriginations
  simulated_messages: SimulatedMessages
  simulated_payments: SimulatedPayments
  simulated_sequences: SimulatedSequences
  simulator_messages: SimulatorMessages
  stopped_makers: StoppedMakers
  suspense_items: SuspenseItems
  suspense_releases: SuspenseReleases
  swift_credits: SwiftCredits
  swift_payments: SwiftPayments
  token_records: TokenRecords
  trace_positions: TracePositions
  trade_approvals: TradeApprovals
  trusted_issuers: TrustedIssuers
  user_addresses: UserAddresses
  user_credentials: UserCredentials
  user_factors: UserFactors
  user_invitations: UserInvitations
  user_recovery_codes: UserRecoveryCodes
  user_roles: UserRoles
  user_setters: UserSetters
  users: Users
  verifications: Verifications
  webhook_deliveries: WebhookDeliveries
  webhook_secrets: WebhookSecrets
  webhooks: Webhooks
  wire_ids: WireIds
}

/** The columns that an insert may leave out: they accept null or have a default. */
export interface OptionalColumns {
  accounts: 'externalReferenceId' | 'fboAccountNumber' | 'costCenter' | 'deletedAt' | 'version' | 'externalProvider' | 'externalRef' | 'sealedExternalToken' | 'suspendedBy' | 'accountNumberIndex' | 'creditExposureLimit' | 'openingReason' | 'elsewhereOf'
  ach_answers: 'code' | 'originalTraceNumber' | 'correctedData' | 'reason' | 'answerCode' | 'paymentId' | 'contactId' | 'prenoteId'
  ach_days: 'entriesBefore'
  ach_entries: 'originatorName' | 'batchNumber'
  ach_file_acknowledgements: 'reason'
  ach_files: 'writtenAt'
  ach_returns: 'fileId' | 'traceNumber' | 'effectiveEntryDate' | 'leftAt' | 'settlementDueAt' | 'settlementId' | 'dishonoredAt' | 'dishonorCode' | 'dishonorTraceNumber' | 'dishonorSettlementId' | 'dishonorSettlementDate' | 'setAsideAt' | 'setAsideReason' | 'information' | 'contentIndex'
  ach_reversals: 'fileId' | 'traceNumber' | 'effectiveEntryDate' | 'returnedAt' | 'returnCode' | 'returnSettlementId' | 'settlementDueAt' | 'settlementId' | 'settledOn' | 'batchNumber' | 'contentIndex'
  acts_alone: never
  adjustment_usage: never
  adjustments: 'businessDate' | 'contraAccount'
  api_client_roles: never
  api_client_secrets: 'expiresAt' | 'shownTo' | 'contentIndex'
  api_client_uses: never
  api_clients: 'revokedAt' | 'version' | 'accessVersion' | 'accessNarrowedAt' | 'trustedToNamePersons' | 'identityProvider' | 'authenticationMethod' | 'publicKeys' | 'certificateThumbprints' | 'keysFrom' | 'senderConstraint' | 'accessTokenSeconds' | 'allowedNetworks' | 'expiresAt' | 'redirectUris' | 'postLogoutRedirectUris' | 'providerRevokedAt' | 'providerRevocations' | 'contentIndex'
  approvals: 'current' | 'decidedBy' | 'decidedAt' | 'reason' | 'result' | 'requestedByUser' | 'decidedByUser' | 'approversNeeded' | 'requestedFor' | 'contentIndex'
  audit_chain: never
  audit_log: 'customerId' | 'before' | 'after' | 'userId'
  audit_unchained: never
  bank_directories: never
  bank_participants: never
  calendar_changes: never
  client_attempts: 'failedAt' | 'lockedUntil' | 'succeededAt'
  client_holders: 'endsAt' | 'endedBy'
  console_sessions: 'refreshingUntil' | 'steppedUpUntil'
  contacts: 'id' | 'nationalCode' | 'swiftCode' | 'version' | 'rejectedBy' | 'accountNumberIndex' | 'achFault' | 'isListed' | 'messageDetailsIndex' | 'detailsVersion' | 'detailsSetBy' | 'contentIndex'
  customer_fee_versions: 'id' | 'feeName' | 'product' | 'accountId'
  customer_fees: 'id' | 'feeName' | 'product' | 'accountId'
  customer_limits: never
  customers: 'id' | 'customerRef' | 'taxId' | 'relationshipType' | 'relationshipManager' | 'originatingOfficer' | 'achCompanyId' | 'version' | 'onboardedBy' | 'resumesAs' | 'taxIdIndex' | 'suspensions' | 'moves'
  encryption_keys: 'bindsPlace'
  event_positions: never
  events: 'subjectId' | 'customerId' | 'size' | 'paymentIds' | 'fromStatuses' | 'toStatuses'
  events_unplaced: 'written'
  fedwire_exchanges: 'paymentId' | 'receiptId' | 'dueAt' | 'answerId' | 'endedAt'
  fedwire_sequences: never
  fee_counts: never
  fee_tier_versions: 'flat' | 'percentageMillionths' | 'minimum' | 'maximum'
  fee_tiers: 'flat' | 'percentageMillionths' | 'minimum' | 'maximum'
  fee_versions: never
  fees: 'id' | 'version'
  funds_holds: 'releasedAt'
  fx_close_outs: 'accountId'
  fx_contracts: 'contractNo' | 'coverDueAt' | 'paymentId' | 'fundingAccountId' | 'fundingHoldId' | 'closeOutLoss' | 'closeOutGain' | 'closeOutWaitsFor' | 'contentIndex'
  fx_cover_unwinds: 'settledOn'
  fx_covers: 'coverNo' | 'settledOn' | 'contentIndex'
  fx_desk_trades: 'tradeNo' | 'reference' | 'settledOn' | 'worth' | 'marketRate'
  fx_lines: never
  fx_margin_versions: 'id' | 'basisPoints'
  fx_margins: never
  fx_position_changes: never
  fx_positions: never
  fx_quotes: 'channel' | 'tenor' | 'madeBy' | 'madeByUser' | 'contentIndex'
  fx_rate_versions: 'id'
  fx_rates: 'setBy' | 'roundTrips'
  fx_revaluations: 'rate' | 'pricingReference'
  idempotency_keys: 'status' | 'response' | 'expiresAt' | 'etag'
  incoming_file_parts: never
  incoming_files: 'sha256' | 'status' | 'importedEntries' | 'entries' | 'debitTotal' | 'creditTotal' | 'notes' | 'refusal' | 'release' | 'endedAt' | 'attempts' | 'nextAttemptAt' | 'leasedBy' | 'leasedUntil'
  instant_exchanges: 'instructionId' | 'endToEndId' | 'uetr' | 'caseId' | 'amount' | 'answerBy' | 'asks' | 'nextClock' | 'paymentId' | 'receiptId' | 'originalMessageId' | 'answerMessageId' | 'code' | 'endedAt'
  instant_participants: never
  institution_limits: 'approvalAbove'
  institution_totals: never
  institution_versions: 'bic'
  institutions: 'tenantId' | 'legalEntityId' | 'bic' | 'version' | 'clockOffsetMs' | 'clockStandsAt' | 'clockTarget' | 'publicUrl'
  ledger_accounts: 'id' | 'code' | 'receivableId' | 'lastSequence' | 'lastEntryAt'
  ledger_closings: never
  ledger_days: 'closedAt' | 'differences'
  ledger_entries: never
  ledger_exports: 'writtenAt'
  ledger_holds: never
  ledger_transfers: 'pendingId' | 'businessDate' | 'valueDate'
  limit_usage: never
  limit_versions: 'id' | 'customerId' | 'amount' | 'approvalAbove'
  message_exceptions: 'railMessageId' | 'paymentId' | 'receiptId' | 'resolvedAt' | 'resolvedBy' | 'notes'
  nostro_entries: 'bookedOn' | 'valueDate' | 'reference' | 'uetr' | 'paymentId'
  nostro_statements: never
  obligations: 'warnAt' | 'warnedAt' | 'missedAt' | 'metAt' | 'metBy'
  outstanding_cancellations: 'requestedByUser' | 'statusReason' | 'endedAt'
  outstanding_items: 'currency' | 'amount' | 'why' | 'decidedAt'
  payment_approvals: 'notes' | 'userId' | 'signatoryId' | 'limitAmount' | 'revision' | 'withdrawnBy' | 'contentIndex' | 'failsDualControl'
  payment_exchanges: 'contractId' | 'sellAmount' | 'buyAmount' | 'payoutTransferId' | 'returnContractId'
  payment_fees: 'feeId' | 'transferId' | 'countedIn' | 'scheduledAmount' | 'scheduledCurrency' | 'rate' | 'feeVersion' | 'tier' | 'borneBy'
  payment_file_records: 'paymentId' | 'code' | 'refusal' | 'contentIndex'
  payment_files: 'uploadedByUser' | 'decidedBy' | 'decidedAt' | 'reason' | 'endedAt' | 'decidedByUser' | 'stoppedAt' | 'contentIndex'
  payment_limit_groups: never
  payment_mails: 'dueAt' | 'sentAt' | 'failure' | 'leasedUntil'
  payment_makers: 'userId'
  payment_occurrences: never
  payment_recurrences: 'contactId' | 'secCode' | 'paymentNotes' | 'endDate' | 'numberOfPayments' | 'dueOn' | 'receiverAccountId' | 'entryType' | 'createdByUser' | 'number' | 'contentIndex' | 'version'
  payment_releases: 'userId'
  payment_requests: 'endToEndId' | 'creditorAccount' | 'accountId' | 'customerId' | 'expiresAt' | 'paymentId' | 'refusalCode' | 'notes' | 'decidedBy' | 'decidedAt'
  payment_return_requests: 'answerCode' | 'answerReason' | 'answeredAt'
  payment_states: 'contactId' | 'onMissedCutOff' | 'validatedAt' | 'holdTransferId' | 'valueDate' | 'leavesAt' | 'cutOffAt' | 'dueAt' | 'settlementDueAt' | 'heldReasons' | 'failureReason' | 'approvalExpiresAt' | 'limitDate' | 'limitAmount' | 'limitRate' | 'feeAmount' | 'feeAccountId' | 'deductedAmount' | 'feeFromProceeds' | 'returnableUntil' | 'anyReturnUntil' | 'notifiedStatus' | 'previousStatus' | 'evidence' | 'approversNeeded' | 'failsAt' | 'paysOn'
  payment_traces: never
  payment_transitions: 'fromStatus' | 'evidence'
  payment_value_date_changes: 'previousPaymentDate' | 'paymentDate'
  payments: 'contactId' | 'secCode' | 'paymentNotes' | 'receiverAccountId' | 'entryType' | 'createdByUser' | 'receiverAccountNumberIndex' | 'onMissedCutOff' | 'fxContractNumber' | 'receiverMessageDetailsIndex' | 'contentIndex'
  person_holders: 'endsAt'
  person_sessions: never
  positive_pay_exceptions: 'decidedBy' | 'decidedAt'
  positive_pay_rules: 'id' | 'achCompanyId' | 'bankRouting' | 'secCode' | 'expiryDate' | 'beneName' | 'beneBankName' | 'setBy' | 'setByUser'
  positive_pay_uses: never
  prenotes: 'fileId' | 'traceNumber' | 'batchNumber' | 'effectiveEntryDate' | 'sentAt' | 'settlesOn' | 'firstEntryOn' | 'acceptDueAt' | 'endedAt' | 'returnCode' | 'changeCode' | 'refusedReason'
  rail_deliveries: 'status' | 'token' | 'openTokens' | 'claimedBy' | 'leasedUntil' | 'begunToken' | 'doubt' | 'decision' | 'deliveredAt' | 'missedAt' | 'settlesAt'
  rail_departures: never
  rail_handovers: 'status' | 'token' | 'openTokens' | 'claimedBy' | 'leasedUntil' | 'doubt' | 'decision' | 'evidence' | 'leftAt' | 'fromEvidence' | 'resends'
  rail_holds: 'releasedAt' | 'releasedBy' | 'releaseReason' | 'replaces'
  rail_messages: 'messageType' | 'messageId' | 'copy' | 'uetr' | 'paymentId' | 'receiptId' | 'answersMessageId' | 'doubleOf' | 'resends' | 'sha256' | 'sealed' | 'leavesBy' | 'token' | 'openTokens' | 'claimedBy' | 'leasedUntil' | 'attempts' | 'nextAttemptAt' | 'doubt' | 'decision' | 'evidence' | 'leftAt' | 'refusal' | 'endedAt' | 'signature' | 'leavesFrom'
  rail_outboxes: never
  rail_settlements: 'isOpening'
  receipt_transitions: 'evidence'
  receipts: 'fileId' | 'entryNumber' | 'accountNumberIndex' | 'transactionCode' | 'secCode' | 'traceNumber' | 'settlesAt' | 'evidence' | 'reason' | 'accountId' | 'customerId' | 'candidates' | 'place' | 'holdId' | 'settlementId' | 'returnBy' | 'extendedReturnBy' | 'returnCode' | 'isAnswer' | 'messageId' | 'endToEndId' | 'uetr' | 'originatorAccount' | 'parties' | 'returnsPaymentId' | 'answerBy' | 'answer' | 'returnSettlementId' | 'contentIndex'
  receivable_write_offs: 'businessDate'
  receivables: never
  recurrence_makers: 'userId'
  recurrence_releases: 'userId'
  retired_account_numbers: never
  return_requests: 'receiptId' | 'answerCode' | 'answerNotes' | 'answeredBy' | 'answeredAt'
  revoked_access_tokens: never
  roles: 'version'
  schema_migrations: 'appliedAt' | 'worksWith'
  sealing_progress: 'position' | 'finishedAt' | 'boundSince'
  sent_payment_requests: 'remittance' | 'reference' | 'answerCode' | 'answerReason' | 'receiptId' | 'endedAt' | 'requestedByUser'
  sign_in_attempts: 'failedAt' | 'lockedUntil' | 'succeededAt' | 'inARow'
  signatories: 'id' | 'title' | 'approvalLimit' | 'currency' | 'deletedAt'
  signatory_setters: 'endsAt' | 'confirmedBy'
  signing_keys: 'retiredAt' | 'expiresAt'
  simulated_ach_files: 'writtenAt'
  simulated_ach_originations: 'sha256' | 'reason'
  simulated_messages: 'takenAt'
  simulated_payments: 'uetr' | 'code' | 'answerBy' | 'endedAt' | 'returns'
  simulated_sequences: never
  simulator_messages: 'settledAt' | 'amount' | 'currency' | 'chargeBearer' | 'charges' | 'chargesCurrency' | 'information'
  stopped_makers: never
  suspense_items: 'accountId' | 'releasedAt'
  suspense_releases: 'accountId' | 'contraAccount'
  swift_credits: 'askedAt' | 'endedAt'
  swift_payments: 'status' | 'coverMessageId' | 'refusedMessageId' | 'askedAt' | 'endedAt'
  token_records: 'grantId' | 'consumedAt'
  trace_positions: never
  trade_approvals: 'userId' | 'signatoryId' | 'limitAmount' | 'contentIndex' | 'failsDualControl'
  trusted_issuers: 'clientClaim'
  user_addresses: 'earlier' | 'setByUser' | 'approvalId' | 'dueAt' | 'leasedUntil' | 'sentAt' | 'failure'
  user_credentials: never
  user_factors: 'sealedSecret' | 'lastStep' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'confirmedAt' | 'usedAt'
  user_invitations: 'dueAt' | 'leasedUntil' | 'sentAt' | 'failure'
  user_recovery_codes: never
  user_roles: never
  user_setters: 'endsAt' | 'confirmedBy'
  users: 'phoneNumber' | 'version' | 'suspendedBy' | 'accessVersion' | 'accessNarrowedAt' | 'phoneNumberIndex' | 'loginTwin' | 'suspensions'
  verifications: 'claimedUntil' | 'verifiedAt' | 'tookMs' | 'differences' | 'differsSince'
  webhook_deliveries: 'leasedUntil' | 'firstAttemptAt' | 'lastAttemptAt' | 'endedAt' | 'responseStatus' | 'error'
  webhook_secrets: 'expiresAt'
  webhooks: 'description' | 'statusReason' | 'failingSince' | 'format' | 'basicUsername' | 'sealedBasicPassword' | 'customerId' | 'setBy' | 'setByUser'
  wire_ids: 'imad' | 'omad'
}

/** The PostgreSQL type of each column, by its key. */
export const columnTypes = {
  accounts: {
    tenantId: 'bigint',
    id: 'bigint',
    customerId: 'bigint',
    externalReferenceId: 'text',
    name: 'text',
    accountNumber: 'text',
    fboAccountNumber: 'text',
    type: 'text',
    subType: 'text',
    systemOfRecord: 'text',
    currency: 'text',
    country: 'text',
    routingNumber: 'text',
    bankIdType: 'text',
    masterGl: 'text',
    costCenter: 'text',
    status: 'text',
    enableWire: 'boolean',
    enableOffset: 'boolean',
    defaultOffset: 'boolean',
    feeAccount: 'boolean',
    returnAccount: 'boolean',
    features: 'jsonb',
    additionalAttributes: 'jsonb',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    deletedAt: 'timestamptz',
    version: 'bigint',
    enableDomesticWire: 'boolean',
    enableInternationalWire: 'boolean',
    enableFednow: 'boolean',
    enableRtp: 'boolean',
    receiveOnlyRails: 'text[]',
    externalProvider: 'text',
    externalRef: 'text',
    sealedExternalToken: 'bytea',
    suspendedBy: 'text',
    accountNumberIndex: 'text',
    creditExposureLimit: 'text',
    openingReason: 'text',
    elsewhereOf: 'bigint',
  },
  ach_answers: {
    tenantId: 'bigint',
    id: 'uuid',
    identity: 'text',
    fileId: 'uuid',
    entryNumber: 'integer',
    kind: 'text',
    code: 'text',
    settlementDate: 'date',
    traceNumber: 'text',
    originalTraceNumber: 'text',
    otherDfi: 'text',
    direction: 'text',
    amount: 'bigint',
    correctedData: 'text',
    outcome: 'text',
    reason: 'text',
    answerCode: 'text',
    paymentId: 'uuid',
    contactId: 'bigint',
    createdAt: 'timestamptz',
    prenoteId: 'uuid',
  },
  ach_days: {
    tenantId: 'bigint',
    day: 'date',
    files: 'integer',
    entries: 'integer',
    entriesBefore: 'integer',
  },
  ach_entries: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    fileId: 'uuid',
    traceNumber: 'text',
    effectiveEntryDate: 'date',
    originatorName: 'text',
    batchNumber: 'integer',
  },
  ach_file_acknowledgements: {
    tenantId: 'bigint',
    id: 'uuid',
    fileId: 'uuid',
    incomingFileId: 'uuid',
    outcome: 'text',
    reason: 'text',
    batches: 'integer',
    entries: 'integer',
    debitTotal: 'bigint',
    creditTotal: 'bigint',
    createdAt: 'timestamptz',
  },
  ach_files: {
    tenantId: 'bigint',
    id: 'uuid',
    name: 'text',
    content: 'text',
    entries: 'integer',
    createdAt: 'timestamptz',
    writtenAt: 'timestamptz',
  },
  ach_returns: {
    tenantId: 'bigint',
    receiptId: 'uuid',
    kind: 'text',
    code: 'text',
    requestedAt: 'timestamptz',
    fileId: 'uuid',
    traceNumber: 'text',
    effectiveEntryDate: 'date',
    leftAt: 'timestamptz',
    settlementDueAt: 'timestamptz',
    settlementId: 'uuid',
    dishonoredAt: 'timestamptz',
    dishonorCode: 'text',
    dishonorTraceNumber: 'text',
    dishonorSettlementId: 'uuid',
    dishonorSettlementDate: 'date',
    setAsideAt: 'timestamptz',
    setAsideReason: 'text',
    information: 'text',
    contentIndex: 'text',
  },
  ach_reversals: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    requestedAt: 'timestamptz',
    fileId: 'uuid',
    traceNumber: 'text',
    effectiveEntryDate: 'date',
    returnedAt: 'timestamptz',
    returnCode: 'text',
    returnSettlementId: 'uuid',
    settlementDueAt: 'timestamptz',
    settlementId: 'uuid',
    settledOn: 'date',
    batchNumber: 'integer',
    contentIndex: 'text',
  },
  acts_alone: {
    tenantId: 'bigint',
    act: 'text',
    businessDate: 'date',
    party: 'text',
    used: 'bigint',
  },
  adjustment_usage: {
    tenantId: 'bigint',
    currency: 'text',
    businessDate: 'date',
    used: 'bigint',
  },
  adjustments: {
    tenantId: 'bigint',
    id: 'uuid',
    accountId: 'bigint',
    direction: 'text',
    amount: 'bigint',
    currency: 'text',
    reason: 'text',
    externalReferenceId: 'text',
    transferId: 'uuid',
    createdBy: 'text',
    createdAt: 'timestamptz',
    businessDate: 'date',
    contraAccount: 'text',
  },
  api_client_roles: {
    tenantId: 'bigint',
    clientId: 'text',
    customerId: 'bigint',
    roleId: 'uuid',
  },
  api_client_secrets: {
    tenantId: 'bigint',
    clientId: 'text',
    secretSha256: 'bytea',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    shownTo: 'text',
    contentIndex: 'text',
  },
  api_client_uses: {
    tenantId: 'bigint',
    clientId: 'text',
    lastUsedAt: 'timestamptz',
  },
  api_clients: {
    tenantId: 'bigint',
    clientId: 'text',
    name: 'text',
    legalEntityId: 'bigint',
    entitlements: 'text[]',
    createdAt: 'timestamptz',
    revokedAt: 'timestamptz',
    version: 'bigint',
    accessVersion: 'bigint',
    accessNarrowedAt: 'timestamptz',
    trustedToNamePersons: 'boolean',
    identityProvider: 'jsonb',
    authenticationMethod: 'text',
    publicKeys: 'jsonb',
    certificateThumbprints: 'text[]',
    keysFrom: 'text[]',
    senderConstraint: 'text',
    accessTokenSeconds: 'integer',
    allowedNetworks: 'text[]',
    expiresAt: 'timestamptz',
    redirectUris: 'text[]',
    postLogoutRedirectUris: 'text[]',
    providerRevokedAt: 'timestamptz',
    providerRevocations: 'integer',
    contentIndex: 'text',
  },
  approvals: {
    tenantId: 'bigint',
    id: 'uuid',
    kind: 'text',
    subjectId: 'text',
    customerId: 'bigint',
    action: 'text',
    current: 'jsonb',
    proposed: 'jsonb',
    contentSha256: 'text',
    status: 'text',
    requestedBy: 'text',
    requestedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    decidedBy: 'text',
    decidedAt: 'timestamptz',
    reason: 'text',
    institutionDecides: 'boolean',
    result: 'jsonb',
    requestedByUser: 'uuid',
    decidedByUser: 'uuid',
    approversNeeded: 'smallint',
    requestedFor: 'bigint',
    contentIndex: 'text',
  },
  audit_chain: {
    tenantId: 'bigint',
    sequence: 'bigint',
    auditId: 'uuid',
    previousHash: 'bytea',
    hash: 'bytea',
  },
  audit_log: {
    tenantId: 'bigint',
    id: 'uuid',
    at: 'timestamptz',
    actor: 'text',
    action: 'text',
    subjectKind: 'text',
    subjectId: 'text',
    customerId: 'bigint',
    before: 'jsonb',
    after: 'jsonb',
    userId: 'uuid',
  },
  audit_unchained: {
    tenantId: 'bigint',
    auditId: 'uuid',
  },
  bank_directories: {
    tenantId: 'bigint',
    rail: 'text',
    listedOn: 'date',
    participants: 'integer',
    fileName: 'text',
    sha256: 'text',
    importedBy: 'text',
    importedAt: 'timestamptz',
  },
  bank_participants: {
    tenantId: 'bigint',
    bankId: 'text',
    rail: 'text',
    name: 'text',
    takesPayments: 'boolean',
    details: 'jsonb',
  },
  calendar_changes: {
    tenantId: 'bigint',
    changedAt: 'timestamptz',
    walksLeft: 'smallint',
    dueAt: 'timestamptz',
    kind: 'text',
    rail: 'text',
    afterId: 'uuid',
  },
  client_attempts: {
    tenantId: 'bigint',
    clientId: 'text',
    origin: 'text',
    failures: 'integer',
    failedAt: 'timestamptz',
    lockedUntil: 'timestamptz',
    succeededAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  client_holders: {
    tenantId: 'bigint',
    clientId: 'text',
    holder: 'text',
    endsAt: 'timestamptz',
    endedBy: 'uuid',
  },
  console_sessions: {
    tenantId: 'bigint',
    id: 'uuid',
    userId: 'uuid',
    cookieSha256: 'text',
    sealedTokens: 'bytea',
    signedInAt: 'timestamptz',
    refreshedAt: 'timestamptz',
    refreshingUntil: 'timestamptz',
    steppedUpUntil: 'timestamptz',
    idleEndsAt: 'timestamptz',
    endsAt: 'timestamptz',
  },
  contacts: {
    tenantId: 'bigint',
    id: 'bigint',
    customerId: 'bigint',
    externalReferenceId: 'text',
    templateName: 'text',
    name: 'text',
    contactType: 'text',
    accountNumber: 'text',
    accountType: 'text',
    accountCurrency: 'text',
    bankName: 'text',
    bankCountry: 'text',
    nationalCode: 'text',
    swiftCode: 'text',
    details: 'jsonb',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    version: 'bigint',
    status: 'text',
    rejectedBy: 'text',
    accountNumberIndex: 'text',
    achFault: 'text',
    isListed: 'boolean',
    messageDetailsIndex: 'text',
    detailsVersion: 'bigint',
    detailsSetBy: 'jsonb',
    contentIndex: 'text',
  },
  customer_fee_versions: {
    tenantId: 'bigint',
    id: 'bigint',
    customerFeeId: 'bigint',
    customerId: 'bigint',
    validFrom: 'timestamptz',
    application: 'text',
    feeTier: 'text',
    feeName: 'text',
    product: 'text',
    accountId: 'bigint',
  },
  customer_fees: {
    tenantId: 'bigint',
    id: 'bigint',
    customerId: 'bigint',
    application: 'text',
    feeTier: 'text',
    feeName: 'text',
    product: 'text',
    accountId: 'bigint',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  customer_limits: {
    tenantId: 'bigint',
    customerId: 'bigint',
    key: 'text',
    amount: 'bigint',
    currency: 'text',
    updatedAt: 'timestamptz',
  },
  customers: {
    tenantId: 'bigint',
    id: 'bigint',
    externalReferenceId: 'text',
    legalName: 'text',
    shortName: 'text',
    customerType: 'text',
    customerRef: 'text',
    taxId: 'text',
    status: 'text',
    relationshipType: 'text',
    relationshipManager: 'text',
    originatingOfficer: 'text',
    ancestorIds: 'bigint[]',
    achCompanyId: 'text',
    secCodes: 'text[]',
    profile: 'jsonb',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    version: 'bigint',
    parentIds: 'bigint[]',
    onboardedBy: 'bigint',
    resumesAs: 'text',
    isAdmitted: 'boolean',
    taxIdIndex: 'text',
    suspensions: 'integer',
    moves: 'integer',
  },
  encryption_keys: {
    tenantId: 'bigint',
    id: 'integer',
    wrapped: 'bytea',
    createdAt: 'timestamptz',
    activeFrom: 'timestamptz',
    bindsPlace: 'boolean',
  },
  event_positions: {
    tenantId: 'bigint',
    position: 'bigint',
    eventId: 'uuid',
    size: 'integer',
  },
  events: {
    tenantId: 'bigint',
    id: 'uuid',
    type: 'text',
    subjectKind: 'text',
    subjectId: 'text',
    customerId: 'bigint',
    data: 'jsonb',
    createdAt: 'timestamptz',
    size: 'integer',
    paymentIds: 'uuid[]',
    fromStatuses: 'text[]',
    toStatuses: 'text[]',
  },
  events_unplaced: {
    tenantId: 'bigint',
    written: 'bigint',
    eventId: 'uuid',
    size: 'integer',
  },
  fedwire_exchanges: {
    tenantId: 'bigint',
    messageId: 'text',
    messageType: 'text',
    paymentId: 'uuid',
    receiptId: 'uuid',
    status: 'text',
    dueAt: 'timestamptz',
    answerId: 'text',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz',
  },
  fedwire_sequences: {
    tenantId: 'bigint',
    endpoint: 'text',
    cycleDate: 'date',
    lastSequence: 'integer',
  },
  fee_counts: {
    tenantId: 'bigint',
    customerId: 'bigint',
    feeId: 'bigint',
    month: 'date',
    payments: 'bigint',
  },
  fee_tier_versions: {
    tenantId: 'bigint',
    feeId: 'bigint',
    version: 'bigint',
    name: 'text',
    lowerBound: 'bigint',
    flat: 'bigint',
    percentageMillionths: 'bigint',
    minimum: 'bigint',
    maximum: 'bigint',
  },
  fee_tiers: {
    tenantId: 'bigint',
    feeId: 'bigint',
    name: 'text',
    lowerBound: 'bigint',
    flat: 'bigint',
    percentageMillionths: 'bigint',
    minimum: 'bigint',
    maximum: 'bigint',
  },
  fee_versions: {
    tenantId: 'bigint',
    feeId: 'bigint',
    version: 'bigint',
    validFrom: 'timestamptz',
    isDeleted: 'boolean',
    name: 'text',
    application: 'text',
    product: 'text',
    currency: 'text',
    tierBy: 'text',
  },
  fees: {
    tenantId: 'bigint',
    id: 'bigint',
    name: 'text',
    application: 'text',
    product: 'text',
    currency: 'text',
    tierBy: 'text',
    version: 'bigint',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  funds_holds: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    transferId: 'uuid',
    availableOn: 'date',
    releasesAt: 'timestamptz',
    releasedAt: 'timestamptz',
  },
  fx_close_outs: {
    tenantId: 'bigint',
    id: 'uuid',
    contractId: 'uuid',
    customerId: 'bigint',
    reason: 'text',
    sellCurrency: 'text',
    buyCurrency: 'text',
    sellAmount: 'bigint',
    buyAmount: 'bigint',
    marketRate: 'numeric',
    pricingReference: 'text',
    marginAmount: 'bigint',
    loss: 'bigint',
    chargedAmount: 'bigint',
    gain: 'bigint',
    keptAmount: 'bigint',
    accountId: 'bigint',
    closedAt: 'timestamptz',
  },
  fx_contracts: {
    tenantId: 'bigint',
    id: 'uuid',
    contractNo: 'bigint',
    quoteId: 'uuid',
    status: 'text',
    coverDueAt: 'timestamptz',
    createdAt: 'timestamptz',
    drawnSellAmount: 'bigint',
    drawnBuyAmount: 'bigint',
    paymentId: 'uuid',
    expiresAt: 'timestamptz',
    customerId: 'bigint',
    fundingAccountId: 'bigint',
    fundingHoldId: 'uuid',
    closedSellAmount: 'bigint',
    closedBuyAmount: 'bigint',
    marginAmount: 'bigint',
    marginDeferred: 'boolean',
    closeOutLoss: 'bigint',
    closeOutGain: 'bigint',
    closeOutWaitsFor: 'text',
    crossAmount: 'bigint',
    contentIndex: 'text',
  },
  fx_cover_unwinds: {
    tenantId: 'bigint',
    closeOutId: 'uuid',
    contractId: 'uuid',
    sellAmount: 'bigint',
    buyAmount: 'bigint',
    marketAmount: 'bigint',
    crossAmount: 'bigint',
    valueDate: 'date',
    settledOn: 'date',
  },
  fx_covers: {
    tenantId: 'bigint',
    contractId: 'uuid',
    coverNo: 'bigint',
    marketAmount: 'bigint',
    spotRate: 'numeric',
    allInRate: 'numeric',
    pricingReference: 'text',
    tradeDate: 'date',
    valueDate: 'date',
    sellAmount: 'bigint',
    buyAmount: 'bigint',
    settledOn: 'date',
    crossAmount: 'bigint',
    contentIndex: 'text',
  },
  fx_desk_trades: {
    tenantId: 'bigint',
    id: 'uuid',
    tradeNo: 'bigint',
    buyCurrency: 'text',
    sellCurrency: 'text',
    buyAmount: 'bigint',
    sellAmount: 'bigint',
    resultAmount: 'bigint',
    counterparty: 'text',
    reference: 'text',
    tradeDate: 'date',
    valueDate: 'date',
    settledOn: 'date',
    crossAmount: 'bigint',
    buyResult: 'bigint',
    sellResult: 'bigint',
    worth: 'bigint',
    marketRate: 'numeric',
  },
  fx_lines: {
    tenantId: 'bigint',
    customerId: 'bigint',
    exposure: 'bigint',
    spot: 'bigint',
    forward: 'bigint',
    updatedAt: 'timestamptz',
  },
  fx_margin_versions: {
    tenantId: 'bigint',
    id: 'bigint',
    tier: 'text',
    baseCurrency: 'text',
    quoteCurrency: 'text',
    validFrom: 'timestamptz',
    basisPoints: 'smallint',
  },
  fx_margins: {
    tenantId: 'bigint',
    tier: 'text',
    baseCurrency: 'text',
    quoteCurrency: 'text',
    basisPoints: 'smallint',
  },
  fx_position_changes: {
    tenantId: 'bigint',
    businessDate: 'date',
    currency: 'text',
    valueDate: 'date',
    amount: 'bigint',
    cost: 'bigint',
  },
  fx_positions: {
    tenantId: 'bigint',
    currency: 'text',
    valueDate: 'date',
    bought: 'bigint',
    sold: 'bigint',
    covered: 'bigint',
    desk: 'bigint',
    cost: 'bigint',
  },
  fx_quotes: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    customerRefType: 'text',
    customerRef: 'text',
    channel: 'text',
    productType: 'text',
    tenor: 'text',
    sellCurrency: 'text',
    buyCurrency: 'text',
    sellAmount: 'bigint',
    buyAmount: 'bigint',
    baseCurrency: 'text',
    spotRate: 'numeric',
    forwardPoints: 'numeric',
    allInRate: 'numeric',
    pricingReference: 'text',
    tradeDate: 'date',
    valueDate: 'date',
    status: 'text',
    expiresAt: 'timestamptz',
    createdAt: 'timestamptz',
    madeBy: 'text',
    madeByUser: 'uuid',
    contentIndex: 'text',
  },
  fx_rate_versions: {
    tenantId: 'bigint',
    id: 'bigint',
    baseCurrency: 'text',
    quoteCurrency: 'text',
    validFrom: 'timestamptz',
    bid: 'numeric',
    mid: 'numeric',
    ask: 'numeric',
    forwardPoints: 'jsonb',
  },
  fx_rates: {
    tenantId: 'bigint',
    baseCurrency: 'text',
    quoteCurrency: 'text',
    bid: 'numeric',
    mid: 'numeric',
    ask: 'numeric',
    forwardPoints: 'jsonb',
    asOf: 'timestamptz',
    referenceMid: 'numeric',
    referencePoints: 'jsonb',
    referenceOn: 'date',
    setBy: 'text',
    roundTrips: 'jsonb',
  },
  fx_revaluations: {
    tenantId: 'bigint',
    businessDate: 'date',
    currency: 'text',
    valueDate: 'date',
    id: 'uuid',
    position: 'bigint',
    cost: 'bigint',
    rate: 'numeric',
    pricingReference: 'text',
    value: 'bigint',
    result: 'bigint',
  },
  idempotency_keys: {
    tenantId: 'bigint',
    clientId: 'text',
    operation: 'text',
    key: 'text',
    fingerprint: 'jsonb',
    status: 'smallint',
    response: 'jsonb',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    etag: 'text',
  },
  incoming_file_parts: {
    tenantId: 'bigint',
    fileId: 'uuid',
    part: 'integer',
    sealed: 'bytea',
  },
  incoming_files: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    name: 'text',
    sha256: 'text',
    sizeBytes: 'bigint',
    status: 'text',
    importedEntries: 'integer',
    entries: 'integer',
    debitTotal: 'bigint',
    creditTotal: 'bigint',
    notes: 'jsonb',
    refusal: 'jsonb',
    release: 'jsonb',
    receivedAt: 'timestamptz',
    endedAt: 'timestamptz',
    attempts: 'integer',
    nextAttemptAt: 'timestamptz',
    leasedBy: 'text',
    leasedUntil: 'timestamptz',
  },
  instant_exchanges: {
    tenantId: 'bigint',
    rail: 'text',
    direction: 'text',
    messageId: 'text',
    kind: 'text',
    messageType: 'text',
    state: 'text',
    counterparty: 'text',
    instructionId: 'text',
    endToEndId: 'text',
    uetr: 'text',
    caseId: 'text',
    amount: 'bigint',
    sentAt: 'timestamptz',
    groupTime: 'text',
    answerBy: 'timestamptz',
    asks: 'integer',
    nextClock: 'timestamptz',
    paymentId: 'uuid',
    receiptId: 'uuid',
    originalMessageId: 'text',
    answerMessageId: 'text',
    code: 'text',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz',
  },
  instant_participants: {
    tenantId: 'bigint',
    rail: 'text',
    bankCode: 'text',
    isOn: 'boolean',
    changedAt: 'timestamptz',
  },
  institution_limits: {
    tenantId: 'bigint',
    key: 'text',
    amount: 'bigint',
    currency: 'text',
    updatedAt: 'timestamptz',
    approvalAbove: 'bigint',
  },
  institution_totals: {
    tenantId: 'bigint',
    key: 'text',
    amount: 'bigint',
    currency: 'text',
    updatedAt: 'timestamptz',
  },
  institution_versions: {
    tenantId: 'bigint',
    version: 'bigint',
    validFrom: 'timestamptz',
    name: 'text',
    timeZone: 'text',
    routingNumber: 'text',
    bic: 'text',
    dualControl: 'boolean',
    settings: 'jsonb',
  },
  institutions: {
    tenantId: 'bigint',
    code: 'text',
    name: 'text',
    legalEntityId: 'bigint',
    timeZone: 'text',
    currency: 'text',
    routingNumber: 'text',
    bic: 'text',
    sandbox: 'boolean',
    settings: 'jsonb',
    createdAt: 'timestamptz',
    version: 'bigint',
    clockOffsetMs: 'bigint',
    clockStandsAt: 'timestamptz',
    clockTarget: 'timestamptz',
    dualControl: 'boolean',
    publicUrl: 'text',
  },
  ledger_accounts: {
    tenantId: 'bigint',
    id: 'bigint',
    kind: 'text',
    code: 'text',
    currency: 'text',
    overdraft: 'boolean',
    debitsPending: 'bigint',
    debitsPosted: 'bigint',
    creditsPending: 'bigint',
    creditsPosted: 'bigint',
    createdAt: 'timestamptz',
    receivableId: 'bigint',
    lastSequence: 'bigint',
    lastEntryAt: 'timestamptz',
  },
  ledger_closings: {
    tenantId: 'bigint',
    businessDate: 'date',
    account: 'text',
    currency: 'text',
    glAccount: 'text',
    opening: 'bigint',
    debits: 'bigint',
    credits: 'bigint',
    reclassified: 'bigint',
    closing: 'bigint',
  },
  ledger_days: {
    tenantId: 'bigint',
    businessDate: 'date',
    closesAt: 'timestamptz',
    closeDueAt: 'timestamptz',
    closedAt: 'timestamptz',
    differences: 'jsonb',
  },
  ledger_entries: {
    tenantId: 'bigint',
    accountId: 'bigint',
    sequence: 'bigint',
    transferId: 'uuid',
    direction: 'text',
    kind: 'text',
    purpose: 'text',
    amount: 'bigint',
    debitsPending: 'bigint',
    debitsPosted: 'bigint',
    creditsPending: 'bigint',
    creditsPosted: 'bigint',
    bookedAt: 'timestamptz',
    businessDate: 'date',
    valueDate: 'date',
  },
  ledger_exports: {
    tenantId: 'bigint',
    businessDate: 'date',
    name: 'text',
    detail: 'text',
    content: 'text',
    createdAt: 'timestamptz',
    writtenAt: 'timestamptz',
  },
  ledger_holds: {
    tenantId: 'bigint',
    accountId: 'bigint',
    sequence: 'bigint',
    transferId: 'uuid',
    referenceId: 'uuid',
    purpose: 'text',
    part: 'bigint',
    isLeading: 'boolean',
    debitAccountId: 'bigint',
    creditAccountId: 'bigint',
    amount: 'bigint',
  },
  ledger_transfers: {
    tenantId: 'bigint',
    id: 'uuid',
    kind: 'text',
    debitAccountId: 'bigint',
    creditAccountId: 'bigint',
    amount: 'bigint',
    currency: 'text',
    pendingId: 'uuid',
    purpose: 'text',
    referenceId: 'uuid',
    createdAt: 'timestamptz',
    businessDate: 'date',
    valueDate: 'date',
  },
  limit_usage: {
    tenantId: 'bigint',
    customerId: 'bigint',
    periodStart: 'date',
    used: 'bigint',
    rail: 'text',
    entryType: 'text',
    period: 'text',
    isBelow: 'boolean',
  },
  limit_versions: {
    tenantId: 'bigint',
    id: 'bigint',
    holder: 'text',
    customerId: 'bigint',
    key: 'text',
    validFrom: 'timestamptz',
    amount: 'bigint',
    currency: 'text',
    approvalAbove: 'bigint',
  },
  message_exceptions: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    railMessageId: 'uuid',
    kind: 'text',
    why: 'text',
    paymentId: 'uuid',
    receiptId: 'uuid',
    evidence: 'jsonb',
    status: 'text',
    createdAt: 'timestamptz',
    resolvedAt: 'timestamptz',
    resolvedBy: 'text',
    notes: 'text',
  },
  nostro_entries: {
    tenantId: 'bigint',
    id: 'uuid',
    messageId: 'text',
    messageType: 'text',
    bic: 'text',
    accountNumber: 'text',
    currency: 'text',
    direction: 'text',
    amount: 'bigint',
    status: 'text',
    bookedOn: 'date',
    valueDate: 'date',
    reference: 'text',
    uetr: 'uuid',
    paymentId: 'uuid',
    createdAt: 'timestamptz',
  },
  nostro_statements: {
    tenantId: 'bigint',
    id: 'uuid',
    messageId: 'text',
    reference: 'text',
    bic: 'text',
    accountNumber: 'text',
    currency: 'text',
    opening: 'bigint',
    closing: 'bigint',
    closedOn: 'date',
    createdAt: 'timestamptz',
  },
  obligations: {
    tenantId: 'bigint',
    id: 'uuid',
    kind: 'text',
    subjectKind: 'text',
    subjectId: 'text',
    owner: 'text',
    rule: 'text',
    openedAt: 'timestamptz',
    dueAt: 'timestamptz',
    warnAt: 'timestamptz',
    warnedAt: 'timestamptz',
    state: 'text',
    missedAt: 'timestamptz',
    metAt: 'timestamptz',
    metBy: 'text',
  },
  outstanding_cancellations: {
    tenantId: 'bigint',
    id: 'uuid',
    actorKind: 'text',
    actorId: 'text',
    reason: 'text',
    requestedBy: 'text',
    requestedByUser: 'uuid',
    createdAt: 'timestamptz',
    status: 'text',
    statusReason: 'text',
    endedAt: 'timestamptz',
  },
  outstanding_items: {
    tenantId: 'bigint',
    cancellationId: 'uuid',
    rank: 'smallint',
    itemId: 'text',
    kind: 'text',
    currency: 'text',
    amount: 'bigint',
    remedy: 'text',
    outcome: 'text',
    why: 'text',
    decidedAt: 'timestamptz',
  },
  payment_approvals: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    approver: 'text',
    side: 'text',
    decision: 'text',
    contentSha256: 'text',
    notes: 'text',
    decidedAt: 'timestamptz',
    clientId: 'text',
    userId: 'uuid',
    signatoryId: 'bigint',
    decidedOn: 'date',
    identifiedBy: 'text',
    limitAmount: 'bigint',
    revision: 'integer',
    withdrawnBy: 'uuid',
    contentIndex: 'text',
    failsDualControl: 'boolean',
  },
  payment_exchanges: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    sellCurrency: 'text',
    buyCurrency: 'text',
    contractId: 'uuid',
    sellAmount: 'bigint',
    buyAmount: 'bigint',
    payoutTransferId: 'uuid',
    isGivenBack: 'boolean',
    returnContractId: 'uuid',
  },
  payment_fees: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    number: 'smallint',
    feeId: 'bigint',
    name: 'text',
    accountId: 'bigint',
    amount: 'bigint',
    currency: 'text',
    transferId: 'uuid',
    countedIn: 'date',
    scheduledAmount: 'bigint',
    scheduledCurrency: 'text',
    rate: 'numeric',
    feeVersion: 'bigint',
    tier: 'text',
    borneBy: 'text',
  },
  payment_file_records: {
    tenantId: 'bigint',
    fileId: 'uuid',
    record: 'integer',
    entryType: 'text',
    request: 'jsonb',
    paymentId: 'uuid',
    code: 'text',
    refusal: 'text',
    contentIndex: 'text',
  },
  payment_files: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    fileType: 'text',
    name: 'text',
    sha256: 'text',
    records: 'integer',
    totals: 'jsonb',
    status: 'text',
    uploadedBy: 'text',
    uploadedByUser: 'uuid',
    legalEntityId: 'bigint',
    createdAt: 'timestamptz',
    decidedBy: 'text',
    decidedAt: 'timestamptz',
    reason: 'text',
    endedAt: 'timestamptz',
    version: 'bigint',
    decidedByUser: 'uuid',
    stoppedAt: 'timestamptz',
    contentIndex: 'text',
  },
  payment_limit_groups: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    customerId: 'bigint',
  },
  payment_mails: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    status: 'text',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
    attempts: 'smallint',
    sentAt: 'timestamptz',
    failure: 'text',
    leasedUntil: 'timestamptz',
  },
  payment_makers: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    revision: 'integer',
    clientId: 'text',
    userId: 'uuid',
    did: 'text',
    at: 'timestamptz',
  },
  payment_occurrences: {
    tenantId: 'bigint',
    recurrenceId: 'uuid',
    number: 'integer',
    paymentId: 'uuid',
  },
  payment_recurrences: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    senderAccountId: 'bigint',
    contactId: 'bigint',
    externalReferenceId: 'text',
    amount: 'bigint',
    currency: 'text',
    speed: 'text',
    secCode: 'text',
    paymentNotes: 'text',
    details: 'jsonb',
    frequency: 'text',
    startDate: 'date',
    payUntil: 'text',
    endDate: 'date',
    numberOfPayments: 'integer',
    status: 'text',
    paymentsMade: 'integer',
    dueOn: 'date',
    createdBy: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    receiverAccountId: 'bigint',
    entryType: 'text',
    createdByUser: 'uuid',
    number: 'bigint',
    contentIndex: 'text',
    version: 'bigint',
  },
  payment_releases: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    kind: 'text',
    actorId: 'text',
    stopNumber: 'bigint',
    clientId: 'text',
    userId: 'uuid',
    at: 'timestamptz',
  },
  payment_requests: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    requestId: 'text',
    endToEndId: 'text',
    isDrawdown: 'boolean',
    amount: 'bigint',
    currency: 'text',
    creditorName: 'text',
    creditorAccount: 'text',
    creditor: 'jsonb',
    debtorName: 'text',
    accountNumber: 'text',
    accountId: 'bigint',
    customerId: 'bigint',
    remittance: 'text[]',
    requestedOn: 'date',
    expiresAt: 'timestamptz',
    evidence: 'jsonb',
    createdAt: 'timestamptz',
    status: 'text',
    paymentId: 'uuid',
    refusalCode: 'text',
    notes: 'text',
    decidedBy: 'text',
    decidedAt: 'timestamptz',
  },
  payment_return_requests: {
    tenantId: 'bigint',
    id: 'uuid',
    paymentId: 'uuid',
    code: 'text',
    reason: 'text',
    status: 'text',
    answerCode: 'text',
    answerReason: 'text',
    requestedBy: 'text',
    createdAt: 'timestamptz',
    answeredAt: 'timestamptz',
  },
  payment_states: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    customerId: 'bigint',
    senderAccountId: 'bigint',
    contactId: 'bigint',
    amount: 'bigint',
    entryType: 'text',
    onMissedCutOff: 'text',
    isMailed: 'boolean',
    step: 'smallint',
    status: 'text',
    updatedAt: 'timestamptz',
    validatedAt: 'timestamptz',
    holdTransferId: 'uuid',
    rail: 'text',
    speed: 'text',
    valueDate: 'date',
    leavesAt: 'timestamptz',
    cutOffAt: 'timestamptz',
    dueAt: 'timestamptz',
    settlementDueAt: 'timestamptz',
    heldReasons: 'text[]',
    failureReason: 'text',
    needsInstitutionApproval: 'boolean',
    approvalExpiresAt: 'timestamptz',
    limitDate: 'date',
    limitAmount: 'bigint',
    limitRate: 'numeric',
    feeAmount: 'bigint',
    feeAccountId: 'bigint',
    deductedAmount: 'bigint',
    feeFromProceeds: 'boolean',
    returnableUntil: 'date',
    anyReturnUntil: 'date',
    notifiedStatus: 'text',
    paymentDate: 'date',
    previousStatus: 'text',
    steppedAt: 'timestamptz',
    actor: 'text',
    evidence: 'jsonb',
    approversNeeded: 'smallint',
    failsAt: 'timestamptz',
    paysOn: 'date',
  },
  payment_traces: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    traceId: 'text',
    spanId: 'text',
    createdAt: 'timestamptz',
  },
  payment_transitions: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    toStatus: 'text',
    fromStatus: 'text',
    at: 'timestamptz',
    actor: 'text',
    evidence: 'jsonb',
    step: 'smallint',
  },
  payment_value_date_changes: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    at: 'timestamptz',
    previousValueDate: 'date',
    valueDate: 'date',
    reason: 'text',
    previousPaymentDate: 'date',
    paymentDate: 'date',
  },
  payments: {
    tenantId: 'bigint',
    id: 'uuid',
    externalReferenceId: 'text',
    customerId: 'bigint',
    senderAccountId: 'bigint',
    contactId: 'bigint',
    amount: 'bigint',
    currency: 'text',
    speed: 'text',
    secCode: 'text',
    paymentDate: 'date',
    receiverName: 'text',
    receiverAccountNumber: 'text',
    receiverAccountType: 'text',
    receiverBankCode: 'text',
    paymentNotes: 'text',
    details: 'jsonb',
    createdBy: 'text',
    createdAt: 'timestamptz',
    approversNeeded: 'smallint',
    receiverAccountId: 'bigint',
    entryType: 'text',
    createdByUser: 'uuid',
    receiverAccountNumberIndex: 'text',
    onMissedCutOff: 'text',
    fxContractNumber: 'text',
    receiverMessageDetailsIndex: 'text',
    contentIndex: 'text',
  },
  person_holders: {
    tenantId: 'bigint',
    userId: 'uuid',
    holder: 'text',
    endsAt: 'timestamptz',
  },
  person_sessions: {
    tenantId: 'bigint',
    id: 'uuid',
    userId: 'uuid',
    handle: 'text',
    credentials: 'text',
    cookieSha256: 'text',
    payload: 'jsonb',
    address: 'text',
    userAgent: 'text',
    startedAt: 'timestamptz',
    lastUsedAt: 'timestamptz',
    idleEndsAt: 'timestamptz',
    endsAt: 'timestamptz',
  },
  positive_pay_exceptions: {
    tenantId: 'bigint',
    receiptId: 'uuid',
    accountId: 'bigint',
    customerId: 'bigint',
    cause: 'text',
    status: 'text',
    openedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    decidedBy: 'text',
    decidedAt: 'timestamptz',
  },
  positive_pay_rules: {
    tenantId: 'bigint',
    id: 'bigint',
    accountId: 'bigint',
    customerId: 'bigint',
    achCompanyId: 'text',
    bankRouting: 'text',
    secCode: 'text',
    amountType: 'text',
    amount: 'bigint',
    currency: 'text',
    frequency: 'text',
    effectiveDate: 'date',
    expiryDate: 'date',
    beneName: 'text',
    beneBankName: 'text',
    status: 'text',
    createdBy: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    version: 'bigint',
    setBy: 'text',
    setByUser: 'uuid',
  },
  positive_pay_uses: {
    tenantId: 'bigint',
    ruleId: 'bigint',
    periodStart: 'date',
    receiptId: 'uuid',
  },
  prenotes: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    accountId: 'bigint',
    contactId: 'bigint',
    externalReferenceId: 'text',
    entryType: 'text',
    secCode: 'text',
    receiverName: 'text',
    receiverBankCode: 'text',
    receiverAccountNumber: 'text',
    receiverAccountNumberIndex: 'text',
    receiverAccountType: 'text',
    status: 'text',
    createdAt: 'timestamptz',
    createdBy: 'text',
    fileId: 'uuid',
    traceNumber: 'text',
    batchNumber: 'integer',
    effectiveEntryDate: 'date',
    sentAt: 'timestamptz',
    settlesOn: 'date',
    firstEntryOn: 'date',
    acceptDueAt: 'timestamptz',
    endedAt: 'timestamptz',
    returnCode: 'text',
    changeCode: 'text',
    refusedReason: 'text',
  },
  rail_deliveries: {
    tenantId: 'bigint',
    handoverId: 'uuid',
    status: 'text',
    token: 'integer',
    openTokens: 'integer[]',
    claimedBy: 'text',
    leasedUntil: 'timestamptz',
    begunToken: 'integer',
    doubt: 'text',
    decision: 'text',
    deliveredAt: 'timestamptz',
    missedAt: 'timestamptz',
    settlesAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  rail_departures: {
    tenantId: 'bigint',
    handoverId: 'uuid',
    paymentId: 'uuid',
    kind: 'text',
    reference: 'text',
    valueDate: 'date',
  },
  rail_handovers: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    name: 'text',
    status: 'text',
    token: 'integer',
    openTokens: 'integer[]',
    claimedBy: 'text',
    leasedUntil: 'timestamptz',
    doubt: 'text',
    decision: 'text',
    evidence: 'text',
    leftAt: 'timestamptz',
    createdAt: 'timestamptz',
    fromEvidence: 'boolean',
    resends: 'uuid',
  },
  rail_holds: {
    tenantId: 'bigint',
    id: 'uuid',
    reason: 'text',
    differences: 'jsonb',
    heldBy: 'text',
    heldAt: 'timestamptz',
    releasedAt: 'timestamptz',
    releasedBy: 'text',
    releaseReason: 'text',
    replaces: 'uuid',
  },
  rail_messages: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    direction: 'text',
    status: 'text',
    messageType: 'text',
    messageId: 'text',
    copy: 'integer',
    uetr: 'text',
    paymentId: 'uuid',
    receiptId: 'uuid',
    answersMessageId: 'text',
    doubleOf: 'uuid',
    resends: 'uuid',
    sha256: 'text',
    sizeBytes: 'integer',
    sealed: 'bytea',
    leavesBy: 'timestamptz',
    token: 'integer',
    openTokens: 'integer[]',
    claimedBy: 'text',
    leasedUntil: 'timestamptz',
    attempts: 'integer',
    nextAttemptAt: 'timestamptz',
    doubt: 'text',
    decision: 'text',
    evidence: 'text',
    leftAt: 'timestamptz',
    refusal: 'jsonb',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz',
    signature: 'text',
    leavesFrom: 'timestamptz',
  },
  rail_outboxes: {
    tenantId: 'bigint',
    rail: 'text',
    identity: 'text',
    adoptedBy: 'text',
    adoptedAt: 'timestamptz',
  },
  rail_settlements: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    currency: 'text',
    settledAt: 'timestamptz',
    isOpening: 'boolean',
    createdAt: 'timestamptz',
  },
  receipt_transitions: {
    tenantId: 'bigint',
    receiptId: 'uuid',
    step: 'smallint',
    fromStatus: 'text',
    toStatus: 'text',
    at: 'timestamptz',
    actor: 'text',
    evidence: 'jsonb',
  },
  receipts: {
    tenantId: 'bigint',
    id: 'uuid',
    identity: 'text',
    rail: 'text',
    fileId: 'uuid',
    entryNumber: 'integer',
    direction: 'text',
    isPrenote: 'boolean',
    amount: 'bigint',
    currency: 'text',
    accountNumber: 'text',
    accountNumberIndex: 'text',
    transactionCode: 'text',
    receiverName: 'text',
    receiverIdentification: 'text',
    originatorName: 'text',
    originatorIdentification: 'text',
    originatorRouting: 'text',
    secCode: 'text',
    entryDescription: 'text',
    discretionaryData: 'text',
    traceNumber: 'text',
    addenda: 'text[]',
    effectiveDate: 'date',
    settlementDate: 'date',
    createdAt: 'timestamptz',
    settlesAt: 'timestamptz',
    status: 'text',
    previousStatus: 'text',
    step: 'smallint',
    steppedAt: 'timestamptz',
    actor: 'text',
    evidence: 'jsonb',
    reason: 'text',
    accountId: 'bigint',
    customerId: 'bigint',
    candidates: 'bigint[]',
    place: 'text',
    holdId: 'uuid',
    settlementId: 'uuid',
    returnBy: 'timestamptz',
    extendedReturnBy: 'timestamptz',
    returnCode: 'text',
    isAnswer: 'boolean',
    messageId: 'text',
    endToEndId: 'text',
    uetr: 'text',
    originatorAccount: 'text',
    parties: 'jsonb',
    returnsPaymentId: 'uuid',
    answerBy: 'timestamptz',
    answer: 'text',
    returnSettlementId: 'uuid',
    contentIndex: 'text',
  },
  receivable_write_offs: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    currency: 'text',
    amount: 'bigint',
    reason: 'text',
    externalReferenceId: 'text',
    transferId: 'uuid',
    createdBy: 'text',
    createdAt: 'timestamptz',
    businessDate: 'date',
  },
  receivables: {
    tenantId: 'bigint',
    customerId: 'bigint',
    currency: 'text',
    ledgerAccountId: 'bigint',
    createdAt: 'timestamptz',
  },
  recurrence_makers: {
    tenantId: 'bigint',
    recurrenceId: 'uuid',
    number: 'integer',
    clientId: 'text',
    userId: 'uuid',
    at: 'timestamptz',
  },
  recurrence_releases: {
    tenantId: 'bigint',
    recurrenceId: 'uuid',
    kind: 'text',
    actorId: 'text',
    stopNumber: 'bigint',
    clientId: 'text',
    userId: 'uuid',
    at: 'timestamptz',
  },
  retired_account_numbers: {
    tenantId: 'bigint',
    routingNumber: 'text',
    accountNumber: 'text',
    accountId: 'bigint',
    retiredAt: 'timestamptz',
  },
  return_requests: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    caseId: 'text',
    originalIdentity: 'text',
    receiptId: 'uuid',
    code: 'text',
    reason: 'text',
    status: 'text',
    answerBy: 'timestamptz',
    evidence: 'jsonb',
    createdAt: 'timestamptz',
    answerCode: 'text',
    answerNotes: 'text',
    answeredBy: 'text',
    answeredAt: 'timestamptz',
  },
  revoked_access_tokens: {
    tenantId: 'bigint',
    jti: 'text',
    revokedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  roles: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    externalReferenceId: 'text',
    name: 'text',
    description: 'text',
    type: 'text',
    applications: 'jsonb',
    version: 'bigint',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  schema_migrations: {
    name: 'text',
    sha256: 'text',
    appliedAt: 'timestamptz',
    worksWith: 'text',
  },
  sealing_progress: {
    tenantId: 'bigint',
    tableName: 'text',
    keyId: 'integer',
    position: 'jsonb',
    examined: 'bigint',
    resealed: 'bigint',
    finishedAt: 'timestamptz',
    boundSince: 'timestamptz',
  },
  sent_payment_requests: {
    tenantId: 'bigint',
    id: 'uuid',
    accountId: 'bigint',
    customerId: 'bigint',
    contactId: 'bigint',
    rail: 'text',
    messageId: 'text',
    endToEndId: 'text',
    amount: 'bigint',
    currency: 'text',
    debtorName: 'text',
    remittance: 'text',
    reference: 'text',
    requestedOn: 'date',
    expiresOn: 'date',
    mayChangeAmount: 'boolean',
    mayPayEarly: 'boolean',
    isGuaranteed: 'boolean',
    requestedBy: 'text',
    createdAt: 'timestamptz',
    status: 'text',
    answerCode: 'text',
    answerReason: 'text',
    receiptId: 'uuid',
    endedAt: 'timestamptz',
    requestedByUser: 'uuid',
  },
  sign_in_attempts: {
    tenantId: 'bigint',
    subject: 'text',
    origin: 'text',
    failures: 'integer',
    failedAt: 'timestamptz',
    lockedUntil: 'timestamptz',
    succeededAt: 'timestamptz',
    inARow: 'integer',
    expiresAt: 'timestamptz',
  },
  signatories: {
    tenantId: 'bigint',
    id: 'bigint',
    customerId: 'bigint',
    fullName: 'text',
    emailAddress: 'text',
    phoneNumber: 'text',
    title: 'text',
    approvalLimit: 'bigint',
    currency: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    deletedAt: 'timestamptz',
    status: 'text',
  },
  signatory_setters: {
    tenantId: 'bigint',
    signatoryId: 'bigint',
    holder: 'text',
    ofInstitution: 'boolean',
    setAt: 'timestamptz',
    endsAt: 'timestamptz',
    confirmedBy: 'text',
  },
  signing_keys: {
    tenantId: 'bigint',
    kid: 'text',
    algorithm: 'text',
    publicJwk: 'jsonb',
    sealedPrivateJwk: 'bytea',
    createdAt: 'timestamptz',
    retiredAt: 'timestamptz',
    expiresAt: 'timestamptz',
    signsFrom: 'timestamptz',
  },
  simulated_ach_files: {
    tenantId: 'bigint',
    id: 'uuid',
    name: 'text',
    content: 'text',
    dueAt: 'timestamptz',
    createdAt: 'timestamptz',
    writtenAt: 'timestamptz',
  },
  simulated_ach_originations: {
    tenantId: 'bigint',
    name: 'text',
    sha256: 'text',
    outcome: 'text',
    reason: 'text',
    takenAt: 'timestamptz',
  },
  simulated_messages: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    sentBy: 'text',
    sealed: 'bytea',
    dueAt: 'timestamptz',
    createdAt: 'timestamptz',
    takenAt: 'timestamptz',
  },
  simulated_payments: {
    tenantId: 'bigint',
    id: 'uuid',
    rail: 'text',
    direction: 'text',
    kind: 'text',
    messageId: 'text',
    uetr: 'text',
    amount: 'bigint',
    currency: 'text',
    status: 'text',
    code: 'text',
    answerBy: 'timestamptz',
    told: 'jsonb',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz',
    returns: 'text',
  },
  simulated_sequences: {
    tenantId: 'bigint',
    rail: 'text',
    day: 'date',
    last: 'integer',
  },
  simulator_messages: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    rail: 'text',
    reference: 'text',
    receivedAt: 'timestamptz',
    settlesAt: 'timestamptz',
    settledAt: 'timestamptz',
    amount: 'bigint',
    currency: 'text',
    chargeBearer: 'text',
    charges: 'bigint',
    chargesCurrency: 'text',
    information: 'jsonb',
  },
  stopped_makers: {
    tenantId: 'bigint',
    kind: 'text',
    actorId: 'text',
    paymentId: 'uuid',
    foundAt: 'timestamptz',
  },
  suspense_items: {
    tenantId: 'bigint',
    id: 'uuid',
    reason: 'text',
    currency: 'text',
    amount: 'bigint',
    customerId: 'bigint',
    accountId: 'bigint',
    referenceId: 'uuid',
    createdAt: 'timestamptz',
    releasedAt: 'timestamptz',
  },
  suspense_releases: {
    tenantId: 'bigint',
    itemId: 'uuid',
    accountId: 'bigint',
    contraAccount: 'text',
    reason: 'text',
    externalReferenceId: 'text',
    transferId: 'uuid',
    businessDate: 'date',
    createdBy: 'text',
    createdAt: 'timestamptz',
  },
  swift_credits: {
    tenantId: 'bigint',
    uetr: 'uuid',
    messageId: 'text',
    waitsFor: 'text',
    dueAt: 'timestamptz',
    askedAt: 'timestamptz',
    endedAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  swift_payments: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    uetr: 'uuid',
    status: 'text',
    amount: 'bigint',
    currency: 'text',
    messageId: 'text',
    coverMessageId: 'text',
    refusedMessageId: 'text',
    answerBy: 'timestamptz',
    askedAt: 'timestamptz',
    endedAt: 'timestamptz',
    createdAt: 'timestamptz',
  },
  token_records: {
    tenantId: 'bigint',
    kind: 'text',
    id: 'text',
    payload: 'jsonb',
    grantId: 'text',
    createdAt: 'timestamptz',
    consumedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  trace_positions: {
    tenantId: 'bigint',
    position: 'bigint',
  },
  trade_approvals: {
    tenantId: 'bigint',
    approvalId: 'uuid',
    approver: 'text',
    clientId: 'text',
    userId: 'uuid',
    signatoryId: 'bigint',
    identifiedBy: 'text',
    approversNeeded: 'smallint',
    limitAmount: 'bigint',
    decidedOn: 'date',
    decidedAt: 'timestamptz',
    contentIndex: 'text',
    failsDualControl: 'boolean',
  },
  trusted_issuers: {
    tenantId: 'bigint',
    issuer: 'text',
    audience: 'text',
    tenantClaim: 'text',
    clientClaim: 'text',
    legalEntityClaim: 'text',
    entitlementsClaim: 'text',
    maxTokenSeconds: 'integer',
    replacesOwn: 'boolean',
    createdAt: 'timestamptz',
  },
  user_addresses: {
    tenantId: 'bigint',
    id: 'uuid',
    userId: 'uuid',
    email: 'text',
    earlier: 'text',
    setBy: 'text',
    setByUser: 'uuid',
    approvalId: 'uuid',
    setAt: 'timestamptz',
    dueAt: 'timestamptz',
    leasedUntil: 'timestamptz',
    attempts: 'smallint',
    sentAt: 'timestamptz',
    failure: 'text',
  },
  user_credentials: {
    tenantId: 'bigint',
    userId: 'uuid',
    id: 'uuid',
    passwordHash: 'text',
    createdAt: 'timestamptz',
  },
  user_factors: {
    tenantId: 'bigint',
    id: 'uuid',
    userId: 'uuid',
    kind: 'text',
    sealedSecret: 'bytea',
    lastStep: 'bigint',
    credentialId: 'text',
    publicKey: 'bytea',
    signCount: 'bigint',
    transports: 'text[]',
    createdAt: 'timestamptz',
    confirmedAt: 'timestamptz',
    usedAt: 'timestamptz',
  },
  user_invitations: {
    tenantId: 'bigint',
    userId: 'uuid',
    id: 'uuid',
    tokenSha256: 'text',
    mailTo: 'text',
    invitedBy: 'text',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    dueAt: 'timestamptz',
    leasedUntil: 'timestamptz',
    attempts: 'smallint',
    sentAt: 'timestamptz',
    failure: 'text',
  },
  user_recovery_codes: {
    tenantId: 'bigint',
    userId: 'uuid',
    codeSha256: 'text',
    createdAt: 'timestamptz',
  },
  user_roles: {
    tenantId: 'bigint',
    userId: 'uuid',
    roleId: 'uuid',
    customerId: 'bigint',
  },
  user_setters: {
    tenantId: 'bigint',
    userId: 'uuid',
    holder: 'text',
    ofInstitution: 'boolean',
    setAt: 'timestamptz',
    endsAt: 'timestamptz',
    confirmedBy: 'text',
  },
  users: {
    tenantId: 'bigint',
    id: 'uuid',
    customerId: 'bigint',
    loginId: 'text',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    status: 'text',
    createdAt: 'timestamptz',
    externalReferenceId: 'text',
    phoneNumber: 'text',
    limits: 'jsonb',
    version: 'bigint',
    updatedAt: 'timestamptz',
    suspendedBy: 'text',
    accessVersion: 'bigint',
    accessNarrowedAt: 'timestamptz',
    phoneNumberIndex: 'text',
    loginTwin: 'text',
    suspensions: 'integer',
  },
  verifications: {
    tenantId: 'bigint',
    part: 'text',
    claimedUntil: 'timestamptz',
    verifiedAt: 'timestamptz',
    tookMs: 'integer',
    differences: 'jsonb',
    differsSince: 'timestamptz',
  },
  webhook_deliveries: {
    tenantId: 'bigint',
    id: 'uuid',
    webhookId: 'uuid',
    eventId: 'uuid',
    position: 'bigint',
    eventType: 'text',
    subjectKind: 'text',
    subjectId: 'text',
    status: 'text',
    isReplay: 'boolean',
    createdAt: 'timestamptz',
    dueAt: 'timestamptz',
    leasedUntil: 'timestamptz',
    attempts: 'integer',
    firstAttemptAt: 'timestamptz',
    lastAttemptAt: 'timestamptz',
    endedAt: 'timestamptz',
    responseStatus: 'integer',
    error: 'text',
  },
  webhook_secrets: {
    tenantId: 'bigint',
    webhookId: 'uuid',
    id: 'uuid',
    sealed: 'bytea',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  webhooks: {
    tenantId: 'bigint',
    id: 'uuid',
    url: 'text',
    eventTypes: 'text[]',
    description: 'text',
    status: 'text',
    statusReason: 'text',
    position: 'bigint',
    failingSince: 'timestamptz',
    createdAt: 'timestamptz',
    version: 'bigint',
    format: 'text',
    basicUsername: 'text',
    sealedBasicPassword: 'bytea',
    customerId: 'bigint',
    setBy: 'text',
    setByUser: 'uuid',
  },
  wire_ids: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    imad: 'text',
    omad: 'text',
  },
} as const
