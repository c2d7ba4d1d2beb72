import { isIban, plainAccountNumber } from '../../kernel/iban.ts'
import type { Instruction, MessageAddress, MessageBank, MessageParty, PaymentInformation } from '../../rails/rails.ts'
import { type ContactDetails, isAtBankOfContact, type PostalAddress } from '../payment-parties.schema.ts'
import type { PaymentRow } from '../payments.store.ts'
import type { PaymentDetails } from '../request/credit-request.schema.ts'

type Debtor = Pick<Instruction, 'debtor' | 'debtorAccount' | 'ultimateDebtor'>
type Creditor = Pick<
  Instruction,
  'creditor' | 'creditorAccount' | 'ultimateCreditor' | 'creditorBank' | 'intermediaryBank'
>

/** The customer that pays, and on whose behalf it does. */
export function debtorOf(row: PaymentRow, details: PaymentDetails): Debtor {
  const profile = row.senderProfile as { legalAddress?: PostalAddress } | null
  const ultimate = partyBehind(details, 'ultimateSender') ?? partyBehind(details, 'fbo')
  return {
    debtor: { name: row.senderName, ...addressOf(profile?.legalAddress) },
    debtorAccount: accountOf(row.senderAccountNumber),
    ...(ultimate && { ultimateDebtor: ultimate }),
  }
}

/** The receiver of a payment with its banks: those of the contact, while it is still at them. */
export function creditorOf(row: PaymentRow, details: PaymentDetails, information: PaymentInformation): Creditor {
  const contact = row.contactDetails as ContactDetails | null
  const isAtBank = isAtBankOfContact(row)
  const ultimate = partyBehind(details, 'ultimateReceiver')
  const identification = information.receiverIdentificationNumber
  const { intermediaryBank } = contact ?? {}
  return {
    creditor: {
      name: row.receiverName,
      ...addressOf(contact?.address),
      ...(identification && { identification }),
    },
    creditorAccount: accountOf(row.receiverAccountNumber),
    creditorBank: {
      ...(row.rail === 'SWIFT' ? { bic: row.receiverBankCode } : { routingNumber: row.receiverBankCode }),
      ...(isAtBank && row.receiverBankName && { name: row.receiverBankName }),
      ...(isAtBank && addressOf(contact?.bankAddress)),
    },
    ...(ultimate && { ultimateCreditor: ultimate }),
    ...(isAtBank && intermediaryBank && { intermediaryBank: bankOf(intermediaryBank) }),
  }
}

function bankOf({
  name,
  nationalCode,
  swiftCode,
  address,
}: NonNullable<ContactDetails['intermediaryBank']>): MessageBank {
  return {
    ...(nationalCode && { routingNumber: nationalCode }),
    ...(swiftCode && { bic: swiftCode }),
    ...(name && { name }),
    ...addressOf(address),
  }
}

/** A party that a request names behind the sender or the receiver; undefined without a name. */
function partyBehind({ ultimateParties }: PaymentDetails, prefix: string): MessageParty | undefined {
  const said = (field: string) => ultimateParties?.[prefix + field] || undefined
  const name = said('Name')
  if (!name) return undefined
  const address = {
    addressLine1: said('Address1'),
    addressLine2: said('Address2'),
    city: said('City'),
    state: said('State'),
    postalCode: said('Zip'),
    countryCode: said('Country'),
  }
  const identification = said('TaxId')
  return { name, ...addressOf(address), ...(identification && { identification }) }
}

/** A hybrid address: town, postal code and country as elements, and the rest as lines. */
function addressOf(address: PostalAddress | undefined): { address?: MessageAddress } {
  if (!address) return {}
  const lines = [address.addressLine1, address.addressLine2].flatMap((line) => line || [])
  const hybrid: MessageAddress = {
    ...(address.postalCode && { postCode: address.postalCode }),
    ...(address.city && { townName: address.city }),
    ...(address.state && { countrySubDivision: address.state }),
    ...(address.countryCode && { country: address.countryCode }),
    ...(lines.length > 0 && { lines }),
  }
  return Object.keys(hybrid).length > 0 ? { address: hybrid } : {}
}

function accountOf(number: string) {
  const plain = plainAccountNumber(number)
  return isIban(plain) ? { number: plain, isIban: true } : { number, isIban: false }
}
