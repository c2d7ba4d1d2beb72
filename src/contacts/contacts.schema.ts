import Type, { type Static } from 'typebox'
import {
  AddressBody,
  AddressSchema,
  blanksAreAbsent,
  CountryField,
  CurrencyField,
  EmailField,
  explained,
  mustBeName,
  name,
  named,
  nameText,
  optionalText,
  otherSpelling,
  text,
  Uid,
  uniqueName,
} from '../http/fields.ts'
import { pageFields } from '../http/paging.ts'
import { isAchName } from '../kernel/ach-name.ts'
import { countryOfBic, isBic } from '../kernel/bic.ts'
import { isDomesticBank, stateOf } from '../kernel/country.ts'
import { currencyOf } from '../kernel/currency.ts'
import { faultOfAccountNumber, plainAccountNumber } from '../kernel/iban.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import { words } from '../kernel/words.ts'
import type { ContactData, ContactRow, WrittenContact } from './contacts.store.ts'
import { CONTACT_STATUSES } from './contacts.store.ts'

export const CONTACT_TYPES = words('ContactType', ['Consumer', 'Company'])
export const ACCOUNT_TYPES = words('ContactAccountType', ['Checking', 'Savings'])

/** At most 34 letters and digits, with spaces and hyphens between them, as an IBAN is printed. */
const WRITTEN_NUMBER = '(?:[Ii][Bb][Aa][Nn]:?\\s?)?[A-Za-z0-9](?:[\\s\\-]*[A-Za-z0-9]){0,33}[\\s\\-]*'
const LONGEST_WRITTEN = 80

/** The account number of another party, in which spaces and hyphens do not count. */
export const AccountNumberField = Type.String({
  pattern: `^${WRITTEN_NUMBER}$`,
  maxLength: LONGEST_WRITTEN,
  description: 'An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN.',
})

/** Addresses of other parties have bounds only; nothing else is checked. */
const LooseAddress = Type.Partial(AddressBody, { title: 'PartialAddress' })

const IntermediaryBank = named('IntermediaryBank', {
  country: Type.Optional(CountryField),
  name: optionalText(140),
  nationalCode: optionalText(35),
  swiftCode: optionalText(11),
  coverMessageRequired: optionalText(8),
  address: Type.Optional(LooseAddress),
})

const RegulatoryReporting = Type.Array(named('RegulatoryReporting', { key: text(64), value: text(256) }), {
  maxItems: 50,
})

export const ContactBody = named(
  'ContactRequest',
  {
    externalReferenceId: text(64),
    templateName: nameText(64, 'Unique among the contacts of the customer.', uniqueName),
    name: nameText(140),
    contactType: Type.Optional(
      name(CONTACT_TYPES, {
        description:
          'Whether the beneficiary is a person or a company. By ACH, a company pays and collects by PPD or CCD, and a person pays by WEB or CIE. Default: Consumer.',
      }),
    ),
    address: Type.Optional(LooseAddress),
    emailAddress: Type.Optional(EmailField),
    email: Type.Optional(Type.String({ ...EmailField, ...otherSpelling })),
    phoneNumber: optionalText(32),
    contactBank: named('ContactBankRequest', {
      country: CountryField,
      accountNo: Type.String({
        pattern: `^(?:${WRITTEN_NUMBER}|[*]{4}[A-Za-z0-9]{0,4})$`,
        maxLength: LONGEST_WRITTEN,
        description:
          'An account number, or an IBAN, also as it is printed. A replacement can have the masked number that the contact shows: it keeps its number.',
      }),
      accountCcy: CurrencyField,
      accountType: Type.Optional(name(ACCOUNT_TYPES, { ...explained, description: 'Default Checking.' })),
      name: text(140),
      address: Type.Optional(LooseAddress),
      nationalCode: optionalText(35, { description: 'In the US and its territories, the ABA routing number.' }),
      swiftCode: optionalText(11, { description: 'The BIC.' }),
    }),
    intermediaryBank: Type.Optional(IntermediaryBank),
    otherInfo: Type.Optional(
      Type.Object({
        beneficiaryNotes: optionalText(500),
        beneNotes: optionalText(500, otherSpelling),
        otherBeneBankInfo: optionalText(500),
      }),
    ),
    regulartoryReporting: Type.Optional(RegulatoryReporting),
  },
  blanksAreAbsent(),
)
export type ContactBody = Static<typeof ContactBody>

type ContactDetails = Pick<ContactBody, 'address' | 'intermediaryBank' | 'otherInfo' | 'regulartoryReporting'> & {
  emailAddress?: string
  phoneNumber?: string
  bankAddress?: ContactBody['contactBank']['address']
}

