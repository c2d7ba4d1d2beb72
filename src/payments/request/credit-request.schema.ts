import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import {
  CurrencyField,
  canonicalName,
  EmailField,
  multiline,
  mustBeName,
  name,
  optionalText,
  text,
  UidInBody,
} from '../../http/fields.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import { type AmountRefusal, formatAmount, largestAmount, parseAmount } from '../../kernel/money.ts'
import { SPEEDS } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { OnMissedCutOffField, parseOnMissed } from '../cut-off/missed-cut-off.schema.ts'
import type { CounterpartyReference } from '../decision/counterparties.ts'
import type { PaymentTerms } from '../decision/domain/accept-payment.ts'
import { parseRecurrence, RecurrenceField, type RecurrenceRequest } from '../recurring/recurrence.schema.ts'

export const CHARGES = ['OUR', 'BEN', 'SHA'] as const

export const strict = { additionalProperties: false }

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

export const NotificationField = Type.Object(
  { emailAddress: Type.Optional(EmailField), phoneNumber: optionalText(32), message: optionalText(500, multiline) },
  strict,
)

export const AmountField = Type.Number({ description: 'Positive, with at most as many decimals as the currency has.' })
export const PaymentDateField = Type.String({
  format: 'date',
  description: "yyyy-mm-dd; a future date schedules the payment. Defaults to today in the institution's time zone.",
})

export const AdditionalInfo = Type.Object(
  {
    secCode: Type.Optional(name(SEC_CODES)),
    fxContractNumber: optionalText(64),
    detailsOfCharges: Type.Optional(
      name(CHARGES, {
        description:
          'OUR: the customer pays the fees. BEN: the fees of a credit are deducted from the amount, and the receiver gets less. SHA: like OUR; other banks charge the receiver.',
      }),
    ),
    senderToReceiverNotes: optionalText(200),
    referenceForBeneficiary: optionalText(80),
  },
  strict,
)

/**
 * Unknown fields are refused: a payment must not be made while part of the instruction, perhaps a
 * misspelled field, is ignored.
 */
export const CreditRequestBody = Type.Object(
  {
    externalReferenceId: text(50),
    paymentAmount: AmountField,
    paymentCurrency: CurrencyField,
    speed: name(SPEEDS),
    onMissedCutOff: Type.Optional(OnMissedCutOffField),
    paymentNotes: optionalText(200),
    paymentDate: Type.Optional(PaymentDateField),
    sender: Type.Object({ accountUID: UidInBody }, strict),
    receiver: Type.Object(
      { accountUID: UidInBody },
      { ...strict, description: 'accountUID is the contactUID of the beneficiary.' },
    ),
    recurrence: Type.Optional(RecurrenceField),
    notification: Type.Optional(NotificationField),
    ...ultimateParties,
    additionalInfo: Type.Optional(AdditionalInfo),
  },
  strict,
)
export type CreditRequestBody = Static<typeof CreditRequestBody>

/** A parsed credit request, debit request or book transfer. */
export interface CreditRequest extends PaymentTerms, CounterpartyReference {
  externalReferenceId: string
  /** The customer's own account: it pays a credit, and collects a debit. */
  senderAccountId: bigint
  /** Present on the first payment of a series. */
  recurrence: RecurrenceRequest | undefined
  paymentNotes: string | null
  details: PaymentDetails
}

/** Information stored with a payment that does not affect decisions. */
export interface PaymentDetails {
  notification?: Static<typeof NotificationField>
  ultimateParties?: Record<string, string>
  additionalInfo?: CreditRequestBody['additionalInfo']
  /** What the request says, for the payments of its series. */
  onMissedCutOff?: OnMissedCutOff
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
  const amount = parsePaymentAmount(body)
  if (!amount.ok) return amount
  const recurrence = body.recurrence ? parseRecurrence(body.recurrence) : accept(undefined)
  if (!recurrence.ok) return recurrence
  const speed = mustBeName(SPEEDS, body.speed)
  const onMissedCutOff = parseOnMissed(body.onMissedCutOff, speed)
  if (!onMissedCutOff.ok) return onMissedCutOff

  const parties = Object.entries(body).filter(([field, value]) => field in ultimateParties && value !== '')
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
    senderAccountId: BigInt(body.sender.accountUID),
    contactId: BigInt(body.receiver.accountUID),
    receiverAccountId: null,
    secCode: body.additionalInfo?.secCode && mustBeName(SEC_CODES, body.additionalInfo.secCode),
    fxContractNumber: fxContractNumberOf(body),
    deductsFees: canonicalName(CHARGES, body.additionalInfo?.detailsOfCharges ?? '') === 'BEN',
    details: {
      notification: body.notification,
      ultimateParties: parties.length > 0 ? (Object.fromEntries(parties) as Record<string, string>) : undefined,
      additionalInfo: body.additionalInfo,
      onMissedCutOff: onMissedCutOff.value,
    },
  })
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
