import { partyFields } from './party-fields.ts'

/** The owner of a field of a record. */
export interface FieldOwner {
  owner: Owner
  /** What an absent switch means; by default, off. */
  ifAbsent?: boolean
  /**
   * What the client of a customer may send for a new record: this value of a switch, or what the
   * institution decides in another way. By default, only what an absent field means.
   */
  atCreation?: boolean | FirstValue
  /**
   * Whether the field says who the customer is. A change by a client of a customer waits for the
   * institution's approval: docs/decisions/0058.
   */
  isIdentity?: true
}

/**
 * How the institution decides the first value of a field that another client may send: the field
 * says which record is asked for, within the rules of the institution; the institution approves the
 * whole record before it counts; or it offers the values.
 */
export type FirstValue = 'asked' | 'approved' | 'offered'

export type Owner = 'Customer' | 'Institution'

const customer: FieldOwner = { owner: 'Customer' }
const identity: FieldOwner = { owner: 'Customer', isIdentity: true }
/** Off, zero or none until the institution sets it. */
const institution: FieldOwner = { owner: 'Institution' }
/** On until the institution turns it off. */
const institutionOn: FieldOwner = { owner: 'Institution', ifAbsent: true }
/** Says which record is asked for. The institution relies on it from then on. */
const asked: FieldOwner = { owner: 'Institution', atCreation: 'asked' }
/** Of a record that waits for the institution: docs/decisions/0058. */
const approved: FieldOwner = { owner: 'Institution', atCreation: 'approved' }
const offered: FieldOwner = { owner: 'Institution', atCreation: 'offered' }

type Fields = Readonly<Record<string, FieldOwner>>

function all(owner: FieldOwner, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, owner]))
}

function below(prefix: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([path, owner]) => [`${prefix}.${path}`, owner]))
}

const profileDetails: Fields = {
  ...all(customer, ['sso', 'detailsofCharge']),
  // Credit, pricing and risk.
  ...all(institution, ['creditclient', 'accountanalysis', 'billingcustomer', 'fxPricingTier', 'crediValueAdjustment']),
  ...all(institution, ['restrictedaccess', 'achPositivePay', 'achWhitelist', 'paymentFileAuthentication']),
  ...all(institution, ['achNonPrefund', 'achNonPrefundLimit']),
}

const accessSettings: Fields = {
  allowOnlineAccess: institutionOn,
  // The customer's own controls. Loosening one takes two people: docs/decisions/0023.
  ...all(customer, ['userPinForNewEntry', 'userDualApproval', 'userPinForApproval', 'notificationsDualApproval']),
  ...all(customer, ['customerPinForNewEntry', 'customerDualApproval', 'customerPinForApproval']),
  ...all(customer, ['benePinForNewEntry', 'beneDualApproval', 'benePinForApproval']),
  ...all(customer, ['paymentPinForNewEntry', 'paymentDualApproval', 'paymentPinForApproval', 'feeTierForApproval']),
  ...all(customer, ['paymentLimitforFirstApprover', 'paymentLimitforSecondApprover', 'paymentNumberOfApprovers']),
}

const accountFeatures: Fields = {
  ...all(institution, ['rfpReceive', 'rfpSend', 'accountAnalysis']),
  ...all(customer, ['feeAccount', 'returnAccount']),
  ...below('fedWireFeature', {
    ...all(institutionOn, ['enableWire', 'enableInternationalWire', 'enableDomesticWire']),
    ...all(institution, ['callbackLimit', 'enableCallbacks']),
  }),
  ...below('fedNowFeature', {
    enableFedNow: institutionOn,
    ...all(institution, ['fednowReceiveOnly', 'fednowSendOrReceive', 'fednowRfpSend', 'fednowRfpReceive']),
  }),
  ...below('rtpFeature', {
    enableRtp: institutionOn,
    ...all(institution, ['rtpReceiveOnly', 'rtpSendOrReceive', 'rtpRfpSend', 'rtpRfpReceive']),
  }),
  ...below('achFeature', {
    // An account that a customer's client opens collects no debits until the institution agrees.
    enableUnderWritten: { owner: 'Institution', ifAbsent: true, atCreation: false },
    ...all(institution, ['enableOffset', 'defaultOffset', 'debitExposureLimit', 'creditExposureLimit']),
    ...all(institution, ['enableAchPrefund', 'achCompanyId', 'secCodes']),
    // Its clients can also say it in each payment.
    companyEntryDescription: customer,
  }),
}

