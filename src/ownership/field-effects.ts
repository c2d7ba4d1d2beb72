import { type OwnedRecord, RECORDS } from './field-owners.ts'
import { partyFields } from './party-fields.ts'

/**
 * What a stored field does. A field is read by a file of `src/` that acts on it, where it has the
 * name `as`; or a file refuses it when it is set; or Giro only stores and shows it, for a reason.
 */
export type FieldEffect = { readBy: string; as?: string } | { refusedBy: string } | { shown: string }

type Effects = Readonly<Record<string, FieldEffect>>

const INFORMATION = 'information for people and for programs of the bank'
const CHANNEL = 'a control of the channel in which the customer banks, which reads it here'
const BACK_OFFICE = 'a term that billing, credit and analysis systems of the bank apply'
const RECEIVED_ONLY = 'a statement about incoming payments, which Giro does not process'
const FUNDS_BATCHES = 'the account that funds batches, for programs of the bank (docs/decisions/0090)'
const REMITTANCE = 'part of the instruction that the receiving bank gets'

function by(readBy: string, names: readonly string[]): Effects {
  return Object.fromEntries(names.map((name) => [name, { readBy }]))
}

function as(readBy: string, names: Readonly<Record<string, string>>): Effects {
  return Object.fromEntries(Object.entries(names).map(([name, stored]) => [name, { readBy, as: stored }]))
}

function shown(reason: string, names: readonly string[]): Effects {
  return Object.fromEntries(names.map((name) => [name, { shown: reason }]))
}

function refusedFields(refusedBy: string, names: readonly string[]): Effects {
  return Object.fromEntries(names.map((name) => [name, { refusedBy }]))
}

/** What the rail of a payment carries, if it has a place for it. */
const CARRIED_TEXTS = [
  ...['receiverIdentificationNumber', 'referenceForBeneficiary', 'originatortoBeneficiary', 'paymentRemittanceNotes'],
  ...['remittanceMethod', 'senderToReceiverNotes', 'transactionTypeCode', 'localInstruments', 'proprietaryCode'],
]
/** What the class of an ACH entry demands. */
const OF_ACH_CLASSES = [
  'companyEntryDescription',
  'remittance',
  'authorizationType',
  'checkSerialNumber',
  'terminalCity',
  'terminalState',
]
const OF_REQUESTS_FOR_PAYMENT = [
  ...['requestedExecutionDate', 'expiryDate', 'amountModificationAllowed', 'earlyPayment', 'guaranteedPayment'],
]

function below(prefix: string, effects: Effects): Effects {
  return Object.fromEntries(Object.entries(effects).map(([path, effect]) => [`${prefix}.${path}`, effect]))
}

const profileDetails: Effects = {
  ...shown(CHANNEL, ['sso', 'restrictedaccess', 'paymentFileAuthentication']),
  ...by('customers/positive-pay.ts', ['achPositivePay']),
  ...shown(RECEIVED_ONLY, ['achWhitelist']),
  ...shown(BACK_OFFICE, ['creditclient', 'accountanalysis', 'billingcustomer', 'crediValueAdjustment']),
  ...shown(INFORMATION, ['detailsofCharge']),
  achNonPrefund: { refusedBy: 'customers/check-customer.ts' },
  achNonPrefundLimit: { shown: 'a limit of achNonPrefund, which is refused when it is on' },
  ...by('customers/fx-pricing-tier.ts', ['fxPricingTier']),
}

const accessSettings: Effects = {
  ...shown(CHANNEL, ['allowOnlineAccess', 'notificationsDualApproval', 'feeTierForApproval']),
  ...shown(CHANNEL, ['userPinForNewEntry', 'userPinForApproval', 'customerPinForNewEntry', 'customerPinForApproval']),
  ...shown(CHANNEL, ['benePinForNewEntry', 'benePinForApproval', 'paymentPinForNewEntry', 'paymentPinForApproval']),
  ...by('customers/domain/dual-approval.ts', ['userDualApproval', 'customerDualApproval', 'beneDualApproval']),
  ...by('approvers/domain/approvers-needed.ts', [
    ...['paymentDualApproval', 'paymentNumberOfApprovers'],
    ...['paymentLimitforFirstApprover', 'paymentLimitforSecondApprover'],
  ]),
}

