import './message-imports.errors.ts'
import Type, { type Static } from 'typebox'
import { multiline, mustBeName, name, named, optionalText } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { MESSAGE_RAILS } from '../kernel/rail.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { EXCEPTION_STATUSES, type ExceptionFilter, type MessageException } from './message-exceptions.store.ts'

const uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }))

export const ExceptionsQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(name(EXCEPTION_STATUSES, { description: 'All if absent.' })),
    rail: Type.Optional(name(MESSAGE_RAILS, { description: 'All networks if absent.' })),
    paymentUID: uuid('Only those about this payment.'),
    receiptUID: uuid('Only those about this receipt.'),
  },
  { additionalProperties: false },
)

export function parseExceptionFilter(query: Static<typeof ExceptionsQuery>): ExceptionFilter {
  return {
    status: query.status === undefined ? undefined : mustBeName(EXCEPTION_STATUSES, query.status),
    rail: query.rail === undefined ? undefined : mustBeName(MESSAGE_RAILS, query.rail),
    paymentId: query.paymentUID,
    receiptId: query.receiptUID,
  }
}

export const MessageExceptionReply = named('MessageException', {
  exceptionUID: Type.String({ description: 'The exception.' }),
  rail: name(MESSAGE_RAILS, { description: 'The network.' }),
  messageUID: Type.Optional(Type.String({ description: 'The incoming message; absent if a clock ended.' })),
  kind: Type.String({ description: 'What the network says, such as settled, rejected, returned or received.' }),
  why: Type.String({ description: 'Why nothing was posted, in words.' }),
  status: name(EXCEPTION_STATUSES, { description: 'Open until a person has resolved it.' }),
  paymentUID: Type.Optional(Type.String({ description: 'The payment that it is about.' })),
  receiptUID: Type.Optional(Type.String({ description: 'The receipt that it is about.' })),
  evidence: Type.Object({}, { additionalProperties: true, description: 'What the network says.' }),
  raisedAt: Type.String({ format: 'date-time', description: 'When it came in.' }),
  resolvedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was resolved.' })),
  resolvedBy: Type.Optional(Type.String({ description: 'The API client that resolved it.' })),
  notes: Type.Optional(Type.String({ description: 'What that person did.' })),
})
export type MessageExceptionReply = Static<typeof MessageExceptionReply>

export function renderException(exception: MessageException): MessageExceptionReply {
  const { railMessageId, paymentId, receiptId, resolvedAt, resolvedBy, notes } = exception
  return {
    ...{ exceptionUID: exception.id, rail: exception.rail, kind: exception.kind, why: exception.why },
    ...(railMessageId !== null && { messageUID: railMessageId }),
    status: exception.status,
    ...(paymentId !== null && { paymentUID: paymentId }),
    ...(receiptId !== null && { receiptUID: receiptId }),
    ...{ evidence: exception.evidence as object, raisedAt: timestamp(exception.createdAt) },
    ...(resolvedAt !== null && { resolvedAt: timestamp(resolvedAt) }),
    ...(resolvedBy !== null && { resolvedBy }),
    ...(notes !== null && { notes }),
  }
}

export const ExceptionParams = Type.Object({
  exceptionUID: Type.String({ format: 'uuid', description: 'The exception.' }),
})

export const ResolveBody = named(
  'ResolveMessageException',
  { notes: optionalText(500, { ...multiline, description: 'What you did about it.' }) },
  { additionalProperties: false },
)

export const exampleException: MessageExceptionReply = {
  exceptionUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b70',
  rail: 'FEDWIRE',
  messageUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b71',
  kind: 'returned',
  why: '39.00 EUR comes back, but the payment was 40.00 USD',
  status: 'Open',
  paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
  evidence: { network: 'FEDWIRE', messageId: '20260701MMQFMPYZ000012', messageType: 'pacs.004.001.10' },
  raisedAt: '2026-07-01T14:05:00.000Z',
}