/** The fields that every instruction to pay shares. */
const instruction = [
  ...['externalReferenceId', 'paymentAmount', 'paymentCurrency', 'speed', 'paymentNotes', 'paymentDate'],
  ...['recurrence', 'notification', 'additionalInfo', 'onMissedCutOff'],
  ...['businessUnit', 'businessUnitId', 'book', 'deliveryAgentType', 'channel'],
  ...['fbo', 'ultimateSender', 'ultimateReceiver'].flatMap(partyFields),
]

interface RecordOwners {
  /** The write operations that take fields of the record. */
  operations: readonly string[]
  /** Owners by path. The owner of an object owns the fields below it. */
  fields: Fields
}

/**
 * Who owns each field of every write operation. The operations that only the institution can use
 * are not listed: all their fields are the institution's.
 */
export const RECORDS = {
  customer: {
    operations: ['createCustomer', 'updateCustomer'],
    fields: {
      ...all(customer, ['externalReferenceId', 'shortName', 'customerId', 'language', 'costCenter', 'note']),
      ...all(customer, ['legalAddress', 'mailAddressSameAsLegal', 'mailingAddress', 'emailAddress', 'phoneNumber']),
      ...all(customer, ['faxNumber', 'website', 'webSite', 'logoUrl', 'linkedinUrl', 'twitterUrl']),
      // What becomes of its payments, which its clients can also say in each request.
      ...all(customer, ['swiftcode', 'swiftCode', 'onMissedCutOff', 'companyEntryDescription']),
      // Who the customer is, and its place in the hierarchy.
      ...all(identity, ['legalName', 'customerType', 'taxId', 'lei', 'achCompanyID']),
      ...all(identity, ['parentEntityShortName', 'partnerOrgShortName', 'processingOrgShortName']),
      ...all(approved, ['relationshipType', 'relationshipManager', 'originatingOfficer']),
      ...all(institution, ['secCodes', 'limits', 'debitFundsAvailability']),
      ...below('addtionalProfileDetails', profileDetails),
      ...below('additionalProfileDetails', profileDetails),
      ...below('legalEntityAccessSettings', accessSettings),
    },
  },
  account: {
    operations: ['createAccount', 'updateAccount', 'createAccountV2', 'updateAccountV2', 'changeAccountStatusV2'],
    fields: {
      ...all(customer, ['externalReferenceId', 'accountName', 'costCenter', 'additionalAttributes', 'externalAccount']),
      ...all(customer, ['feeAccount', 'returnAccount']),
      // Lifting a suspension follows HOLDS.
      ...all(customer, ['action', 'reason']),
      ...all(asked, ['accountNumber', 'fboAccountNumber', 'accountType', 'accountSubType', 'currency']),
      ...all(asked, ['countryCode', 'systemOfRecords', 'routingNumber', 'bankIdType']),
      ...all(offered, ['masterGl']),
      enableWire: institutionOn,
      ...all(institution, ['enableOffset', 'defaultOffset']),
      ...below('accountFeatures', accountFeatures),
    },
  },
  contact: {
    operations: ['createContact', 'updateContact'],
    fields: all(customer, [
      ...['externalReferenceId', 'templateName', 'name', 'contactType', 'address', 'emailAddress', 'email'],
      ...['phoneNumber', 'contactBank', 'intermediaryBank', 'otherInfo', 'regulartoryReporting'],
    ]),
  },
  signatory: {
    operations: ['createSignatory', 'updateSignatory'],
    fields: all(customer, ['fullName', 'emailAddress', 'phoneNumber', 'title', 'approvalLimit']),
  },
  role: {
    operations: ['createRole', 'updateRole'],
    fields: all(customer, ['externalReferenceId', 'name', 'description', 'applications']),
  },
  user: {
    operations: ['createUser', 'updateUser'],
    fields: all(customer, [
      ...['externalReferenceId', 'loginId', 'firstName', 'lastName', 'email', 'roleNames', 'phoneNumber'],
      'applicationLimits',
    ]),
  },
  consumer: {
    operations: ['onboardConsumer'],
    fields: {
      ...all(customer, ['loginId', 'email', 'phoneNumber', 'Address', 'address', 'account.accountName']),
      ...all(approved, ['firstName', 'lastName']),
      ...below(
        'account',
        all(approved, [
          ...['accountNumber', 'accountType', 'accountSubType', 'currency', 'countryCode', 'routingNumber'],
          'bankIdType',
        ]),
      ),
    },
  },
  payment: {
    operations: ['createCreditPayment', 'createDebitPayment', 'createBookTransfer'],
    fields: {
      ...all(customer, [
        ...instruction,
        ...['sender', 'receiver', 'creditor', 'debtor', 'senderAccount', 'receiverAccount'],
      ]),
      // Prices are the institution's: its client alone adds fees to a payment.
      ...all(institution, ['fee']),
    },
  },
  prenotification: {
    operations: ['createPrenote'],
    fields: all(customer, ['accountUID', 'contactUID', 'entryType', 'secCode', 'externalReferenceId']),
  },
  'step of a payment': {
    operations: ['cancelPayment', 'approvePayment', 'rejectPayment', 'requestReturn'],
    fields: all(customer, ['notes', 'userId', 'loginId', 'signatoryId', 'reason', 'calledNumber']),
  },
  'request for payment': {
    operations: ['acceptPaymentRequest', 'refusePaymentRequest'],
    fields: all(customer, ['contactUID', 'reason', 'notes']),
  },
  'request for payment to a contact': {
    operations: ['askForPayment'],
    fields: all(customer, [
      ...['accountUID', 'contactUID', 'amount', 'currency', 'network', 'requestedExecutionDate', 'expiryDate'],
      ...['amountModificationAllowed', 'earlyPayment', 'guaranteedPayment', 'remittance', 'externalReferenceId'],
    ]),
  },
  'recurring payment': {
    operations: ['changeRecurrence'],
    fields: all(customer, ['endDate', 'noOfPayments']),
  },
  'decision on an approval': {
    operations: [
      ...['approveContactChange', 'rejectContactChange', 'approveCustomerChange', 'rejectCustomerChange'],
      ...['approveUserChange', 'rejectUserChange', 'approveRoleChange', 'rejectRoleChange'],
      ...['approveSignatoryChange', 'rejectSignatoryChange', 'approveTradeChange', 'rejectTradeChange'],
    ],
    fields: all(customer, ['contentHash', 'reason', 'userId', 'loginId', 'signatoryId']),
  },
  'positive pay': {
    operations: ['createPositivePayRule', 'updatePositivePayRule', 'approvePositivePayExceptions'],
    fields: all(customer, [
      ...['paymentRuleType', 'customerAccountNumber', 'customerName', 'achCompanyID', 'beneBankId', 'beneName'],
      ...['beneBankName', 'beneAccountNumber', 'secCode', 'amount', 'currency', 'amountType', 'frequency'],
      ...['effectiveDate', 'expiryDate', 'ruleUID', 'exceptionUIDs'],
    ]),
  },
  'file of payments': {
    operations: ['uploadPaymentFile', 'rejectPaymentFile'],
    fields: all(customer, ['fileName', 'content', 'senderAccountUID', 'reason']),
  },
  'webhook of a customer': {
    operations: [
      ...['createCustomerWebhook', 'updateCustomerWebhook', 'rotateCustomerWebhookSecret'],
      'replayCustomerWebhookEvents',
    ],
    fields: all(customer, [
      ...['url', 'eventTypes', 'description', 'format', 'basicAuthentication', 'status', 'overlapSeconds'],
      ...['after', 'upTo'],
    ]),
  },
  'exchange of currencies': {
    operations: ['quoteFxTrade', 'acceptFxQuote'],
    fields: all(customer, [
      ...['customerId', 'customerIdType', 'sellCurrency', 'buyCurrency', 'fundingAmount', 'transferAmount'],
      ...[
        'productType',
        'tenor',
        'valueDate',
        'channel',
        'quoteUUID',
        'autoCover',
        'autoCoverDelay',
        'fundingAccountUID',
      ],
    ]),
  },
} satisfies Record<string, RecordOwners>

