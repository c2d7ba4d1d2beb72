import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'

/** More rows are not counted, so that the answer costs the same however many wait. */
const MOST_COUNTED = 5_000

/** What waits to leave or to arrive, besides payments. Times are the institution's. */
export interface Queues {
  filesUnwritten: number
  oldestFileAt: Temporal.Instant | null
  deliveriesPending: number
  /** When the first pending delivery was due. */
  deliveryDueAt: Temporal.Instant | null
  /** When the first event happened that an active webhook has not been moved past. */
  eventAheadAt: Temporal.Instant | null
  /** Deliveries that were given up, and wait for a replay. */
  deliveriesFailed: number
  webhooksFailing: number
  failingSince: Temporal.Instant | null
  /** Why the webhook that fails for longest got no reply, or which one. */
  failingError: string | null
  mailDueAt: Temporal.Instant | null
  /** Mails that failed at least twice and are tried again, and when the oldest was made. */
  mailsFailing: number
  mailsFailingSince: Temporal.Instant | null
  /** Why the oldest of them failed last. */
  mailError: string | null
  suspenseOpen: number
  /** Obligations that were announced as due soon and are not met. */
  obligationsDue: number
  /** Obligations whose time passed and that are still not met. */
  obligationsOverdue: number
  /** Incoming files in quarantine, and since when the oldest is. */
  filesQuarantined: number
  quarantinedSince: Temporal.Instant | null
  /** Messages that wait for their hand-over, and when the oldest was made. */
  messagesWaiting: number
  oldestMessageAt: Temporal.Instant | null
  /** Messages that came in and were not read, and when the oldest came. */
  messagesUnread: number
  oldestUnreadAt: Temporal.Instant | null
  /** Messages in doubt: nobody can tell whether they left. */
  messagesInDoubt: number
  oldestDoubtAt: Temporal.Instant | null
  /** Incoming messages in quarantine. */
  messagesQuarantined: number
  oldestRefusedAt: Temporal.Instant | null
}

/** How many messages are in a state, and when the oldest of them was made or came in. */
const messagesIn = (alias: string, state: string) =>
  `(select count(*) as messages, min(created_at) as since from (
     select created_at from rail_messages where tenant_id = $1 and ${state} limit $2) m) ${alias}`

/** Reads what waits in an institution, each by an index and bounded. */
export async function readQueues(db: Connection, tenantId: bigint): Promise<Queues> {
  const row = await db.row<Record<keyof Queues, never>>(
    `select f.files::int4 as files_unwritten, f.since as oldest_file_at, d.pending::int4 as deliveries_pending,
       d.due_at as delivery_due_at, a.created_at as event_ahead_at, d.failed::int4 as deliveries_failed, h.failing::int4 as webhooks_failing,
       h.since as failing_since, e.error as failing_error, m.due_at as mail_due_at, n.failing::int4 as mails_failing,
       n.since as mails_failing_since, n.failure as mail_error, s.items::int4 as suspense_open,
       b.due::int4 as obligations_due, o.overdue::int4 as obligations_overdue,
       q.files::int4 as files_quarantined, q.since as quarantined_since,
       mw.messages::int4 as messages_waiting, mw.since as oldest_message_at,
       mu.messages::int4 as messages_unread, mu.since as oldest_unread_at,
       md.messages::int4 as messages_in_doubt, md.since as oldest_doubt_at,
       mq.messages::int4 as messages_quarantined, mq.since as oldest_refused_at
     from (select count(*) as files, min(created_at) as since from (
         select created_at from ach_files where tenant_id = $1 and written_at is null order by id limit $2) f) f,
       (select coalesce(sum(p.pending), 0) as pending, min(p.due_at) as due_at, coalesce(sum(g.failed), 0) as failed
        from webhooks w
          cross join lateral (select count(*) as pending, min(due_at) as due_at from (
            select due_at from webhook_deliveries where tenant_id = $1 and webhook_id = w.id and status = 'Pending'
            order by due_at limit $2) p) p
          cross join lateral (select count(*) as failed from (
            select from webhook_deliveries where tenant_id = $1 and webhook_id = w.id and status = 'Failed' limit $2) g) g
        where w.tenant_id = $1 and w.status <> 'Deleted') d,
       (select min(e.created_at) as created_at from (
          select (select p.event_id from event_positions p where p.tenant_id = $1 and p.position > w.position
                  order by p.position limit 1) as event_id
          from webhooks w where w.tenant_id = $1 and w.status in ('Active', 'CustomerActive')
          union all select u.event_id from (
            select event_id from events_unplaced where tenant_id = $1 order by written limit 1) u
          where exists (select from webhooks where tenant_id = $1 and status in ('Active', 'CustomerActive'))) n
        join events e on e.tenant_id = $1 and e.id = n.event_id) a,
       (select count(*) as failing, min(failing_since) as since from webhooks
        where tenant_id = $1 and status <> 'Deleted' and failing_since is not null) h,
       (select (select d.error from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = w.id and d.status = 'Pending'
                  and d.error is not null order by d.due_at limit 1) as error
        from (select id from webhooks where tenant_id = $1 and status <> 'Deleted' and failing_since is not null
              order by failing_since limit 1) w
        union all select null limit 1) e,
       (select min(due_at) as due_at from payment_mails where tenant_id = $1 and due_at is not null) m,
       (select count(*) as failing, min(created_at) as since, (array_agg(failure order by created_at))[1] as failure from (
         select created_at, failure from payment_mails where tenant_id = $1 and due_at is not null and attempts > 1
           and failure is not null order by due_at limit $2) n) n,
       (select count(*) as items from (
         select from suspense_items where tenant_id = $1 and released_at is null limit $2) s) s,
       (select count(*) as due from (
         select from obligations where tenant_id = $1 and state = 'Open' and warned_at is not null limit $2) b) b,
       (select count(*) as overdue from (
         select from obligations where tenant_id = $1 and state = 'Missed' and met_at is null limit $2) o) o,
       (select count(*) as files, min(ended_at) as since from (
         select ended_at from incoming_files where tenant_id = $1 and status = 'QUARANTINED'
         order by ended_at limit $2) q) q,
       ${messagesIn('mw', "status in ('Waiting', 'Claimed')")}, ${messagesIn('mu', "status = 'Received'")},
       ${messagesIn('md', "status = 'InDoubt'")}, ${messagesIn('mq', "status = 'Quarantined'")}`,
    [tenantId, MOST_COUNTED],
  )
  return row!
}

/** A hold that keeps everything of an institution from leaving. */
export interface OpenHold {
  reason: string
  heldAt: Temporal.Instant
  differences: readonly string[]
}

export async function readOpenHolds(db: Connection, tenantId: bigint): Promise<OpenHold[]> {
  return db.query<OpenHold>(
    'select reason, held_at, differences from rail_holds where tenant_id = $1 and released_at is null order by reason',
    [tenantId],
  )
}