const accountFeatures: Effects = {
  ...by('message-imports/payment-requests/payment-requests.store.ts', ['rfpReceive']),
  ...by('message-imports/sent-requests/sent-requests.store.ts', ['rfpSend']),
  ...shown(BACK_OFFICE, ['accountAnalysis']),
  ...as('fees/pricing.store.ts', { feeAccount: 'fee_account' }),
  ...as('suspense/suspense.store.ts', { returnAccount: 'return_account' }),
  ...below('fedWireFeature', {
    ...as('payments/decision/parties.store.ts', {
      enableWire: 'enable_wire',
      enableDomesticWire: 'enable_domestic_wire',
    }),
    ...as('payments/decision/parties.store.ts', { enableInternationalWire: 'enable_international_wire' }),
    ...by('payments/decision/parties.store.ts', ['callbackLimit', 'enableCallbacks']),
  }),
  ...below('fedNowFeature', {
    ...as('payments/decision/parties.store.ts', {
      enableFedNow: 'enable_fednow',
      fednowReceiveOnly: 'receive_only_rails',
    }),
    ...shown('what fednowReceiveOnly does not restrict', ['fednowSendOrReceive']),
    ...by('message-imports/payment-requests/payment-requests.store.ts', ['fednowRfpReceive']),
    ...by('message-imports/sent-requests/sent-requests.store.ts', ['fednowRfpSend']),
  }),
  ...below('rtpFeature', {
    ...as('payments/decision/parties.store.ts', { enableRtp: 'enable_rtp', rtpReceiveOnly: 'receive_only_rails' }),
    ...shown('what rtpReceiveOnly does not restrict', ['rtpSendOrReceive']),
    ...by('message-imports/payment-requests/payment-requests.store.ts', ['rtpRfpReceive']),
    ...by('message-imports/sent-requests/sent-requests.store.ts', ['rtpRfpSend']),
  }),
  ...below('achFeature', {
    ...shown(FUNDS_BATCHES, ['enableOffset', 'defaultOffset']),
    ...by('payments/decision/parties.store.ts', ['enableUnderWritten', 'debitExposureLimit']),
    ...as('payments/decision/parties.store.ts', { creditExposureLimit: 'credit_exposure_limit' }),
    ...by('payments/decision/parties.store.ts', ['secCodes']),
    ...by('rails/ach/ach.store.ts', ['achCompanyId', 'companyEntryDescription']),
    enableAchPrefund: { refusedBy: 'accounts/account-body.schema.ts' },
  }),
}

const ultimateParties = ['ultimateSender', 'ultimateReceiver'].flatMap(partyFields)

/** The effects of the fields that clients of customers can write, by the records of `RECORDS`. */
const WEBHOOK: Effects = {
  ...by('webhooks/write-webhook.ts', ['url', 'status', 'basicAuthentication', 'overlapSeconds']),
  ...by('webhooks/send-deliveries.ts', ['format']),
  ...by('webhooks/secrets.ts', ['basicAuthentication.username', 'basicAuthentication.password']),
  ...by('webhooks/wanted-events.ts', ['eventTypes']),
  ...by('webhooks/replay-events.ts', ['after', 'upTo']),
  ...shown(INFORMATION, ['description']),
}

