import Type, { type Static } from 'typebox'
import {
  ACCOUNT_TYPES,
  AccountNumberField,
  CONTACT_TYPES,
  type ContactBody,
  type ContactSpelling,
  parseContact,
} from '../../contacts/contacts.ts'
import {
  AddressBody,
  CountryField,
  CurrencyField,
  EmailField,
  explained,
  mustBeName,
  name,
  named,
  nameText,
  optionalText,
  UidInBody,
} from '../../http/fields.ts'
import { nameForm } from '../../kernel/one-form.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'
import type { DescribedParty } from '../decision/counterparties.ts'

const strict = { additionalProperties: false }

const BANK_ID_TYPES = words('PartyBankIdType', ['NID', 'SWIFT'])
/** An account at a bank, in the words of existing clients. Only the last two say more. */
const PARTY_ACCOUNT_TYPES = words('PartyAccountType', ['Deposit', 'DDA', ...ACCOUNT_TYPES])

export const PartyAddress = named('PartyAddress', Type.Partial(AddressBody).properties, strict)

const bankFields = {
  bankIdType: Type.Optional(
    name(BANK_ID_TYPES, {
      description: 'What bankId is: NID for a national code, such as a routing number. Default: NID.',
    }),
  ),
  bankId: optionalText(35, { description: 'In the US, the ABA routing number.' }),
  swiftCode: optionalText(11, { description: 'The BIC.' }),
  name: optionalText(140),
  countryCode: Type.Optional(
    Type.String({ ...CountryField, description: 'Default: the country of the BIC, otherwise US.' }),
  ),
  address: Type.Optional(PartyAddress),
}

const PartyBank = named('PartyBank', bankFields, strict)

const DESCRIBED = `Otherwise it describes the party, by the rules of a contact: accountNumber, name and bank with its name and its bankId or swiftCode are required. The payment creates a contact for it, which needs the entitlement Contacts.Manage_Contacts, and an approved contact if the customer's beneDualApproval is on.`

/** The other party of a payment: a contact, or its bank details. `says` names the party. */
export const partyField = (says: string) =>
  Type.Object(
    {
      accountUID: Type.Optional(UidInBody),
      accountNumber: Type.Optional(AccountNumberField),
      accountType: Type.Optional(name(PARTY_ACCOUNT_TYPES, { ...explained, description: 'Default: Checking.' })),
      subAccountType: Type.Optional(name(ACCOUNT_TYPES, explained)),
      accountCurrency: Type.Optional(
        Type.String({ ...CurrencyField, description: 'An ISO 4217 code. Default: paymentCurrency.' }),
      ),
      name: Type.Optional(nameText(140)),
      contactType: Type.Optional(name(CONTACT_TYPES, { description: 'A person or a company. Default: Consumer.' })),
      address: Type.Optional(PartyAddress),
      phone: optionalText(32),
      email: Type.Optional(EmailField),
      bank: Type.Optional(PartyBank),
      intermediaryBank: Type.Optional(PartyBank),
      saveContact: Type.Optional(
        Type.Boolean({ description: "Whether the customer's contacts show it from then on, under its name." }),
      ),
    },
    { ...strict, description: `accountUID is the contactUID of the ${says}. ${DESCRIBED}` },
  )

export type Party = Static<ReturnType<typeof partyField>>

/** What a party takes from its payment. */
interface PaymentOfParty {
  externalReferenceId: string
  paymentCurrency: string
}

/**
 * The contact that the field `field` names, or the party that it describes. Refuses a field that
 * does both or neither, and what a contact is refused for.
 */
export function parseParty(
  field: 'receiver' | 'debtor',
  party: Party,
  payment: PaymentOfParty,
): Result<{ contactId: bigint | null; described?: DescribedParty }, Refusal> {
  const { accountUID, ...description } = party
  const given = Object.entries(description).flatMap(([name, value]) => (value === '' ? [] : [name]))
  if (accountUID !== undefined) {
    if (given.length === 0) return accept({ contactId: BigInt(accountUID) })
    const fields = given.map((name) => `${field}.${name}`).join(', ')
    return refusal('invalidPayment', `${field} names a contact by accountUID, so it must not also have ${fields}`)
  }
  const body = contactBodyOf(field, description, payment)
  if (!body.ok) return body
  const says = spellingOf(field)
  const data = parseContact(body.value, says)
  if (!data.ok) return refusal('invalidPayment', data.refusal.detail)
  return accept({
    contactId: null,
    described: { data: data.value, body: body.value, says, isSaved: description.saveContact === true },
  })
}

