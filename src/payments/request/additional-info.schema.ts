import Type, { type Static } from 'typebox'
import { canonicalName, multiline, name, named, optionalText, text } from '../../http/fields.ts'
import { CHARGES } from '../../kernel/charges.ts'
import { ENTRY_DESCRIPTION } from '../../kernel/entry-description.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { words } from '../../kernel/words.ts'
import type { PaymentInformation } from '../../rails/rails.ts'

const strict = { additionalProperties: false }

export const AUTHORIZATION_TYPES = words('AuthorizationType', ['Single', 'Recurring'])

/** What the body of a request has room for. */
const MAX_INVOICES = 500
const InvoiceAmount = Type.Number({
  minimum: 0,
  description: 'In the currency of the payment, with at most its decimals.',
})
const PaidInvoice = named(
  'PaidInvoice',
  {
    invoiceNumber: Type.String({
      pattern: '^[A-Za-z0-9._/#+-]{1,30}$',
      description: 'At most 30 letters, digits and the signs . _ / # + -.',
    }),
    invoiceDate: Type.Optional(Type.String({ format: 'date', description: 'yyyy-mm-dd.' })),
    amountPaid: InvoiceAmount,
    amountDue: Type.Optional(InvoiceAmount),
    discount: Type.Optional(InvoiceAmount),
  },
  strict,
)

/** Fields of requests for payment, which Giro does not send. */
const requestForPayment = {
  requestedExecutionDate: Type.Optional(Type.String({ format: 'date', description: 'Of a request for payment.' })),
  expiryDate: Type.Optional(Type.String({ format: 'date', description: 'Of a request for payment.' })),
  amountModificationAllowed: Type.Optional(Type.Boolean({ description: 'Of a request for payment.' })),
  earlyPayment: Type.Optional(Type.Boolean({ description: 'Of a request for payment.' })),
  guaranteedPayment: Type.Optional(Type.Boolean({ description: 'Of a request for payment.' })),
}

/** A payment with a field that its rail would lose is refused: `rails/domain/information.ts`. */
export const AdditionalInfo = named(
  'PaymentAdditionalInfo',
  {
    channel: optionalText(64, { description: 'Where the customer ordered the payment. For the institution.' }),
    costCenter: optionalText(64, { description: "For the institution. Default: that of the customer's account." }),
    requestMethod: optionalText(64, { description: 'For the institution.' }),
    operationNote: optionalText(210, { ...multiline, description: 'For the people of the institution.' }),
    secCode: Type.Optional(name(SEC_CODES)),
    fxContractNumber: optionalText(64),
    detailsOfCharges: Type.Optional(
      name(CHARGES, {
        description:
          'OUR: the customer pays the fees. BEN: the fees of a credit are deducted from the amount, and the receiver gets less. SHA: like OUR; other banks charge the receiver.',
      }),
    ),
    receiverIdentificationNumber: optionalText(35, {
      description:
        'What the sender calls the receiver. ACH: the individual identification number, at most 15 characters, of CIE 22; default: externalReferenceId.',
    }),
    referenceForBeneficiary: optionalText(80, {
      description: 'ACH: payment related information. Other rails: the end-to-end id, at most 16 characters.',
    }),
    originatortoBeneficiary: optionalText(140, { description: 'Remittance information. Not on ACH.' }),
    paymentRemittanceNotes: optionalText(140, { description: 'The same as originatortoBeneficiary.' }),
    remittanceMethod: optionalText(35, {
      description: 'How further remittance information is sent: FAXI, EDIC, URID, EMAL, POST or SMSM. Only on Express.',
    }),
    senderToReceiverNotes: optionalText(210, { description: "For the receiver's bank. Wires only." }),
    transactionTypeCode: optionalText(35, {
      description: 'The category purpose. ACH: SALA for wages by PPD, EPAY for online purchases by WEB or TEL.',
    }),
    companyEntryDescription: Type.Optional(
      Type.String({
        ...ENTRY_DESCRIPTION,
        pattern: `^$|${ENTRY_DESCRIPTION.pattern}`,
        description:
          'ACH: what the entry is for, as statements of the receiver show it, such as RENT. At most 10 characters of ASCII. Default: that of the account, or of the customer, otherwise PAYMENT. The rules of ACH keep some words for some entries (/docs/pages/ach-entries).',
      }),
    ),
    localInstruments: optionalText(35, {
      description: 'The local instrument. Not on ACH and Instant; on Express a code of Fedwire, such as CTRC.',
    }),
    proprietaryCode: optionalText(35, { description: 'The purpose, in a code of both parties. Not on ACH.' }),
    unstructuredAddendaInfo: Type.Optional(
      Type.Object(
        {
          addendaLength: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 80, description: 'The length of addendaInformation.' }),
          ),
          addendaInformation: text(80),
        },
        { ...strict, description: 'ACH: payment related information, instead of referenceForBeneficiary.' },
      ),
    ),
    authorizationType: Type.Optional(
      name(AUTHORIZATION_TYPES, {
        description:
          'WEB and TEL: whether the receiver authorized a single debit or recurring ones. Default: Recurring for the payments of a series, otherwise Single.',
      }),
    ),
    checkSerialNumber: optionalText(15, {
      description: 'ARC, and POP with at most 9 characters: the number of the check.',
    }),
    terminalCity: optionalText(4, { description: 'POP: the city of the terminal, at most 4 characters.' }),
    terminalState: optionalText(2, { description: 'POP: the state of the terminal, 2 letters.' }),
    remittance: Type.Optional(
      Type.Array(PaidInvoice, {
        maxItems: MAX_INVOICES,
        description:
          'CTX: the invoices that the payment pays, sent as an ANSI X12 820. Their amountPaid is paymentAmount in total.',
      }),
    ),
    ...requestForPayment,
  },
  strict,
)
export type AdditionalInfo = Static<typeof AdditionalInfo>

