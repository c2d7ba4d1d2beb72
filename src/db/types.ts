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
}

export interface AchDays {
  tenantId: bigint
  day: string
  files: number
  entries: number
}

export interface AchEntries {
  tenantId: bigint
  paymentId: string
  fileId: string
  traceNumber: string
  effectiveEntryDate: string
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
}

export interface EncryptionKeys {
  tenantId: bigint
  id: number
  wrapped: Buffer
  createdAt: Temporal.Instant
  activeFrom: Temporal.Instant
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
  leavesAt: Temporal.Instant
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

export interface RetiredAccountNumbers {
  tenantId: bigint
  routingNumber: string
  accountNumber: string
  accountId: bigint
  retiredAt: Temporal.Instant
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

export interface UserRoles {
  tenantId: bigint
  userId: string
  roleId: string
  customerId: bigint
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
}

/** The row of each table. */
export interface Tables {
  accounts: Accounts
  ach_days: AchDays
  ach_entries: AchEntries
  ach_files: AchFiles
  ach_reversals: AchReversals
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
  client_attempts: ClientAttempts
  contacts: Contacts
  customer_fee_versions: CustomerFeeVersions
  customer_fees: CustomerFees
  customer_limits: CustomerLimits
  customers: Customers
  encryption_keys: EncryptionKeys
  event_positions: EventPositions
  events: Events
  events_unplaced: EventsUnplaced
  fee_counts: FeeCounts
  fee_tier_versions: FeeTierVersions
  fee_tiers: FeeTiers
  fee_versions: FeeVersions
  fees: Fees
  funds_holds: FundsHolds
  fx_close_outs: FxCloseOuts
  fx_contracts: FxContracts
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
  payment_approvals: PaymentApprovals
  payment_exchanges: PaymentExchanges
  payment_fees: PaymentFees
  payment_limit_groups: PaymentLimitGroups
  payment_mails: PaymentMails
  payment_occurrences: PaymentOccurrences
  payment_recurrences: PaymentRecurrences
  payment_states: PaymentStates
  payment_traces: PaymentTraces
  payment_transitions: PaymentTransitions
  payment_value_date_changes: PaymentValueDateChanges
  payments: Payments
  rail_departures: RailDepartures
  rail_handovers: RailHandovers
  rail_holds: RailHolds
  rail_outboxes: RailOutboxes
  rail_settlements: RailSettlements
  receivable_write_offs: ReceivableWriteOffs
  receivables: Receivables
  retired_account_numbers: RetiredAccountNumbers
  revoked_access_tokens: RevokedAccessTokens
  roles: Roles
  schema_migrations: SchemaMigrations
  sealing_progress: SealingProgress
  signatories: Signatories
  signing_keys: SigningKeys
  simulator_messages: SimulatorMessages
  suspense_items: SuspenseItems
  suspense_releases: SuspenseReleases
  token_records: TokenRecords
  trace_positions: TracePositions
  trusted_issuers: TrustedIssuers
  user_roles: UserRoles
  users: Users
  verifications: Verifications
  webhook_deliveries: WebhookDeliveries
  webhook_secrets: WebhookSecrets
  webhooks: Webhooks
}

/** The columns that an insert may leave out: they accept null or have a default. */
export interface OptionalColumns {
  accounts: 'externalReferenceId' | 'fboAccountNumber' | 'costCenter' | 'deletedAt' | 'version' | 'externalProvider' | 'externalRef' | 'sealedExternalToken' | 'suspendedBy' | 'accountNumberIndex' | 'creditExposureLimit'
  ach_days: never
  ach_entries: never
  ach_files: 'writtenAt'
  ach_reversals: 'fileId' | 'traceNumber' | 'effectiveEntryDate' | 'returnedAt' | 'returnCode' | 'returnSettlementId' | 'settlementDueAt' | 'settlementId' | 'settledOn'
  adjustment_usage: never
  adjustments: 'businessDate' | 'contraAccount'
  api_client_roles: never
  api_client_secrets: 'expiresAt' | 'shownTo'
  api_client_uses: never
  api_clients: 'revokedAt' | 'version' | 'accessVersion' | 'accessNarrowedAt' | 'trustedToNamePersons' | 'identityProvider' | 'authenticationMethod' | 'publicKeys' | 'certificateThumbprints' | 'keysFrom' | 'senderConstraint' | 'accessTokenSeconds' | 'allowedNetworks' | 'expiresAt'
  approvals: 'current' | 'decidedBy' | 'decidedAt' | 'reason' | 'result' | 'requestedByUser' | 'decidedByUser'
  audit_chain: never
  audit_log: 'customerId' | 'before' | 'after' | 'userId'
  audit_unchained: never
  client_attempts: 'failedAt' | 'lockedUntil' | 'succeededAt'
  contacts: 'id' | 'nationalCode' | 'swiftCode' | 'version' | 'rejectedBy' | 'accountNumberIndex' | 'achFault'
  customer_fee_versions: 'id' | 'feeName' | 'product' | 'accountId'
  customer_fees: 'id' | 'feeName' | 'product' | 'accountId'
  customer_limits: never
  customers: 'id' | 'customerRef' | 'taxId' | 'relationshipType' | 'relationshipManager' | 'originatingOfficer' | 'achCompanyId' | 'version' | 'onboardedBy' | 'resumesAs' | 'taxIdIndex'
  encryption_keys: never
  event_positions: never
  events: 'subjectId' | 'customerId' | 'size' | 'paymentIds' | 'fromStatuses' | 'toStatuses'
  events_unplaced: 'written'
  fee_counts: never
  fee_tier_versions: 'flat' | 'percentageMillionths' | 'minimum' | 'maximum'
  fee_tiers: 'flat' | 'percentageMillionths' | 'minimum' | 'maximum'
  fee_versions: never
  fees: 'id' | 'version'
  funds_holds: 'releasedAt'
  fx_close_outs: 'accountId'
  fx_contracts: 'contractNo' | 'coverDueAt' | 'paymentId' | 'fundingAccountId' | 'fundingHoldId' | 'closeOutLoss' | 'closeOutGain' | 'closeOutWaitsFor'
  fx_covers: 'coverNo' | 'settledOn'
  fx_desk_trades: 'tradeNo' | 'reference' | 'settledOn'
  fx_lines: never
  fx_margin_versions: 'id' | 'basisPoints'
  fx_margins: never
  fx_position_changes: never
  fx_positions: never
  fx_quotes: 'channel' | 'tenor'
  fx_rate_versions: 'id'
  fx_rates: never
  fx_revaluations: 'rate' | 'pricingReference'
  idempotency_keys: 'status' | 'response' | 'expiresAt' | 'etag'
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
  payment_approvals: 'notes' | 'userId' | 'signatoryId' | 'limitAmount'
  payment_exchanges: 'contractId' | 'sellAmount' | 'buyAmount' | 'payoutTransferId' | 'returnContractId'
  payment_fees: 'feeId' | 'transferId' | 'countedIn' | 'scheduledAmount' | 'scheduledCurrency' | 'rate' | 'feeVersion' | 'tier' | 'borneBy'
  payment_limit_groups: never
  payment_mails: 'dueAt' | 'sentAt' | 'failure' | 'leasedUntil'
  payment_occurrences: never
  payment_recurrences: 'contactId' | 'secCode' | 'paymentNotes' | 'endDate' | 'numberOfPayments' | 'dueOn' | 'receiverAccountId' | 'entryType' | 'createdByUser'
  payment_states: 'contactId' | 'onMissedCutOff' | 'validatedAt' | 'holdTransferId' | 'valueDate' | 'leavesAt' | 'cutOffAt' | 'dueAt' | 'settlementDueAt' | 'heldReasons' | 'failureReason' | 'approvalExpiresAt' | 'limitDate' | 'limitAmount' | 'limitRate' | 'feeAmount' | 'feeAccountId' | 'deductedAmount' | 'feeFromProceeds' | 'returnableUntil' | 'anyReturnUntil' | 'notifiedStatus' | 'previousStatus' | 'evidence'
  payment_traces: never
  payment_transitions: 'fromStatus' | 'evidence'
  payment_value_date_changes: never
  payments: 'contactId' | 'secCode' | 'paymentNotes' | 'receiverAccountId' | 'entryType' | 'createdByUser' | 'receiverAccountNumberIndex' | 'onMissedCutOff' | 'fxContractNumber'
  rail_departures: never
  rail_handovers: 'status' | 'token' | 'openTokens' | 'claimedBy' | 'leasedUntil' | 'doubt' | 'decision' | 'evidence' | 'leftAt' | 'fromEvidence'
  rail_holds: 'releasedAt' | 'releasedBy' | 'releaseReason' | 'replaces'
  rail_outboxes: never
  rail_settlements: 'isOpening'
  receivable_write_offs: 'businessDate'
  receivables: never
  retired_account_numbers: never
  revoked_access_tokens: never
  roles: 'version'
  schema_migrations: 'appliedAt' | 'worksWith'
  sealing_progress: 'position' | 'finishedAt'
  signatories: 'id' | 'title' | 'approvalLimit' | 'currency' | 'deletedAt'
  signing_keys: 'retiredAt' | 'expiresAt'
  simulator_messages: 'settledAt' | 'amount' | 'currency' | 'chargeBearer' | 'charges' | 'chargesCurrency'
  suspense_items: 'accountId' | 'releasedAt'
  suspense_releases: 'accountId' | 'contraAccount'
  token_records: 'grantId' | 'consumedAt'
  trace_positions: never
  trusted_issuers: 'clientClaim'
  user_roles: never
  users: 'phoneNumber' | 'version' | 'suspendedBy' | 'accessVersion' | 'accessNarrowedAt' | 'phoneNumberIndex'
  verifications: 'claimedUntil' | 'verifiedAt' | 'tookMs' | 'differences' | 'differsSince'
  webhook_deliveries: 'leasedUntil' | 'firstAttemptAt' | 'lastAttemptAt' | 'endedAt' | 'responseStatus' | 'error'
  webhook_secrets: 'expiresAt'
  webhooks: 'description' | 'statusReason' | 'failingSince'
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
  },
  ach_days: {
    tenantId: 'bigint',
    day: 'date',
    files: 'integer',
    entries: 'integer',
  },
  ach_entries: {
    tenantId: 'bigint',
    paymentId: 'uuid',
    fileId: 'uuid',
    traceNumber: 'text',
    effectiveEntryDate: 'date',
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
  },
  encryption_keys: {
    tenantId: 'bigint',
    id: 'integer',
    wrapped: 'bytea',
    createdAt: 'timestamptz',
    activeFrom: 'timestamptz',
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
  retired_account_numbers: {
    tenantId: 'bigint',
    routingNumber: 'text',
    accountNumber: 'text',
    accountId: 'bigint',
    retiredAt: 'timestamptz',
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
  user_roles: {
    tenantId: 'bigint',
    userId: 'uuid',
    roleId: 'uuid',
    customerId: 'bigint',
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
  },
} as const
