import Type, { type Static } from 'typebox'
import { mustBeName, name, optionalText, text } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import type { Delivery, LogFilter } from './deliveries.store.ts'
import { EVENT_FILTER } from './domain/event-filter.ts'
import type { Webhook } from './webhooks.store.ts'

/** One that is no UUID names nothing; it is not found, rather than malformed. */
const webhookUID = text(64)

export const WebhookParams = Type.Object({ webhookUID })
export const DeliveryParams = Type.Object({ webhookUID, deliveryUID: text(64) })
export const WebhooksQuery = Type.Object(pageQuery)

const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed'] as const
const eventUID = Type.String({ format: 'uuid', description: 'An event, by its eventUID.' })

export const DeliveriesQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(name(DELIVERY_STATUSES)),
  eventUID: Type.Optional(eventUID),
})

export function parseLogFilter(
  webhookId: string,
  { status, eventUID }: Pick<Static<typeof DeliveriesQuery>, 'status' | 'eventUID'>,
): LogFilter {
  return {
    webhookId,
    status: status === undefined ? undefined : mustBeName(DELIVERY_STATUSES, status),
    eventId: eventUID,
  }
}

const url = text(2048, { description: 'Where events are sent by POST: https, to an address on the internet.' })
const eventTypes = Type.Array(
  Type.String({
    pattern: EVENT_FILTER,
    description: 'A type such as payment.status.changed, all below a name such as payment.*, or * for all.',
  }),
  {
    minItems: 1,
    maxItems: 50,
    description: 'Which events are sent. docs/events.md names them all; one that does not exist is refused.',
  },
)
const description = optionalText(200, { description: 'What people call it.' })

export const CreateWebhookBody = Type.Object({ url, eventTypes, description }, { additionalProperties: false })
export type CreateWebhookBody = Static<typeof CreateWebhookBody>

/** What a client may make of it; it becomes Disabled by itself. */
const SETTABLE = ['Active', 'Paused'] as const

export const UpdateWebhookBody = Type.Object(
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    description,
    status: Type.Optional(name(SETTABLE)),
  },
  { additionalProperties: false },
)
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>

export function parseStatus(status: string): (typeof SETTABLE)[number] {
  return mustBeName(SETTABLE, status)
}

export const DEFAULT_OVERLAP_SECONDS = 86_400
const MAX_OVERLAP_SECONDS = 30 * 86_400

export const RotateWebhookSecretBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the secret before signs as well; ${DEFAULT_OVERLAP_SECONDS} where it is left out, 0 ends it at once.`,
      }),
    ),
  },
  { additionalProperties: false },
)

const cursor = (description: string) => Type.String({ pattern: '^[0-9]{1,18}$', description })

export const ReplayBody = Type.Object(
  {
    after: cursor('The cursor behind which it begins; 0 for the first event.'),
    upTo: cursor('The cursor of the last event.'),
  },
  { additionalProperties: false },
)

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const WebhookReply = Type.Object({
  webhookUID: Type.String(),
  secret: Type.Optional(
    Type.String({
      description: 'What signatures are made with. Shown once, in the answer that made it, and never again.',
    }),
  ),
  url: Type.String(),
  eventTypes: Type.Array(Type.String()),
  description: Type.Optional(Type.String()),
  status: Type.String({
    description:
      'Active; Paused, by a client; or Disabled, because it answered 410 or has accepted nothing for five days.',
  }),
  statusReason: Type.Optional(Type.String({ description: 'Why it is disabled.' })),
  cursor: Type.String({ description: 'The place in the feed of events up to which there are deliveries.' }),
  failingSince: Type.Optional(instant('Since when it has accepted nothing.')),
  createdAt: instant('When it was created.'),
  secrets: Type.Array(
    Type.Object({
      createdAt: instant('When it was made.'),
      expiresAt: Type.Optional(instant('When it ends, where another one has taken its place.')),
    }),
    { description: 'Its secrets: one, or two while a rotation overlaps.' },
  ),
})

export function renderWebhook(webhook: Webhook): Static<typeof WebhookReply> {
  const { id, url, eventTypes, description, status, statusReason, position, failingSince, createdAt, secrets } = webhook
  return {
    webhookUID: id,
    url,
    eventTypes,
    description: description ?? undefined,
    status,
    statusReason: statusReason ?? undefined,
    cursor: String(position),
    failingSince: failingSince?.toString(),
    createdAt: createdAt.toString(),
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toString(),
      expiresAt: expiresAt?.toString(),
    })),
  }
}

export const DeliveryReply = Type.Object({
  deliveryUID: Type.String(),
  eventUID: Type.String(),
  cursor: Type.String({ description: 'The place of the event in the feed.' }),
  eventType: Type.String(),
  subjectKind: Type.String(),
  subjectId: Type.String(),
  status: Type.String({ description: 'Pending, Delivered, or Failed: given up after three days.' }),
  isReplay: Type.Boolean({ description: 'Whether it was asked for once more.' }),
  attempts: Type.Integer(),
  createdAt: instant('When the event was taken for the webhook.'),
  lastAttemptAt: Type.Optional(instant('When it was tried last.')),
  nextAttemptAt: Type.Optional(
    instant('When it is tried next, unless an earlier event of the same subject still waits.'),
  ),
  endedAt: Type.Optional(instant('When it was delivered or given up.')),
  responseStatus: Type.Optional(Type.Integer({ description: 'The HTTP status of the last answer.' })),
  error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
})

export function renderDelivery(delivery: Delivery): Static<typeof DeliveryReply> {
  return {
    deliveryUID: delivery.id,
    eventUID: delivery.eventId,
    cursor: String(delivery.position),
    eventType: delivery.eventType,
    subjectKind: delivery.subjectKind,
    subjectId: delivery.subjectId,
    status: delivery.status,
    isReplay: delivery.isReplay,
    attempts: delivery.attempts,
    createdAt: delivery.createdAt.toString(),
    lastAttemptAt: delivery.lastAttemptAt?.toString(),
    nextAttemptAt: delivery.status === 'Pending' ? delivery.dueAt.toString() : undefined,
    endedAt: delivery.endedAt?.toString(),
    responseStatus: delivery.responseStatus ?? undefined,
    error: delivery.error ?? undefined,
  }
}

export const ReplayReply = Type.Object({
  deliveries: Type.Integer({
    description: 'How many events are sent once more: those of the range that the webhook asks for.',
  }),
})

export const exampleWebhook = {
  url: 'https://hooks.example.com/giro',
  eventTypes: ['payment.*', 'customer.created'],
  description: 'Core banking',
}

export const exampleWebhookReply = {
  webhookUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  ...exampleWebhook,
  status: 'Active',
  cursor: '4711',
  createdAt: '2026-07-01T12:00:00Z',
  secrets: [{ createdAt: '2026-07-01T12:00:00Z' }],
}

export const exampleDeliveryReply = {
  deliveryUID: '0197a1f2-7d2f-7b64-8e8c-3f5d9f2b1c7e',
  eventUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  cursor: '4712',
  eventType: 'payment.status.changed',
  subjectKind: 'payment',
  subjectId: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
  status: 'Pending',
  isReplay: false,
  attempts: 2,
  createdAt: '2026-07-01T12:00:00Z',
  lastAttemptAt: '2026-07-01T12:00:07Z',
  nextAttemptAt: '2026-07-01T12:00:16Z',
  responseStatus: 503,
  error: 'it answered with status 503',
}
