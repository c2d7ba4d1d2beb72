import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { EVENT_TYPES, readFeedHead } from '../events/events.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { newId } from '../kernel/id.ts'
import { momentOf } from '../kernel/moment.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { DEFAULT_OVERLAP_SECONDS, hasRoomForSecret } from '../tokens/api-clients.ts'
import { makeDue } from './deliveries.store.ts'
import { isForCustomers } from './domain/customer-events.ts'
import { unknownFilters } from './domain/event-filter.ts'
import { type NetworkRules, networkOf } from './network-rules.ts'
import { recordWebhook } from './record-webhook.ts'
import { requireWebhook, versionOf } from './require-webhook.ts'
import { sealBasic, sealSecret } from './secrets.ts'
import { generateWebhookSecret } from './signature.ts'
import { type OwnerPath, requireOwner, type WebhookOwner } from './webhook-owner.ts'
import {
  type BasicAuthentication,
  type CreateWebhookBody,
  parseFormat,
  parseStatus,
  type UpdateWebhookBody,
} from './webhooks.schema.ts'
import {
  countWebhooks,
  expireSecrets,
  findWebhook,
  insertSecret,
  insertWebhook,
  lockWebhook,
  markDeleted,
  markDisabled,
  type Webhook,
  writeBasic,
  writeSetter,
  writeWebhook,
} from './webhooks.store.ts'

/** A webhook with its new secret, which is not shown again. */
export interface WithSecret {
  webhook: Webhook
  secret: string
}

/** Bounds, because each event is compared with each webhook. */
const MAX_WEBHOOKS = 100
const MAX_PER_CUSTOMER = 5
const MAX_OF_CUSTOMERS = 500
/**
 * The most deliveries retried at once when a webhook becomes active; the rest follow on schedule
 * within the hour.
 */
const MAX_MADE_DUE = 10_000

/** Creates a webhook that sends all events of its owner from now on to its URL. */
export async function createWebhook(
  tx: Transaction,
  app: App,
  principal: Principal,
  path: OwnerPath,
  body: CreateWebhookBody,
): Promise<Result<WithSecret, Refusal>> {
  const owner = await requireOwner(tx, principal, path)
  if (!owner.ok) return owner
  const { eventTypes, description } = body
  const known = checkEventTypes(eventTypes, owner.value)
  if (!known.ok) return known
  const url = checkUrl(body.url, networkOf(app, owner.value))
  if (!url.ok) return url
  const { tenantId } = principal
  const room = await requireRoom(tx, tenantId, owner.value)
  if (!room.ok) return room
  const { now, tokenNow } = momentOf(app)
  const id = newId(tokenNow)
  const position = await readFeedHead(tx, tenantId)
  await insertWebhook(
    tx,
    tenantId,
    {
      ...{ id, url: url.value, eventTypes, description: description || null, position, customerId: owner.value },
      format: parseFormat(body.format ?? 'standard'),
    },
    tokenNow,
  )
  await writeSetter(tx, principal, id)
  await setBasic(tx, app, { tenantId, webhookId: id }, body.basicAuthentication)
  const secret = await addSecret(tx, app, { tenantId, webhookId: id })
  const webhook = await readWebhook(tx, tenantId, id)
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, { action: 'created', after: webhook }, now)
  return accept({ webhook, secret })
}

/**
 * Changes the fields in the body and leaves the rest. A webhook that becomes active continues from
 * its position, and its waiting deliveries become due. Who changes its URL sets where it sends to;
 * so does who activates one that is disabled, or held because its setter was stopped.
 */
export async function updateWebhook(
  tx: Transaction,
  app: App,
  principal: Principal,
  path: OwnerPath & { webhookUID: string; ifMatch: string | undefined },
  body: UpdateWebhookBody,
): Promise<Result<Webhook, Refusal>> {
  const found = await requireWebhook(tx, principal, path, { locked: true })
  if (!found.ok) return found
  const before = found.value
  if (!isExpectedVersion(versionOf(before), path.ifMatch)) return refusal('webhookChanged')
  const known = checkEventTypes(body.eventTypes ?? [], before.customerId)
  if (!known.ok) return known
  const url = body.url === undefined ? accept(before.url) : checkUrl(body.url, networkOf(app, before.customerId))
  if (!url.ok) return url
  if (before.basicUsername !== null && body.basicAuthentication === undefined && !isSameOrigin(before.url, url.value))
    return refusal('invalidWebhook', PASSWORD_KEPT)
  const status = body.status === undefined ? before.status : parseStatus(body.status)
  const description = body.description === undefined ? before.description : body.description || null
  const { id } = before
  const { tenantId } = principal
  const { now, tokenNow } = momentOf(app)
  await writeWebhook(tx, tenantId, {
    ...{ id, url: url.value, description, status },
    eventTypes: body.eventTypes ?? before.eventTypes,
    format: parseFormat(body.format ?? before.format),
  })
  await setBasic(tx, app, { tenantId, webhookId: id }, body.basicAuthentication)
  const isMoved = before.url !== url.value
  const isConfirmed = body.status === 'Active' && (before.isHeld || before.status === 'Disabled')
  if (isMoved || isConfirmed) await writeSetter(tx, principal, id)
  const isNew = before.status !== 'Active' || isMoved || isConfirmed
  if (status === 'Active' && isNew) await makeDue(tx, { tenantId, webhookId: id, limit: MAX_MADE_DUE }, tokenNow)
  const after = await readWebhook(tx, tenantId, id)
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, { action: 'updated', before, after }, now)
  return accept(after)
}

