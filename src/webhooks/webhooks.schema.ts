import Type, { type Static, type TObject, type TOptional, type TProperties } from 'typebox'
import { CURSOR, cursorOf } from '../events/events.ts'
import { exactText, mustBeName, name, named, nullableObject, optionalText, text, Uid } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '../tokens/api-clients.ts'
import type { Delivery, LogFilter } from './deliveries.store.ts'
import { EVENT_FILTER } from './domain/event-filter.ts'
import { WEBHOOK_FORMATS, type WebhookFormat } from './domain/flat-event.ts'
import type { Webhook } from './webhooks.store.ts'
import { WEBHOOK_STATUSES } from './webhooks.store.ts'

/** Any text is valid: one that is not a UUID gets 404 instead of 400. */
const webhookUID = text(64)

export const WebhookParams = { webhookUID }
export const DeliveryParams = { webhookUID, deliveryUID: text(64) }
/** The customer whose webhooks the path is about. */
export const ownerParams = { customerUID: Uid }

type OptionalOwner = { customerUID: TOptional<typeof Uid> }

/**
 * The parameters of a path with or without an owner. Their type has an optional owner, because the
 * handlers of both are the same.
 */
export function paramsOf<const Params extends TProperties = Record<never, never>>(
  owner: TProperties,
  params: Params = {} as Params,
): TObject<OptionalOwner & Params> {
  return Type.Object({ ...owner, ...params }) as unknown as TObject<OptionalOwner & Params>
}

export const WebhooksQuery = Type.Object(pageQuery)

const DELIVERY_STATUSES = words('DeliveryStatus', ['Pending', 'Delivered', 'Failed'])
const eventUID = Type.String({ format: 'uuid', description: 'The eventUID of an event.' })

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

const url = text(2048, {
  description: 'The URL that events are sent to by POST: https, to an address on the internet.',
  ...exactText,
})
const eventTypes = Type.Array(
  Type.String({
    pattern: EVENT_FILTER,
    description: 'An event type such as payment.status.changed, a prefix such as payment.*, or * for all.',
  }),
  {
    minItems: 1,
    maxItems: 50,
    description: 'The events to send. /docs/pages/events lists all types; an unknown type is refused.',
  },
)
const description = optionalText(200, { description: 'The display name.' })

const format = Type.Optional(
  name(WEBHOOK_FORMATS, {
    description:
      'standard, the default: the record of an event is in data. flat: its fields stand beside those of the event, on one level.',
  }),
)

/** RFC 7617: no colon in the name, and no control characters. */
const basicAuthentication = named(
  'BasicAuthentication',
  {
    username: Type.String({ pattern: '^[!-9;-~]([ -9;-~]{0,126}[!-9;-~])?$', description: 'Without a colon.' }),
    password: Type.String({ pattern: '^[ -~]{1,256}$', description: 'Stored sealed, and never shown.' }),
  },
  {
    additionalProperties: false,
    description: 'Sent with each request as Basic authentication (RFC 7617), besides the signature.',
  },
)
export type BasicAuthentication = Static<typeof basicAuthentication>

export const CreateWebhookBody = named(
  'WebhookRequest',
  { url, eventTypes, description, format, basicAuthentication: Type.Optional(basicAuthentication) },
  { additionalProperties: false },
)
export type CreateWebhookBody = Static<typeof CreateWebhookBody>

/** The statuses a client can set; only the worker sets Disabled. */
const SETTABLE = ['Active', 'Paused'] as const

export const UpdateWebhookBody = named(
  'WebhookUpdate',
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    description,
    format,
    basicAuthentication: Type.Optional(
      nullableObject(basicAuthentication, { description: 'Null sends none any more.' }),
    ),
    status: Type.Optional(name(SETTABLE)),
  },
  { additionalProperties: false },
)
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>

export function parseFormat(format: string): WebhookFormat {
  return mustBeName(WEBHOOK_FORMATS, format)
}

export function parseStatus(status: string): (typeof SETTABLE)[number] {
  return mustBeName(SETTABLE, status)
}

