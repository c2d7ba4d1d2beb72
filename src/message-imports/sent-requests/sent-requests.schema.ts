import Type, { type Static } from 'typebox'
import {
  CurrencyField,
  dateField,
  mustBeName,
  name,
  named,
  optionalText,
  parseDate,
  positiveAmount,
  Uid,
  UidInBody,
} from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { formatAmount } from '../../kernel/money.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import {
  REQUEST_RAILS,
  type RequestRail,
  SENT_REQUEST_STATUSES,
  type SentFilter,
  type SentRequest,
} from './sent-requests.store.ts'

const shown = (description: string) => Type.Optional(Type.String({ description }))
const flag = (description: string) => Type.Boolean({ description })

export const SentRequestsQuery = Type.Object(
  {
    ...pageQuery,
    requestUID: Type.Optional(Type.String({ format: 'uuid', description: 'Only this request.' })),
    status: Type.Optional(name(SENT_REQUEST_STATUSES, { description: 'All if absent.' })),
    rail: Type.Optional(name(REQUEST_RAILS, { description: 'Both networks if absent.' })),
    accountUID: Type.Optional(Uid),
  },
  { additionalProperties: false },
)

export function parseSentFilter(query: Static<typeof SentRequestsQuery>): Omit<SentFilter, 'belongingTo'> {
  return {
    id: query.requestUID,
    status: query.status === undefined ? undefined : mustBeName(SENT_REQUEST_STATUSES, query.status),
    rail: query.rail === undefined ? undefined : mustBeName(REQUEST_RAILS, query.rail),
    accountId: query.accountUID === undefined ? undefined : BigInt(query.accountUID),
  }
}

export const AskForPaymentBody = named(
  'NewPaymentRequest',
  {
    accountUID: UidInBody,
    contactUID: UidInBody,
    amount: positiveAmount('In US dollars.'),
    currency: Type.Optional(CurrencyField),
    network: Type.Optional(
      name(REQUEST_RAILS, { description: 'Default: the instant network of the institution, if it reaches the bank.' }),
    ),
    requestedExecutionDate: Type.Optional(dateField('On which day it is to be paid. Default: today.')),
    expiryDate: Type.Optional(
      dateField('The last day on which it can be paid, at most a year ahead. Default: 14 days after the other date.'),
    ),
    amountModificationAllowed: Type.Optional(flag('Whether another amount may be paid. Default: false.')),
    earlyPayment: Type.Optional(flag('Whether it may be paid before the day. Default: true.')),
    guaranteedPayment: Type.Optional(flag('Whether the other bank must guarantee it. Default: false.')),
    remittance: optionalText(140, { description: 'What it is for: the payer reads it.' }),
    externalReferenceId: optionalText(64, { description: 'Your reference. It is kept and shown.' }),
  },
  { additionalProperties: false },
)

/** A request for payment as a customer makes it. */
export interface AskedPayment {
  accountId: bigint
  contactId: bigint
  amount: number | string
  currency: string
  network: RequestRail | undefined
  requestedOn: ReturnType<typeof parseDate> | undefined
  expiresOn: ReturnType<typeof parseDate> | undefined
  mayChangeAmount: boolean
  mayPayEarly: boolean
  isGuaranteed: boolean
  remittance: string | undefined
  reference: string | undefined
}

export function parseAsked(body: Static<typeof AskForPaymentBody>): AskedPayment {
  const dateOf = (text: string | undefined) => (text === undefined ? undefined : parseDate(text))
  return {
    ...{ accountId: BigInt(body.accountUID), contactId: BigInt(body.contactUID) },
    ...{ amount: body.amount, currency: body.currency ?? 'USD' },
    network: body.network === undefined ? undefined : mustBeName(REQUEST_RAILS, body.network),
    ...{ requestedOn: dateOf(body.requestedExecutionDate), expiresOn: dateOf(body.expiryDate) },
    ...{ mayChangeAmount: body.amountModificationAllowed ?? false, mayPayEarly: body.earlyPayment ?? true },
    ...{ isGuaranteed: body.guaranteedPayment ?? false },
    ...{ remittance: body.remittance || undefined, reference: body.externalReferenceId || undefined },
  }
}