/**
 * Gives the webhook a new secret. Requests also carry a signature with the previous one until the
 * overlap ends, and with those of earlier rotations for as long as these said, so the receiver can
 * switch over without an outage. Without overlap, all of them end.
 */
export async function rotateWebhookSecret(
  tx: Transaction,
  app: App,
  principal: Principal,
  { overlapSeconds = DEFAULT_OVERLAP_SECONDS, ...path }: OwnerPath & { webhookUID: string; overlapSeconds?: number },
): Promise<Result<WithSecret, Refusal>> {
  const before = await requireWebhook(tx, principal, path, { locked: true })
  if (!before.ok) return before
  const { tenantId } = principal
  const { now, tokenNow } = momentOf(app)
  const webhookId = before.value.id
  if (!hasRoomForSecret(before.value.secrets, overlapSeconds, tokenNow)) return refusal('webhookTooManySecrets')
  const previousExpiresAt = tokenNow.add({ seconds: overlapSeconds })
  const end = { now: tokenNow, previousExpiresAt, endsAll: overlapSeconds === 0 }
  await expireSecrets(tx, tenantId, webhookId, end)
  const secret = await addSecret(tx, app, { tenantId, webhookId })
  const after = await readWebhook(tx, tenantId, webhookId)
  const change = { action: 'rotated', before: before.value, after }
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, change, now)
  return accept({ webhook: after, secret })
}

/**
 * Disables the webhook of a stopped actor: nothing is sent to it until somebody activates it again.
 * Undefined if it is disabled or deleted already.
 */
export async function disableWebhook(
  tx: Transaction,
  principal: Principal,
  { webhookUID, reason }: { webhookUID: string; reason: string },
  now: Temporal.Instant,
): Promise<Webhook | undefined> {
  const { tenantId, clientId: actor } = principal
  const before = await lockWebhook(tx, tenantId, webhookUID)
  if (!before || before.status === 'Disabled') return undefined
  await markDisabled(tx, tenantId, webhookUID, reason)
  const after = await readWebhook(tx, tenantId, webhookUID)
  await recordWebhook(tx, { tenantId, actor }, { action: 'disabled', before, after }, now)
  return after
}

/** Deletes the webhook; nothing more is sent to it. */
export async function deleteWebhook(
  tx: Transaction,
  app: App,
  principal: Principal,
  path: OwnerPath & { webhookUID: string; ifMatch: string | undefined },
): Promise<Result<undefined, Refusal>> {
  const found = await requireWebhook(tx, principal, path, { locked: true })
  if (!found.ok) return found
  const before = found.value
  if (!isExpectedVersion(versionOf(before), path.ifMatch)) return refusal('webhookChanged')
  const { tenantId } = principal
  const { now, tokenNow } = momentOf(app)
  await markDeleted(tx, tenantId, before.id, tokenNow)
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, { action: 'deleted', before }, now)
  return accept(undefined)
}

function checkEventTypes(eventTypes: readonly string[], owner: WebhookOwner): Result<undefined, Refusal> {
  const types = owner === null ? EVENT_TYPES : EVENT_TYPES.filter(isForCustomers)
  const unknown = unknownFilters(eventTypes, types)
  if (unknown.length === 0) return accept(undefined)
  const listed =
    owner === null
      ? '/docs/pages/events lists all types'
      : 'customers get account.*, contact.*, payment.*, paymentRequest.*, positivePay.*, recurrence.* and sentPaymentRequest.*'
  return refusal('invalidWebhook', `eventTypes: no event type matches ${unknown.join(', ')}; ${listed}`)
}

async function requireRoom(tx: Transaction, tenantId: bigint, owner: WebhookOwner): Promise<Result<void, Refusal>> {
  const { ofOwner, ofCustomers } = await countWebhooks(tx, tenantId, owner)
  if (owner === null) return ofOwner < MAX_WEBHOOKS ? accept(undefined) : refusal('tooManyWebhooks')
  return ofOwner < MAX_PER_CUSTOMER && ofCustomers < MAX_OF_CUSTOMERS
    ? accept(undefined)
    : refusal('tooManyCustomerWebhooks')
}

function checkUrl(text: string, network: NetworkRules): Result<string, Refusal> {
  if (!URL.canParse(text)) return refusal('webhookUrlRefused', 'url is not a URL')
  const url = new URL(text)
  url.hash = ''
  const refused = network.refusalOf(url)
  return refused === undefined ? accept(url.href) : refusal('webhookUrlRefused', refused)
}

const PASSWORD_KEPT =
  'basicAuthentication: the stored password was given for another receiver; with this url, give the one of its ' +
  'receiver, or null for none'

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

/** Null removes it, and undefined leaves it. */
async function setBasic(
  tx: Transaction,
  { sealer }: App,
  owner: { tenantId: bigint; webhookId: string },
  basic: BasicAuthentication | null | undefined,
): Promise<void> {
  if (basic === undefined) return
  await writeBasic(tx, owner.tenantId, owner.webhookId, basic && sealBasic(sealer, owner, basic))
}

async function addSecret(tx: Transaction, app: App, owner: { tenantId: bigint; webhookId: string }): Promise<string> {
  const secret = generateWebhookSecret()
  const now = app.tokenClock.now()
  const sealed = sealSecret(app.sealer, owner, newId(now), secret)
  await insertSecret(tx, owner.tenantId, owner.webhookId, sealed, now)
  return secret
}

async function readWebhook(tx: Transaction, tenantId: bigint, id: string): Promise<Webhook> {
  const webhook = await findWebhook(tx, tenantId, id)
  if (!webhook) throw new Error(`webhook ${id} does not exist`)
  return webhook
}
