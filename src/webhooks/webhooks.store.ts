import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { isSetByStopped } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { WebhookFormat } from './domain/flat-event.ts'
import type { WebhookOwner } from './webhook-owner.ts'

export const WEBHOOK_STATUSES = ['Active', 'Paused', 'Disabled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** A webhook as the institution sees it. Of its secrets, it shows only when they start and end. */
export interface Webhook {
  id: string
  /** The customer whose events it gets; null for a webhook of the institution. */
  customerId: WebhookOwner
  url: string
  eventTypes: string[]
  description: string | null
  format: WebhookFormat
  /** Null without Basic authentication. */
  basicUsername: string | null
  status: WebhookStatus
  /** Set while the webhook is disabled. */
  statusReason: string | null
  /** Who set where it sends to was stopped: nothing is sent until somebody else activates it. */
  isHeld: boolean
  /** The position in the feed up to which deliveries exist. */
  position: bigint
  /** The receiver has accepted nothing since then; null while it accepts deliveries. */
  failingSince: Temporal.Instant | null
  createdAt: Temporal.Instant
  version: bigint
  /** Oldest first. */
  secrets: { createdAt: Temporal.Instant; expiresAt: Temporal.Instant | null }[]
}

/**
 * An active webhook of a customer is stored as CustomerActive: nodes of 0.2.0 take every one that
 * is Active for a webhook of the institution, and would send it the events of all customers.
 */
export const IS_ACTIVE = `w.status in ('Active', 'CustomerActive')`
const SHOWN_STATUS = `case when w.status = 'CustomerActive' then 'Active' else w.status end as status`

const select = `
  select w.id, w.customer_id, w.url, w.event_types, w.description, w.format, w.basic_username, ${SHOWN_STATUS}, w.status_reason,
    ${isSetByStopped('w')} as is_held, w.position, w.failing_since, w.created_at, w.version,
    (select json_agg(json_build_object('createdAt', s.created_at, 'expiresAt', s.expires_at) order by s.id)
       from webhook_secrets s where s.tenant_id = w.tenant_id and s.webhook_id = w.id) as secrets
  from webhooks w where w.tenant_id = $1 and w.status <> 'Deleted'`

type Row = Omit<Webhook, 'secrets'> & { secrets: { createdAt: string; expiresAt: string | null }[] | null }

function webhookOf({ secrets, ...row }: Row): Webhook {
  const dated = (secrets ?? []).map(({ createdAt, expiresAt }) => ({
    createdAt: Temporal.Instant.from(createdAt),
    expiresAt: expiresAt === null ? null : Temporal.Instant.from(expiresAt),
  }))
  return { ...row, secrets: dated }
}

export async function findWebhook(db: Connection, tenantId: bigint, id: string): Promise<Webhook | undefined> {
  const row = await db.row<Row>(`${select} and w.id = $2`, [tenantId, id])
  return row && webhookOf(row)
}

/** Like `findWebhook`, but locks the webhook until the transaction ends. */
export async function lockWebhook(db: Connection, tenantId: bigint, id: string): Promise<Webhook | undefined> {
  await db.query('select from webhooks where tenant_id = $1 and id = $2 for no key update', [tenantId, id])
  return findWebhook(db, tenantId, id)
}

/** In order of creation. */
export async function listWebhooks(
  db: Connection,
  tenantId: bigint,
  owner: WebhookOwner,
  { page, limit }: PageRequest,
): Promise<PageOf<Webhook>> {
  const rows = await db.query<Row>(
    `${select} and w.customer_id is not distinct from $2 order by w.id limit $3 offset $4`,
    [tenantId, owner, limit, (page - 1) * limit],
  )
  return { rows: rows.map(webhookOf), total: (await countWebhooks(db, tenantId, owner)).ofOwner }
}

/** How many webhooks the owner has, and how many all customers have. */
export async function countWebhooks(
  db: Connection,
  tenantId: bigint,
  owner: WebhookOwner,
): Promise<{ ofOwner: number; ofCustomers: number }> {
  const row = await db.row<Record<'ofOwner' | 'ofCustomers', bigint>>(
    `select count(*) filter (where customer_id is not distinct from $2) as of_owner, count(customer_id) as of_customers
     from webhooks where tenant_id = $1 and status <> 'Deleted'`,
    [tenantId, owner],
  )
  return { ofOwner: Number(row?.ofOwner), ofCustomers: Number(row?.ofCustomers) }
}

/** The customers of payments. */
export async function readCustomersOfPayments(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; customerId: bigint }>(
    'select id, customer_id from payments where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, paymentIds],
  )
  return new Map(rows.map(({ id, customerId }) => [id, customerId]))
}

