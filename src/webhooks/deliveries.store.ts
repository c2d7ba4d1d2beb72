import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import { isSetByStopped, isSilent } from '../institution/institution.ts'
import { firstIdAt } from '../kernel/id.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { WebhookOwner } from './webhook-owner.ts'
import { IS_ACTIVE } from './webhooks.store.ts'

export type DeliveryStatus = 'Pending' | 'Delivered' | 'Failed'

/** The delivery of an event to a webhook. */
export interface Delivery {
  id: string
  webhookId: string
  eventId: string
  position: bigint
  eventType: string
  subjectKind: string
  subjectId: string
  status: DeliveryStatus
  isReplay: boolean
  createdAt: Temporal.Instant
  dueAt: Temporal.Instant
  attempts: number
  firstAttemptAt: Temporal.Instant | null
  lastAttemptAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null
  responseStatus: number | null
  error: string | null
}

const columns = `d.id, d.webhook_id, d.event_id, d.position, d.event_type, d.subject_kind,
  d.subject_id, d.status, d.is_replay, d.created_at, d.due_at, d.attempts,
  d.first_attempt_at, d.last_attempt_at, d.ended_at, d.response_status, d.error`

export type NewDelivery = Pick<Delivery, 'id' | 'eventId' | 'position' | 'eventType' | 'subjectKind' | 'subjectId'>

/** Inserts deliveries in feed order, so that a reader who sees one also sees those before it. */
export async function insertDeliveries(
  tx: Transaction,
  { tenantId, webhookId, isReplay }: { tenantId: bigint; webhookId: string; isReplay: boolean },
  deliveries: readonly NewDelivery[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'webhook_deliveries',
    { tenantId, webhookId, isReplay, createdAt: now, dueAt: now, status: 'Pending', attempts: 0 },
    deliveries.map(({ id, eventId, position, eventType, subjectKind, subjectId }) => ({
      id,
      eventId,
      position,
      eventType,
      subjectKind,
      subjectId,
    })),
  )
}

/** How many deliveries wait for their first attempt, counting at most `maxCount`. */
export async function countUntried(
  tx: Transaction,
  tenantId: bigint,
  webhookId: string,
  maxCount: number,
): Promise<number> {
  const row = await tx.row<{ count: bigint }>(
    `select count(*) from (select from webhook_deliveries d
       where d.tenant_id = $1 and d.webhook_id = $2 and d.status = 'Pending' and d.attempts = 0 limit $3) as untried`,
    [tenantId, webhookId, maxCount],
  )
  return Number(row?.count)
}

export interface WebhookKey {
  tenantId: bigint
  webhookId: string
}

export interface DueWebhook extends WebhookKey {
  customerId: WebhookOwner
}

/** No worker has a claim on it. Leases end by the clock of the database, which all share. */
const IS_FREE = '(d.leased_until is null or d.leased_until <= clock_timestamp())'

export interface DueSearch {
  after: WebhookKey
  limit: number
  /** Webhooks of customers, or those of institutions. */
  ofCustomers: boolean
  /** Webhooks that are being served. */
  except: readonly string[]
}

/**
 * The next active webhooks after `after`, in key order, with deliveries that are due and may leave:
 * none while the institution's database is older than what has left, or while the one who set the
 * webhook up is stopped. Only this query reads across tenants; the work then runs for one webhook
 * at a time.
 */
export async function webhooksWithDue(
  db: Connection,
  now: Temporal.Instant,
  { after, limit, ofCustomers, except }: DueSearch,
): Promise<DueWebhook[]> {
  return db.query<DueWebhook>(
    `select w.tenant_id, w.id as webhook_id, w.customer_id from webhooks w
     where (w.tenant_id, w.id) > ($2, $3) and ${IS_ACTIVE} and (w.customer_id is not null) = $5 and w.id <> all($6::uuid[])
       and (select true from webhook_deliveries d where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.status = 'Pending'
         and d.due_at <= $1 and ${IS_FREE} limit 1)
       and not ${isSilent('w.tenant_id')} and not ${isSetByStopped('w')}
     order by w.tenant_id, w.id limit $4`,
    [now.toString(), after.tenantId, after.webhookId, limit, ofCustomers, except],
  )
}

/**
 * Claims due deliveries of a webhook under a lease, and counts the attempt: its number is the
 * fencing token of the claim. Only the first waiting delivery of a subject can be claimed; the ones
 * after it wait until it is delivered or given up. Skips rows that another worker is claiming.
 * Claims none while the institution's database is older than what has left.
 *
 * The statement finds waiting deliveries by `status`, but earlier ones of a subject by `ended_at`.
 * When nearly all rows are delivered, PostgreSQL estimates that no row is Pending. With `status` in
 * both places, it would read all waiting rows again for each delivery.
 */
export async function claimDue(
  tx: Transaction,
  { tenantId, webhookId, limit }: { tenantId: bigint; webhookId: string; limit: number },
  { now, leaseMs }: { now: Temporal.Instant; leaseMs: number },
): Promise<Delivery[]> {
  const claimed = await tx.query<Delivery>(
    `with due as (
       select d.id from webhook_deliveries d
       where d.tenant_id = $1 and d.webhook_id = $2 and d.status = 'Pending' and d.due_at <= $3 and ${IS_FREE}
         and not ${isSilent('$1')}
         and not exists (select from webhook_deliveries e
           where e.tenant_id = d.tenant_id and e.webhook_id = d.webhook_id and e.ended_at is null and e.subject_kind = d.subject_kind
             and e.subject_id = d.subject_id and (e.position, e.id) < (d.position, d.id))
       order by d.due_at, d.position limit $5 for no key update skip locked)
     update webhook_deliveries d set leased_until = clock_timestamp() + $4 * interval '1 millisecond', attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, $3), last_attempt_at = $3
     from due where d.tenant_id = $1 and d.id = due.id returning ${columns}`,
    [tenantId, webhookId, now.toString(), leaseMs, limit],
  )
  return claimed.sort((a, b) => Number(a.position - b.position))
}

