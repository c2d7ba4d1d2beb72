import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import { isDeparting } from '../rails/rails.ts'
import { OUTSTANDING_KINDS, type OutstandingKind } from './domain/kinds.ts'

/** What becomes of a thing that a stopped actor set up. */
export const REMEDIES = words('OutstandingRemedy', [
  'Cancel',
  'RequestReturn',
  'Reverse',
  'LetExpire',
  'CancelContract',
  'Revoke',
  'Suspend',
])
export type Remedy = (typeof REMEDIES)[number]

/** The API clients and users that count as the actor. */
export interface Makers {
  clientIds: readonly string[]
  userIds: readonly string[]
}

/** Something that the actor set up or shaped, and that has not ended. */
export interface OutstandingItem {
  kind: OutstandingKind
  id: string
  customerId: bigint | null
  /** Its own status. */
  status: string
  /** Null, like the amount, if it has none. */
  currency: string | null
  amount: bigint | null
  createdAt: Temporal.Instant
  remedy: Remedy
}

export interface OutstandingTotal {
  kind: OutstandingKind
  remedy: Remedy
  currency: string | null
  count: number
  amount: bigint | null
}

/** SQL: one of the clients ($2) or of the users ($3) did it. */
const did = (client: string, user: string) => `(${client} = any($2::text[]) or ${user} = any($3::uuid[]))`

/** SQL: the subjects of what one of them did. Each half is found by an index of its own. */
const subjectsOf = (subjectKind: string, actions: string, since = '') => {
  const acts = `a.subject_kind = '${subjectKind}' and a.action in (${actions}) ${since}`
  return `select a.subject_id from audit_log a where a.tenant_id = $1 and a.actor = any($2::text[]) and ${acts}
    union select a.subject_id from audit_log a where a.tenant_id = $1 and a.user_id = any($3::uuid[]) and ${acts}`
}

const WAITING = `'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'`

/** A payment in a file or message counts as sent: it may leave at any moment. */
const HAS_LEFT = `(s.status = 'TRANSMITTED'
  or s.status = 'READY_TO_TRANSMIT' and s.rail > 'ACH' and s.rail <> 'BOOK' and s.leaves_at is null
  or s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH'
    and exists (select from ach_entries e where e.tenant_id = $1 and e.payment_id = p.id)
  or ${isDeparting('p.id')})`

/**
 * One statement for each kind, over the indexes of what has not ended: never over all payments of
 * an institution. The tenant is $1, the clients $2, the users $3, the institution's time $4.
 */
const ITEMS: Readonly<Record<OutstandingKind, string>> = {
  Series: `select r.id::text as id, r.customer_id, r.status, r.currency::text as currency, r.amount, r.created_at, 'Cancel' as remedy
    from payment_recurrences r where r.tenant_id = $1 and r.status = 'Active'
      and (${did('r.created_by', 'r.created_by_user')} or exists (select from recurrence_makers m
        where m.tenant_id = $1 and m.recurrence_id = r.id and ${did('m.client_id', 'm.user_id')}))`,
  PaymentFile: `select f.id::text, f.customer_id, f.status, null::text, null::bigint, f.created_at, 'Cancel'
    from payment_files f where f.tenant_id = $1 and f.status in ('PENDING_APPROVAL', 'PROCESSING')
      and ${did('f.uploaded_by', 'f.uploaded_by_user')}`,
  Payment: `select p.id::text, p.customer_id, s.status, p.currency::text, p.amount, p.created_at,
      case when not ${HAS_LEFT} then 'Cancel' when p.entry_type = 'DEBIT' then 'Reverse' else 'RequestReturn' end
    from (
      select s.payment_id from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
       where s.tenant_id = $1 and s.status in (${WAITING}, 'TRANSMITTED') and ${did('p.created_by', 'p.created_by_user')}
      union select m.payment_id from payment_makers m where m.tenant_id = $1 and m.client_id = any($2::text[])
      union select m.payment_id from payment_makers m where m.tenant_id = $1 and m.user_id = any($3::uuid[])
    ) shaped
      join payment_states s on s.tenant_id = $1 and s.payment_id = shaped.payment_id
      join payments p on p.tenant_id = $1 and p.id = shaped.payment_id
    where s.status in (${WAITING}, 'TRANSMITTED')`,
  Proposal: `select a.id::text, a.customer_id, a.kind, null::text, null::bigint, a.requested_at, 'Cancel'
    from approvals a where a.tenant_id = $1 and a.status = 'Pending' and ${did('a.requested_by', 'a.requested_by_user')}`,
  FxQuote: `select q.id::text, q.customer_id, q.status, q.sell_currency::text, q.sell_amount, q.created_at, 'Cancel'
    from fx_quotes q where q.tenant_id = $1 and q.status = 'Open' and q.expires_at > $4::timestamptz
      and q.id in (select x.subject_id::uuid from (${subjectsOf('fxQuote', `'fx.quote.made'`, `and a.at > $4::timestamptz - interval '1 hour'`)}) x)`,
  PositivePayRule: `select r.id::text, r.customer_id, r.status, r.currency::text, r.amount, r.created_at, 'Cancel'
    from positive_pay_rules r where r.tenant_id = $1 and r.status = 'Active' and r.id in (select x.subject_id::bigint
      from (${subjectsOf('positivePayRule', `'positivePay.rule.created', 'positivePay.rule.updated', 'positivePay.rule.activated'`)}) x)`,
  Webhook: `select w.id::text, w.customer_id, w.url, null::text, null::bigint, w.created_at, 'Cancel'
    from webhooks w where w.tenant_id = $1 and w.status in ('Active', 'CustomerActive', 'Paused') and w.id in (select x.subject_id::uuid
      from (${subjectsOf('webhook', `'webhook.created', 'webhook.updated'`)}) x)`,
  PaymentRequest: `select r.id::text, r.customer_id, r.status, r.currency::text, r.amount, r.created_at, 'LetExpire'
    from sent_payment_requests r where r.tenant_id = $1 and r.status in ('Open', 'Accepted') and ${did('r.requested_by', 'r.requested_by_user')}`,
  FxContract: `select c.contract_no::text, c.customer_id, c.status, q.sell_currency::text,
      q.sell_amount - c.drawn_sell_amount - c.closed_sell_amount, c.created_at, 'CancelContract'
    from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    where c.tenant_id = $1 and c.status in ('Open', 'PartiallyDrawn') and c.payment_id is null
      and c.contract_no in (select x.subject_id::bigint from (${subjectsOf('fxContract', `'fx.contract.made'`)}) x)`,
  ApiClient: `select c.client_id, c.legal_entity_id, case when exists (select from client_holders h where h.tenant_id = $1
        and h.client_id = c.client_id and h.holder = any($2::text[] || $3::text[])) then 'Held' else 'Created' end,
      null::text, null::bigint, c.created_at, 'Revoke'
    from api_clients c where c.tenant_id = $1 and c.revoked_at is null and c.client_id <> all($2::text[])
      and c.client_id in (select h.client_id from client_holders h where h.tenant_id = $1
          and h.holder = any($2::text[] || $3::text[]) and h.ends_at is null
        union ${subjectsOf('api-client', `'api-client.created'`)})`,
  User: `select u.id::text, u.customer_id, u.status, null::text, null::bigint, u.created_at, 'Suspend'
    from users u where u.tenant_id = $1 and u.status <> 'Suspended' and u.id <> all($3::uuid[])
      and u.id in (select x.subject_id::uuid from (${subjectsOf('user', `'user.created'`)}) x)`,
}

