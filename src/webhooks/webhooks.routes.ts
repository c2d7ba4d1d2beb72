import './webhooks.errors.ts'
import Type from 'typebox'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import { listDeliveries, listWebhooks } from './read-webhooks.ts'
import { MAX_REPLAYED_POSITIONS, replayDelivery, replayRange } from './replay-events.ts'
import { requireWebhook } from './require-webhook.ts'
import {
  CreateWebhookBody,
  DeliveriesQuery,
  DeliveryParams,
  DeliveryReply,
  exampleDeliveryReply,
  exampleWebhook,
  exampleWebhookReply,
  ReplayBody,
  ReplayReply,
  RotateWebhookSecretBody,
  renderDelivery,
  renderWebhook,
  UpdateWebhookBody,
  WebhookParams,
  WebhookReply,
  WebhooksQuery,
} from './webhooks.schema.ts'
import type { Webhook } from './webhooks.store.ts'
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook, type WithSecret } from './write-webhook.ts'

const PATH = '/v1/institution/webhooks'
const ONE = `${PATH}/{webhookUID}`

const writes = {
  tag: 'Institution',
  entitlement: 'Institution.Manage_Webhooks',
  invalid: 'invalidWebhook',
} as const
const reads = { ...writes, entitlement: 'Institution.View_Institution' } as const

const errors = ['notTheInstitution', 'webhookNotFound'] as const

const secretRule =
  'Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.'
const exampleWithSecret = { ...exampleWebhookReply, secret: 'whsec_<44 characters>' }

const reply = (webhook: Webhook) => accept({ data: renderWebhook(webhook), etag: etagOf(webhook) })
const replyWithSecret = ({ webhook, secret }: WithSecret) =>
  accept({ data: renderWebhook(webhook), shownOnce: { secret }, etag: etagOf(webhook) })

