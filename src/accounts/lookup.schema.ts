import Type, { type Static } from 'typebox'
import type { CreateCustomerBody } from '../customers/customers.ts'
import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from '../customers/customers.ts'
import { name, named } from '../http/fields.ts'
import { maskedNumber } from '../kernel/masked-number.ts'
import type { Rail } from '../kernel/rail.ts'
import { words } from '../kernel/words.ts'
import { spelledType } from './account-type.ts'
import type { AccountOfCustomer } from './lookup.store.ts'

export const LOOKUP_ACCOUNT_TYPES = words('LookupAccountType', ['DEPOSIT', 'LOAN'])

export const LookupParams = Type.Object({
  accountNumber: Type.String({
    pattern: '^(?!0+$)[A-Za-z0-9]{1,35}$',
    description: '1 to 35 letters and digits, not all zeros.',
  }),
})

export const LookupQuery = Type.Object({
  accountType: Type.Optional(name(LOOKUP_ACCOUNT_TYPES, { description: 'Default: all account types.' })),
})

const shown = Type.Optional(Type.String())
const flag = (description: string) => Type.Boolean({ description })

const Profile = named('LookupProfile', {
  lookupType: Type.String({ description: 'Always DDA: the lookup is by account number.' }),
  lookupId: Type.String({ description: 'The account number.' }),
  legalEntityId: Type.String({ description: 'The customerUID.' }),
  legalEntityStatus: name(CUSTOMER_STATUSES, { description: 'The status of the customer.' }),
  fullName: Type.String(),
  shortName: Type.String(),
  companyId: Type.Optional(Type.String({ description: 'The achCompanyID of the customer.' })),
  customerType: name(CUSTOMER_TYPES),
  customerId: shown,
  costCenter: shown,
  addressLine1: shown,
  addressLine2: shown,
  city: shown,
  state: shown,
  zip: shown,
  country: shown,
  countryISOCode: shown,
  processingOrg: Type.Optional(Type.String({ description: 'The short name of the processing organization.' })),
  processingOrgId: Type.Optional(Type.String({ description: 'The customerUID of the processing organization.' })),
  partnerOrg: Type.Optional(Type.String({ description: 'The short name of the downstream partner.' })),
  transactionAccount: Type.Object({
    id: Type.String({ description: 'The accountUID.' }),
    number: Type.String(),
    routingNumber: Type.String(),
    name: Type.String(),
    type: Type.String(),
    subType: Type.String(),
    costCenter: shown,
  }),
  bankAccountStatus: Type.String({ description: 'The status of the account.' }),
  status: Type.String({ description: 'Always Success.' }),
  errorDescription: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Always null.' }),
  emailAddress: shown,
  systemOfRecords: Type.String(),
  currency: Type.String(),
  enableWires: flag('Whether the account is enabled for wires.'),
  enableSwift: flag('Whether the institution offers SWIFT and international wires are not turned off.'),
  enableRTP: flag('Whether the institution offers RTP and it is not turned off for the account.'),
  enableFednow: flag('Whether the institution offers FedNow and it is not turned off for the account.'),
  enableWirePayment: flag('Whether the institution offers Fedwire and the account is enabled for domestic wires.'),
  enableACH: flag('Whether the institution offers ACH.'),
})

export const LookupReply = named('Lookup', { profiles: Type.Array(Profile) })

/** The fields of a lookup profile that come from the customer's profile column. */
type ShownOfCustomer = Partial<
  Pick<
    CreateCustomerBody,
    'costCenter' | 'legalAddress' | 'emailAddress' | 'processingOrgShortName' | 'partnerOrgShortName'
  >
>

export interface LookupView {
  showsNumber: boolean
  /** The rails that the institution offers. */
  rails: Record<Rail, boolean>
}

export function renderProfile(found: AccountOfCustomer, { showsNumber, rails }: LookupView): Static<typeof Profile> {
  const customer = found.profile as ShownOfCustomer
  const address = customer.legalAddress
  const number = showsNumber ? found.accountNumber : maskedNumber(found.accountNumber)
  return {
    lookupType: 'DDA',
    lookupId: number,
    legalEntityId: String(found.customerUid),
    legalEntityStatus: found.customerStatus,
    fullName: found.legalName,
    shortName: found.shortName,
    companyId: found.achCompanyId ?? undefined,
    customerType: found.customerType,
    customerId: found.customerRef ?? undefined,
    costCenter: customer.costCenter,
    addressLine1: address?.addressLine1,
    addressLine2: address?.addressLine2,
    city: address?.city,
    state: address?.state,
    zip: address?.postalCode,
    country: address && (address.country || countryName(address.countryCode)),
    countryISOCode: address?.countryCode,
    processingOrg: customer.processingOrgShortName,
    processingOrgId: found.processingOrgUid === null ? undefined : String(found.processingOrgUid),
    partnerOrg: customer.partnerOrgShortName,
    transactionAccount: {
      id: String(found.accountId),
      number,
      routingNumber: found.routingNumber,
      name: found.accountName,
      type: spelledType(found.accountType),
      subType: found.accountSubType,
      costCenter: found.accountCostCenter ?? undefined,
    },
    bankAccountStatus: found.accountStatus,
    status: 'Success',
    errorDescription: null,
    emailAddress: customer.emailAddress,
    systemOfRecords: found.systemOfRecord,
    currency: found.currency,
    enableWires: found.enableWire,
    enableSwift: rails.SWIFT && found.enableInternationalWire,
    enableRTP: rails.RTP && found.enableRtp,
    enableFednow: rails.FEDNOW && found.enableFednow,
    enableWirePayment: rails.FEDWIRE && found.enableWire && found.enableDomesticWire,
    enableACH: rails.ACH,
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function countryName(code: string): string | undefined {
  return countryNames.of(code)
}

export const exampleProfile = {
  lookupType: 'DDA',
  lookupId: '400000001',
  legalEntityId: '100042',
  legalEntityStatus: 'Active',
  fullName: 'Blue Harbor Coffee LLC',
  shortName: 'blue-harbor',
  customerType: 'Corporate',
  costCenter: '0001',
  addressLine1: '12 Quay Street',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
  country: 'United States',
  countryISOCode: 'US',
  transactionAccount: {
    id: '100108',
    number: '400000001',
    routingNumber: '091000019',
    name: 'Operating account',
    type: 'DEPOSIT',
    subType: 'Checking',
  },
  bankAccountStatus: 'Active',
  status: 'Success',
  errorDescription: null,
  systemOfRecords: 'Giro',
  currency: 'USD',
  enableWires: true,
  enableSwift: true,
  enableRTP: true,
  enableFednow: true,
  enableWirePayment: true,
  enableACH: true,
}
