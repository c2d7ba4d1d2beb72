import Type, { type Static, type TProperties } from 'typebox'
import {
  AddressBody,
  AddressSchema,
  blanksAreAbsent,
  EmailField,
  multiline,
  mustBeName,
  name,
  named,
  nameText,
  nullableObject,
  optionalText,
  otherSpelling,
  removable,
  text,
  Uid,
  uniqueName,
} from '../http/fields.ts'
import { pageFields } from '../http/paging.ts'
import { ON_MISSED_CUT_OFF } from '../kernel/cut-off.ts'
import { ENTRY_DESCRIPTION } from '../kernel/entry-description.ts'
import { SEC_CODES } from '../kernel/sec-codes.ts'
import { words } from '../kernel/words.ts'
import { AppLimits } from '../limits/limits.ts'
import { ACH_COMPANY_ID } from './ach-company-id.ts'
import type { CustomerData, CustomerRow } from './customers.store.ts'
import { CUSTOMER_STATUSES } from './domain/customer-state.ts'

export const CUSTOMER_TYPES = words('CustomerType', [
  'Consumer',
  'Corporate',
  'Downstream Partner',
  'Processing Org',
  'Financial Institution',
])
export const RELATIONSHIP_TYPES = words('RelationshipType', ['Customer', 'Bank', 'ThirdParty', 'Self', 'the service'])

const flag = Type.Optional(Type.Boolean())
const word = Type.String({ maxLength: 140 })

/** Each field optional, and removed by null in a change. */
function removableFields<Fields extends TProperties>(fields: Fields) {
  const entries = Object.entries(fields).map(([field, schema]) => [field, removable(schema)])
  return Object.fromEntries(entries) as { [Field in keyof Fields]: ReturnType<typeof removable<Fields[Field]>> }
}

const profileDetails = {
  creditclient: Type.Boolean(),
  accountanalysis: Type.Boolean(),
  sso: Type.Boolean(),
  billingcustomer: Type.Boolean(),
  restrictedaccess: Type.Boolean(),
  achPositivePay: Type.Boolean(),
  achWhitelist: Type.Boolean(),
  achNonPrefund: Type.Boolean(),
  paymentFileAuthentication: Type.Boolean(),
  achNonPrefundLimit: word,
  detailsofCharge: word,
  fxPricingTier: word,
  crediValueAdjustment: word,
}

/** How existing clients spell fields of the profile details. */
const SPELLINGS = {
  creditClient: 'creditclient',
  accountAnalysis: 'accountanalysis',
  billingCustomer: 'billingcustomer',
  restrictedAccess: 'restrictedaccess',
  detailsOfCharge: 'detailsofCharge',
  creditValueAdjustment: 'crediValueAdjustment',
}

const ProfileDetails = named('CustomerProfileDetails', Type.Partial(Type.Object(profileDetails)).properties)
const SentProfileDetails = named('CustomerProfileDetailsRequest', removableFields(profileDetails), {
  'x-spellings': SPELLINGS,
})

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const accessSettings = {
  allowOnlineAccess: Type.Boolean(),
  userPinForNewEntry: Type.Boolean(),
  userDualApproval: Type.Boolean(),
  userPinForApproval: Type.Boolean(),
  notificationsDualApproval: Type.Boolean(),
  customerPinForNewEntry: Type.Boolean(),
  customerDualApproval: Type.Boolean(),
  customerPinForApproval: Type.Boolean(),
  benePinForNewEntry: Type.Boolean(),
  beneDualApproval: Type.Boolean(),
  benePinForApproval: Type.Boolean(),
  paymentPinForNewEntry: Type.Boolean(),
  paymentDualApproval: Type.Boolean(),
  paymentPinForApproval: Type.Boolean(),
  feeTierForApproval: Type.Boolean(),
  paymentLimitforFirstApprover: count,
  paymentLimitforSecondApprover: count,
  paymentNumberOfApprovers: count,
}

const AccessSettings = named('CustomerAccessSettings', Type.Partial(Type.Object(accessSettings)).properties)
const SentAccessSettings = named('CustomerAccessSettingsRequest', removableFields(accessSettings))

/** A null that a serialiser writes must not take a customer out of its group: only "" does. */
const relation = { 'x-null': 'leftOut', ...uniqueName } as const

