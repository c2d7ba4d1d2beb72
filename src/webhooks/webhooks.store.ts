import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

export type WebhookStatus = 'Active' | 'Paused' | 'Disabled'

/** A webhook as the institution sees it. Of its secrets, it shows only when they start and end. */
export interface Webhook {
  id: string
  url: string
  eventTypes: string[]
  description: string | null
  status: WebhookStatus
  /** Set while the webhook is disabled. */
  statusReason: string | null
  /** The position in the feed up to which deliveries exist. */
  position: bigint
  /** The receiver has accepted nothing since then; null while it accepts deliveries. */
  failingSince: Temporal.Instant | null
  createdAt: Temporal.Instant
  version: bigint
  /** Oldest first. */
  secrets: { createdAt: Temporal.Instant; expiresAt: Temporal.Instant | null }[]
}

const select = `
  select w.id, w.url, w.event_types, w.description, w.status, w.status_reason, w.position,
    w.failing_since, w.created_at, w.version,
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
  { page, limit }: PageRequest,
): Promise<PageOf<Webhook>> {
  const rows = await db.query<Row>(`${select} order by w.id limit $2 offset $3`, [tenantId, limit, (page - 1) * limit])
  return { rows: rows.map(webhookOf), total: await countWebhooks(db, tenantId) }
}

export async function countWebhooks(db: Connection, tenantId: bigint): Promise<number> {
  const row = await db.row<{ total: bigint }>(
    `select count(*) as total from webhooks where tenant_id = $1 and status <> 'Deleted'`,
    [tenantId],
  )
  return Number(row?.total)
}

export async function insertWebhook(
  tx: Transaction,
  tenantId: bigint,
  webhook: Pick<Webhook, 'id' | 'url' | 'eventTypes' | 'description' | 'position'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into webhooks (tenant_id, id, url, event_types, description, status, position, created_at, version)
     values ($1, $2, $3, $4, $5, 'Active', $6, $7, 1)`,
    [tenantId, webhook.id, webhook.url, webhook.eventTypes, webhook.description, webhook.position, now.toString()],
  )
}

/**
 * The caller has locked the webhook. Clears the record of its failures unless it stays disabled.
 */
export async function writeWebhook(
  tx: Transaction,
  tenantId: bigint,
  webhook: Pick<Webhook, 'id' | 'url' | 'eventTypes' | 'description' | 'status'>,
): Promise<void> {
  await tx.query(
    `update webhooks set url = $3, event_types = $4, description = $5, status = $6,
       status_reason = case when $6 = 'Disabled' then status_reason end, failing_since = case when $6 = 'Disabled' then failing_since end,
       version = version + 1 where tenant_id = $1 and id = $2`,
    [tenantId, webhook.id, webhook.url, webhook.eventTypes, webhook.description, webhook.status],
  )
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
 * Sets when the current secret ends. A secret still expiring from an earlier rotation is deleted.
 * The caller has locked the webhook.
 */
export async function expireSecrets(
  tx: Transaction,
  tenantId: bigint,
  webhookId: string,
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx.query('delete from webhook_secrets where tenant_id = $1 and webhook_id = $2 and expires_at is not null', [
    tenantId,
    webhookId,
  ])
  await tx.query('update webhook_secrets set expires_at = $3 where tenant_id = $1 and webhook_id = $2', [
    tenantId,
    webhookId,
    expiresAt.toString(),
  ])
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
       select true from webhooks w where w.tenant_id = i.tenant_id and w.status = 'Active'
         and (select true from event_positions p where p.tenant_id = w.tenant_id and p.position > w.position limit 1) limit 1)
     order by i.tenant_id`,
  )
  return rows.map((row) => row.tenantId)
}

export async function listBehind(db: Connection, tenantId: bigint, head: bigint): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from webhooks where tenant_id = $1 and status = 'Active' and position < $2 order by id`,
    [tenantId, head],
  )
  return rows.map(({ id }) => id)
}

/** Claims an active webhook to advance it. Undefined while another worker has it. */
export async function claimPosition(
  tx: Transaction,
  tenantId: bigint,
  id: string,
): Promise<Pick<Webhook, 'position' | 'eventTypes'> | undefined> {
  const row = await tx.row<Pick<Webhook, 'position' | 'eventTypes'>>(
    `select position, event_types from webhooks
     where tenant_id = $1 and id = $2 and status = 'Active' for no key update skip locked`,
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