export type OwnedRecord = keyof typeof RECORDS

/** The fields of a record, by path. */
export function fieldsOf(record: OwnedRecord): Fields {
  return RECORDS[record].fields
}

/** The owner of the field: that of its path, or of the nearest object above it. */
export function ownerOfField(record: OwnedRecord, path: string): FieldOwner | undefined {
  const fields = fieldsOf(record)
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) if (fields[at]) return fields[at]
  return undefined
}

/** The states that restrict a record, and who ends each of them: for docs/field-owners.md. */
export const HOLDS = [
  { record: 'customer', state: 'Suspended', imposedBy: 'Institution', liftedBy: 'the institution' },
  { record: 'account', state: 'Suspended', imposedBy: 'Customer', liftedBy: 'the customer or the institution' },
  { record: 'account', state: 'Suspended', imposedBy: 'Institution', liftedBy: 'the institution' },
  { record: 'user', state: 'Suspended', imposedBy: 'Customer', liftedBy: 'the customer or the institution' },
  { record: 'user', state: 'Suspended', imposedBy: 'Institution', liftedBy: 'the institution' },
  { record: 'contact', state: 'Rejected', imposedBy: 'Customer', liftedBy: 'the customer or the institution' },
  { record: 'contact', state: 'Rejected', imposedBy: 'Institution', liftedBy: 'the institution' },
] as const satisfies readonly { record: OwnedRecord; state: string; imposedBy: Owner; liftedBy: string }[]