export const RotateWebhookSecretBody = named(
  'WebhookSecretRotation',
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the previous secret also signs. Default ${DEFAULT_OVERLAP_SECONDS}. 0 ends it at once, with all earlier ones.`,
      }),
    ),
  },
  { additionalProperties: false },
)

const cursor = (description: string) => Type.String({ pattern: `^${CURSOR}$`, description })

export const ReplayBody = named(
  'WebhookReplayRequest',
  {
    after: cursor('The range begins after this cursor; 0 includes the first event.'),
    upTo: cursor('The cursor of the last event in the range.'),
  },
  { additionalProperties: false },
)

/** A webhook is stored as Active while it is held: who may act can change at any moment. */
const SHOWN_STATUSES = words('WebhookStatus', [...WEBHOOK_STATUSES, 'Held'])

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const WebhookReply = named('Webhook', {
  webhookUID: Type.String(),
  secret: Type.Optional(
    Type.String({
      description: 'The key of the signatures. Shown once, in the reply that created it.',
    }),
  ),
  url: Type.String(),
  eventTypes: Type.Array(Type.String()),
  description: Type.Optional(Type.String()),
  format: name(WEBHOOK_FORMATS),
  basicAuthentication: Type.Optional(
    Type.Object(
      { username: Type.String() },
      { description: 'The name that Basic authentication sends. The password is not shown.' },
    ),
  ),
  status: name(SHOWN_STATUSES, {
    description:
      'Active; Paused by a client; Disabled, because the receiver replied 410 or accepted nothing for five days; or Held, because who set its URL may not act any more: deliveries wait until someone else sets status Active.',
  }),
  statusReason: Type.Optional(Type.String({ description: 'Why the webhook is disabled.' })),
  cursor: Type.String({ description: 'The position in the event feed up to which deliveries exist.' }),
  failingSince: Type.Optional(instant('The receiver has accepted nothing since then.')),
  createdAt: instant('When the webhook was created.'),
  secrets: Type.Array(
    Type.Object({
      createdAt: instant('When the secret was created.'),
      expiresAt: Type.Optional(instant('When the secret ends; only for a secret that was replaced.')),
    }),
    { description: 'One secret, or more during the overlap of rotations.' },
  ),
})

export function renderWebhook(webhook: Webhook): Static<typeof WebhookReply> {
  const { format, basicUsername: username, isHeld } = webhook
  const { id, url, eventTypes, description, status, statusReason, position, failingSince, createdAt, secrets } = webhook
  return {
    webhookUID: id,
    url,
    eventTypes,
    description: description ?? undefined,
    format,
    basicAuthentication: username === null ? undefined : { username },
    status: isHeld && status === 'Active' ? 'Held' : status,
    statusReason: statusReason ?? undefined,
    cursor: String(position),
    failingSince: timestamp(failingSince),
    createdAt: timestamp(createdAt),
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: timestamp(createdAt),
      expiresAt: timestamp(expiresAt),
    })),
  }
}

export const DeliveryReply = named('WebhookDelivery', {
  deliveryUID: Type.String(),
  eventUID: Type.String(),
  cursor: Type.String({ description: 'The cursor of the event in the feed.' }),
  eventType: Type.String(),
  subjectKind: Type.String(),
  subjectId: Type.String(),
  status: name(DELIVERY_STATUSES, { description: 'Failed: given up after three days.' }),
  isReplay: Type.Boolean({ description: 'Whether a client requested it again.' }),
  attempts: Type.Integer(),
  createdAt: instant('When the delivery was created.'),
  lastAttemptAt: Type.Optional(instant('When delivery was last attempted.')),
  nextAttemptAt: Type.Optional(
    instant('When the next attempt is due, unless an earlier event of the same subject still waits.'),
  ),
  endedAt: Type.Optional(instant('When the event was delivered or given up.')),
  responseStatus: Type.Optional(Type.Integer({ description: 'The HTTP status of the last reply.' })),
  error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
})

export function renderDelivery(delivery: Delivery): Static<typeof DeliveryReply> {
  return {
    deliveryUID: delivery.id,
    eventUID: delivery.eventId,
    cursor: cursorOf({ position: delivery.position, id: delivery.eventId }),
    eventType: delivery.eventType,
    subjectKind: delivery.subjectKind,
    subjectId: delivery.subjectId,
    status: delivery.status,
    isReplay: delivery.isReplay,
    attempts: delivery.attempts,
    createdAt: timestamp(delivery.createdAt),
    lastAttemptAt: timestamp(delivery.lastAttemptAt),
    nextAttemptAt: delivery.status === 'Pending' ? timestamp(delivery.dueAt) : undefined,
    endedAt: timestamp(delivery.endedAt),
    responseStatus: delivery.responseStatus ?? undefined,
    error: delivery.error ?? undefined,
  }
}

export const ReplayReply = named('WebhookReplay', {
  deliveries: Type.Integer({
    description: 'How many events are sent again: those in the range that match eventTypes.',
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
  format: 'standard',
  status: 'Active',
  cursor: '4711',
  createdAt: '2026-07-01T12:00:00.000Z',
  secrets: [{ createdAt: '2026-07-01T12:00:00.000Z' }],
}

export const exampleDeliveryReply = {
  deliveryUID: '0197a1f2-7d2f-7b64-8e8c-3f5d9f2b1c7e',
  eventUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  cursor: '4712-8e1a0b6e',
  eventType: 'payment.status.changed',
  subjectKind: 'payment',
  subjectId: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
  status: 'Pending',
  isReplay: false,
  attempts: 2,
  createdAt: '2026-07-01T12:00:00.000Z',
  lastAttemptAt: '2026-07-01T12:00:07.000Z',
  nextAttemptAt: '2026-07-01T12:00:16.000Z',
  responseStatus: 503,
  error: 'the receiver replied with status 503',
}