export async function insertWebhook(
  tx: Transaction,
  tenantId: bigint,
  webhook: Pick<Webhook, 'id' | 'url' | 'eventTypes' | 'description' | 'position' | 'format' | 'customerId'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into webhooks (tenant_id, id, url, event_types, description, status, position, created_at, version, format, customer_id)
     values ($1, $2, $3, $4, $5, case when $9::bigint is null then 'Active' else 'CustomerActive' end, $6, $7, 1, $8, $9)`,
    [
      ...[tenantId, webhook.id, webhook.url, webhook.eventTypes, webhook.description, webhook.position],
      ...[now.toString(), webhook.format, webhook.customerId],
    ],
  )
}

/** Writes who set where it sends to. The caller has locked the webhook, or just inserted it. */
export async function writeSetter(
  tx: Transaction,
  { tenantId, clientId, person }: Principal,
  id: string,
): Promise<void> {
  await tx.query('update webhooks set set_by = $3, set_by_user = $4 where tenant_id = $1 and id = $2', [
    ...[tenantId, id, clientId, person?.userId ?? null],
  ])
}

/**
 * The caller has locked the webhook. Clears the record of its failures unless it stays disabled.
 */
export async function writeWebhook(
  tx: Transaction,
  tenantId: bigint,
  webhook: Pick<Webhook, 'id' | 'url' | 'eventTypes' | 'description' | 'status' | 'format'>,
): Promise<void> {
  await tx.query(
    `update webhooks set url = $3, event_types = $4, description = $5, format = $7,
       status = case when $6::text = 'Active' and customer_id is not null then 'CustomerActive' else $6 end,
       status_reason = case when $6 = 'Disabled' then status_reason end, failing_since = case when $6 = 'Disabled' then failing_since end,
       version = version + 1 where tenant_id = $1 and id = $2`,
    [tenantId, webhook.id, webhook.url, webhook.eventTypes, webhook.description, webhook.status, webhook.format],
  )
}

/** The name and the sealed password that are sent to the receiver. */
export interface SealedBasic {
  username: string
  sealed: Buffer
}

/** Null sends none. The caller has locked the webhook, or just inserted it. */
export async function writeBasic(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  basic: SealedBasic | null,
): Promise<void> {
  await tx.query(
    'update webhooks set basic_username = $3, sealed_basic_password = $4 where tenant_id = $1 and id = $2',
    [tenantId, id, basic?.username ?? null, basic?.sealed ?? null],
  )
}

/** What a request to an active webhook needs, besides its secrets. */
export type Destination = Pick<Webhook, 'url' | 'customerId' | 'format' | 'version'> & {
  basic: SealedBasic | undefined
}

/** Read in one statement, so that a password goes only to the URL that it was given for. */
export async function findDestination(db: Connection, tenantId: bigint, id: string): Promise<Destination | undefined> {
  const row = await db.row<Omit<Destination, 'basic'> & { [Key in keyof SealedBasic]: SealedBasic[Key] | null }>(
    `select w.url, w.customer_id, w.format, w.version, w.basic_username as username, w.sealed_basic_password as sealed
     from webhooks w
     where w.tenant_id = $1 and w.id = $2 and ${IS_ACTIVE} and not ${isSetByStopped('w')}`,
    [tenantId, id],
  )
  if (!row) return undefined
  const { username, sealed, ...destination } = row
  return { ...destination, basic: username === null ? undefined : { username, sealed: sealed! } }
}

/**
 * Deletes the webhook and its secrets, and ends its waiting deliveries. Its log stays. The caller
 * has locked it.
 */
export async function markDeleted(tx: Transaction, tenantId: bigint, id: string, now: Temporal.Instant): Promise<void> {
  await tx.query(`update webhooks set status = 'Deleted', version = version + 1 where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ])
  await tx.query('delete from webhook_secrets where tenant_id = $1 and webhook_id = $2', [tenantId, id])
  await tx.query(
    `update webhook_deliveries set status = 'Failed', leased_until = null, ended_at = $3, error = 'the webhook was deleted'
     where tenant_id = $1 and webhook_id = $2 and status = 'Pending'`,
    [tenantId, id, now.toString()],
  )
}