export const SentRequestReply = named('SentPaymentRequest', {
  requestUID: Type.String({ description: 'The request.' }),
  rail: name(REQUEST_RAILS, { description: 'The network.' }),
  status: name(SENT_REQUEST_STATUSES, {
    description:
      'Open until it is answered; Accepted: the other bank says that it will be paid; Paid: the money is on the account; Refused; or Expired.',
  }),
  amount: Type.String({ description: 'What is asked, decimal text.' }),
  currency: Type.String(),
  accountUID: Type.String({ description: 'The account to pay.' }),
  customerUID: Type.String({ description: 'The customer of the account.' }),
  contactUID: Type.String({ description: 'Who pays.' }),
  debtorName: Type.String({ description: 'The name of the contact.' }),
  messageId: Type.String({ description: 'The id of its message.' }),
  endToEndId: Type.String({ description: 'The reference that its payment repeats.' }),
  requestedExecutionDate: Type.String({ description: 'On which day it is to be paid, yyyy-mm-dd.' }),
  expiryDate: Type.String({ description: 'The last day on which it can be paid, yyyy-mm-dd, Eastern.' }),
  amountModificationAllowed: flag('Whether another amount may be paid.'),
  earlyPayment: flag('Whether it may be paid before the day.'),
  guaranteedPayment: flag('Whether the other bank must guarantee it.'),
  remittance: shown('What it is for.'),
  externalReferenceId: shown('The reference of its maker.'),
  requestedBy: Type.String({ description: 'The API client that made it.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
  answerCode: shown('The code of the answer, ISO 20022 ExternalStatusReason1Code.'),
  answerReason: shown('Why, in the words of the other bank.'),
  receiptUID: shown('The receipt of the money that pays it.'),
  endedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was paid, refused or expired.' })),
})
export type SentRequestReply = Static<typeof SentRequestReply>

export function renderSent(request: SentRequest): SentRequestReply {
  const { id, rail, status, amount, currency, accountId, customerId, contactId, debtorName } = request
  const { messageId, endToEndId, remittance, reference, answerCode, answerReason, receiptId, endedAt } = request
  return {
    ...{ requestUID: id, rail, status, amount: formatAmount(amount, currency), currency },
    ...{ accountUID: String(accountId), customerUID: String(customerId), contactUID: String(contactId), debtorName },
    ...{ messageId, endToEndId, requestedExecutionDate: request.requestedOn, expiryDate: request.expiresOn },
    ...{ amountModificationAllowed: request.mayChangeAmount, earlyPayment: request.mayPayEarly },
    guaranteedPayment: request.isGuaranteed,
    ...(remittance !== null && { remittance }),
    ...(reference !== null && { externalReferenceId: reference }),
    ...{ requestedBy: request.requestedBy, createdAt: timestamp(request.createdAt) },
    ...(answerCode !== null && { answerCode }),
    ...(answerReason !== null && { answerReason }),
    ...(receiptId !== null && { receiptUID: receiptId }),
    ...(endedAt !== null && { endedAt: timestamp(endedAt) }),
  }
}

export const exampleSentRequest: SentRequestReply = {
  requestUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0c11',
  rail: 'RTP',
  status: 'Open',
  amount: '125.50',
  currency: 'USD',
  accountUID: '100108',
  customerUID: '100042',
  contactUID: '100217',
  debtorName: 'HIGHLAND BEANS LLC',
  messageId: 'M20260701021040078T1BRFP00000000042',
  endToEndId: 'RFP0197A1F26C1E7A539D7B2F4C8E1A0C11',
  requestedExecutionDate: '2026-07-01',
  expiryDate: '2026-07-15',
  amountModificationAllowed: false,
  earlyPayment: true,
  guaranteedPayment: false,
  remittance: 'Invoice 118',
  requestedBy: 'giro_5yVqXQ0gDb',
  createdAt: '2026-07-01T14:05:00.000Z',
}
