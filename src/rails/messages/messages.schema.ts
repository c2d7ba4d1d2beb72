import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { dateField, mustBeName, name, named, parseDate, text } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { MESSAGE_RAILS } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { HANDOVER_DECISIONS } from '../handover/handovers.store.ts'
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES, type RailMessageRow } from './rail-message.ts'
import type { MessageFilter } from './search-messages.store.ts'

const uuid = (description: string) => Type.String({ format: 'uuid', description })

export const MessageParams = Type.Object({ messageUID: uuid('The identifier of the message.') })

export const MessagesQuery = Type.Object(
  {
    ...pageQuery,
    rail: Type.Optional(name(MESSAGE_RAILS, { description: 'All networks if absent.' })),
    direction: Type.Optional(name(MESSAGE_DIRECTIONS, { description: 'Out: to the network. In: from it.' })),
    status: Type.Optional(name(MESSAGE_STATUSES, { description: 'All if absent.' })),
    messageType: Type.Optional(text(35, { description: 'Such as pacs.008.001.08.' })),
    messageId: Type.Optional(text(100, { description: 'The id that the network knows it by.' })),
    uetr: Type.Optional(uuid('Only those about the payment with this UETR.')),
    paymentUID: Type.Optional(uuid('Only those about this payment.')),
    receiptUID: Type.Optional(uuid('Only those about this receipt.')),
    fromDate: Type.Optional(dateField("The first day, in the institution's time zone.")),
    toDate: Type.Optional(dateField("The last day, in the institution's time zone.")),
  },
  { additionalProperties: false },
)

/** Undefined if a date does not exist. */
export function parseMessageFilter(query: Static<typeof MessagesQuery>, timeZone: string): MessageFilter | undefined {
  const from = query.fromDate === undefined ? undefined : parseDate(query.fromDate)
  const to = query.toDate === undefined ? undefined : parseDate(query.toDate)
  if ((query.fromDate !== undefined && !from) || (query.toDate !== undefined && !to)) return undefined
  const startOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime() }).toInstant()
  return {
    rail: query.rail === undefined ? undefined : mustBeName(MESSAGE_RAILS, query.rail),
    direction: query.direction === undefined ? undefined : mustBeName(MESSAGE_DIRECTIONS, query.direction),
    status: query.status === undefined ? undefined : mustBeName(MESSAGE_STATUSES, query.status),
    messageType: query.messageType,
    messageId: query.messageId,
    uetr: query.uetr,
    paymentId: query.paymentUID,
    receiptId: query.receiptUID,
    from: from && startOf(from),
    before: to && startOf(to.add({ days: 1 })),
  }
}

const reason = text(200, { description: 'Why: what you found out from the network, and how.' })

export const MessageReasonBody = named('RailMessageReason', { reason }, { additionalProperties: false })

export const MessageDecisionBody = named(
  'RailMessageDecision',
  {
    decision: name(HANDOVER_DECISIONS, {
      description:
        'HandedOver: the network has it, and its payment becomes TRANSMITTED. HandOverAgain: the network does not have it, and it is handed over once more.',
    }),
    reason,
  },
  { additionalProperties: false },
)

const RefusalReply = named(
  'RailMessageRefusal',
  {
    why: Type.String({ description: 'What is wrong.' }),
    path: Type.Optional(Type.String({ description: 'The path of the element in the message.' })),
  },
  { description: 'Why it is in quarantine.' },
)

const resent = {
  messageUID: Type.String({ description: 'The identifier of the message.' }),
  messageId: Type.String({ description: 'The id that the network knows it by.' }),
  status: name(MESSAGE_STATUSES, { description: 'What became of it.' }),
}

const optional = (description: string) => Type.Optional(Type.String({ description }))

const listed = {
  messageUID: Type.String({ description: 'The identifier of the message.' }),
  rail: name(MESSAGE_RAILS, { description: 'The network.' }),
  direction: name(MESSAGE_DIRECTIONS, { description: 'Out: to the network. In: from it.' }),
  status: name(MESSAGE_STATUSES, {
    description:
      'Out: Waiting, Claimed by a worker, HandedOver, InDoubt (a person decides whether it left) or Expired (it leaves no more). In: Received, Processed, Double (it came before), Quarantined (it cannot be read) or Dismissed.',
  }),
  messageType: optional('Such as pacs.008.001.08; absent if it was not read.'),
  messageId: optional('The id that the network knows it by; absent if it was not read.'),
  copyNumber: Type.Integer({ description: '0, or the number of the repetition by the rules of the network.' }),
  uetr: optional('The UETR of the payment that it is about.'),
  paymentUID: optional('The payment that it is about.'),
  receiptUID: optional('The receipt that it is about.'),
  createdAt: Type.String({ description: 'When it was made or came in: RFC 3339.' }),
}

export const MessageReply = named('RailMessage', listed)