/** How a request names the fields that `parseContact` checks. */
export interface ContactSpelling {
  name: string
  accountNo: string
  accountCcy: string
  bank: string
  intermediaryBank: string
  nationalCode: string
}

export const CONTACT_SPELLING: ContactSpelling = {
  name: 'name',
  accountNo: 'contactBank.accountNo',
  accountCcy: 'contactBank.accountCcy',
  bank: 'contactBank',
  intermediaryBank: 'intermediaryBank',
  nationalCode: 'nationalCode',
}

/**
 * Checks rules that the schema cannot express: routing numbers, BICs, IBANs and the currency. One
 * refusal names every violation, by the fields of the request.
 */
export function parseContact(
  body: ContactBody,
  says: ContactSpelling = CONTACT_SPELLING,
): Result<ContactData, Refusal> {
  const { contactBank: bank, intermediaryBank } = body
  const codes = bankCodesOf(bank)
  const accountNumber = plainAccountNumber(bank.accountNo)

  const wrong = wrongCodes(says.bank, codes, says)
  if (bank.accountNo.startsWith('*'))
    return refusal('invalidContact', `${says.accountNo} is masked: send the whole number`)
  if (!codes.nationalCode && !codes.swiftCode)
    wrong.push(`one of ${says.bank}.${says.nationalCode} and ${says.bank}.swiftCode is required`)
  if (!currencyOf(bank.accountCcy)) wrong.push(`${says.accountCcy} must be a supported ISO 4217 currency`)
  const fault = faultOfAccountNumber(accountNumber, bank.country)
  if (fault) wrong.push(`${says.accountNo} ${fault}`)
  if (isDomesticBank(bank.country) && codes.nationalCode && !isAchName(body.name))
    wrong.push(
      `${says.name} must have a letter or digit that an ACH file can carry: its first 15 characters there have none`,
    )
  if (intermediaryBank) wrong.push(...wrongCodes(says.intermediaryBank, bankCodesOf(intermediaryBank), says))
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

function wrongCodes(
  bank: string,
  { country, nationalCode, swiftCode }: BankCodes,
  says: Pick<ContactSpelling, 'nationalCode'>,
): string[] {
  const wrong: string[] = []
  if (nationalCode && country && isDomesticBank(country) && !isRoutingNumber(nationalCode))
    wrong.push(`${bank}.${says.nationalCode} must be an ABA routing number, nine digits with a valid check digit`)
  if (swiftCode && !isBic(swiftCode)) wrong.push(`${bank}.swiftCode must be a BIC of 8 or 11 characters`)
  else if (swiftCode && country && stateOf(countryOfBic(swiftCode)) !== stateOf(country))
    wrong.push(`${bank}.swiftCode is the BIC of a bank in ${countryOfBic(swiftCode)}, but the bank is in ${country}`)
  return wrong
}

const shown = Type.Optional(Type.String())

const ContactBankReply = named('ContactBank', {
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
  contactUID: Type.String(),
  status: name(CONTACT_STATUSES, { description: 'Only an Active contact can receive money.' }),
  externalReferenceId: Type.String(),
  templateName: Type.String(),
  name: Type.String(),
  contactType: name(CONTACT_TYPES),
  phoneNumber: shown,
  address: Type.Optional(AddressSchema),
  contactBank: Type.Optional(ContactBankReply),
  intermediaryBank: Type.Optional(IntermediaryBank),
  otherInfo: Type.Optional(Type.Object({ beneficiaryNotes: shown, otherBeneBankInfo: shown })),
  regulartoryReporting: Type.Optional(RegulatoryReporting),
}

export const ContactReply = named('Contact', { ...contactFields, emailAddress: shown })

/** A list calls the e-mail address `email`. */
export const ContactListItem = named('ContactSummary', { ...contactFields, email: shown })

export const ContactResult = named('ContactResult', {
  customerContactUID: Type.String(),
  externalReferenceId: Type.String(),
  approvalUID: Type.Optional(
    Type.String({ description: 'The approval that the change waits for; absent if the change took effect.' }),
  ),
})

type ContactContent = Pick<ContactRow, keyof ContactData>

export function renderContact(
  contact: Pick<ContactRow, 'id' | 'status'> & ContactContent,
): Static<typeof ContactReply> {
  return { contactUID: String(contact.id), status: contact.status, ...renderContent(contact) }
}

/** The body that would create this contact. */
export function renderContent(contact: ContactContent) {
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
  page: Type.Optional(pageFields.page),
  limit: Type.Optional(pageFields.limit),
  records: Type.Optional(Type.Integer({ ...pageFields.limit, ...otherSpelling })),
  accountNumber: Type.Optional(text(LONGEST_WRITTEN)),
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
