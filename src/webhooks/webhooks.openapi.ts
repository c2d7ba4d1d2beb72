import Type from 'typebox'
import { EventReply } from '../events/events.ts'
import { named } from '../http/fields.ts'
import type { SentEvents } from '../http/openapi/webhooks.ts'

/** The messages of webhooks in the OpenAPI document (send-deliveries.ts sends them). */
export const sentEvents: SentEvents = {
  message: named('EventMessage', {
    ...EventReply.properties,
    timestamp: Type.String({ format: 'date-time', description: 'The same as occurredAt.' }),
  }),
  headers: {
    'webhook-id': 'The eventUID: the same for each attempt, and for each webhook.',
    'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
    'webhook-signature': 'The signatures of Standard Webhooks, separated by spaces.',
  },
}
