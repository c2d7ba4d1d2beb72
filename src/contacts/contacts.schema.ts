import { countrySpecs, electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import Type, { type Static } from 'typebox'
import {
  AddressBody,
  AddressSchema,
  CountryField,
  CurrencyField,
  EmailField,
  explained,
  mustBeName,
  name,
  nameText,
  optionalText,
  text,
  Uid,
} from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { isAchName } from '../kernel/ach-name.ts'
import { currencyOf } from '../kernel/currency.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import type { ContactData, ContactRow, WrittenContact } from './contacts.store.ts'

export const CONTACT_TYPES = ['Consumer', 'Company'] as const
export const ACCOUNT_TYPES = ['Checking', 'Savings'] as const

/** Addresses of other parties have bounds only; nothing else is checked. */
const LooseAddress = Type.Partial(AddressBody)

const IntermediaryBank = Type.Object({
  country: Type.Optional(CountryField),
  name: optionalText(140),
  nationalCode: optionalText(35),
  swiftCode: optionalText(11),
  coverMessageRequired: optionalText(8),
  address: Type.Optional(LooseAddress),
})

const RegulatoryReporting = Type.Array(Type.Object({ key: text(64), value: text(256) }), { maxItems: 50 })

export const ContactBody = Type.Object({
  externalReferenceId: text(64),
  templateName: nameText(64, 'Unique among the contacts of the customer.'),
  name: nameText(140),
  contactType: Type.Optional(
    name(CONTACT_TYPES, {
      description:
        'Whether the beneficiary is a person or a company. ACH uses PPD for Consumer and CCD for Company. Default: Consumer.',
    }),
  ),
  address: Type.Optional(LooseAddress),
  emailAddress: Type.Optional(EmailField),
  email: Type.Optional(EmailField),
  phoneNumber: optionalText(32),
  contactBank: Type.Object({
    country: CountryField,
    accountNo: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9 -]{0,33}$',
      description: 'An account number, or an IBAN.',
    }),
    accountCcy: CurrencyField,
    accountType: Type.Optional(name(ACCOUNT_TYPES, { ...explained, description: 'Default Checking.' })),
    name: text(140),
    address: Type.Optional(LooseAddress),
    nationalCode: optionalText(35, { description: 'In the US, the ABA routing number.' }),
    swiftCode: optionalText(11, { description: 'The BIC.' }),
  }),
  intermediaryBank: Type.Optional(IntermediaryBank),
  otherInfo: Type.Optional(
    Type.Object({
      beneficiaryNotes: optionalText(500),
      beneNotes: optionalText(500, { description: 'The same as beneficiaryNotes.' }),
      otherBeneBankInfo: optionalText(500),
    }),
  ),
  regulartoryReporting: Type.Optional(RegulatoryReporting),
})
export type ContactBody = Static<typeof ContactBody>

type ContactDetails = Pick<ContactBody, 'address' | 'intermediaryBank' | 'otherInfo' | 'regulartoryReporting'> & {
  emailAddress?: string
  phoneNumber?: string
  bankAddress?: ContactBody['contactBank']['address']
}

/**
 * Checks rules that the schema cannot express: routing numbers, BICs, IBANs and the currency. One
 * refusal names every violation.
 */
export function parseContact(body: ContactBody): Result<ContactData, Refusal> {
  const { contactBank: bank, intermediaryBank } = body
  const codes = bankCodesOf(bank)
  const usesIban = countrySpecs[bank.country]?.IBANRegistry
  const accountNumber = usesIban ? (electronicFormatIBAN(bank.accountNo) ?? '') : plainAccountNumber(bank.accountNo)

  const wrong = wrongCodes('contactBank', codes)
  if (!codes.nationalCode && !codes.swiftCode)
    wrong.push('one of contactBank.nationalCode and contactBank.swiftCode is required')
  if (!currencyOf(bank.accountCcy)) wrong.push('contactBank.accountCcy must be a supported ISO 4217 currency')
  if (usesIban && !isValidIBAN(accountNumber))
    wrong.push(`contactBank.accountNo must be an IBAN with valid check digits, as banks in ${bank.country} use`)
  if (bank.country === 'US' && codes.nationalCode && !isAchName(body.name))
    wrong.push('name must have a letter or digit that an ACH file can carry: it has none with a form in ASCII')
  if (intermediaryBank) wrong.push(...wrongCodes('intermediaryBank', bankCodesOf(intermediaryBank)))
  if (wrong.length > 0) return refusal('invalidContact', wrong.join('; '))

  const { beneNotes, ...otherInfo } = body.otherInfo ?? {}
  const details: ContactDetails = {
    address: body.address,
    emailAddress: body.emailAddress ?? body.email,
    phoneNumber: body.phoneNumber,
    bankAddress: bank.address,
    intermediaryBank: body.intermediaryBank,
    otherInfo: body.otherInfo && { ...otherInfo, beneficiaryNotes: otherInfo.beneficiaryNotes || beneNotes },
    regulartoryReporting: body.regulartoryReporting,
  }
  return accept({
    externalReferenceId: body.externalReferenceId,
    templateName: body.templateName,
    name: body.name,
    contactType: body.contactType ? mustBeName(CONTACT_TYPES, body.contactType) : 'Consumer',
    accountNumber,
    accountType: bank.accountType ? mustBeName(ACCOUNT_TYPES, bank.accountType) : 'Checking',
    accountCurrency: bank.accountCcy,
    bankName: bank.name,
    bankCountry: bank.country,
    nationalCode: codes.nationalCode,
    swiftCode: codes.swiftCode,
    details,
  })
}

