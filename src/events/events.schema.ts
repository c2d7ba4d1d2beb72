import Type, { type Static } from 'typebox'
import type { EventRow } from './events.store.ts'

const Cursor = Type.String({ pattern: '^[0-9]{1,18}$', description: 'Digits, as `next` of a page.' })

export const EventsQuery = Type.Object({
  after: Type.Optional(Cursor),
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'Events on a page, 1 to 1000.' }),
})

const EventReply = Type.Object({
  eventUID: Type.String({ format: 'uuid' }),
  type: Type.String({ description: 'What happened, such as customer.created.' }),
  occurredAt: Type.String({ format: 'date-time' }),
  subjectKind: Type.String({ description: 'To what kind of record, such as customer.' }),
  subjectId: Type.String(),
  customerUID: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The customer whose record it is.',
  }),
  data: Type.Unknown({ description: 'The record as it is since then; what it was, for one that was deleted.' }),
})

export const EventsReply = Type.Object({
  events: Type.Array(EventReply),
  next: Type.String({
    description: 'To be sent as `after` for what follows; the same as before where there is nothing yet.',
  }),
})

export function renderEvents(events: readonly EventRow[], after: bigint): Static<typeof EventsReply> {
  return {
    events: events.map(({ id, type, createdAt, subjectKind, subjectId, customerId, data }) => ({
      eventUID: id,
      type,
      occurredAt: createdAt.toString(),
      subjectKind,
      subjectId,
      customerUID: customerId === null ? null : String(customerId),
      data,
    })),
    next: String(events.at(-1)?.position ?? after),
  }
}
