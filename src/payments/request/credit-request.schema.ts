import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import {
  blanksAreAbsent,
  CountryField,
  CurrencyField,
  canonicalName,
  EmailField,
  multiline,
  mustBeName,
  name,
  named,
  optionalText,
  positiveAmount,
  text,
} from '../../http/fields.ts'
import { CHARGES } from '../../kernel/charges.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import { type AmountRefusal, formatAmount, largestAmount, parseAmount } from '../../kernel/money.ts'
import { SPEEDS } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { FBO_FIELDS } from '../../rails/rails.ts'
import { OnMissedCutOffField, parseOnMissed } from '../cut-off/missed-cut-off.schema.ts'
import type { CounterpartyReference } from '../decision/counterparties.ts'
import type { PaymentTerms } from '../decision/domain/accept-payment.ts'
import type { NumberedAccounts } from '../decision/named-accounts.store.ts'
import { parseRecurrence, RecurrenceField, type RecurrenceRequest } from '../recurring/recurrence.schema.ts'
import { AdditionalInfo, parseInformation } from './additional-info.schema.ts'
import { ExtraFeesField, parseExtraFees, type StoredExtraFee, storedExtraFees } from './extra-fees.schema.ts'
import { type OwnerDetails, ownAccountField, ownerOf, parseAccount } from './named-account.schema.ts'
import { type Party, parseParty, partyField } from './party.schema.ts'

export const strict = { additionalProperties: false }
/** Of the body of a payment. */
export const paymentRules = { ...strict, ...blanksAreAbsent() }

const partyFields = [
  'Name',
  'AccountNumber',
  'Address1',
  'Address2',
  'TaxId',
  'City',
  'State',
  'Zip',
  'Country',
] as const

/** Fields of the ultimate debtor and ultimate creditor: ultimateSenderName and so on. */
export const ultimateParties = Object.fromEntries(
  ['ultimateSender', 'ultimateReceiver'].flatMap((party) =>
    partyFields.map((field) => [party + field, optionalText(140)]),
  ),
)

/** The party on whose behalf the sender pays: `rails/domain/information.ts` has their places. */
const fboFields = {
  ...(Object.fromEntries(FBO_FIELDS.map((field) => [field, optionalText(140)])) as Record<
    (typeof FBO_FIELDS)[number],
    ReturnType<typeof optionalText>
  >),
  fboCountry: Type.Optional(CountryField),
}

/** The parties that the payment keeps sealed, as it was told of them. */
export const behindParties = { ...ultimateParties, ...fboFields }

/** Where the sender books the payment: stored and shown, for the institution and the sender. */
export const bookingFields = {
  businessUnit: optionalText(64),
  businessUnitId: optionalText(64),
  book: optionalText(64),
  deliveryAgentType: optionalText(64),
}
export type Booking = Partial<Record<keyof typeof bookingFields, string>>

export const NotificationField = named(
  'PaymentNotification',
  { emailAddress: Type.Optional(EmailField), phoneNumber: optionalText(32), message: optionalText(500, multiline) },
  strict,
)

export const AmountField = positiveAmount('Positive, with at most as many decimals as the currency has.')
export const PaymentDateField = Type.String({
  format: 'date',
  description:
    "yyyy-mm-dd: when it leaves; valueDate is when it settles. A future date schedules it. Defaults to today in the institution's time zone.",
})

/**
 * Unknown fields are refused: a payment must not be made while part of the instruction, perhaps a
 * misspelled field, is ignored.
 */
export const CreditRequestBody = named(
  'PaymentRequest',
  {
    externalReferenceId: text(50),
    paymentAmount: AmountField,
    paymentCurrency: CurrencyField,
    speed: name(SPEEDS),
    onMissedCutOff: Type.Optional(OnMissedCutOffField),
    paymentNotes: optionalText(200),
    paymentDate: Type.Optional(PaymentDateField),
    sender: ownAccountField('The account of the customer that pays.'),
    receiver: partyField('beneficiary'),
    recurrence: Type.Optional(RecurrenceField),
    notification: Type.Optional(NotificationField),
    fee: Type.Optional(ExtraFeesField),
    ...behindParties,
    ...bookingFields,
    additionalInfo: Type.Optional(AdditionalInfo),
  },
  paymentRules,
)
export type CreditRequestBody = Static<typeof CreditRequestBody>

/** A parsed credit request, debit request or book transfer. */
export interface CreditRequest extends PaymentTerms, CounterpartyReference {
  externalReferenceId: string
  /** The customer's own account: it pays a credit, and collects a debit. */
  senderAccountId: bigint
  /** Accounts that it names by number: `withNumberedAccounts` finds their ids. */
  numbered?: NumberedAccounts | undefined
  /** What must be the company identification of the account's entries, if given. */
  achCompanyId?: string | undefined
  /** Present on the first payment of a series. */
  recurrence: RecurrenceRequest | undefined
  paymentNotes: string | null
  details: PaymentDetails
}

/** Information stored with a payment that does not affect decisions. */
export interface PaymentDetails {
  notification?: Static<typeof NotificationField>
  ultimateParties?: Record<string, string>
  booking?: Booking
  /** What the request says about the owner of the customer's account. */
  sender?: OwnerDetails
  additionalInfo?: CreditRequestBody['additionalInfo']
  /** What the request says, for the payments of its series. */
  onMissedCutOff?: OnMissedCutOff
  /** The returned debit that it sends again. Only the reinitiation of a payment sets it. */
  reinitiationOf?: string
  /** The fees on top of the schedule. */
  fee?: StoredExtraFee[]
  /** The network of the request for payment that it answers. Only its acceptance sets it. */
  instantNetwork?: 'RTP' | 'FEDNOW'
}

