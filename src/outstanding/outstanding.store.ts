import type { Temporal } from 'temporal-polyfill'
import { settersOf } from '../contacts/contacts.ts'
import type { Connection, Transaction } from '../db/client.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import { isDeparting } from '../rails/rails.ts'
import { vouched } from '../tokens/api-clients.ts'
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
  'Check',
  'RotateSecret',
])
export type Remedy = (typeof REMEDIES)[number]

/** The API clients and users that count as the actor. */
export interface Makers {
  clientIds: readonly string[]
  userIds: readonly string[]
  /** Clients whose identity provider was revoked: what people did through them before counts. */
  vouchedBy: readonly string[]
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

/**
 * SQL: one of the clients ($2) or of the users ($3) did it, or a revoked identity provider vouched
 * for who did ($5). Null if nobody knows who did.
 */
const did = (client: string, user: string, at: string) =>
  `(${client} = any($2::text[]) or ${user} = any($3::uuid[]) or ${vouched(client, user, at, '$5')})`

/** SQL: one of them set it up, or nobody knows who did: not a colleague who confirmed it since. */
const isSetterOf = (row: string) =>
  `coalesce(${did(`${row}.set_by`, `${row}.set_by_user`, `'-infinity'`)}, ${row}.set_by is null)`

/** SQL: a revoked identity provider vouched for who did what the record `a` says. */
const VOUCHED_AUDIT = vouched('a.actor', 'a.user_id', 'a.at', '$5')

/** SQL: the subjects of what one of them did. Each half is found by an index of its own. */
const subjectsOf = (subjectKind: string, actions: string, since = '') => {
  const acts = `a.subject_kind = '${subjectKind}' and a.action in (${actions}) ${since}`
  return `select a.subject_id from audit_log a where a.tenant_id = $1 and a.actor = any($2::text[]) and ${acts}
    union select a.subject_id from audit_log a where a.tenant_id = $1 and a.user_id = any($3::uuid[]) and ${acts}
    union select a.subject_id from audit_log a where a.tenant_id = $1 and ${VOUCHED_AUDIT} and ${acts}`
}

/**
 * SQL: the records that one of them wrote, with the last time. What a second person approved is of
 * two people, and is left out.
 */
const writtenBy = (subjectKind: string, ...actions: string[]) => {
  const wrote = (by: string) => `select a.subject_id, a.at from audit_log a where a.tenant_id = $1 and ${by}
      and a.subject_kind = '${subjectKind}' and a.action in (${actions.map((one) => `'${subjectKind}.${one}'`).join()})
      and a.after #>> '{approval,approvalUID}' is null`
  const ways = ['a.actor = any($2::text[])', 'a.user_id = any($3::uuid[])', VOUCHED_AUDIT]
  const both = ways.map(wrote).join(' union all ')
  return `select subject_id, max(at) as at from (${both}) as both_halves group by subject_id`
}

/** SQL: the bank details that decide where a payment goes. */
const WHERE_TO = `array['name', 'accountNumber', 'bank']`

/** SQL: two people agreed on all details of the contact `k` since one of them wrote it, at `x`. */
const IS_APPROVED_SINCE = `exists (select from audit_log o where o.tenant_id = $1 and o.subject_kind = 'contact'
  and o.subject_id = x.subject_id and o.at >= x.at and o.action = 'contact.updated' and o.after #>> '{approval,approvalUID}' is not null)`

/** SQL: in these, the approvals of a payment are counted again before it leaves. */
const AWAITS_APPROVAL = `'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED'`

/** SQL: the webhook `w` sends, or will. */
const SENDS = `w.status in ('Active', 'CustomerActive', 'Paused')`

const WAITING = `'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'`

/** A payment in a file or message counts as sent: it may leave at any moment. */
const HAS_LEFT = `(s.status = 'TRANSMITTED'
  or s.status = 'READY_TO_TRANSMIT' and s.rail > 'ACH' and s.rail <> 'BOOK' and s.leaves_at is null
  or s.status = 'READY_TO_TRANSMIT' and s.rail = 'ACH'
    and exists (select from ach_entries e where e.tenant_id = $1 and e.payment_id = p.id)
  or ${isDeparting('p.id')})`

/**
 * One statement for each kind, over the indexes of what has not ended: never over all payments of
 * an institution. The tenant is $1, the clients $2, the users $3, the institution's time $4, the
 * clients with a revoked identity provider $5.
 */
const ITEMS: Readonly<Record<OutstandingKind, string>> = {
  Series: `select r.id::text as id, r.customer_id, r.status, r.currency::text as currency, r.amount, r.created_at, 'Cancel' as remedy
    from payment_recurrences r where r.tenant_id = $1 and r.status = 'Active'
      and (${did('r.created_by', 'r.created_by_user', 'r.created_at')} or exists (select from recurrence_makers m
        where m.tenant_id = $1 and m.recurrence_id = r.id and ${did('m.client_id', 'm.user_id', 'm.at')}))`,
  PaymentFile: `select f.id::text, f.customer_id, f.status, null::text, null::bigint, f.created_at, 'Cancel'
    from payment_files f where f.tenant_id = $1 and f.status in ('PENDING_APPROVAL', 'PROCESSING')
      and ${did('f.uploaded_by', 'f.uploaded_by_user', 'f.created_at')}`,
  Payment: `select p.id::text, p.customer_id, s.status, p.currency::text, p.amount, p.created_at,
      case when not ${HAS_LEFT} then 'Cancel' when p.entry_type = 'DEBIT' then 'Reverse' else 'RequestReturn' end
    from (
      select s.payment_id from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
       where s.tenant_id = $1 and s.status in (${WAITING}, 'TRANSMITTED') and ${did('p.created_by', 'p.created_by_user', 'p.created_at')}
      union select m.payment_id from payment_makers m where m.tenant_id = $1 and m.client_id = any($2::text[])
      union select m.payment_id from payment_makers m where m.tenant_id = $1 and m.user_id = any($3::uuid[])
      union select m.payment_id from payment_makers m where m.tenant_id = $1 and ${vouched('m.client_id', 'm.user_id', 'm.at', '$5')}
    ) shaped
      join payment_states s on s.tenant_id = $1 and s.payment_id = shaped.payment_id
      join payments p on p.tenant_id = $1 and p.id = shaped.payment_id
    where s.status in (${WAITING}, 'TRANSMITTED')`,
  Proposal: `select a.id::text, a.customer_id, a.kind, null::text, null::bigint, a.requested_at, 'Cancel'
    from approvals a where a.tenant_id = $1 and a.status = 'Pending' and ${did('a.requested_by', 'a.requested_by_user', 'a.requested_at')}`,
  FxQuote: `select q.id::text, q.customer_id, q.status, q.sell_currency::text, q.sell_amount, q.created_at, 'Cancel'
    from fx_quotes q where q.tenant_id = $1 and q.status = 'Open' and q.expires_at > $4::timestamptz
      and q.id in (select x.subject_id::uuid from (${subjectsOf('fxQuote', `'fx.quote.made'`, `and a.at > $4::timestamptz - interval '1 hour'`)}) x)`,
  PositivePayRule: `select r.id::text, r.customer_id, r.status, r.currency::text, r.amount, r.created_at, 'Cancel'
    from positive_pay_rules r where r.tenant_id = $1 and r.status = 'Active' and ${isSetterOf('r')} and r.id in (select x.subject_id::bigint
      from (${subjectsOf('positivePayRule', `'positivePay.rule.created', 'positivePay.rule.updated', 'positivePay.rule.activated'`)}) x)`,
  Webhook: `select w.id::text, w.customer_id, w.url, null::text, null::bigint, w.created_at, 'Cancel'
    from webhooks w where w.tenant_id = $1 and ${SENDS} and ${isSetterOf('w')} and w.id in (select x.subject_id::uuid
      from (${subjectsOf('webhook', `'webhook.created', 'webhook.updated'`)}) x)`,
  PaymentRequest: `select r.id::text, r.customer_id, r.status, r.currency::text, r.amount, r.created_at, 'LetExpire'
    from sent_payment_requests r where r.tenant_id = $1 and r.status in ('Open', 'Accepted') and ${did('r.requested_by', 'r.requested_by_user', 'r.created_at')}`,
  FxContract: `select c.contract_no::text, c.customer_id, c.status, q.sell_currency::text,
      q.sell_amount - c.drawn_sell_amount - c.closed_sell_amount, c.created_at, 'CancelContract'
    from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    where c.tenant_id = $1 and c.status in ('Open', 'PartiallyDrawn') and c.payment_id is null
      and c.contract_no in (select x.subject_id::bigint from (${subjectsOf('fxContract', `'fx.contract.made'`)}) x)`,
  ApiClient: `select c.client_id, c.legal_entity_id, w.how, null::text, null::bigint, c.created_at,
      case w.how when 'Changed' then 'Check' else 'Revoke' end
    from (
      select client_id, (array['Held', 'Created', 'Changed'])[min(place)] as how from (
        select h.client_id, 1 as place from client_holders h where h.tenant_id = $1
          and h.holder = any($2::text[] || $3::text[]) and h.ends_at is null
        union all select subject_id, 2 from (${subjectsOf('api-client', `'api-client.created'`)}) as created
        union all select subject_id, 3 from (${writtenBy('api-client', 'updated')}) as changed) as each
      group by client_id) as w
      join api_clients c on c.tenant_id = $1 and c.client_id = w.client_id
    where c.revoked_at is null and c.client_id <> all($2::text[])`,
  User: `select u.id::text, u.customer_id, u.status, null::text, null::bigint, u.created_at, 'Suspend'
    from users u where u.tenant_id = $1 and u.status <> 'Suspended' and u.id <> all($3::uuid[])
      and u.id in (select x.subject_id::uuid from (${subjectsOf('user', `'user.created'`)}) x)`,
  Invitation: `select u.id::text, u.customer_id, i.mail_to, null::text, null::bigint, i.created_at, 'Cancel'
    from user_invitations i join users u on u.tenant_id = $1 and u.id = i.user_id
      cross join lateral (
        select a.actor, a.user_id, a.at, a.after #>> '{approval,approvalUID}' as approval_id from audit_log a
        where a.tenant_id = $1 and a.subject_kind = 'user' and a.subject_id = i.user_id::text
          and a.action in ('user.invited', 'user.credentialsReset')
        order by a.at desc, a.id desc limit 1) as sent
      left join approvals p on p.tenant_id = $1 and p.id = sent.approval_id::uuid
    where i.tenant_id = $1 and i.expires_at > least($4::timestamptz, now()) and i.mail_to = u.email
      and (${did('sent.actor', 'sent.user_id', 'sent.at')} or ${did('p.requested_by', 'p.requested_by_user', 'p.requested_at')})`,
  Approval: `select s.payment_id::text, p.customer_id, s.status, p.currency::text, p.amount, max(a.decided_at), 'Cancel'
    from payment_states s
      join payment_approvals a on a.tenant_id = $1 and a.payment_id = s.payment_id
      join payments p on p.tenant_id = $1 and p.id = s.payment_id
    where s.tenant_id = $1 and s.status in (${AWAITS_APPROVAL}) and a.decision = 'Approved' and a.withdrawn_by is null
      and ${did('a.client_id', 'a.user_id', 'a.decided_at')}
    group by s.payment_id, p.customer_id, s.status, p.currency, p.amount
    union all
    select a.id::text, a.customer_id, a.kind, null, null, max(t.decided_at), 'LetExpire'
    from approvals a join trade_approvals t on t.tenant_id = $1 and t.approval_id = a.id
    where a.tenant_id = $1 and a.status = 'Pending' and a.kind = 'fxTrade' and ${did('t.client_id', 't.user_id', 't.decided_at')}
    group by a.id, a.customer_id, a.kind`,
  Contact: `select k.id::text, k.customer_id, k.status, null::text, null::bigint, x.at, 'Check'
    from (${writtenBy('contact', 'created', 'updated')}) as x
      join contacts k on k.tenant_id = $1 and k.id = x.subject_id::bigint
      cross join lateral (
        select coalesce(bool_or(${did('set_by."clientId"', 'set_by."userId"', 'x.at')}), false) as is_setter,
          coalesce(array_agg(detail), '{}') as details
        from ${settersOf('k')} cross join lateral jsonb_array_elements_text(set_by.details) as d (detail)) as known
    where k.status = 'Active' and k.is_listed
      and (known.is_setter or not known.details @> ${WHERE_TO} and not ${IS_APPROVED_SINCE})`,
  Signatory: `select s.id::text, s.customer_id, s.status, null::text, null::bigint, x.at, 'Check'
    from (${writtenBy('signatory', 'created', 'updated', 'phoneNumberConfirmed')}) as x
      join signatories s on s.tenant_id = $1 and s.id = x.subject_id::bigint
    where s.status = 'Active' and s.deleted_at is null`,
  Customer: `select c.id::text, c.id, c.status, null::text, null::bigint, x.at, 'Check'
    from (${writtenBy('customer', 'created', 'updated', 'phoneNumberConfirmed')}) as x
      join customers c on c.tenant_id = $1 and c.id = x.subject_id::bigint`,
  UserChange: `select u.id::text, u.customer_id, u.status, null::text, null::bigint, x.at, 'Check'
    from (${writtenBy('user', 'updated', 'activated', 'confirmed', 'phoneNumberConfirmed')}) as x
      join users u on u.tenant_id = $1 and u.id = x.subject_id::uuid
    where u.status <> 'Suspended' and u.id <> all($3::uuid[])`,
  Role: `select r.id::text, r.customer_id, r.name, null::text, null::bigint, x.at, 'Check'
    from (${writtenBy('role', 'created', 'updated')}) as x
      join roles r on r.tenant_id = $1 and r.id = x.subject_id::uuid`,
  WebhookSecret: `select w.id::text, w.customer_id, w.url, null::text, null::bigint, x.at, 'RotateSecret'
    from (${writtenBy('webhook', 'created', 'rotated')}) as x
      join webhooks w on w.tenant_id = $1 and w.id = x.subject_id::uuid
    where ${SENDS} and not ${isSetterOf('w')} and not exists (select from audit_log o where o.tenant_id = $1
      and o.subject_kind = 'webhook' and o.subject_id = x.subject_id and o.action = 'webhook.rotated' and o.at > x.at)`,
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

const valuesOf = (tenantId: bigint, { clientIds, userIds, vouchedBy }: Makers, now: Temporal.Instant) => [
  ...[tenantId, clientIds, userIds, now.toString(), vouchedBy],
]

export async function readOutstanding(
  db: Connection,
  tenantId: bigint,
  { makers, kinds }: Asked,
  { page, limit }: PageRequest,
  now: Temporal.Instant,
): Promise<OutstandingItem[]> {
  return db.query<OutstandingItem>(
    `select * from (${itemsOf(kinds)}) as items where $4::timestamptz is not null and $5::text[] is not null order by rank, id limit $6 offset $7`,
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
     from (${itemsOf(kinds)}) as items where $4::timestamptz is not null and $5::text[] is not null
     group by rank, kind, remedy, currency order by rank, remedy, currency`,
    valuesOf(tenantId, makers, now),
    { isKept: false },
  )
}

/** What somebody else can make their own: where the row is that stays locked meanwhile. */
const CONFIRMABLE: Partial<Record<OutstandingKind, string>> = {
  PositivePayRule: 'positive_pay_rules where id = $2::bigint',
  Webhook: 'webhooks where id = $2::uuid',
  Invitation: 'users where id = $2::uuid',
}

/** Locks what somebody else can make their own. False for other kinds. */
export async function lockConfirmable(
  tx: Transaction,
  tenantId: bigint,
  { kind, id }: { kind: OutstandingKind; id: string },
): Promise<boolean> {
  const row = CONFIRMABLE[kind]
  if (row === undefined) return false
  await tx.query(`select from ${row} and tenant_id = $1 for no key update`, [tenantId, id])
  return true
}

/**
 * Whether it still is the actor's. The caller has locked it: a colleague may just have confirmed
 * it.
 */
export async function isOutstanding(
  tx: Transaction,
  tenantId: bigint,
  { makers, kind, id }: { makers: Makers; kind: OutstandingKind; id: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx.row(
    `select true from (${itemsOf([kind])}) as items where id = $6 and $4::timestamptz is not null and $5::text[] is not null`,
    [...valuesOf(tenantId, makers, now), id],
    { isKept: false },
  )
  return row !== undefined
}

/**
 * The most that one statement notes, what is cancelled first. The worker finds the rest when these
 * are done.
 */
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
       select $1, $6, rank, id, kind, currency, amount, remedy,
         case when remedy = 'Cancel' then 'Open' else 'NotCancelled' end,
         case when remedy <> 'Cancel' then 'it is not cancelled: its remedy says what to do' end,
         case when remedy <> 'Cancel' then $4::timestamptz end
       from (${itemsOf(OUTSTANDING_KINDS)}) as items order by remedy <> 'Cancel', rank, id limit ${MAX_NOTED}
       on conflict (tenant_id, cancellation_id, rank, item_id) do nothing
       returning outcome)
     select outcome from noted where outcome = 'Open'`,
    [...valuesOf(tenantId, makers, now), cancellationId],
    { isKept: false },
  )
  return rows.length
}