const OF_CUSTOMERS: Readonly<Record<OwnedRecord, Effects>> = {
  customer: {
    ...shown(INFORMATION, ['externalReferenceId', 'language', 'costCenter', 'note', 'taxId', 'lei', 'legalAddress']),
    ...shown(INFORMATION, ['mailAddressSameAsLegal', 'mailingAddress', 'emailAddress', 'phoneNumber', 'faxNumber']),
    ...shown(INFORMATION, ['website', 'webSite', 'logoUrl', 'linkedinUrl', 'twitterUrl', 'swiftcode', 'swiftCode']),
    ...as('rails/ach/ach.store.ts', { legalName: 'legal_name' }),
    ...as('rails/ach/ach.store.ts', { achCompanyID: 'ach_company_id' }),
    ...by('rails/ach/ach.store.ts', ['companyEntryDescription']),
    ...as('payments/decision/parties.store.ts', { customerType: 'customer_type', secCodes: 'sec_codes' }),
    ...by('customers/find-customer.ts', ['shortName']),
    ...by('fx/require-fx-customer.ts', ['customerId']),
    ...by('customers/check-customer.ts', ['relationshipType', 'relationshipManager', 'originatingOfficer']),
    ...by('customers/hierarchy.ts', ['parentEntityShortName', 'partnerOrgShortName', 'processingOrgShortName']),
    ...as('payments/cut-off/missed-cut-off.ts', { onMissedCutOff: 'ofCustomer' }),
    ...by('payments/availability/funds-holds.store.ts', ['debitFundsAvailability']),
    ...as('limits/limits.store.ts', { limits: 'customer_limits' }),
    ...below('addtionalProfileDetails', profileDetails),
    ...below('additionalProfileDetails', profileDetails),
    ...below('legalEntityAccessSettings', accessSettings),
  },
  account: {
    ...shown(INFORMATION, [
      'externalReferenceId',
      'accountName',
      'costCenter',
      'additionalAttributes',
      'externalAccount',
    ]),
    ...shown(INFORMATION, ['fboAccountNumber', 'countryCode', 'reason']),
    ...shown('the number of the account in the general ledger of the bank', ['masterGl']),
    ...shown(FUNDS_BATCHES, ['enableOffset', 'defaultOffset']),
    ...as('fees/pricing.store.ts', { feeAccount: 'fee_account' }),
    ...as('suspense/suspense.store.ts', { returnAccount: 'return_account' }),
    ...as('payments/decision/parties.store.ts', { enableWire: 'enable_wire' }),
    ...by('accounts/account-body.schema.ts', ['accountType', 'accountSubType', 'bankIdType', 'currency']),
    ...as('payments/decision/parties.store.ts', { accountNumber: 'account_number', routingNumber: 'routing_number' }),
    ...as('accounts/check-account.ts', { systemOfRecords: 'systemOfRecord' }),
    ...as('accounts/change-account-status.ts', { action: 'action' }),
    ...below('accountFeatures', accountFeatures),
  },
  contact: {
    ...shown(INFORMATION, [
      'externalReferenceId',
      'address',
      'emailAddress',
      'email',
      'phoneNumber',
      'regulartoryReporting',
    ]),
    ...shown(REMITTANCE, ['intermediaryBank', 'otherInfo', 'contactBank.address', 'contactBank.name']),
    ...by('contacts/contacts.store.ts', ['templateName']),
    ...as('payments/decision/parties.store.ts', { name: 'name', contactType: 'contact_type' }),
    ...below('contactBank', {
      ...as('payments/decision/parties.store.ts', { accountNo: 'account_number', accountCcy: 'account_currency' }),
      ...as('payments/decision/parties.store.ts', { accountType: 'account_type', nationalCode: 'national_code' }),
      ...as('payments/decision/parties.store.ts', { swiftCode: 'swift_code' }),
      country: { readBy: 'contacts/contacts.schema.ts' },
    }),
  },
  signatory: {
    ...shown(INFORMATION, ['fullName', 'phoneNumber', 'title']),
    ...by('approvers/approver.ts', ['emailAddress', 'approvalLimit']),
  },
  role: {
    ...shown(INFORMATION, ['externalReferenceId', 'description']),
    ...by('roles/roles.store.ts', ['name']),
    ...by('approvers/approver.ts', ['applications']),
  },
  user: {
    ...shown(INFORMATION, ['externalReferenceId', 'firstName', 'lastName', 'phoneNumber']),
    ...by('approvers/approver.ts', ['loginId', 'email']),
    ...by('users/check-user.ts', ['roleNames']),
    ...as('approvers/approver.ts', { applicationLimits: 'limits' }),
  },
  consumer: by('consumers/onboard-consumer.ts', [
    ...['loginId', 'firstName', 'lastName', 'email', 'phoneNumber', 'Address', 'address', 'account'],
  ]),
  payment: {
    ...shown(REMITTANCE, ultimateParties),
    ...by('rails/domain/carried-fields.ts', partyFields('fbo')),
    ...shown(REMITTANCE, ['paymentNotes']),
    ...shown(INFORMATION, ['externalReferenceId', 'channel', 'additionalInfo.channel', 'additionalInfo.costCenter']),
    ...shown(INFORMATION, ['additionalInfo.requestMethod', 'additionalInfo.operationNote']),
    ...shown(INFORMATION, ['businessUnit', 'businessUnitId', 'book', 'deliveryAgentType']),
    ...below('additionalInfo', by('rails/domain/information.ts', [...CARRIED_TEXTS])),
    ...below('additionalInfo', by('rails/domain/ach-classes.ts', OF_ACH_CLASSES)),
    ...as('rails/domain/information.ts', { 'additionalInfo.unstructuredAddendaInfo': 'addendaInformation' }),
    ...below('additionalInfo', refusedFields('payments/request/additional-info.schema.ts', OF_REQUESTS_FOR_PAYMENT)),
    ...as('payments/decision/decide-payment.ts', { paymentAmount: 'amount', paymentCurrency: 'currency' }),
    ...by('payments/decision/domain/accept-payment.ts', ['speed', 'paymentDate']),
    ...as('payments/decision/payment-sides.ts', { 'additionalInfo.detailsOfCharges': 'deductsFees' }),
    ...as('payments/cut-off/missed-cut-off.ts', { onMissedCutOff: 'chosenOnMissed' }),
    ...as('payments/request/extra-fees.schema.ts', { fee: 'parseExtraFees' }),
    ...by('payments/recurring/start-recurrence.ts', ['recurrence']),
    ...as('notifications/mails.store.ts', { notification: 'notification' }),
    ...by('payments/decision/domain/accept-payment.ts', ['additionalInfo.secCode', 'additionalInfo.fxContractNumber']),
    ...as('payments/decision/require-parties.ts', {
      ...{ sender: 'senderAccountId', creditor: 'senderAccountId', senderAccount: 'senderAccountId' },
      ...{ receiver: 'described', debtor: 'described', receiverAccount: 'requireAccount' },
    }),
  },
  prenotification: {
    ...by('payments/prenotes/create-prenote.ts', ['accountUID', 'contactUID', 'entryType', 'secCode']),
    externalReferenceId: { readBy: 'rails/ach/prenotes.store.ts', as: 'external_reference_id' },
  },
  'step of a payment': {
    ...shown(INFORMATION, ['notes']),
    ...by('approvers/approver.ts', ['userId', 'loginId', 'signatoryId']),
    ...by('payments/approval/approve-payment.ts', ['calledNumber']),
    ...by('payments/network/request-return.ts', ['reason']),
  },
  'request for payment': as('message-imports/payment-requests/decide-request.ts', {
    ...{ contactUID: 'contactUID', reason: 'code', notes: 'notes' },
  }),
  'request for payment to a contact': as('message-imports/sent-requests/ask-for-payment.ts', {
    ...{ accountUID: 'accountId', contactUID: 'contactId', amount: 'amount', currency: 'currency' },
    ...{ network: 'network', requestedExecutionDate: 'requestedOn', expiryDate: 'expiresOn' },
    ...{ amountModificationAllowed: 'mayChangeAmount', earlyPayment: 'mayPayEarly' },
    ...{ guaranteedPayment: 'isGuaranteed', remittance: 'remittance', externalReferenceId: 'reference' },
  }),
  'recurring payment': {
    ...by('payments/recurring/change-recurrence.ts', ['endDate']),
    ...as('payments/recurring/change-recurrence.ts', { noOfPayments: 'occurrenceCount' }),
  },
  'decision on an approval': {
    ...by('approvals/decide-approval.ts', ['contentHash']),
    ...by('approvers/approver.ts', ['userId', 'loginId', 'signatoryId']),
    ...shown(INFORMATION, ['reason']),
  },
  'file of payments': {
    ...by('payment-files/upload-file.ts', ['content', 'senderAccountUID']),
    ...shown(INFORMATION, ['fileName', 'reason']),
  },
  'positive pay': {
    ...by('receipts/positive-pay/write-rule.ts', ['customerAccountNumber', 'customerName', 'ruleUID']),
    ...as('receipts/domain/match-rules.ts', { achCompanyID: 'achCompanyId', beneBankId: 'bankRouting' }),
    ...by('receipts/domain/match-rules.ts', ['amount', 'amountType', 'frequency', 'effectiveDate', 'expiryDate']),
    ...by('receipts/domain/match-rules.ts', ['secCode']),
    ...by('receipts/positive-pay/decide-exception.ts', ['exceptionUIDs']),
    ...shown(INFORMATION, ['beneName', 'beneBankName']),
    paymentRuleType: { refusedBy: 'receipts/positive-pay/rules.schema.ts' },
    currency: { refusedBy: 'receipts/positive-pay/rules.schema.ts' },
    beneAccountNumber: { refusedBy: 'receipts/positive-pay/rules.schema.ts' },
  },
  'webhook of a customer': WEBHOOK,
  'exchange of currencies': {
    ...by('fx/require-fx-customer.ts', ['customerId', 'customerIdType']),
    ...by('fx/quote-trade.ts', ['sellCurrency', 'buyCurrency', 'fundingAmount', 'transferAmount', 'productType']),
    ...by('fx/quote-trade.ts', ['tenor', 'valueDate']),
    ...shown(INFORMATION, ['channel']),
    ...by('fx/decide-quote.ts', ['quoteUUID']),
    ...by('fx/make-contract.ts', ['autoCover', 'autoCoverDelay', 'fundingAccountUID']),
  },
}

