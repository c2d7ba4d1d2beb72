import Type from 'typebox'
import { maskedNumber, type NumberView } from '../kernel/masked-number.ts'
import type { PaymentRow } from './payments.store.ts'
import { bookingFields, type PaymentDetails } from './request/credit-request.schema.ts'
import { ownerFields } from './request/named-account.schema.ts'

const shown = Type.Optional(Type.String())

const ADDRESS = ['Address1', 'Address2', 'City', 'State', 'Zip', 'Country'] as const
const BANK = ['Name', 'Id', 'SwiftCode', ...ADDRESS] as const

function fields(prefix: string, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [prefix + name, shown]))
}

/** The parties of a payment and their banks, in flat fields, as existing clients read them. */
export const partyFields = {
  ...fields('sender', ADDRESS),
  ...fields('senderBank', ['Name', 'Id']),
  fboAccountNumber: shown,
  receiverName: Type.Optional(Type.String({ description: 'The same as counterParty.' })),
  receiverAccountType: shown,
  ...fields('receiver', ADDRESS),
  ...fields('receiverBank', BANK),
  ...fields('intermediaryReceiverBank', BANK),
  sender: Type.Optional(
    Type.Object(ownerFields, { description: 'What the request says about the owner of the account.' }),
  ),
  sourceReferenceId: Type.Optional(Type.String({ description: 'The same as externalReferenceId.' })),
  ...Object.fromEntries(Object.keys(bookingFields).map((field) => [field, shown])),
  fedWireDetails: Type.Optional(
    Type.Object(
      {
        businessFunctionCode: shown,
        comments: shown,
        originatorToBeneficiaryInformation: shown,
        imad: shown,
        omad: shown,
      },
      {
        description: 'Of a Fedwire payment: what its message says. imad and omad are known once Fedwire reports them.',
      },
    ),
  ),
}

export interface PostalAddress {
  addressLine1?: string | undefined
  addressLine2?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
  countryCode?: string | undefined
}

interface Bank {
  name?: string | null
  nationalCode?: string | null
  swiftCode?: string | null
  address?: PostalAddress
}

/** What the contact of a payment says besides what the payment keeps. */
export interface ContactDetails {
  address?: PostalAddress
  bankAddress?: PostalAddress
  intermediaryBank?: Bank
}

/**
 * Names, numbers and bank codes are those of the payment, which never change; addresses are those
 * of the customer and the contact now.
 */
export function renderParties(payment: PaymentRow, view: NumberView): Record<string, unknown> {
  const details = payment.details as PaymentDetails
  const profile = payment.senderProfile as { legalAddress?: PostalAddress } | null
  const contact = payment.contactDetails as ContactDetails | null
  const { senderFboNumber: fbo } = payment
  return {
    ...addressOf('sender', profile?.legalAddress),
    senderBankName: payment.institutionName,
    senderBankId: payment.senderRoutingNumber,
    fboAccountNumber: fbo === null || view.showsNumbers ? (fbo ?? undefined) : maskedNumber(fbo),
    receiverName: payment.receiverName,
    receiverAccountType: payment.receiverAccountType,
    ...addressOf('receiver', contact?.address),
    ...bankOf('receiverBank', receivingBank(payment, contact)),
    ...bankOf('intermediaryReceiverBank', isAtBankOfContact(payment) ? contact?.intermediaryBank : undefined),
    sourceReferenceId: payment.externalReferenceId,
    ...details.booking,
    sender: details.sender,
    fedWireDetails: payment.rail === 'FEDWIRE' ? fedWireDetails(payment) : undefined,
  }
}

/** The bank that the payment goes to. A contact that moved to another one says nothing about it. */
function receivingBank(payment: PaymentRow, contact: ContactDetails | null): Bank {
  const { rail, receiverBankCode } = payment
  if (!isAtBankOfContact(payment))
    return rail === 'SWIFT' ? { swiftCode: receiverBankCode } : { nationalCode: receiverBankCode || null }
  return {
    name: payment.receiverBankName,
    nationalCode: payment.receiverNationalCode,
    swiftCode: payment.receiverSwiftCode,
    address: contact?.bankAddress,
  }
}

/** Whether the contact still has the bank that the payment goes to. */
export function isAtBankOfContact({ rail, receiverBankCode, ...now }: PaymentRow): boolean {
  return ((rail === 'SWIFT' ? now.receiverSwiftCode : now.receiverNationalCode) ?? '') === receiverBankCode
}

function addressOf(prefix: string, address: PostalAddress | undefined) {
  if (!address) return {}
  return {
    [`${prefix}Address1`]: address.addressLine1,
    [`${prefix}Address2`]: address.addressLine2,
    [`${prefix}City`]: address.city,
    [`${prefix}State`]: address.state,
    [`${prefix}Zip`]: address.postalCode,
    [`${prefix}Country`]: address.countryCode,
  }
}

function bankOf(prefix: string, bank: Bank | undefined) {
  if (!bank) return {}
  return {
    [`${prefix}Name`]: bank.name ?? undefined,
    [`${prefix}Id`]: bank.nationalCode ?? undefined,
    [`${prefix}SwiftCode`]: bank.swiftCode ?? undefined,
    ...addressOf(prefix, bank.address),
  }
}

function fedWireDetails({ details, wireIds }: PaymentRow) {
  const { additionalInfo } = details as PaymentDetails
  return {
    businessFunctionCode: additionalInfo?.localInstruments || undefined,
    comments: additionalInfo?.senderToReceiverNotes || undefined,
    originatorToBeneficiaryInformation:
      additionalInfo?.originatortoBeneficiary || additionalInfo?.paymentRemittanceNotes || undefined,
    imad: wireIds?.imad ?? undefined,
    omad: wireIds?.omad ?? undefined,
  }
}