export const MessageDetailsReply = named('RailMessageDetails', {
  ...listed,
  answersMessageId: optional('The id of the message that it answers.'),
  doubleOf: optional('The messageUID of the earlier message with the same bytes or the same id.'),
  resends: optional('The messageUID of the message that it sends again.'),
  resentAs: Type.Optional(
    Type.Array(named('RailMessageResent', resent), {
      description: 'The messages that sent it again.',
    }),
  ),
  sizeBytes: Type.Integer({ description: 'How many bytes it has.' }),
  sha256: optional('The hash of its bytes, in hexadecimal; absent if it was too large to be read.'),
  leavesBy: optional('It is not handed over after this time: RFC 3339.'),
  leftAt: optional('When it left: RFC 3339.'),
  endedAt: optional('When it was over: RFC 3339.'),
  doubt: optional('Why nobody could tell whether it left.'),
  refusal: Type.Optional(RefusalReply),
})

export const MessageContentReply = named('RailMessageContent', {
  messageUID: Type.String({ description: 'The identifier of the message.' }),
  sizeBytes: Type.Integer({ description: 'The size of the content.' }),
  sha256: Type.String({ description: 'The hash of the content, in hexadecimal.' }),
  content: Type.String({ description: 'The bytes, in base64.' }),
})

export function renderMessage(row: RailMessageRow): Static<typeof MessageReply> {
  const { id, rail, direction, status, messageType, messageId, copy, uetr, paymentId, receiptId, createdAt } = row
  return {
    ...{ messageUID: id, rail, direction, status },
    ...(messageType !== null && { messageType }),
    ...(messageId !== null && { messageId }),
    copyNumber: copy,
    ...(uetr !== null && { uetr }),
    ...(paymentId !== null && { paymentUID: paymentId }),
    ...(receiptId !== null && { receiptUID: receiptId }),
    createdAt: timestamp(createdAt),
  }
}

export function renderMessageDetails(
  row: RailMessageRow,
  resent: readonly Pick<RailMessageRow, 'id' | 'messageId' | 'status'>[] = [],
): Static<typeof MessageDetailsReply> {
  const { answersMessageId, doubleOf, resends, sizeBytes, sha256, leavesBy, leftAt, endedAt, doubt, refusal } = row
  return {
    ...renderMessage(row),
    ...(answersMessageId !== null && { answersMessageId }),
    ...(doubleOf !== null && { doubleOf }),
    ...(resends !== null && { resends }),
    ...(resent.length > 0 && {
      resentAs: resent.map(({ id, messageId, status }) => ({ messageUID: id, messageId: messageId!, status })),
    }),
    sizeBytes,
    ...(sha256 !== null && { sha256 }),
    ...(leavesBy !== null && { leavesBy: timestamp(leavesBy) }),
    ...(leftAt !== null && { leftAt: timestamp(leftAt) }),
    ...(endedAt !== null && { endedAt: timestamp(endedAt) }),
    ...(doubt !== null && { doubt }),
    ...(refusal !== null && {
      refusal: { why: refusal.why, ...(refusal.path !== null && { path: refusal.path }) },
    }),
  }
}

export const exampleSent: Static<typeof MessageDetailsReply> = {
  ...{ messageUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b71', rail: 'FEDWIRE', direction: 'Out', status: 'HandedOver' },
  ...{ messageType: 'pacs.008.001.08', messageId: '20260701B1QDRCQR000012', copyNumber: 0 },
  uetr: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
  createdAt: '2026-07-01T14:05:00.000Z',
  ...{ sizeBytes: 2918, sha256: 'b'.repeat(64), leftAt: '2026-07-01T14:05:01.000Z' },
  endedAt: '2026-07-01T14:05:01.000Z',
}

/** As a list shows it. */
export const exampleListed: Static<typeof MessageReply> = {
  ...{ messageUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b72', rail: 'SWIFT', direction: 'Out', status: 'InDoubt' },
  ...{ messageType: 'pacs.008.001.08', messageId: 'GIRO0197A1F26C1E', copyNumber: 0 },
  createdAt: '2026-07-01T14:05:00.000Z',
}

export const exampleInDoubt: Static<typeof MessageDetailsReply> = {
  ...exampleListed,
  ...{ sizeBytes: 3120, sha256: 'c'.repeat(64) },
  doubt: 'the connection was lost before the broker accepted it',
}

export const exampleQuarantined: Static<typeof MessageDetailsReply> = {
  ...{ messageUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b73', rail: 'FEDNOW', direction: 'In', status: 'Quarantined' },
  ...{ copyNumber: 0, createdAt: '2026-07-01T14:06:00.000Z', sizeBytes: 812, sha256: 'd'.repeat(64) },
  endedAt: '2026-07-01T14:06:00.000Z',
  refusal: { why: 'it has no signature', path: '/FedNowOutgoing' },
}