export interface SealedSecret {
  id: string
  sealed: Buffer
}

export async function insertSecret(
  tx: Transaction,
  tenantId: bigint,
  webhookId: string,
  { id, sealed }: SealedSecret,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'insert into webhook_secrets (tenant_id, webhook_id, id, sealed, created_at) values ($1, $2, $3, $4, $5)',
    [tenantId, webhookId, id, sealed, now.toString()],
  )
}

/**
 * Sets when the current secret ends. Secrets still expiring from earlier rotations keep their time,
 * unless all end. The caller has locked the webhook.
 */
export async function expireSecrets(
  tx: Transaction,
  tenantId: bigint,
  webhookId: string,
  { now, previousExpiresAt, endsAll }: { now: Temporal.Instant; previousExpiresAt: Temporal.Instant; endsAll: boolean },
): Promise<void> {
  await tx.query(
    `delete from webhook_secrets
      where tenant_id = $1 and webhook_id = $2 and (expires_at <= $3 or ($4 and expires_at is not null))`,
    [tenantId, webhookId, now.toString(), endsAll],
  )
  await tx.query(
    `update webhook_secrets set expires_at = $3 where tenant_id = $1 and webhook_id = $2 and expires_at is null`,
    [tenantId, webhookId, previousExpiresAt.toString()],
  )
  await tx.query('update webhooks set version = version + 1 where tenant_id = $1 and id = $2', [tenantId, webhookId])
}

export async function deleteEndedSecrets(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query('delete from webhook_secrets where tenant_id = $1 and expires_at <= $2', [tenantId, now.toString()])
}

/** The secrets that sign now, newest first. */
export async function readSecrets(
  db: Connection,
  tenantId: bigint,
  webhookId: string,
  now: Temporal.Instant,
): Promise<SealedSecret[]> {
  return db.query<SealedSecret>(
    `select id, sealed from webhook_secrets
     where tenant_id = $1 and webhook_id = $2 and (expires_at is null or expires_at > $3) order by id desc`,
    [tenantId, webhookId, now.toString()],
  )
}

/**
 * The tenants with an active webhook behind the feed. Only this query reads across tenants; the
 * work then runs for one tenant at a time.
 */
export async function tenantsBehind(tx: Transaction): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (
       select true from webhooks w where w.tenant_id = i.tenant_id and ${IS_ACTIVE}
         and (select true from event_positions p where p.tenant_id = w.tenant_id and p.position > w.position limit 1) limit 1)
     order by i.tenant_id`,
  )
  return rows.map((row) => row.tenantId)
}

/** The institution's own first, so that they do not wait for those of customers. */
export async function listBehind(db: Connection, tenantId: bigint, head: bigint): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select w.id from webhooks w where w.tenant_id = $1 and ${IS_ACTIVE} and w.position < $2
     order by w.customer_id is not null, w.id`,
    [tenantId, head],
  )
  return rows.map(({ id }) => id)
}

/** Claims an active webhook to advance it. Undefined while another worker has it. */
export async function claimPosition(
  tx: Transaction,
  tenantId: bigint,
  id: string,
): Promise<Pick<Webhook, 'position' | 'eventTypes' | 'customerId'> | undefined> {
  const row = await tx.row<Pick<Webhook, 'position' | 'eventTypes' | 'customerId'>>(
    `select w.position, w.event_types, w.customer_id from webhooks w
     where w.tenant_id = $1 and w.id = $2 and ${IS_ACTIVE} for no key update skip locked`,
    [tenantId, id],
  )
  return row
}

export async function movePosition(tx: Transaction, tenantId: bigint, id: string, position: bigint): Promise<void> {
  await tx.query('update webhooks set position = $3 where tenant_id = $1 and id = $2', [tenantId, id, position])
}

/**
 * Writes when the webhook began to fail; null while it accepts deliveries. The caller has locked
 * it.
 */
export async function writeHealth(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  failingSince: Temporal.Instant | null,
): Promise<void> {
  await tx.query('update webhooks set failing_since = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    failingSince?.toString() ?? null,
  ])
}

/** Stops sending to the webhook until a client activates it again. The caller has locked it. */
export async function markDisabled(tx: Transaction, tenantId: bigint, id: string, reason: string): Promise<void> {
  await tx.query(
    `update webhooks set status = 'Disabled', status_reason = $3, version = version + 1 where tenant_id = $1 and id = $2`,
    [tenantId, id, reason],
  )
}