const spellingOf = (field: string): ContactSpelling => ({
  name: `${field}.name`,
  accountNo: `${field}.accountNumber`,
  accountCcy: `${field}.accountCurrency`,
  bank: `${field}.bank`,
  intermediaryBank: `${field}.intermediaryBank`,
  nationalCode: 'bankId',
})

/** The body that would create a contact for the party. */
function contactBodyOf(
  field: string,
  party: Omit<Party, 'accountUID'>,
  { externalReferenceId, paymentCurrency }: PaymentOfParty,
): Result<ContactBody, Refusal> {
  const { accountNumber, name, bank } = party
  const missing = [!accountNumber && 'accountNumber', !name && 'name', !bank?.name && 'bank.name'].filter(Boolean)
  if (!accountNumber || !name || !bank?.name)
    return refusal(
      'invalidPayment',
      `${field}.accountUID is required, or else ${missing.map((one) => `${field}.${one}`).join(', ')}`,
    )
  const accountType = accountTypeOf(field, party)
  if (!accountType.ok) return accountType
  const [receiving, intermediary] = [bankOf(`${field}.bank`, bank), intermediaryOf(field, party)]
  if (!receiving.ok) return receiving
  if (!intermediary.ok) return intermediary
  return accept({
    externalReferenceId,
    templateName: nameForm([...name].slice(0, MAX_TEMPLATE_NAME).join('')),
    name,
    contactType: party.contactType,
    address: party.address,
    emailAddress: party.email,
    phoneNumber: party.phone,
    contactBank: {
      ...receiving.value,
      name: bank.name,
      accountNo: accountNumber,
      accountCcy: party.accountCurrency ?? paymentCurrency,
      accountType: accountType.value,
    },
    intermediaryBank: intermediary.value,
  })
}

const MAX_TEMPLATE_NAME = 64

/** The words of both fields must agree: an entry to the wrong kind of account comes back. */
function accountTypeOf(
  field: string,
  { accountType, subAccountType }: Omit<Party, 'accountUID'>,
): Result<(typeof ACCOUNT_TYPES)[number], Refusal> {
  const kind = accountType && mustBeName(PARTY_ACCOUNT_TYPES, accountType)
  const stated = kind === 'Checking' || kind === 'Savings' ? kind : undefined
  const sub = subAccountType && mustBeName(ACCOUNT_TYPES, subAccountType)
  if (stated && sub && stated !== sub)
    return refusal('invalidPayment', `${field}.accountType is ${stated}, but ${field}.subAccountType is ${sub}`)
  return accept(sub || stated || 'Checking')
}

type Bank = NonNullable<Party['bank']>

/** The codes of a bank as a contact has them. */
function bankOf(path: string, { bankIdType, bankId, swiftCode, countryCode, address }: Bank) {
  const isBic = bankIdType !== undefined && mustBeName(BANK_ID_TYPES, bankIdType) === 'SWIFT'
  if (isBic && bankId && swiftCode && bankId.toUpperCase() !== swiftCode.toUpperCase())
    return refusal('invalidPayment', `${path}.bankId is a BIC by its bankIdType, and is not ${path}.swiftCode`)
  const bic = (isBic && bankId) || swiftCode || undefined
  const nationalCode = isBic ? undefined : bankId
  const country = countryCode ?? (nationalCode ? undefined : bic?.slice(4, 6).toUpperCase()) ?? 'US'
  return accept({ country, nationalCode, swiftCode: bic, address })
}

function intermediaryOf(field: string, { intermediaryBank: bank }: Omit<Party, 'accountUID'>) {
  if (!bank) return accept(undefined)
  const codes = bankOf(`${field}.intermediaryBank`, bank)
  return codes.ok ? accept({ ...codes.value, name: bank.name }) : codes
}