/**
 * What the rail carries of it. Refuses a length that is not that of the addenda, and fields of
 * requests for payment.
 */
export function parseInformation(
  info: AdditionalInfo | undefined,
  payment: { amount: bigint; currency: string; isSeries: boolean },
): Result<PaymentInformation, Refusal> {
  if (!info) return accept({})
  const ofRequest = Object.keys(requestForPayment).find((field) => field in info)
  if (ofRequest)
    return refusal('invalidPayment', `additionalInfo.${ofRequest} is of a request for payment, which is not offered`)
  const fault = faultOfRemittance(info.remittance, payment)
  if (fault) return refusal('invalidPayment', fault)
  if (info.remittance?.length && canonicalName(CHARGES, info.detailsOfCharges ?? '') === 'BEN')
    return refusal(
      'invalidPayment',
      'additionalInfo.remittance says what is paid of each invoice, so additionalInfo.detailsOfCharges cannot be BEN: the fee would come out of it',
    )
  const once = (['remittance', 'checkSerialNumber'] as const).find((field) => info[field]?.length)
  if (payment.isSeries && once)
    return refusal('invalidPayment', `additionalInfo.${once} is of one payment, not of a series`)
  const { unstructuredAddendaInfo: addenda, remittance, ...texts } = info
  const length = addenda && [...addenda.addendaInformation].length
  if (addenda?.addendaLength !== undefined && addenda.addendaLength !== length)
    return refusal(
      'invalidPayment',
      `additionalInfo.unstructuredAddendaInfo.addendaLength is ${addenda.addendaLength}, but addendaInformation has ${length} characters`,
    )
  const numbers = remittance?.map(({ invoiceNumber }) => invoiceNumber).join(' ')
  return accept({
    ...texts,
    ...(numbers && { remittance: numbers }),
    ...(addenda && { addendaInformation: addenda.addendaInformation }),
  })
}

/** Amounts have the decimals of the currency, and what is paid of all invoices is the payment. */
function faultOfRemittance(
  invoices: AdditionalInfo['remittance'] = [],
  { amount, currency }: { amount: bigint; currency: string },
): string | undefined {
  let paid = 0n
  for (const [at, invoice] of invoices.entries())
    for (const field of ['amountPaid', 'amountDue', 'discount'] as const) {
      const parsed = parseAmount(invoice[field] ?? 0, currency)
      if (!parsed.ok)
        return `additionalInfo.remittance[${at}].${field} must be an amount with the decimals of ${currency}`
      if (field === 'amountPaid') paid += parsed.value
    }
  if (invoices.length === 0 || paid === amount) return undefined
  return `the amountPaid of additionalInfo.remittance is ${formatAmount(paid, currency)} ${currency} in total, but paymentAmount is ${formatAmount(amount, currency)}`
}
