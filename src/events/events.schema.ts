import Type, { type Static } from 'typebox'
import type { ShownEvent } from './feed.ts'

const Cursor = Type.String({ pattern: '^[0-9]{1,18}$', description: 'Digits, as `next` of a page.' })

export const DEFAULT_PAGE = 100

export const EventsQuery = Type.Object({
  after: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: `Events on a page, 1 to 1000. Default ${DEFAULT_PAGE}.` }),
  ),
})

const EventReply = Type.Object({
  eventUID: Type.String({ format: 'uuid' }),
  cursor: Type.String({ description: 'Its place in the feed: to be sent as `after` for what follows it.' }),
  type: Type.String({ description: 'What happened, such as customer.created.' }),
  occurredAt: Type.String({ format: 'date-time' }),
  subjectKind: Type.String({ description: 'To what kind of record, such as customer.' }),
  subjectId: Type.String(),
  customerUID: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The customer whose record it is.',
  }),
  data: Type.Unknown({
    description:
      'The record as it is since then; what it was, for one that was deleted. For payment.created and payment.status.changed the payment in its status of then, with paymentStatus, previousStatus, validationFailureMessages and paymentReturnDetails.',
  }),
})

export const EventsReply = Type.Object({
  events: Type.Array(EventReply),
  next: Type.String({
    description: 'To be sent as `after` for what follows; the same as before where there is nothing yet.',
  }),
})

export function renderEvent(event: ShownEvent): Static<typeof EventReply> {
  const { id, position, type, at, subjectKind, subjectId, customerId, data } = event
  return {
    eventUID: id,
    cursor: String(position),
    type,
    occurredAt: at.toString(),
    subjectKind,
    subjectId,
    customerUID: customerId === null ? null : String(customerId),
    data,
  }
}

export function renderEvents(events: readonly ShownEvent[], after: bigint): Static<typeof EventsReply> {
  return { events: events.map(renderEvent), next: String(events.at(-1)?.position ?? after) }
}
