import './webhooks.errors.ts'
import Type, { type TProperties } from 'typebox'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import type { ErrorReason } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import { listDeliveries, listWebhooks } from './read-webhooks.ts'
import { MAX_REPLAYED_POSITIONS, replayDelivery, replayRange } from './replay-events.ts'
import { requireWebhook, versionOf } from './require-webhook.ts'
import {
  CreateWebhookBody,
  DeliveriesQuery,
  DeliveryParams,
  DeliveryReply,
  exampleDeliveryReply,
  exampleWebhook,
  exampleWebhookReply,
  ownerParams,
  paramsOf,
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

/** Whose webhooks a family of operations is about: the institution's, or those of a customer. */
interface Scope {
  /** Of the ids of the operations: `create` and `Webhook` become `createWebhook`. */
  noun: 'Webhook' | 'CustomerWebhook'
  path: string
  tag: string
  /** The summaries say whose webhooks they are, because those of OpenAPI are unique. */
  of: string
  params: TProperties
  manage: Entitlement
  view: Entitlement
  /** The refusals of the owner in the path. */
  owner: readonly ErrorReason[]
  full: ErrorReason
  events: string
}

const INSTITUTION: Scope = {
  noun: 'Webhook',
  path: '/v1/institution/webhooks',
  tag: 'Institution',
  of: '',
  params: {},
  manage: 'Institution.Manage_Webhooks',
  view: 'Institution.View_Institution',
  owner: ['notTheInstitution'],
  full: 'tooManyWebhooks',
  events: 'Sends events from now on to the URL',
}

const CUSTOMER: Scope = {
  noun: 'CustomerWebhook',
  path: '/v1/customers/{customerUID}/webhooks',
  tag: 'Customers',
  of: ' of a customer',
  params: ownerParams,
  manage: 'Webhooks.Manage_Webhooks',
  view: 'Webhooks.View_Webhooks',
  owner: ['customerNotFound', 'foreignCustomer'],
  full: 'tooManyCustomerWebhooks',
  events:
    'Sends the events of the customer alone, of the kinds account, contact, payment, paymentRequest, positivePay, recurrence and sentPaymentRequest, from now on to the URL',
}

const secretRule =
  'Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.'
const exampleWithSecret = { ...exampleWebhookReply, secret: 'whsec_<44 characters>' }

const reply = (webhook: Webhook) => accept({ data: renderWebhook(webhook), etag: etagOf(versionOf(webhook)) })
const replyWithSecret = ({ webhook, secret }: WithSecret) =>
  accept({ data: renderWebhook(webhook), shownOnce: { secret }, etag: etagOf(versionOf(webhook)) })

/** What all operations of a scope share. */
function sharedBy(scope: Scope) {
  const shared = { tag: scope.tag, invalid: 'invalidWebhook' } as const
  return {
    writes: { ...shared, entitlement: scope.manage },
    reads: { ...shared, entitlement: scope.view },
    one: `${scope.path}/{webhookUID}`,
    errors: [...scope.owner, 'webhookNotFound'] as const satisfies readonly ErrorReason[],
    owned: paramsOf(scope.params),
    params: paramsOf(scope.params, WebhookParams),
    deliveryParams: paramsOf(scope.params, DeliveryParams),
  }
}

const defineCreateWebhook = (scope: Scope) => {
  const { writes, owned } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `create${scope.noun}`,
    method: 'POST',
    paths: [scope.path],
    summary: `Create a webhook${scope.of}`,
    description: `${scope.events}, in the format of the event feed with account numbers masked. Each request is signed according to Standard Webhooks; /docs/pages/webhooks explains how to verify it. ${secretRule}`,
    failure: 'The webhook was not created',
    errors: [...scope.owner, 'webhookUrlRefused', scope.full],
    params: owned,
    body: CreateWebhookBody,
    examples: [{ summary: 'All payment events, and new customers', value: exampleWebhook }],
    reply: {
      status: 201,
      description: 'The webhook was created.',
      data: WebhookReply,
      etag: true,
      example: exampleWithSecret,
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createWebhook(tx, app, principal, params, body)
      return created.ok ? replyWithSecret(created.value) : created
    },
  })
}

const defineListWebhooks = (scope: Scope) => {
  const { reads, owned } = sharedBy(scope)
  return defineOperation({
    ...reads,
    id: `list${scope.noun}s`,
    method: 'GET',
    paths: [scope.path],
    summary: `List the webhooks${scope.of}`,
    description: 'Lists the webhooks in order of creation.',
    failure: 'The webhooks were not listed',
    errors: scope.owner,
    params: owned,
    query: WebhooksQuery,
    reply: {
      status: 200,
      description: 'A page of webhooks.',
      data: Type.Array(WebhookReply),
      paged: true,
      example: [exampleWebhookReply],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const found = await listWebhooks(db, principal, params, query)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderWebhook), pagination: describePage(query, found.value) })
      }),
  })
}