/** The effects of the fields that only the institution can write, by the operations. */
const OF_THE_INSTITUTION: readonly { operations: readonly string[]; effects: Effects }[] = [
  {
    operations: ['setInstitutionLimits'],
    effects: {
      ...by('limits/set-limits.ts', ['limits', 'totals']),
      ...by('limits/domain/reserve.ts', ['limits.approvalAbove']),
    },
  },
  {
    operations: ['cancelOutstanding'],
    effects: {
      ...by('outstanding/find-actor.ts', ['apiKey', 'userUID', 'customerUID', 'identityProviderOf']),
      ...by('outstanding/cancel-items.ts', ['reason']),
    },
  },
  {
    operations: ['releaseOutstanding'],
    effects: {
      ...by('outstanding/find-actor.ts', ['apiKey', 'userUID', 'customerUID', 'identityProviderOf']),
      ...shown(INFORMATION, ['reason']),
    },
  },
  {
    operations: ['approveChange', 'rejectChange'],
    effects: { ...by('approvals/decide-approval.ts', ['contentHash']), ...shown(INFORMATION, ['reason']) },
  },
  {
    operations: ['returnPayment', 'reversePayment'],
    effects: {
      ...by('payments/ending/return-payment.ts', ['achReturnCode']),
      ...by('payments/ending/require-returnable.ts', ['returnDate']),
      ...by('payments/ending/reverse-payment.ts', ['discoveredAt']),
      ...shown(INFORMATION, ['returnNotes', 'reversalNotes']),
    },
  },
  { operations: ['releaseFunds'], effects: shown(INFORMATION, ['reason']) },
  {
    operations: ['releaseHeldPayment'],
    effects: { ...shown(INFORMATION, ['reason']), ...by('payments/held/release-payments.ts', ['series']) },
  },
  {
    operations: ['confirmCallBackNumber'],
    effects: {
      ...by('payments/approval/confirm-number.ts', ['phoneNumber']),
      ...shown(INFORMATION, ['reason']),
    },
  },
  {
    operations: ['updateInstitution'],
    effects: {
      ...shown(INFORMATION, ['name', 'bic']),
      ...by('institution/business-hours.ts', ['timeZone']),
      ...by('payments/decision/domain/accept-payment.ts', ['routingNumber', 'rails', 'instantNetwork']),
      ...as('payments/decision/domain/accept-payment.ts', { instantLimits: 'instantLimitsOf' }),
      ...by('administration/institution.schema.ts', ['currency', 'sandbox']),
      ...by('approvals/proposed-requests.ts', ['dualControl']),
      ...by('institution/calendar.ts', ['closedDays']),
      ...by('rails/timetable.ts', ['currencyCalendars']),
      ...by('rails/ach/compose-file.ts', ['ach.immediateDestination', 'ach.immediateDestinationName']),
      ...as('rails/ach/collection-window.ts', { 'ach.collection': 'collection' }),
      ...as('institution/offered-sec-codes.ts', { 'ach.secCodes': 'secCodesOf' }),
      ...as('institution/correspondents.ts', { correspondents: 'correspondentOf' }),
      ...as('institution/networks.ts', { networks: 'networkSettingsOf' }),
      ...by('rails/timetable.ts', ['cutOffs.marginMinutes', 'cutOffs.swift', 'cutOffs.swiftByCurrency']),
      ...by('payments/decision/payment-sides.ts', ['debits.feesFrom']),
      ...by('payments/decision/exposure.ts', ['debits.returnReservePercent']),
      ...by('payments/availability/hold-proceeds.ts', ['debits.fundsAvailability']),
      ...as('institution/held-setters.store.ts', { stoppedMakers: 'STOPPED_MAKERS' }),
      ...by('payments/approval/call-back-numbers.ts', ['callBacks.minimumNumberAge']),
      ...as('payments/cut-off/missed-cut-off.ts', { 'cutOffs.onMissed': 'onMissed' }),
      ...as('payments/recurring/domain/payment-days.ts', { recurrence: 'conventionOf' }),
      ...as('obligations/open-obligations.ts', { obligations: 'dueSoonHoursOf' }),
      ...by('receipts/open-receivers.ts', ['receipts.matchNames']),
      ...by('receipts/receive-items.ts', ['receipts.reviewCreditsFrom', 'receipts.reviewInternational']),
      ...as('payments/intake/repeated-references.store.ts', { repeatedReferences: 'repeatedReferencesOf' }),
      ...as('fx/read-rate.ts', { 'fx.maxRateAgeSeconds': 'maxRateAgeSecondsOf' }),
      ...as('fx/domain/smallest-ticket.ts', { 'fx.smallestTickets': 'checkTicket' }),
      ...as('fx/new-margin.ts', { 'fx.marginIncome': 'marginIncomeOf' }),
      ...as('fx/close-outs/close-out.ts', { 'fx.closeOutGains': 'closeOutGainsOf' }),
      ...as('fx/desk/propose-desk-trade.ts', {
        'fx.deskTradeAloneUpTo': 'deskTradeAloneUpToOf',
        'fx.deskTradePriceTolerancePercent': 'deskTradePriceTolerancePercentOf',
      }),
      ...as('payments/ending/propose-return.ts', { returns: 'returnsAloneUpToOf' }),
      ...by('institution/prepare-days.ts', ['books.closeTime']),
      ...by('books/export-day.ts', ['books.exportDetail']),
      ...as('books/close-day.ts', { 'books.glAccounts': 'glAccounts' }),
      ...as('accounts/openable-accounts.ts', { 'books.customerGlAccounts': 'customerGlAccountsOf' }),
      ...as('fx/last-look.ts', { 'fx.lastLookBasisPoints': 'lastLookBasisPointsOf' }),
      ...as('fx/open-quotes.ts', {
        'fx.maxOpenQuotes': 'maxOpenQuotesOf',
        'fx.maxOpenQuotesAmount': 'maxOpenQuotesAmountOf',
      }),
      ...as('fx/read-rate.ts', { 'fx.maxCrossDeviationPercent': 'maxCrossDeviationPercentOf' }),
      ...as('fx/set-rates.ts', {
        'fx.maxRateChangePercent': 'maxRateChangePercentOf',
        'fx.maxRoundTripGainPercent': 'maxRoundTripGainPercentOf',
      }),
      ...by('institution/adjustment-caps.ts', ['adjustmentCaps']),
      ...as('accounts/account-number.ts', { accountNumbers: 'accountNumbersOf' }),
      ...as('rails/simulator/networks/hear.ts', { simulator: 'settleAfterSeconds' }),
    },
  },
  {
    operations: ['closeLedgerDays'],
    effects: by('books/close-day.ts', ['businessDate']),
  },
  {
    operations: ['makeFxDeskTrade'],
    effects: {
      ...by('fx/desk/make-desk-trade.ts', ['buyCurrency', 'buyAmount', 'sellCurrency', 'sellAmount', 'valueDate']),
      ...shown(INFORMATION, ['counterparty', 'reference']),
    },
  },
  {
    operations: ['adjustAccount'],
    effects: {
      ...by('accounts/adjust-account.ts', ['direction', 'amount', 'currency', 'contraAccount']),
      ...shown(INFORMATION, ['reason', 'externalReferenceId']),
    },
  },
  {
    operations: ['writeOffReceivable'],
    effects: {
      ...by('receivables/write-off.ts', ['amount', 'currency']),
      ...shown(INFORMATION, ['reason', 'externalReferenceId']),
    },
  },
  { operations: ['assignReceipt'], effects: by('receipts/decide-receipt.ts', ['accountUID']) },
  {
    operations: ['returnReceipt'],
    effects: {
      ...by('receipts/decide-receipt.ts', ['reason']),
      ...as('receipts/dishonor-answers.ts', { fieldsInError: 'information' }),
      ...by('receipts/decide-receipt.ts', ['isQuestionable']),
    },
  },
  {
    operations: ['releaseSuspenseItem'],
    effects: {
      ...by('suspense/release-item.ts', ['accountUID', 'contraAccount']),
      ...shown(INFORMATION, ['reason', 'externalReferenceId']),
    },
  },
  {
    operations: ['releaseRailHold', 'resendRailFile', 'releaseRailFile'],
    effects: shown(INFORMATION, ['reason']),
  },
  {
    operations: ['resendRailMessage', 'releaseRailMessage', 'dismissRailMessage'],
    effects: shown(INFORMATION, ['reason']),
  },
  { operations: ['resolveMessageException'], effects: shown(INFORMATION, ['notes']) },
  {
    operations: ['acceptReturnRequest', 'refuseReturnRequest'],
    effects: as('receipts/return-requests/answer-return-request.ts', { reason: 'code', notes: 'notes' }),
  },
  {
    operations: ['simulateFedwireMessages'],
    effects: by('rails/simulator/networks/originate-messages.ts', [
      'credits',
      'paymentRequests',
      'returnRequests',
      'gaps',
    ]),
  },
  {
    operations: ['simulateFedNowMessages', 'simulateRTPMessages'],
    effects: by('rails/simulator/networks/originate-messages.ts', [
      ...['credits', 'paymentRequests', 'returnRequests', 'participants'],
    ]),
  },
  {
    operations: ['simulateSWIFTMessages'],
    effects: by('rails/simulator/networks/originate-messages.ts', ['credits', 'returnRequests']),
  },
  {
    operations: ['decideRailMessage'],
    effects: { ...by('rails/messages/hand-over-messages.ts', ['decision']), ...shown(INFORMATION, ['reason']) },
  },
  { operations: ['simulateAchEntries'], effects: by('rails/simulator/ach/originate.ts', ['entries']) },
  {
    operations: ['decideRailHandover'],
    effects: { ...by('rails/handover/hand-over.ts', ['decision']), ...shown(INFORMATION, ['reason']) },
  },
  { operations: ['setInstitutionClock'], effects: by('administration/set-clock.ts', ['time']) },
  {
    operations: ['createApiClient', 'updateApiClient'],
    effects: {
      ...shown(INFORMATION, ['name']),
      ...by('api-clients/write-api-client.ts', ['customerUID', 'entitlements', 'roleNames', 'authenticationMethod']),
      ...by('tokens/access-rules.ts', ['publicKeys', 'certificateThumbprints', 'senderConstraint']),
      ...by('tokens/access-rules.ts', ['accessTokenSeconds', 'allowedNetworks', 'expiresAt']),
      ...by('tokens/access-rules.ts', ['redirectUris', 'postLogoutRedirectUris']),
      ...by('api-clients/check-persons.ts', ['trustedToNamePersons', 'identityProvider']),
      ...by('api-clients/access-rules.schema.ts', ['remove']),
    },
  },
  { operations: ['rotateApiClientSecret'], effects: by('api-clients/write-api-client.ts', ['overlapSeconds']) },
  { operations: ['suspendCustomer'], effects: shown(INFORMATION, ['reason']) },
  {
    operations: ['createFee', 'updateFee', 'addCustomerFeeTier', 'updateCustomerFeeTier'],
    effects: {
      ...by('fees/write-fee.ts', ['application']),
      ...by('fees/fees.store.ts', ['name', 'currency', 'tierBy']),
      ...by('fees/domain/choose-tiers.ts', ['product', 'feeTier', 'feeName']),
      ...by('fees/domain/calculate-fee.ts', ['tiers']),
      ...by('fees/write-customer-fee.ts', ['accountNumber']),
    },
  },
  {
    operations: ['setFxRates', 'setFxMargins'],
    effects: { ...by('fx/read-rate.ts', ['rates']), ...by('fx/read-margin.ts', ['margins']) },
  },
  { operations: ['setFxLine'], effects: by('fx/lines/fx-lines.store.ts', ['line']) },
  {
    operations: ['createWebhook', 'updateWebhook', 'rotateWebhookSecret', 'replayWebhookEvents'],
    effects: WEBHOOK,
  },
]

/** Every effect, by the operations that write the fields. */
export const FIELD_EFFECTS: readonly { record: string; operations: readonly string[]; effects: Effects }[] = [
  ...(Object.keys(OF_CUSTOMERS) as OwnedRecord[]).map((record) => ({
    record,
    operations: RECORDS[record].operations as readonly string[],
    effects: OF_CUSTOMERS[record],
  })),
  ...OF_THE_INSTITUTION.map(({ operations, effects }) => ({ record: operations.join(', '), operations, effects })),
]

/** The effect of a field: that of its path, or of the nearest object above it. */
export function effectOf(effects: Effects, path: string): FieldEffect | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) if (effects[at]) return effects[at]
  return undefined
}