/** Fields stored and returned unchanged. */
const plainFields = {
  lei: optionalText(20),
  emailAddress: Type.Optional(EmailField),
  phoneNumber: optionalText(32),
  faxNumber: optionalText(32),
  logoUrl: optionalText(2048),
  linkedinUrl: optionalText(2048),
  twitterUrl: optionalText(2048),
  mailingAddress: Type.Optional(AddressBody),
  partnerOrgShortName: optionalText(64, relation),
  processingOrgShortName: optionalText(64, relation),
  parentEntityShortName: optionalText(64, relation),
  note: optionalText(2000, multiline),
  legalEntityAccessSettings: Type.Optional(SentAccessSettings),
  onMissedCutOff: Type.Optional(
    name(ON_MISSED_CUT_OFF, {
      description: 'What becomes of a payment of the customer that misses its cut-off, unless its request says.',
    }),
  ),
  companyEntryDescription: Type.Optional(
    Type.String({
      ...ENTRY_DESCRIPTION,
      description:
        'What the ACH entries of the customer are for, such as RENT, unless the payment or its account says it. At most 10 characters of ASCII.',
    }),
  ),
  debitFundsAvailability: Type.Optional(
    Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10 })], {
      description:
        'On which banking day after settlement the proceeds of the debits of the customer are available; 0 for at once. Null or absent: debits.fundsAvailability of the institution applies. Only the institution sets it.',
    }),
  ),
}

const customerFields = {
  externalReferenceId: text(64),
  legalName: nameText(140),
  shortName: nameText(64, '', uniqueName),
  customerType: name(CUSTOMER_TYPES),
  taxId: text(32),
  language: text(16),
  legalAddress: AddressBody,
  mailAddressSameAsLegal: Type.Boolean(),
  costCenter: text(64),
  relationshipManager: text(128),
  originatingOfficer: text(128),
  customerId: optionalText(64, { minLength: 1, ...uniqueName }),
  achCompanyID: Type.Optional(Type.String(ACH_COMPANY_ID)),
  relationshipType: Type.Optional(name(RELATIONSHIP_TYPES)),
  secCodes: Type.Optional(Type.Array(name(SEC_CODES), { maxItems: 20 })),
  swiftcode: optionalText(11),
  swiftCode: optionalText(11, otherSpelling),
  website: optionalText(2048),
  webSite: optionalText(2048, otherSpelling),
  addtionalProfileDetails: Type.Optional(Type.Array(SentProfileDetails, { maxItems: 20 })),
  additionalProfileDetails: Type.Optional(
    Type.Object(SentProfileDetails.properties, { ...otherSpelling, 'x-spellings': SPELLINGS }),
  ),
  ...plainFields,
}
export const CreateCustomerBody = named('CustomerRequest', customerFields, blanksAreAbsent())
export type CreateCustomerBody = Static<typeof CreateCustomerBody>

/** Fields that consumer onboarding does not provide. */
type OptionalAtOnboarding = 'taxId' | 'language' | 'costCenter' | 'relationshipManager' | 'originatingOfficer'

/** The fields of a new customer, from the API or from consumer onboarding. */
export type NewCustomerBody = Omit<CreateCustomerBody, OptionalAtOnboarding> &
  Partial<Pick<CreateCustomerBody, OptionalAtOnboarding>>

const { shortName: _shortName, ...updatable } = customerFields
const { customerId, achCompanyID, relationshipType, emailAddress, onMissedCutOff, companyEntryDescription } =
  customerFields
const clearable = {
  ...{ customerId, achCompanyID, relationshipType, emailAddress, onMissedCutOff, companyEntryDescription },
}

/** Of an address that is there, the fields that are sent change. */
const ChangedAddress = named(
  'AddressUpdate',
  Type.Partial(AddressBody).properties,
  blanksAreAbsent(AddressBody.required),
)

/** The fields of a new customer, all optional, plus limits. shortName never changes. */
export const UpdateCustomerBody = named(
  'CustomerUpdate',
  {
    ...Type.Partial(Type.Object(updatable)).properties,
    ...removableFields(clearable),
    mailingAddress: Type.Optional(nullableObject(ChangedAddress, { 'x-null': 'removed' })),
    legalAddress: Type.Optional(ChangedAddress),
    limits: Type.Optional(AppLimits),
  },
  blanksAreAbsent(CreateCustomerBody.required),
)
export type UpdateCustomerBody = Static<typeof UpdateCustomerBody>