interface BankCodes {
  country: string | undefined
  nationalCode: string | null
  swiftCode: string | null
}

/** Empty text counts as no code. */
function bankCodesOf(bank: { country?: string; nationalCode?: string; swiftCode?: string }): BankCodes {
  return {
    country: bank.country,
    nationalCode: bank.nationalCode || null,
    swiftCode: bank.swiftCode?.toUpperCase() || null,
  }
}

function wrongCodes(bank: string, { country, nationalCode, swiftCode }: BankCodes): string[] {
  const wrong: string[] = []
  if (nationalCode && country === 'US' && !isRoutingNumber(nationalCode))
    wrong.push(`${bank}.nationalCode must be an ABA routing number, nine digits with a valid check digit`)
  if (swiftCode && !isValidBIC(swiftCode)) wrong.push(`${bank}.swiftCode must be a BIC of 8 or 11 characters`)
  return wrong
}

/** The account number without spaces and hyphens, as it is stored and searched. */
export function plainAccountNumber(written: string): string {
  return written.replaceAll(/[ -]/g, '')
}

const shown = Type.Optional(Type.String())

const ContactBankReply = Type.Object({
  country: shown,
  accountNo: shown,
  accountCcy: shown,
  accountType: shown,
  name: shown,
  address: Type.Optional(AddressSchema),
  nationalCode: shown,
  swiftCode: shown,
})

const contactFields = {
  contactUID: shown,
  status: Type.Optional(
    Type.String({ description: 'Pending, Active or Rejected. Only an Active contact can receive money.' }),
  ),
  externalReferenceId: shown,
  templateName: shown,
  name: shown,
  contactType: shown,
  phoneNumber: shown,
  address: Type.Optional(AddressSchema),
  contactBank: Type.Optional(ContactBankReply),
  intermediaryBank: Type.Optional(IntermediaryBank),
  otherInfo: Type.Optional(Type.Object({ beneficiaryNotes: shown, otherBeneBankInfo: shown })),
  regulartoryReporting: Type.Optional(RegulatoryReporting),
}

export const ContactReply = Type.Object({ ...contactFields, emailAddress: shown })

/** A list calls the e-mail address `email`. */
export const ContactListItem = Type.Object({ ...contactFields, email: shown })

export const ContactResult = Type.Object({
  customerContactUID: Type.String(),
  externalReferenceId: Type.String(),
  approvalUID: Type.Optional(
    Type.String({ description: 'The approval that the change waits for; absent if the change took effect.' }),
  ),
})

export function renderContact(contact: ContactRow): Static<typeof ContactReply> {
  return { contactUID: String(contact.id), status: contact.status, ...renderContent(contact) }
}

/** The body that would create this contact. */
export function renderContent(contact: ContactRow) {
  const { bankAddress, ...details } = contact.details as ContactDetails
  return {
    ...details,
    externalReferenceId: contact.externalReferenceId,
    templateName: contact.templateName,
    name: contact.name,
    contactType: contact.contactType,
    contactBank: {
      country: contact.bankCountry,
      accountNo: contact.accountNumber,
      accountCcy: contact.accountCurrency,
      accountType: contact.accountType,
      name: contact.bankName,
      address: bankAddress,
      nationalCode: contact.nationalCode ?? undefined,
      swiftCode: contact.swiftCode ?? undefined,
    },
  }
}

export function renderContactListItem(contact: ContactRow): Static<typeof ContactListItem> {
  const { emailAddress, ...item } = renderContact(contact)
  return { ...item, email: emailAddress }
}

export function renderContactResult({ contact, approvalUID }: WrittenContact): Static<typeof ContactResult> {
  return {
    customerContactUID: String(contact.id),
    externalReferenceId: contact.externalReferenceId,
    approvalUID,
  }
}

export const ContactsParams = Type.Object({ customerUID: Uid })
export const ContactParams = Type.Object({ customerUID: Uid, contactUID: Uid })

export const ContactsQuery = Type.Object({
  page: Type.Optional(pageQuery.page),
  limit: Type.Optional(pageQuery.limit),
  records: Type.Optional(Type.Integer({ ...pageQuery.limit, description: 'The same as limit.' })),
  accountNumber: Type.Optional(text(34)),
  contactName: Type.Optional(text(140)),
})

export const exampleContact = {
  externalReferenceId: 'supplier-88',
  templateName: 'Bean supplier',
  name: 'Highland Beans Inc',
  contactType: 'Company',
  emailAddress: 'billing@highland.example',
  contactBank: {
    country: 'US',
    accountNo: '700100200300',
    accountCcy: 'USD',
    accountType: 'Checking',
    name: 'First Example Bank',
    nationalCode: '021000021',
  },
}