/** Ends claims that were made and not used, so that the deliveries can be claimed again at once. */
export async function endClaims(tx: Transaction, tenantId: bigint, claimed: readonly Delivery[]): Promise<void> {
  await tx.query(
    `update webhook_deliveries d set leased_until = null from unnest($2::uuid[], $3::integer[]) as c (id, attempt)
     where d.tenant_id = $1 and d.id = c.id and d.status = 'Pending' and d.attempts = c.attempt
       and d.leased_until > clock_timestamp()`,
    [tenantId, claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts)],
  )
}

/** The outcome of an attempt. */
export interface Outcome {
  id: string
  /** The number of the attempt: the fencing token of its claim. */
  attempt: number
  status: DeliveryStatus
  responseStatus: number | null
  error: string | null
  /** When to retry. */
  dueAt: Temporal.Instant | null
}

/**
 * Writes outcomes, and returns the deliveries that have one now. A claim whose lease has ended
 * writes nothing: the next worker sends the event again, and a later event of the same subject must
 * not pass it.
 */
export async function writeOutcomes(
  tx: Transaction,
  tenantId: bigint,
  outcomes: readonly Outcome[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const written = await tx.query<{ id: string }>(
    `update webhook_deliveries d set status = o.status, leased_until = null, due_at = coalesce(o.due_at, d.due_at), response_status = o.response_status,
       error = o.error, ended_at = case when o.status <> 'Pending' then $2::timestamptz end
     from unnest($3::uuid[], $4::integer[], $5::text[], $6::integer[], $7::text[], $8::timestamptz[])
       as o (id, attempt, status, response_status, error, due_at)
     where d.tenant_id = $1 and d.id = o.id and d.status = 'Pending'
       and d.attempts = o.attempt and d.leased_until > clock_timestamp()
     returning d.id`,
    [
      tenantId,
      now.toString(),
      outcomes.map(({ id }) => id),
      outcomes.map(({ attempt }) => attempt),
      outcomes.map(({ status }) => status),
      outcomes.map(({ responseStatus }) => responseStatus),
      outcomes.map(({ error }) => error),
      outcomes.map(({ dueAt }) => dueAt?.toString() ?? null),
    ],
  )
  return new Set(written.map(({ id }) => id))
}

/** Makes deliveries that wait for a retry due now, starting with the earliest due. */
export async function makeDue(
  tx: Transaction,
  { tenantId, webhookId, limit }: { tenantId: bigint; webhookId: string; limit: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update webhook_deliveries d set due_at = $3 where d.tenant_id = $1 and d.id in (
       select w.id from webhook_deliveries w where w.tenant_id = $1 and w.webhook_id = $2 and w.status = 'Pending' and w.due_at > $3
         and w.leased_until is null order by w.due_at limit $4)`,
    [tenantId, webhookId, now.toString(), limit],
  )
}

export async function findDelivery(tx: Transaction, tenantId: bigint, id: string): Promise<Delivery | undefined> {
  const row = await tx.row<Delivery>(
    `select ${columns} from webhook_deliveries d where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  )
  return row
}

export interface LogFilter {
  webhookId: string
  status?: DeliveryStatus
  eventId?: string
}

/** A page of a webhook's deliveries, newest first. */
export async function searchDeliveries(
  db: Connection,
  tenantId: bigint,
  { webhookId, status, eventId }: LogFilter,
  { page, limit }: PageRequest,
  totals: Totals,
): Promise<PageOf<Delivery>> {
  // Each combination of filters is its own statement, with its own plan and index.
  const values: unknown[] = [tenantId, webhookId]
  let narrowed = ''
  if (status !== undefined) narrowed += ` and d.status = $${values.push(status)}`
  if (eventId !== undefined) narrowed += ` and d.event_id = $${values.push(eventId)}`
  const rows = await db.query<Delivery>(
    `select ${columns} from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = $2${narrowed}
     order by d.id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, (page - 1) * limit],
  )
  const count = async () => {
    const row = await db.row<{ total: bigint }>(
      `select count(*) as total from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = $2${narrowed}`,
      values,
    )
    return Number(row?.total)
  }
  return { rows, total: await totals.of(['webhook_deliveries', tenantId, webhookId, status, eventId], count) }
}

/** The deliveries of one subject's events, in event order. */
export async function readDeliveriesOf(
  tx: Transaction,
  tenantId: bigint,
  subject: { kind: string; id: string },
  limit: number,
): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `select ${columns} from webhook_deliveries d where d.tenant_id = $1 and d.subject_kind = $2 and d.subject_id = $3 order by d.position, d.id limit $4`,
    [tenantId, subject.kind, subject.id, limit],
  )
}

/** Deletes deliveries that ended before a moment, oldest first. Returns how many. */
export async function deleteEndedBefore(
  tx: Transaction,
  tenantId: bigint,
  moment: Temporal.Instant,
  limit: number,
): Promise<number> {
  const deleted = await tx.query(
    `delete from webhook_deliveries d where d.tenant_id = $1 and d.id in (
       select o.id from webhook_deliveries o where o.tenant_id = $1 and o.id < $2 and o.ended_at < $3 order by o.id limit $4)
     returning d.id`,
    [tenantId, firstIdAt(moment), moment.toString(), limit],
  )
  return deleted.length
}
