import Type, { type Static } from 'typebox'
import {
  AddressBody,
  AddressSchema,
  EmailField,
  multiline,
  mustBeName,
  name,
  nameText,
  optionalText,
  text,
  Uid,
} from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { ON_MISSED_CUT_OFF } from '../kernel/cut-off.ts'
import { SEC_CODES } from '../kernel/sec-codes.ts'
import { AppLimits } from '../limits/limits.ts'
import { ACH_COMPANY_ID } from './ach-company-id.ts'
import type { CustomerData, CustomerRow } from './customers.store.ts'
import { CUSTOMER_STATUSES } from './domain/customer-state.ts'

export const CUSTOMER_TYPES = [
  'Consumer',
  'Corporate',
  'Downstream Partner',
  'Processing Org',
  'Financial Institution',
] as const
export const RELATIONSHIP_TYPES = ['Customer', 'Bank', 'ThirdParty', 'Self', 'the service'] as const

const flag = Type.Optional(Type.Boolean())
const word = optionalText(140)

const ProfileDetails = Type.Object({
  creditclient: flag,
  accountanalysis: flag,
  sso: flag,
  billingcustomer: flag,
  restrictedaccess: flag,
  achPositivePay: flag,
  achWhitelist: flag,
  achNonPrefund: flag,
  paymentFileAuthentication: flag,
  achNonPrefundLimit: word,
  detailsofCharge: word,
  fxPricingTier: word,
  crediValueAdjustment: word,
})

const count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

const AccessSettings = Type.Object({
  allowOnlineAccess: flag,
  userPinForNewEntry: flag,
  userDualApproval: flag,
  userPinForApproval: flag,
  notificationsDualApproval: flag,
  customerPinForNewEntry: flag,
  customerDualApproval: flag,
  customerPinForApproval: flag,
  benePinForNewEntry: flag,
  beneDualApproval: flag,
  benePinForApproval: flag,
  paymentPinForNewEntry: flag,
  paymentDualApproval: flag,
  paymentPinForApproval: flag,
  feeTierForApproval: flag,
  paymentLimitforFirstApprover: count,
  paymentLimitforSecondApprover: count,
  paymentNumberOfApprovers: count,
})

/** A null that a serialiser writes must not take a customer out of its group: only "" does. */
const relation = { 'x-null': 'leftOut' } as const

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
  legalEntityAccessSettings: Type.Optional(AccessSettings),
  onMissedCutOff: Type.Optional(
    name(ON_MISSED_CUT_OFF, {
      description: 'What becomes of a payment of the customer that misses its cut-off, unless its request says.',
    }),
  ),
  debitFundsAvailability: Type.Optional(
    Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10 })], {
      description:
        'On which banking day after settlement the proceeds of the debits of the customer are available; 0 for at once. Null or absent: debits.fundsAvailability of the institution applies. Only the institution sets it.',
    }),
  ),
}

export const CreateCustomerBody = Type.Object({
  externalReferenceId: text(64),
  legalName: nameText(140),
  shortName: nameText(64),
  customerType: name(CUSTOMER_TYPES),
  taxId: text(32),
  language: text(16),
  legalAddress: AddressBody,
  mailAddressSameAsLegal: Type.Boolean(),
  costCenter: text(64),
  relationshipManager: text(128),
  originatingOfficer: text(128),
  customerId: optionalText(64, { minLength: 1 }),
  achCompanyID: Type.Optional(Type.String(ACH_COMPANY_ID)),
  relationshipType: Type.Optional(name(RELATIONSHIP_TYPES)),
  secCodes: Type.Optional(Type.Array(name(SEC_CODES), { maxItems: 20 })),
  swiftcode: optionalText(11),
  swiftCode: optionalText(11, { description: 'The same as swiftcode.' }),
  website: optionalText(2048),
  webSite: optionalText(2048, { description: 'The same as website.' }),
  addtionalProfileDetails: Type.Optional(Type.Array(ProfileDetails, { maxItems: 20 })),
  additionalProfileDetails: Type.Optional(ProfileDetails),
  ...plainFields,
})
export type CreateCustomerBody = Static<typeof CreateCustomerBody>

/** Fields that consumer onboarding does not provide. */
type OptionalAtOnboarding = 'taxId' | 'language' | 'costCenter' | 'relationshipManager' | 'originatingOfficer'

/** The fields of a new customer, from the API or from consumer onboarding. */
export type NewCustomerBody = Omit<CreateCustomerBody, OptionalAtOnboarding> &
  Partial<Pick<CreateCustomerBody, OptionalAtOnboarding>>

const { shortName: _shortName, ...updatable } = CreateCustomerBody.properties

/** The fields of a new customer, all optional, plus limits. shortName never changes. */
export const UpdateCustomerBody = Type.Object({
  ...Type.Partial(Type.Object(updatable)).properties,
  limits: Type.Optional(AppLimits),
})
export type UpdateCustomerBody = Static<typeof UpdateCustomerBody>

/** The body that would create this customer. An update is merged into it and checked as a whole. */
export function bodyOf(customer: CustomerRow): NewCustomerBody {
  const { customerUID: _uid, status: _status, ...fields } = renderCustomer(customer)
  return fields as NewCustomerBody
}

/**
 * Merges changes into a body. A field sent in its alternative spelling replaces the stored value.
 */
export function overlay(before: NewCustomerBody, changes: UpdateCustomerBody): NewCustomerBody {
  const { limits: _limits, ...fields } = changes
  const merged: NewCustomerBody = { ...before, ...fields }
  if (changes.legalEntityAccessSettings)
    merged.legalEntityAccessSettings = { ...before.legalEntityAccessSettings, ...changes.legalEntityAccessSettings }
  if (changes.swiftCode !== undefined && !changes.swiftcode) merged.swiftcode = changes.swiftCode
  if (changes.webSite !== undefined && !changes.website) merged.website = changes.webSite
  if (changes.additionalProfileDetails && !changes.addtionalProfileDetails)
    merged.addtionalProfileDetails = [changes.additionalProfileDetails]
  return merged
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

export const CustomerReply = Type.Object({
  externalReferenceId: shown,
  legalName: shown,
  shortName: shown,
  customerUID: shown,
  customerType: shown,
  taxId: shown,
  achCompanyID: shown,
  customerId: shown,
  status: shown,
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
  relationshipType: shown,
  partnerOrgShortName: shown,
  processingOrgShortName: shown,
  costCenter: shown,
  relationshipManager: shown,
  originatingOfficer: shown,
  parentEntityShortName: shown,
  addtionalProfileDetails: Type.Optional(Type.Array(ProfileDetails)),
  secCodes: Type.Optional(Type.Array(Type.String())),
  note: shown,
  onMissedCutOff: shown,
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

export const CustomerResult = Type.Object({
  customerUID: Type.String(),
  externalReferenceId: Type.String(),
  shortName: Type.String(),
  customerEntityStatus: Type.String(),
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
  ...pageQuery,
  legalName: Type.Optional(text(140)),
  customerType: Type.Optional(name(CUSTOMER_TYPES)),
  shortName: Type.Optional(text(64)),
  customerId: Type.Optional(text(64)),
  customerUID: Type.Optional(Uid),
  status: Type.Optional(name(CUSTOMER_STATUSES)),
  taxId: Type.Optional(text(32)),
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