/** The body that would create this customer. An update is merged into it and checked as a whole. */
export function bodyOf(customer: CustomerRow): NewCustomerBody {
  const { customerUID: _uid, status: _status, ...fields } = renderCustomer(customer)
  return fields as NewCustomerBody
}

/** Texts that have two names, the documented one first. */
const TWO_NAMES = [
  ['swiftcode', 'swiftCode'],
  ['website', 'webSite'],
] as const

/**
 * Puts a changed text under its documented name. A client that reads a record, changes it under one
 * name and sends both means the one that is not as it was stored. If both are not, they stay, and
 * `contradictions` names them.
 */
function underOneName(
  merged: NewCustomerBody,
  before: NewCustomerBody,
  changes: UpdateCustomerBody,
  [name, other]: (typeof TWO_NAMES)[number],
): void {
  const [one, two] = [changes[name], changes[other]]
  if (two === undefined) return
  if (one && two && one !== two && one !== before[name] && two !== before[name]) return
  if (!one || (two && one === before[name])) merged[name] = two
  delete merged[other]
}

/** The texts that a body has under both of their names with different values. */
export function contradictions(body: NewCustomerBody): string[] {
  return TWO_NAMES.flatMap(([name, other]) =>
    body[name] && body[other] && body[name] !== body[other] ? [`${name} and ${other} contradict each other`] : [],
  )
}

/**
 * Merges changes into a body. A field sent in its alternative spelling replaces the stored value.
 * Of addresses, profile details and access settings, only the fields that are sent change. Null
 * removes a field.
 */
export function overlay(before: NewCustomerBody, changes: UpdateCustomerBody): NewCustomerBody {
  const { limits: _limits, ...fields } = changes
  const merged = changed<object>(before, fields) as NewCustomerBody
  for (const address of ['legalAddress', 'mailingAddress'] as const)
    if (changes[address]) merged[address] = { ...before[address], ...changes[address] } as Static<typeof AddressBody>
  if (changes.legalEntityAccessSettings)
    merged.legalEntityAccessSettings = changed(before.legalEntityAccessSettings, changes.legalEntityAccessSettings)
  for (const names of TWO_NAMES) underOneName(merged, before, changes, names)
  const details = changes.addtionalProfileDetails
  const stored = before.addtionalProfileDetails ?? []
  if (details) merged.addtionalProfileDetails = details.map((one, at) => changed(stored[at], one))
  else if (changes.additionalProfileDetails)
    merged.addtionalProfileDetails = [changed(stored[0], changes.additionalProfileDetails), ...stored.slice(1)]
  return merged
}

/** An object with the changes, without the fields that they remove. */
function changed<Fields extends object>(before: Fields | undefined, changes: Fields): Fields {
  const fields = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(fields) as Fields
}

/** The customer to store. Alternative spellings are stored under the documented name. */
export function parseNewCustomer(body: NewCustomerBody): CustomerData {
  const plain = Object.fromEntries(
    Object.keys(plainFields).map((field) => [field, body[field as keyof typeof plainFields]]),
  )
  return {
    externalReferenceId: body.externalReferenceId,
    legalName: body.legalName,
    shortName: body.shortName,
    customerType: mustBeName(CUSTOMER_TYPES, body.customerType),
    customerRef: body.customerId ?? null,
    taxId: body.taxId ?? null,
    relationshipType: body.relationshipType ? mustBeName(RELATIONSHIP_TYPES, body.relationshipType) : null,
    relationshipManager: body.relationshipManager ?? null,
    originatingOfficer: body.originatingOfficer ?? null,
    achCompanyId: body.achCompanyID ?? null,
    secCodes: (body.secCodes ?? []).map((code) => mustBeName(SEC_CODES, code)),
    profile: {
      ...plain,
      onMissedCutOff: body.onMissedCutOff && mustBeName(ON_MISSED_CUT_OFF, body.onMissedCutOff),
      debitFundsAvailability: body.debitFundsAvailability ?? undefined,
      language: body.language,
      costCenter: body.costCenter,
      legalAddress: body.legalAddress,
      mailAddressSameAsLegal: body.mailAddressSameAsLegal,
      swiftcode: body.swiftcode || body.swiftCode,
      website: body.website || body.webSite,
      addtionalProfileDetails:
        body.addtionalProfileDetails ?? (body.additionalProfileDetails ? [body.additionalProfileDetails] : undefined),
    },
  }
}

