import type { TSchema } from 'typebox'
import type { NamedSchemas } from './named-schemas.ts'

/** What the service sends to receivers: each event in one message. */
export interface SentEvents {
  /** The body of every message. */
  message: TSchema
  /** The meaning of each header of a message. */
  headers: Readonly<Record<string, string>>
}

/** The `webhooks` of the document: one, because a receiver takes every event in one form. */
export function describeWebhooks({ message, headers }: SentEvents, { publish }: NamedSchemas) {
  const listed = Object.entries(headers).map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  const event = {
    post: {
      operationId: 'onEvent',
      tags: [TAG],
      summary: 'An event',
      description: 'Sent to the URL of a webhook for each event of the types that it asks for.',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(message, 'EventMessage') } },
      },
      responses: { '2XX': { description: 'Any 2xx: the event has arrived. Other replies are tried again.' } },
    },
  }
  return {
    // By reference: generators of clients would write a call of it, which does not compile.
    webhooks: { event: { $ref: '#/components/pathItems/Event' } },
    pathItems: { Event: event },
    tag: { name: TAG, description: ['What the service sends to the URL of a webhook.', ...listed].join('\n\n') },
  }
}

const TAG = 'Webhooks'
