import Type, { type Static } from 'typebox'
import { AccountNumberField } from '../../contacts/contacts.ts'
import { CurrencyField, EmailField, explained, mustBeName, name, optionalText, UidInBody } from '../../http/fields.ts'
import { plainAccountNumber } from '../../kernel/iban.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'
import { NO_ACCOUNT, type NumberedAccount } from '../decision/named-accounts.store.ts'
import { PartyAddress } from './party.schema.ts'

const strict = { additionalProperties: false }

const ACCOUNT_TYPES = words('NamedAccountType', ['DDA', 'Deposit', 'Checking', 'Savings', 'Loan', 'GL'])

/** An account of the institution, by its accountUID or by its number. */
const referenceFields = {
  accountUID: Type.Optional(UidInBody),
  accountNumber: Type.Optional(AccountNumberField),
  accountType: Type.Optional(
    name(ACCOUNT_TYPES, { ...explained, description: 'If given, the account with the number must be of this type.' }),
  ),
  accountCurrency: Type.Optional(
    Type.String({ ...CurrencyField, description: 'If given, the account with the number must be in this currency.' }),
  ),
  routingNumber: optionalText(35, { description: 'Default: that of the institution.' }),
}

export const accountField = (description: string) => Type.Object(referenceFields, { ...strict, description })

/** What existing clients say about the owner of the account. Its record is what messages show. */
export const ownerFields = {
  name: optionalText(140),
  entityType: optionalText(64),
  address: Type.Optional(PartyAddress),
  phone: optionalText(32),
  email: Type.Optional(EmailField),
  achCompanyID: optionalText(10, { description: 'Must be the company identification of the account, if given.' }),
  bankIdType: optionalText(16),
  bankId: optionalText(35, { description: 'The same as routingNumber.' }),
  correspondentBankId: optionalText(35),
}

/** The account of the customer in a payment, with what the request says about its owner. */
export const ownAccountField = (description: string) =>
  Type.Object({ ...referenceFields, ...ownerFields }, { ...strict, description })

export type AccountRequest = Static<ReturnType<typeof accountField>> & { bankId?: string }
export type OwnAccountRequest = Static<ReturnType<typeof ownAccountField>>
export type OwnerDetails = Omit<OwnAccountRequest, keyof typeof referenceFields>

/** The account that a field names. Refuses a field that names it in both ways, or in none. */
export function parseAccount(
  field: string,
  asked: AccountRequest,
): Result<{ id: bigint; numbered?: NumberedAccount }, Refusal> {
  const { accountUID, accountNumber, accountType, accountCurrency, routingNumber, bankId } = asked
  if (accountUID !== undefined) {
    const others = Object.entries({ accountNumber, accountType, accountCurrency, routingNumber })
    const given = others.flatMap(([name, value]) => (value ? [`${field}.${name}`] : []))
    if (given.length === 0) return accept({ id: BigInt(accountUID) })
    return refusal('invalidPayment', `${field}.accountUID names the account, so leave out ${given.join(', ')}`)
  }
  if (accountNumber === undefined)
    return refusal('invalidPayment', `${field}.accountUID is required, or else ${field}.accountNumber`)
  if (routingNumber && bankId && routingNumber !== bankId)
    return refusal('invalidPayment', `${field}.routingNumber and ${field}.bankId differ`)
  const numbered = {
    number: plainAccountNumber(accountNumber),
    type: accountType && mustBeName(ACCOUNT_TYPES, accountType),
    currency: accountCurrency,
    routingNumber: routingNumber || bankId || undefined,
  }
  return accept({ id: NO_ACCOUNT, numbered })
}

/** What the request says about the owner; undefined if nothing. */
export function ownerOf(asked: OwnAccountRequest): OwnerDetails | undefined {
  const said = Object.entries(asked).filter(([field, value]) => field in ownerFields && value !== '')
  return said.length > 0 ? Object.fromEntries(said) : undefined
}
