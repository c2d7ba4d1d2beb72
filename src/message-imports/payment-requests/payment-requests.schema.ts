import Type, { type Static } from 'typebox'
import { multiline, mustBeName, name, named, nullableObject, optionalText, Uid, UidInBody } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { maskedNumber, type NumberView } from '../../kernel/masked-number.ts'
import { formatAmount } from '../../kernel/money.ts'
import { MESSAGE_RAILS } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { words } from '../../kernel/words.ts'
import {
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequestFilter,
  type PaymentRequestRow,
  type StoredCreditor,
} from './payment-requests.store.ts'

const shown = (description: string) => Type.Optional(Type.String({ description }))
const instant = (description: string) => Type.String({ format: 'date-time', description })

export const PaymentRequestsQuery = Type.Object(
  {
    ...pageQuery,
    requestUID: Type.Optional(Type.String({ format: 'uuid', description: 'Only this request.' })),
    status: Type.Optional(name(PAYMENT_REQUEST_STATUSES, { description: 'All if absent.' })),
    rail: Type.Optional(name(MESSAGE_RAILS, { description: 'All networks if absent.' })),
    accountUID: Type.Optional(Uid),
  },
  { additionalProperties: false },
)

export function parseRequestFilter(
  query: Static<typeof PaymentRequestsQuery>,
): Omit<PaymentRequestFilter, 'belongingTo'> {
  return {
    id: query.requestUID,
    status: query.status === undefined ? undefined : mustBeName(PAYMENT_REQUEST_STATUSES, query.status),
    rail: query.rail === undefined ? undefined : mustBeName(MESSAGE_RAILS, query.rail),
    accountId: query.accountUID === undefined ? undefined : BigInt(query.accountUID),
  }
}

export const PaymentRequestReply = named('PaymentRequestReceived', {
  requestUID: Type.String({ description: 'The request.' }),
  rail: name(MESSAGE_RAILS, { description: 'The network over which it came in, and over which it is paid.' }),
  requestId: Type.String({ description: 'The id of its message on the network.' }),
  endToEndId: shown('The reference of the creditor, which the payment repeats.'),
  isDrawdown: Type.Boolean({ description: 'Whether a bank asks for a drawdown by a standing agreement.' }),
  status: name(PAYMENT_REQUEST_STATUSES, {
    description:
      'Open until it is decided; Accepted once a payment is made; Paid once that has left; Refused; Expired; or Withdrawn by the creditor. It is Open again if its payment ends without leaving.',
  }),
  amount: Type.String({ description: 'Decimal text.' }),
  currency: Type.String(),
  creditorName: Type.String({ description: 'Who asks.' }),
  creditorAccountNumber: shown('The account to pay; masked without Customers.View_Account_Number.'),
  creditorBankId: shown('The routing number of its bank.'),
  creditorBankName: shown('The name of its bank.'),
  debtorName: Type.String({ description: 'Who is to pay, as the request has it.' }),
  accountNumber: Type.String({ description: 'The account that is to pay, as the request has it; masked likewise.' }),
  accountUID: shown('The account that is to pay.'),
  customerUID: shown('The customer of the account.'),
  remittance: Type.Array(Type.String(), { description: 'What it is for.' }),
  requestedOn: Type.String({ description: 'The day on which it is to be paid, yyyy-mm-dd.' }),
  expiresAt: Type.Optional(instant('Until when it can be paid.')),
  receivedAt: instant('When it came in.'),
  paymentUID: shown('The last payment that was made for it.'),
  refusalReason: shown('The code that the creditor was told.'),
  notes: shown('Why it was refused or withdrawn, in words.'),
  decidedBy: shown('The API client that accepted or refused it, or worker.'),
  decidedAt: Type.Optional(instant('When it was accepted or refused.')),
})
export type PaymentRequestReply = Static<typeof PaymentRequestReply>

export function renderRequest(request: PaymentRequestRow, view: NumberView): PaymentRequestReply {
  const { id, rail, requestId, endToEndId, isDrawdown, status, amount, currency } = request
  const { creditorName, creditorAccount, debtorName, accountNumber, accountId, customerId } = request
  const { paymentId, refusalCode, notes, decidedBy, decidedAt, expiresAt } = request
  const { bank } = request.creditor as StoredCreditor
  const number = (text: string) => (view.showsNumbers ? text : maskedNumber(text))
  return {
    ...{ requestUID: id, rail, requestId, isDrawdown, status, amount: formatAmount(amount, currency), currency },
    ...(endToEndId !== null && { endToEndId }),
    creditorName,
    ...(creditorAccount !== null && { creditorAccountNumber: number(creditorAccount) }),
    ...(bank.routingNumber && { creditorBankId: bank.routingNumber }),
    ...(bank.name && { creditorBankName: bank.name }),
    ...{ debtorName, accountNumber: number(accountNumber) },
    ...(accountId !== null && { accountUID: String(accountId) }),
    ...(customerId !== null && { customerUID: String(customerId) }),
    ...{ remittance: request.remittance as string[], requestedOn: request.requestedOn },
    ...(expiresAt !== null && { expiresAt: timestamp(expiresAt) }),
    receivedAt: timestamp(request.createdAt),
    ...(paymentId !== null && { paymentUID: paymentId }),
    ...(refusalCode !== null && { refusalReason: refusalCode }),
    ...(notes !== null && { notes }),
    ...(decidedBy !== null && decidedAt !== null && { decidedBy, decidedAt: timestamp(decidedAt) }),
  }
}

export const PaymentRequestParams = Type.Object({
  requestUID: Type.String({ format: 'uuid', description: 'The request.' }),
})

export const AcceptRequestBody = nullableObject(
  named('AcceptPaymentRequest', { contactUID: Type.Optional(UidInBody) }, { additionalProperties: false }),
)

/** ISO 20022 ExternalStatusReason1Code, as far as a customer says it. */
export const REQUEST_REFUSALS = words('PaymentRequestRefusal', [
  ...(['CUST', 'AM09', 'DUPL', 'FRAD', 'AC06', 'NARR'] as const),
])

export const RefuseRequestBody = named(
  'RefusePaymentRequest',
  {
    reason: name(REQUEST_REFUSALS, {
      description:
        'CUST (the customer does not agree), AM09 (wrong amount), DUPL (asked twice), FRAD (fraud), AC06 (account blocked), NARR (as the notes say).',
    }),
    notes: optionalText(105, { ...multiline, description: 'Why, in words: the creditor reads it.' }),
  },
  { additionalProperties: false },
)

export const examplePaymentRequest: PaymentRequestReply = {
  requestUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0c11',
  rail: 'FEDNOW',
  requestId: '20260701021040078RFP000000000042',
  endToEndId: 'INV-2026-118',
  isDrawdown: false,
  status: 'Open',
  amount: '125.50',
  currency: 'USD',
  creditorName: 'HIGHLAND BEANS LLC',
  creditorAccountNumber: '****5678',
  creditorBankId: '021000021',
  debtorName: 'HARBOR COFFEE LTD',
  accountNumber: '****0001',
  accountUID: '100108',
  customerUID: '100042',
  remittance: ['Invoice 118'],
  requestedOn: '2026-07-01',
  expiresAt: '2026-07-15T04:00:00.000Z',
  receivedAt: '2026-07-01T14:05:00.000Z',
}
