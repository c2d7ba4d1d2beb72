import Type, { type Static } from 'typebox'
import { named } from '../http/fields.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { CURSOR, cursorOf } from './cursor.ts'
import { eventTypeMeanings } from './event-types.ts'
import type { ShownEvent } from './feed.ts'

export const DEFAULT_PAGE = 100

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: `^(${CURSOR}|latest)$`,
      description:
        '`next` of a page, or the cursor of an event; or latest, for the end of the feed: what comes from now on.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: `Events on a page, 1 to 1000. Default ${DEFAULT_PAGE}.` }),
  ),
})

/** No closed list: a receiver that is generated today must read the events of tomorrow. */
const EventType = Type.String({
  title: 'EventType',
  description: [
    'What happened. A later version can add types: ignore one that you do not know.\n',
    '| type | what happened |\n| --- | --- |',
    ...Object.entries(eventTypeMeanings).map(([type, meaning]) => `| ${type} | ${meaning} |`),
  ].join('\n'),
  examples: ['payment.created'],
})

export const EventReply = named('Event', {
  eventUID: Type.String({ format: 'uuid' }),
  cursor: Type.String({
    description:
      'Its place in the feed: the number before the hyphen increases along it. Send it as `after` to get the events after this one.',
  }),
  type: EventType,
  occurredAt: Type.String({ format: 'date-time' }),
  subjectKind: Type.String({ description: 'The kind of record changed, such as customer.' }),
  subjectId: Type.String(),
  customerUID: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The customer that the record belongs to.',
  }),
  data: Type.Unknown({
    description:
      'The record after the change; for a deletion, the record before it. For payment.created and payment.status.changed, the payment at that status, with paymentStatus, previousStatus, validationFailureMessages and paymentReturnDetails.',
  }),
})

export const EventsReply = named('EventFeed', {
  events: Type.Array(EventReply),
  next: Type.String({
    description: 'Send it as `after` for the next page. Unchanged if there are no new events.',
  }),
})

export function renderEvent(event: ShownEvent): Static<typeof EventReply> {
  const { id, type, at, subjectKind, subjectId, customerId, data } = event
  return {
    eventUID: id,
    cursor: cursorOf(event),
    type,
    occurredAt: timestamp(at),
    subjectKind,
    subjectId,
    customerUID: customerId === null ? null : String(customerId),
    data,
  }
}

export function renderEvents(events: readonly ShownEvent[], after: string): Static<typeof EventsReply> {
  return { events: events.map(renderEvent), next: events.length > 0 ? cursorOf(events.at(-1)!) : after }
}