const defineGetWebhook = (scope: Scope) => {
  const { reads, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...reads,
    id: `get${scope.noun}`,
    method: 'GET',
    paths: [one],
    summary: `Read a webhook${scope.of}`,
    description: 'Where the events go, whether the receiver accepts them, and up to which event deliveries exist.',
    failure: 'The webhook was not read',
    errors,
    params,
    reply: { status: 200, description: 'The webhook.', data: WebhookReply, etag: true, example: exampleWebhookReply },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const webhook = await requireWebhook(db, principal, params)
        return webhook.ok ? reply(webhook.value) : webhook
      }),
  })
}

const defineUpdateWebhook = (scope: Scope) => {
  const { writes, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `update${scope.noun}`,
    method: 'PUT',
    paths: [one],
    summary: `Update, pause or resume a webhook${scope.of}`,
    description:
      'Fields omitted from the body stay unchanged. A paused webhook gets nothing. When a paused or disabled webhook is set to Active, it gets all events since then.',
    failure: 'The webhook was not updated',
    errors: [...errors, 'webhookUrlRefused', 'webhookChanged'],
    params,
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
  })
}

const defineDeleteWebhook = (scope: Scope) => {
  const { writes, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `delete${scope.noun}`,
    method: 'DELETE',
    paths: [one],
    summary: `Delete a webhook${scope.of}`,
    description: 'Nothing more is sent to the webhook, and its waiting deliveries are given up.',
    failure: 'The webhook was not deleted',
    errors: [...errors, 'webhookChanged'],
    params,
    reply: { status: 204, description: 'The webhook was deleted.', data: Type.Null(), example: undefined },
    async change(tx, app, { principal, params, ifMatch }) {
      const deleted = await deleteWebhook(tx, app, principal, { ...params, ifMatch })
      return deleted.ok ? accept({ data: null }) : deleted
    },
  })
}

const defineRotateWebhookSecret = (scope: Scope) => {
  const { writes, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `rotate${scope.noun}Secret`,
    method: 'POST',
    paths: [`${one}/rotate`],
    summary: `Give a webhook a new secret${scope.of}`,
    description: `Requests are signed with the new secret and, until the overlap ends, also with the previous one, so the receiver can switch over without an outage. A secret still expiring from an earlier rotation signs until its own end, unless the overlap is 0. ${secretRule}`,
    failure: 'The secret was not rotated',
    errors: [...errors, 'webhookTooManySecrets'],
    params,
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
  })
}

const defineListWebhookDeliveries = (scope: Scope) => {
  const { reads, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...reads,
    id: `list${scope.noun}Deliveries`,
    method: 'GET',
    paths: [`${one}/deliveries`],
    summary: `List the deliveries of a webhook${scope.of}`,
    description: 'Newest first. All filters must match.',
    failure: 'The deliveries were not listed',
    errors,
    params,
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
        const found = await listDeliveries(db, principal, params, query, app.totals)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderDelivery), pagination: describePage(query, found.value) })
      }),
  })
}

const defineReplayWebhookDelivery = (scope: Scope) => {
  const { writes, one, errors, deliveryParams } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `replay${scope.noun}Delivery`,
    method: 'POST',
    paths: [`${one}/deliveries/{deliveryUID}/replay`],
    summary: `Send an event again${scope.of}`,
    description:
      'Sends the event of a delivery again, whatever its outcome, with the same webhook-id, so that the receiver recognizes it.',
    failure: 'The event was not sent again',
    errors: [...errors, 'deliveryNotFound'],
    params: deliveryParams,
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
  })
}

const defineReplayWebhookEvents = (scope: Scope) => {
  const { writes, one, errors, params } = sharedBy(scope)
  return defineOperation({
    ...writes,
    id: `replay${scope.noun}Events`,
    method: 'POST',
    paths: [`${one}/replay`],
    summary: `Send a range of events again${scope.of}`,
    description: `Sends the events in a range of the feed that match the webhook's current eventTypes, including events it never received. A range covers at most ${MAX_REPLAYED_POSITIONS} positions of the feed. Events past the webhook's cursor are delivered normally.`,
    failure: 'The events were not sent again',
    errors: [...errors, 'replayTooLong', 'cursorNotInFeed'],
    params,
    body: ReplayBody,
    examples: [{ summary: 'A hundred positions of the feed', value: { after: '4700', upTo: '4800' } }],
    reply: {
      status: 200,
      description: 'How many events are sent again.',
      data: ReplayReply,
      example: { deliveries: 42 },
    },
    async change(tx, app, { principal, params, body }) {
      const replayed = await replayRange(tx, app, principal, { ...params, ...body })
      return replayed.ok ? accept({ data: { deliveries: replayed.value } }) : replayed
    },
  })
}

const operationsOf = (scope: Scope) => [
  defineCreateWebhook(scope),
  defineListWebhooks(scope),
  defineGetWebhook(scope),
  defineUpdateWebhook(scope),
  defineDeleteWebhook(scope),
  defineRotateWebhookSecret(scope),
  defineListWebhookDeliveries(scope),
  defineReplayWebhookDelivery(scope),
  defineReplayWebhookEvents(scope),
]

export const webhookOperations = [...operationsOf(INSTITUTION), ...operationsOf(CUSTOMER)]