const shown = Type.Optional(Type.String())

export const CustomerReply = named('Customer', {
  externalReferenceId: Type.String(),
  legalName: Type.String(),
  shortName: Type.String(),
  customerUID: Type.String(),
  customerType: name(CUSTOMER_TYPES),
  taxId: shown,
  achCompanyID: shown,
  customerId: shown,
  status: name(CUSTOMER_STATUSES),
  lei: shown,
  swiftcode: shown,
  language: shown,
  emailAddress: shown,
  phoneNumber: shown,
  faxNumber: shown,
  website: shown,
  logoUrl: shown,
  linkedinUrl: shown,
  twitterUrl: shown,
  legalAddress: Type.Optional(AddressSchema),
  mailAddressSameAsLegal: flag,
  mailingAddress: Type.Optional(AddressSchema),
  relationshipType: Type.Optional(name(RELATIONSHIP_TYPES)),
  partnerOrgShortName: shown,
  processingOrgShortName: shown,
  costCenter: shown,
  relationshipManager: shown,
  originatingOfficer: shown,
  parentEntityShortName: shown,
  addtionalProfileDetails: Type.Optional(Type.Array(ProfileDetails)),
  secCodes: Type.Optional(Type.Array(name(SEC_CODES))),
  note: shown,
  onMissedCutOff: Type.Optional(name(ON_MISSED_CUT_OFF)),
  companyEntryDescription: shown,
  debitFundsAvailability: Type.Optional(Type.Integer()),
  legalEntityAccessSettings: Type.Optional(AccessSettings),
})

export function renderCustomer(customer: CustomerRow): Static<typeof CustomerReply> {
  return {
    ...(customer.profile as object),
    externalReferenceId: customer.externalReferenceId,
    legalName: customer.legalName,
    shortName: customer.shortName,
    customerUID: String(customer.id),
    customerType: customer.customerType,
    taxId: customer.taxId ?? undefined,
    achCompanyID: customer.achCompanyId ?? undefined,
    customerId: customer.customerRef ?? undefined,
    status: customer.status,
    relationshipType: customer.relationshipType ?? undefined,
    relationshipManager: customer.relationshipManager ?? undefined,
    originatingOfficer: customer.originatingOfficer ?? undefined,
    secCodes: customer.secCodes,
  }
}

export const CustomerResult = named('CustomerResult', {
  customerUID: Type.String(),
  externalReferenceId: Type.String(),
  shortName: Type.String(),
  customerEntityStatus: name(CUSTOMER_STATUSES),
  approvalUID: Type.Optional(
    Type.String({ description: 'The approval that the change waits for; absent if the change took effect.' }),
  ),
})

export function renderCustomerResult(customer: CustomerRow, approvalUID?: string): Static<typeof CustomerResult> {
  return {
    customerUID: String(customer.id),
    externalReferenceId: customer.externalReferenceId,
    shortName: customer.shortName,
    customerEntityStatus: customer.status,
    approvalUID,
  }
}

export const CustomerQuery = Type.Object({
  ...pageFields,
  legalName: Type.Optional(text(140)),
  customerType: Type.Optional(name(CUSTOMER_TYPES)),
  shortName: Type.Optional(text(64, uniqueName)),
  customerId: Type.Optional(text(64, uniqueName)),
  customerUID: Type.Optional(Uid),
  status: Type.Optional(name(CUSTOMER_STATUSES)),
  taxId: Type.Optional(text(32)),
  achCompanyID: Type.Optional(text(10)),
})
export type CustomerQuery = Static<typeof CustomerQuery>

export const exampleCustomer = {
  externalReferenceId: 'onboarding-4711',
  legalName: 'Blue Harbor Coffee LLC',
  shortName: 'blue-harbor',
  customerType: 'Corporate',
  taxId: '842345678',
  language: 'en',
  legalAddress: {
    addressLine1: '12 Quay Street',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    countryCode: 'US',
  },
  mailAddressSameAsLegal: true,
  costCenter: '0001',
  relationshipManager: 'manager',
  originatingOfficer: 'officer',
  secCodes: ['PPD', 'CCD'],
}
