import Type, { type Static } from 'typebox'
import { multiline, mustBeName, name, named, nullableObject, optionalText } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { MESSAGE_RAILS, RAILS } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { words } from '../../kernel/words.ts'
import { RETURN_REQUEST_STATUSES, type ReturnRequest, type ReturnRequestFilter } from './return-requests.store.ts'

const shown = (description: string) => Type.Optional(Type.String({ description }))

export const ReturnRequestsQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(name(RETURN_REQUEST_STATUSES, { description: 'All if absent.' })),
    rail: Type.Optional(name(MESSAGE_RAILS, { description: 'All networks if absent.' })),
    receiptUID: Type.Optional(Type.String({ format: 'uuid', description: 'Only those about this receipt.' })),
  },
  { additionalProperties: false },
)

export function parseReturnRequestFilter(query: Static<typeof ReturnRequestsQuery>): ReturnRequestFilter {
  return {
    status: query.status === undefined ? undefined : mustBeName(RETURN_REQUEST_STATUSES, query.status),
    rail: query.rail === undefined ? undefined : mustBeName(MESSAGE_RAILS, query.rail),
    receiptId: query.receiptUID,
  }
}

export const ReturnRequestReply = named('ReturnRequest', {
  returnRequestUID: Type.String({ description: 'The request.' }),
  rail: name(RAILS, { description: 'The network over which it came in.' }),
  caseId: Type.String({ description: 'The id of its message on the network.' }),
  receiptUID: shown('The credit that is asked back; absent if none was received.'),
  reason: Type.String({ description: 'Why, by ISO 20022 ExternalCancellationReason1Code.' }),
  notes: shown('Why, in words of the other bank.'),
  status: name(RETURN_REQUEST_STATUSES, { description: 'Open until a person has accepted or refused it.' }),
  answerBy: Type.String({ format: 'date-time', description: 'By when it is to be answered.' }),
  receivedAt: Type.String({ format: 'date-time', description: 'When it came in.' }),
  answeredAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was answered.' })),
  answeredBy: shown('The API client that answered.'),
  refusalReason: shown('The code of the refusal.'),
  answerNotes: shown('The answer in words.'),
})
export type ReturnRequestReply = Static<typeof ReturnRequestReply>

export function renderReturnRequest(request: ReturnRequest): ReturnRequestReply {
  const { id, rail, caseId, receiptId, code, reason, status, answerBy, createdAt } = request
  const { answeredAt, answeredBy, answerCode, answerNotes } = request
  return {
    ...{ returnRequestUID: id, rail, caseId },
    ...(receiptId !== null && { receiptUID: receiptId }),
    reason: code,
    ...(reason !== '' && { notes: reason }),
    ...{ status, answerBy: timestamp(answerBy), receivedAt: timestamp(createdAt) },
    ...(answeredAt !== null && { answeredAt: timestamp(answeredAt) }),
    ...(answeredBy !== null && { answeredBy }),
    ...(answerCode !== null && { refusalReason: answerCode }),
    ...(answerNotes !== null && { answerNotes }),
  }
}

export const ReturnRequestParams = Type.Object({
  returnRequestUID: Type.String({ format: 'uuid', description: 'The request.' }),
})

/** ISO 20022 ExternalPaymentCancellationRejection1Code, as a creditor's bank says it. */
export const REFUSAL_REASONS = words('ReturnRefusalReason', [
  ...(['CUST', 'AM04', 'AC04', 'ARDT', 'LEGL', 'NOAS', 'NOOR', 'AGNT'] as const),
])

const notes = optionalText(140, { ...multiline, description: 'In words: the other bank reads them.' })

export const AcceptReturnBody = nullableObject(named('AcceptReturnRequest', { notes }, { additionalProperties: false }))

export const RefuseReturnBody = named(
  'RefuseReturnRequest',
  {
    reason: name(REFUSAL_REASONS, {
      description:
        'CUST (the customer does not agree), AM04 (not enough funds), AC04 (account closed), ARDT (returned before), LEGL (legal reasons), NOAS (the customer does not answer), NOOR (never received), AGNT (the bank does not agree).',
    }),
    notes,
  },
  { additionalProperties: false },
)

export const exampleReturnRequest: ReturnRequestReply = {
  returnRequestUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0c01',
  rail: 'FEDWIRE',
  caseId: '20260701B1QFPL00000042',
  receiptUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  reason: 'DUPL',
  notes: 'Paid twice',
  status: 'Open',
  answerBy: '2026-07-17T05:00:00.000Z',
  receivedAt: '2026-07-01T14:05:00.000Z',
}
