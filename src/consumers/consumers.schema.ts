import Type, { type Static } from 'typebox'
import { type AccountBody, CreateAccountBody } from '../accounts/accounts.ts'
import type { NewCustomerBody } from '../customers/customers.ts'
import { AddressBody, EmailField, named, otherSpelling } from '../http/fields.ts'
import type { CreateRoleBody } from '../roles/roles.ts'
import type { CreateUserBody } from '../users/users.ts'

/** Letters of any script, and the signs in names: O’Brien, Smith-Jones, St. John. */
const PersonName = Type.String({
  pattern: "^(?=.*\\p{L})[\\p{L}\\p{M} .'’‘ʼʻ`´·‐‑-]{1,31}$",
  description: '1 to 31 letters, spaces, apostrophes, hyphens and dots, with at least one letter.',
})

const {
  properties: {
    accountName,
    accountNumber,
    accountType,
    accountSubType,
    currency,
    countryCode,
    routingNumber,
    bankIdType,
  },
} = Type.Required(CreateAccountBody)

export const ConsumerBody = named(
  'ConsumerRequest',
  {
    loginId: Type.String({
      pattern: '^[-@._a-zA-Z0-9]{1,64}$',
      description: '1 to 64 letters, digits and the characters - @ . _',
    }),
    firstName: PersonName,
    lastName: PersonName,
    email: EmailField,
    phoneNumber: Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$', description: 'E.164: + and 7 to 15 digits.' }),
    address: Type.Optional(AddressBody),
    Address: Type.Optional(Type.Object(AddressBody.properties, otherSpelling)),
    account: Type.Object({
      accountName,
      accountNumber: Type.Optional(accountNumber),
      accountType,
      accountSubType,
      currency,
      countryCode,
      routingNumber,
      bankIdType,
    }),
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  { if: { not: { required: ['Address'] } }, then: { required: ['address'] } },
)
export type ConsumerBody = Static<typeof ConsumerBody>

/** The customer body of the consumer. The unique loginId is also the short name. */
export function parseCustomer(body: ConsumerBody): NewCustomerBody {
  return {
    externalReferenceId: body.loginId,
    legalName: `${body.firstName} ${body.lastName}`,
    shortName: body.loginId,
    customerType: 'Consumer',
    relationshipType: 'Customer',
    emailAddress: body.email,
    phoneNumber: body.phoneNumber,
    // The schema requires one of the two.
    legalAddress: (body.Address ?? body.address)!,
    mailAddressSameAsLegal: true,
  }
}

/** The default role: view accounts, make payments and manage contacts. */
export const consumerRole: CreateRoleBody = {
  externalReferenceId: 'consumer-onboarding',
  name: 'Consumer',
  description: 'Default role of a consumer, created at onboarding',
  applications: [
    { name: 'Accounts', entitlements: ['View_Account'] },
    { name: 'Contacts', entitlements: ['Manage_Contacts', 'View_Contacts'] },
    { name: 'Digital_Banking_Portal', entitlements: ['View_Portal'] },
    { name: 'Payments', entitlements: ['Initiate_Payments', 'View_Payments'] },
  ],
}

/** The general ledger account of consumers' accounts, until the institution changes it. */
const MASTER_GL = 'Consumer'

/** The account body. An account kept in Giro must have the institution's routing number. */
export function parseAccount(body: ConsumerBody): AccountBody {
  return { ...body.account, externalReferenceId: body.loginId, systemOfRecords: 'Giro', masterGl: MASTER_GL }
}

export function parseUser(body: ConsumerBody): CreateUserBody {
  const { loginId, firstName, lastName, email, phoneNumber } = body
  const roleNames = [consumerRole.name]
  return { externalReferenceId: loginId, loginId, firstName, lastName, email, phoneNumber, roleNames }
}

export const exampleConsumer = {
  loginId: 'ada.lund@home.example',
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada.lund@home.example',
  phoneNumber: '+12075550100',
  address: { addressLine1: '3 Pine Street', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
  account: {
    accountName: 'Everyday account',
    accountNumber: '400000002',
    accountType: 'Deposit',
    accountSubType: 'Checking',
    currency: 'USD',
    countryCode: 'US',
    routingNumber: '061099995',
    bankIdType: 'NID',
  },
}