/** SQL: what is outstanding of these kinds, in the order in which it is taken back. */
function itemsOf(kinds: readonly OutstandingKind[]): string {
  const each = OUTSTANDING_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) =>
      `select ${OUTSTANDING_KINDS.indexOf(kind)}::smallint as rank, '${kind}'::text as kind, i.*
         from (${ITEMS[kind]}) as i (id, customer_id, status, currency, amount, created_at, remedy)`,
  )
  return each.join(' union all ')
}

interface Asked {
  makers: Makers
  kinds: readonly OutstandingKind[]
}

const valuesOf = (tenantId: bigint, { clientIds, userIds }: Makers, now: Temporal.Instant) => [
  tenantId,
  clientIds,
  userIds,
  now.toString(),
]

export async function readOutstanding(
  db: Connection,
  tenantId: bigint,
  { makers, kinds }: Asked,
  { page, limit }: PageRequest,
  now: Temporal.Instant,
): Promise<OutstandingItem[]> {
  return db.query<OutstandingItem>(
    `select * from (${itemsOf(kinds)}) as items where $4::timestamptz is not null order by rank, id limit $5 offset $6`,
    [...valuesOf(tenantId, makers, now), limit, (page - 1) * limit],
    { isKept: false },
  )
}

export async function readTotals(
  db: Connection,
  tenantId: bigint,
  { makers, kinds }: Asked,
  now: Temporal.Instant,
): Promise<OutstandingTotal[]> {
  return db.query<OutstandingTotal>(
    `select kind, remedy, currency, count(*)::int as count, sum(amount)::bigint as amount
     from (${itemsOf(kinds)}) as items where $4::timestamptz is not null
     group by rank, kind, remedy, currency order by rank, remedy, currency`,
    valuesOf(tenantId, makers, now),
    { isKept: false },
  )
}

/** The most that one statement notes; the worker finds the rest when these are done. */
const MAX_NOTED = 100_000

/**
 * Notes what the actor has outstanding now and the cancellation does not have yet, or has as
 * something that was to end in another way. Returns how much is to be cancelled.
 */
export async function noteOutstanding(
  tx: Transaction,
  tenantId: bigint,
  { cancellationId, makers }: { cancellationId: string; makers: Makers },
  now: Temporal.Instant,
): Promise<number> {
  const rows = await tx.query<{ outcome: string }>(
    `with noted as (
       insert into outstanding_items (tenant_id, cancellation_id, rank, item_id, kind, currency, amount, remedy, outcome,
         why, decided_at)
       select $1, $5, rank, id, kind, currency, amount, remedy,
         case when remedy = 'Cancel' then 'Open' else 'NotCancelled' end,
         case when remedy <> 'Cancel' then 'it is not cancelled: its remedy says what to do' end,
         case when remedy <> 'Cancel' then $4::timestamptz end
       from (${itemsOf(OUTSTANDING_KINDS)}) as items order by rank, id limit ${MAX_NOTED}
       on conflict (tenant_id, cancellation_id, rank, item_id) do nothing
       returning outcome)
     select outcome from noted where outcome = 'Open'`,
    [...valuesOf(tenantId, makers, now), cancellationId],
    { isKept: false },
  )
  return rows.length
}