export const webhookOperations = [
  defineOperation({
    ...writes,
    id: 'createWebhook',
    method: 'POST',
    paths: [PATH],
    summary: 'Create a webhook',
    description: `Sends events from now on to the URL, in the format of the event feed with account numbers masked. Each request is signed according to Standard Webhooks; docs/webhooks.md explains how to verify it. ${secretRule}`,
    failure: 'The webhook was not created',
    errors: ['notTheInstitution', 'webhookUrlRefused', 'tooManyWebhooks'],
    body: CreateWebhookBody,
    examples: [{ summary: 'All payment events, and new customers', value: exampleWebhook }],
    reply: {
      status: 201,
      description: 'The webhook was created.',
      data: WebhookReply,
      etag: true,
      example: exampleWithSecret,
    },
    async change(tx, app, { principal, body }) {
      const created = await createWebhook(tx, app, principal, body)
      return created.ok ? replyWithSecret(created.value) : created
    },
  }),

  defineOperation({
    ...reads,
    id: 'listWebhooks',
    method: 'GET',
    paths: [PATH],
    summary: 'List the webhooks',
    description: 'Lists the webhooks in order of creation.',
    failure: 'The webhooks were not listed',
    errors: ['notTheInstitution'],
    query: WebhooksQuery,
    reply: {
      status: 200,
      description: 'A page of webhooks.',
      data: Type.Array(WebhookReply),
      paged: true,
      example: [exampleWebhookReply],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const found = await listWebhooks(db, principal, query)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderWebhook), pagination: describePage(query, found.value) })
      }),
  }),

  defineOperation({
    ...reads,
    id: 'getWebhook',
    method: 'GET',
    paths: [ONE],
    summary: 'Read a webhook',
    failure: 'The webhook was not read',
    errors,
    params: WebhookParams,
    reply: { status: 200, description: 'The webhook.', data: WebhookReply, etag: true, example: exampleWebhookReply },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const webhook = await requireWebhook(db, principal, params.webhookUID)
        return webhook.ok ? reply(webhook.value) : webhook
      }),
  }),

  defineOperation({
    ...writes,
    id: 'updateWebhook',
    method: 'PUT',
    paths: [ONE],
    summary: 'Update, pause or resume a webhook',
    description:
      'Fields omitted from the body stay unchanged. A paused webhook gets nothing. When a paused or disabled webhook is set to Active, it gets all events since then.',
    failure: 'The webhook was not updated',
    errors: [...errors, 'webhookUrlRefused', 'webhookChanged'],
    params: WebhookParams,
    body: UpdateWebhookBody,
    examples: [{ summary: 'Pause it', value: { status: 'Paused' } }],
    reply: {
      status: 200,
      description: 'The webhook was updated.',
      data: WebhookReply,
      etag: true,
      example: { ...exampleWebhookReply, status: 'Paused' },
    },
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateWebhook(tx, app, principal, { ...params, ifMatch }, body)
      return updated.ok ? reply(updated.value) : updated
    },
  }),

  defineOperation({
    ...writes,
    id: 'deleteWebhook',
    method: 'DELETE',
    paths: [ONE],
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to the webhook, and its waiting deliveries are given up.',
    failure: 'The webhook was not deleted',
    errors: [...errors, 'webhookChanged'],
    params: WebhookParams,
    reply: { status: 204, description: 'The webhook was deleted.', data: Type.Null(), example: undefined },
    async change(tx, app, { principal, params, ifMatch }) {
      const deleted = await deleteWebhook(tx, app, principal, { ...params, ifMatch })
      return deleted.ok ? accept({ data: null }) : deleted
    },
  }),

  defineOperation({
    ...writes,
    id: 'rotateWebhookSecret',
    method: 'POST',
    paths: [`${ONE}/rotate`],
    summary: 'Give a webhook a new secret',
    description: `Requests are signed with the new secret and, until the overlap ends, also with the previous one, so the receiver can switch over without an outage. A secret still expiring from an earlier rotation ends now. ${secretRule}`,
    failure: 'The secret was not rotated',
    errors,
    params: WebhookParams,
    body: RotateWebhookSecretBody,
    examples: [{ summary: 'Overlap of a long weekend', value: { overlapSeconds: 259_200 } }],
    reply: {
      status: 200,
      description: 'The webhook has a new secret.',
      data: WebhookReply,
      etag: true,
      example: exampleWithSecret,
    },
    async change(tx, app, { principal, params, body }) {
      const rotated = await rotateWebhookSecret(tx, app, principal, { ...params, ...body })
      return rotated.ok ? replyWithSecret(rotated.value) : rotated
    },
  }),

  defineOperation({
    ...reads,
    id: 'listWebhookDeliveries',
    method: 'GET',
    paths: [`${ONE}/deliveries`],
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. All filters must match.',
    failure: 'The deliveries were not listed',
    errors,
    params: WebhookParams,
    query: DeliveriesQuery,
    reply: {
      status: 200,
      description: 'A page of deliveries.',
      data: Type.Array(DeliveryReply),
      paged: true,
      example: [exampleDeliveryReply],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const found = await listDeliveries(db, principal, params.webhookUID, query, app.totals)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderDelivery), pagination: describePage(query, found.value) })
      }),
  }),

  defineOperation({
    ...writes,
    id: 'replayWebhookDelivery',
    method: 'POST',
    paths: [`${ONE}/deliveries/{deliveryUID}/replay`],
    summary: 'Send an event again',
    description:
      'Sends the event of a delivery again, whatever its outcome, with the same webhook-id, so that the receiver recognizes it.',
    failure: 'The event was not sent again',
    errors: [...errors, 'deliveryNotFound'],
    params: DeliveryParams,
    reply: {
      status: 201,
      description: 'The delivery that was added.',
      data: DeliveryReply,
      example: { ...exampleDeliveryReply, isReplay: true },
    },
    async change(tx, app, { principal, params }) {
      const replayed = await replayDelivery(tx, app, principal, params)
      return replayed.ok ? accept({ data: renderDelivery(replayed.value) }) : replayed
    },
  }),

  defineOperation({
    ...writes,
    id: 'replayWebhookEvents',
    method: 'POST',
    paths: [`${ONE}/replay`],
    summary: 'Send a range of events again',
    description: `Sends the events in a range of the feed that match the webhook's current eventTypes, including events it never received. A range covers at most ${MAX_REPLAYED_POSITIONS} positions of the feed. Events past the webhook's cursor are delivered normally.`,
    failure: 'The events were not sent again',
    errors: [...errors, 'replayTooLong'],
    params: WebhookParams,
    body: ReplayBody,
    examples: [{ summary: 'A hundred positions of the feed', value: { after: '4700', upTo: '4800' } }],
    reply: {
      status: 200,
      description: 'How many events are sent again.',
      data: ReplayReply,
      example: { deliveries: 42 },
    },
    async change(tx, app, { principal, params, body }) {
      const range = { ...params, after: BigInt(body.after), upTo: BigInt(body.upTo) }
      const replayed = await replayRange(tx, app, principal, range)
      return replayed.ok ? accept({ data: { deliveries: replayed.value } }) : replayed
    },
  }),
]