const amountReasons: Record<AmountRefusal, (currency: string) => string> = {
  unknownCurrency: (currency) => `paymentCurrency ${currency} is not a payable ISO 4217 currency`,
  notANumber: () => 'paymentAmount must be a decimal number',
  tooManyDecimals: (currency) => `paymentAmount has more decimals than ${currency} has`,
  tooLarge: (currency) =>
    `paymentAmount must not exceed ${formatAmount(largestAmount(currency), currency)} ${currency}`,
}

/** The amount in minor units. An amount that is not positive is refused. */
export function parsePaymentAmount({
  paymentAmount,
  paymentCurrency,
}: Pick<CreditRequestBody, 'paymentAmount' | 'paymentCurrency'>): Result<bigint, Refusal> {
  const amount = parseAmount(paymentAmount, paymentCurrency)
  if (!amount.ok) return refusal('invalidPayment', amountReasons[amount.refusal](paymentCurrency))
  if (amount.value <= 0n) return refusal('invalidPayment', 'paymentAmount must be greater than zero')
  return amount
}

export function parseCreditRequest(body: CreditRequestBody): Result<CreditRequest, Refusal> {
  return parseRequest(body, { own: 'sender', field: 'receiver', party: body.receiver })
}

/** A credit request, or a debit request with the debtor as the other party. */
export function parseRequest(
  body: Omit<CreditRequestBody, 'receiver'>,
  { own, field, party }: { own: 'sender' | 'creditor'; field: 'receiver' | 'debtor'; party: Party },
): Result<CreditRequest, Refusal> {
  const amount = parsePaymentAmount(body)
  if (!amount.ok) return amount
  const account = parseAccount(own, body.sender)
  if (!account.ok) return account
  const other = parseParty(field, party, body)
  if (!other.ok) return other
  const information = parseInformation(body.additionalInfo, {
    ...{ amount: amount.value, currency: body.paymentCurrency, isSeries: body.recurrence !== undefined },
  })
  if (!information.ok) return information
  const fbo = parseFbo(body)
  if (!fbo.ok) return fbo
  const extraFees = parseExtraFees(body.fee ?? [])
  if (!extraFees.ok) return extraFees
  if (body.recurrence && extraFees.value.length > 0)
    return refusal('invalidPayment', 'fee is for one payment: a series is charged by the schedule')
  const recurrence = body.recurrence ? parseRecurrence(body.recurrence) : accept(undefined)
  if (!recurrence.ok) return recurrence
  const speed = mustBeName(SPEEDS, body.speed)
  const onMissedCutOff = parseOnMissed(body.onMissedCutOff, speed)
  if (!onMissedCutOff.ok) return onMissedCutOff

  return accept({
    entryType: 'CREDIT',
    externalReferenceId: body.externalReferenceId,
    amount: amount.value,
    currency: body.paymentCurrency,
    speed,
    onMissedCutOff: onMissedCutOff.value,
    paymentDate: body.paymentDate === undefined ? undefined : Temporal.PlainDate.from(body.paymentDate),
    recurrence: recurrence.value,
    paymentNotes: body.paymentNotes || null,
    senderAccountId: account.value.id,
    numbered: account.value.numbered && { sender: account.value.numbered },
    achCompanyId: body.sender.achCompanyID || undefined,
    ...other.value,
    receiverAccountId: null,
    secCode: body.additionalInfo?.secCode && mustBeName(SEC_CODES, body.additionalInfo.secCode),
    fxContractNumber: fxContractNumberOf(body),
    information: { ...information.value, ...fbo.value },
    deductsFees: canonicalName(CHARGES, body.additionalInfo?.detailsOfCharges ?? '') === 'BEN',
    ...(extraFees.value.length > 0 && { extraFees: extraFees.value }),
    details: {
      ...(extraFees.value.length > 0 && { fee: storedExtraFees(extraFees.value) }),
      notification: body.notification,
      ultimateParties: given(body, behindParties),
      booking: given(body, bookingFields),
      sender: ownerOf(body.sender),
      additionalInfo: body.additionalInfo,
      onMissedCutOff: onMissedCutOff.value,
    },
  })
}

/** The party on whose behalf the sender pays. A message has one place for it and ultimateSender. */
function parseFbo(body: object): Result<Record<string, string> | undefined, Refusal> {
  const fbo = given(body, fboFields)
  const isNamedTwice =
    fbo && Object.entries(body).some(([field, value]) => field.startsWith('ultimateSender') && value !== '')
  return isNamedTwice
    ? refusal('invalidPayment', 'fbo… and ultimateSender… both say for whom the sender pays: send one of them')
    : accept(fbo)
}

/** The texts of these fields that the body has; undefined if none. */
function given(body: object, fields: object): Record<string, string> | undefined {
  const found = Object.entries(body).filter(([field, value]) => field in fields && value !== '')
  return found.length > 0 ? (Object.fromEntries(found) as Record<string, string>) : undefined
}

/** The FX contract that a payment names; undefined if none or empty. */
export function fxContractNumberOf({ additionalInfo }: Pick<PaymentDetails, 'additionalInfo'>): string | undefined {
  return additionalInfo?.fxContractNumber || undefined
}

export const exampleCreditRequest = {
  externalReferenceId: 'invoice-2026-118',
  paymentAmount: 125.5,
  paymentCurrency: 'USD',
  speed: 'Economy',
  paymentNotes: 'Invoice 118',
  sender: { accountUID: '100108' },
  receiver: { accountUID: '100217' },
}
