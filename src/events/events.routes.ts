import './events.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { DEFAULT_PAGE, EventsQuery, EventsReply, renderEvents } from './events.schema.ts'
import { listEvents } from './list-events.ts'

export const eventOperations = [
  defineOperation({
    id: 'listEvents',
    method: 'GET',
    paths: ['/v1/events'],
    tag: 'Institution',
    summary: 'Read the event feed',
    description:
      'Returns the events of the institution in commit order, from the first one if `after` is omitted; with `after=latest`, `next` is the end of the feed. Keep `next` and send it as `after`: you miss ' +
      'no event and see none twice. An event appears within seconds of its change. Each status change of a payment is a payment.status.changed. ' +
      'Account numbers are masked unless the token has Customers.View_Account_Number.',
    failure: 'The events were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'cursorNotInFeed'],
    invalid: 'invalidEventsQuery',
    query: EventsQuery,
    reply: {
      status: 200,
      description: 'A page of events, and the cursor of the next page.',
      data: EventsReply,
      example: {
        events: [
          {
            eventUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
            cursor: '4711-8e1a0b6d',
            type: 'signatory.deleted',
            occurredAt: '2026-07-01T12:00:00.123Z',
            subjectKind: 'signatory',
            subjectId: '100007',
            customerUID: '100042',
            data: { fullName: 'Ada Lund' },
          },
        ],
        next: '4711-8e1a0b6d',
      },
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const { after = '0', limit = DEFAULT_PAGE } = query
        const page = await listEvents(db, app.renderSteps, principal, { after, limit })
        return page.ok ? accept({ data: renderEvents(page.value.events, page.value.after) }) : page
      }),
  }),
]
