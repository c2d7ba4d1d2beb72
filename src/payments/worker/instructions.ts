import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { minorDigits } from '../../kernel/currency.ts'
import { uetrOf } from '../../kernel/uetr.ts'
import { achReference, type Instruction, type MessageRailName, type PaymentInformation } from '../../rails/rails.ts'
import type { DrawnExchange } from '../decision/payment-exchanges.store.ts'
import type { PaymentRow } from '../payments.store.ts'
import type { PaymentDetails } from '../request/credit-request.schema.ts'
import { creditorOf, debtorOf } from './instructed-parties.ts'
import type { ReadyPayment } from './open-payments.store.ts'

/**
 * What a released payment instructs its network to pay: what its request says, with the addresses
 * of the customer as they are now, and those of the contact, which have not changed since.
 */
export function instructionOf(
  institution: Pick<Institution, 'name' | 'routingNumber' | 'bic'>,
  { ready, row, exchange }: { ready: ReadyPayment; row: PaymentRow; exchange: DrawnExchange | undefined },
  today: Temporal.PlainDate,
): Instruction {
  const { id, chargeBearer, deductedAmount, valueDate } = ready
  const information: PaymentInformation = ready.information ?? {}
  const details = row.details as PaymentDetails
  const bic = institution.bic === null ? {} : { bic: institution.bic }
  return {
    ...{ paymentId: id, rail: ready.rail as MessageRailName, uetr: uetrOf(id), chargeBearer },
    endToEndId: endToEndIdOf(row, information),
    ...amountsOf(ready, exchange),
    ...(deductedAmount !== null && {
      charges: { amount: deductedAmount, currency: exchange?.sellCurrency ?? ready.currency },
    }),
    valueDate: valueDate ?? today,
    ...debtorOf(row, details),
    debtorBank: { routingNumber: institution.routingNumber, ...bic, name: institution.name },
    ...creditorOf(row, details, information),
    ...informationOf(information),
  }
}

/**
 * ISO 20022 Max35Text: the customer's own reference if it fits, and distinguishable from others
 * where ASCII spells it otherwise; else the id of the payment.
 */
function endToEndIdOf(
  { id, externalReferenceId }: PaymentRow,
  { referenceForBeneficiary }: PaymentInformation,
): string {
  if (referenceForBeneficiary) return referenceForBeneficiary
  return [...externalReferenceId].length <= 35 ? achReference(externalReferenceId, 35) : id.replaceAll('-', '')
}

function amountsOf({ amount, currency }: ReadyPayment, exchange: DrawnExchange | undefined) {
  if (!exchange) return { amount, currency }
  const { sellAmount, sellCurrency, buyAmount, buyCurrency } = exchange
  const exchangeRate = rateOf(exchange)
  return {
    ...{ amount: buyAmount, currency: buyCurrency },
    instructed: { amount: sellAmount, currency: sellCurrency, exchangeRate },
  }
}

/** ISO 20022 BaseOneRate: at most eleven digits, ten of them after the point. */
const RATE_DIGITS = 11

/** What a unit of the currency sold bought, rounded down to the digits of a rate. */
export function rateOf({ sellAmount, sellCurrency, buyAmount, buyCurrency }: DrawnExchange): string {
  const bought = buyAmount * 10n ** BigInt(minorDigits(sellCurrency))
  const sold = sellAmount * 10n ** BigInt(minorDigits(buyCurrency))
  const whole = bought / sold
  const decimals = Math.max(0, RATE_DIGITS - Math.max(1, whole === 0n ? 1 : String(whole).length))
  const scaled = (bought * 10n ** BigInt(decimals)) / sold
  const text = scaled.toString().padStart(decimals + 1, '0')
  const split = text.length - decimals
  const fraction = text.slice(split).replace(/0+$/, '')
  return fraction === '' ? text.slice(0, split) : `${text.slice(0, split)}.${fraction}`
}

function informationOf(information: PaymentInformation) {
  const remittance = information.originatortoBeneficiary || information.paymentRemittanceNotes
  return {
    remittance: remittance ? [remittance] : [],
    ...(information.remittanceMethod && { remittanceMethod: information.remittanceMethod }),
    ...(information.senderToReceiverNotes && { instructionForNextBank: information.senderToReceiverNotes }),
    ...(information.proprietaryCode && { purpose: information.proprietaryCode }),
    ...(information.localInstruments && { localInstrument: information.localInstruments }),
    ...(information.transactionTypeCode && { categoryPurpose: information.transactionTypeCode }),
  }
}
