import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { holdsStopped, type MakerStopKind } from '../../institution/institution.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { entitiesOf, isOutOfReach, stoppedOf } from '../../tokens/api-clients.ts'
import type { HoldReason } from './hold-reasons.ts'

/**
 * What stops a maker of a payment: a client, a user, or a legal entity of theirs or above it. A
 * client also if it is its identity provider that was revoked, with the number of the revocation. A
 * legal entity also if the customer that pays was moved out of its reach.
 */
export interface MakerStop {
  kind: MakerStopKind
  /**
   * The API key of the client, or the id of the user or of the legal entity. For outOfReach, that
   * of the legal entity, a slash, and that of the customer.
   */
  actorId: string
  /** Which of the stops of the actor it is: a release covers one of them. */
  stopNumber: bigint
  /** By the machine's time, at which clients expire. */
  foundAt: Temporal.Instant
}

const SETTINGS = '(select settings from institutions where tenant_id = $1)'

/**
 * What stops the makers of things with an id, as far as the institution holds payments for it and
 * has not released them from it, in SQL. Each actor is looked up once, however much they made.
 * Parameters: the tenant, the ids, the machine's time.
 * @param made the makers of each id `w`, when they made it, and the customer that pays
 * @param released the condition that the thing `s.id` was released from the stop `s`
 */
const stopsOf = (made: string, released: string) => `
  with made as materialized (
    select w.id, p.client_id, p.user_id, p.at, p.customer_id from unnest($2::uuid[]) as w (id) cross join lateral (${made}) as p),
  maker as materialized (select distinct client_id, user_id, null::bigint as legal_entity_id, null::timestamptz as acted_at from made),
  stopped as materialized (
    select s.client_id, s.user_id, stop.kind, stop.actor_id, coalesce(stop.stop_number, 0) as stop_number
    from (${stoppedOf('maker', '$3::timestamptz')}) as s cross join lateral (
      select 'clientRevoked' as kind, s.client_id as actor_id, 0::bigint as stop_number where s.is_revoked
      union all
      select 'clientExpired', s.client_id, (select extract(epoch from c.expires_at)::bigint from api_clients c
        where c.tenant_id = $1 and c.client_id = s.client_id) where s.is_expired
      union all
      select 'userStopped', s.user_id::text, (select u.suspensions from users u where u.tenant_id = $1 and u.id = s.user_id)
      where s.is_user_stopped
      union all
      select 'legalEntitySuspended', e.id::text, (select c.suspensions from customers c where c.tenant_id = $1 and c.id = e.id)
      from unnest(s.suspended_ids) as e (id)) as stop
    where ${holdsStopped(SETTINGS, 'stop.kind')}),
  provider as materialized (
    select c.client_id, c.provider_revoked_at, c.provider_revocations from api_clients c
    where c.tenant_id = $1 and c.client_id in (select client_id from maker) and c.provider_revoked_at is not null
      and ${holdsStopped(SETTINGS, `'clientRevoked'`)}),
  away as materialized (
    select o.*, (select c.moves from customers c where c.tenant_id = $1 and c.id = o.customer_id) as moves
    from (
      select d.client_id, d.user_id, d.customer_id, e.id as entity_id
      from (select distinct client_id, user_id, customer_id from made) as d
        cross join lateral ${entitiesOf('d.client_id', 'd.user_id')} as e (id)) as o
    where ${isOutOfReach('o.entity_id', 'o.customer_id')} and ${holdsStopped(SETTINGS, "'outOfReach'")}),
  stop as (
    select m.id, s.kind, s.actor_id, s.stop_number
    from stopped s join made m on m.client_id = s.client_id and m.user_id is not distinct from s.user_id
    union
    select m.id, 'clientRevoked', v.client_id, v.provider_revocations
    from provider v join made m on m.client_id = v.client_id and m.user_id is not null and m.at <= v.provider_revoked_at
    union
    select m.id, 'outOfReach', a.entity_id || '/' || a.customer_id, a.moves
    from away a join made m on m.client_id = a.client_id and m.user_id is not distinct from a.user_id and m.customer_id = a.customer_id)
  select s.id, s.kind, s.actor_id, s.stop_number from stop s where not (${released}) order by s.id, s.kind, s.actor_id`

const isReleased = (releases: string) => `exists (
  select from ${releases} and (r.kind, r.actor_id, r.stop_number) = (s.kind, s.actor_id, s.stop_number))`

const STOPS_OF_PAYMENTS = stopsOf(
  `select p.created_by as client_id, p.created_by_user as user_id, least(p.created_at, r.created_at) as at, p.customer_id
   from payments p
     left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
     left join payment_recurrences r on r.tenant_id = o.tenant_id and r.id = o.recurrence_id
   where p.tenant_id = $1 and p.id = w.id
   union
   select m.client_id, m.user_id, m.at, p.customer_id from payment_makers m
     cross join lateral (select customer_id from payments where tenant_id = $1 and id = w.id limit 1) as p
   where m.tenant_id = $1 and m.payment_id = w.id`,
  `${isReleased('payment_releases r where r.tenant_id = $1 and r.payment_id = s.id')}
   or ${isReleased(`payment_occurrences o join recurrence_releases r on r.tenant_id = $1 and r.recurrence_id = o.recurrence_id
     where o.tenant_id = $1 and o.payment_id = s.id`)}`,
)

const STOPS_OF_SERIES = stopsOf(
  `select created_by as client_id, created_by_user as user_id, created_at as at, customer_id
   from payment_recurrences where tenant_id = $1 and id = w.id
   union
   select m.client_id, m.user_id, m.at, r.customer_id from recurrence_makers m
     cross join lateral (select customer_id from payment_recurrences where tenant_id = $1 and id = w.id limit 1) as r
   where m.tenant_id = $1 and m.recurrence_id = w.id`,
  isReleased('recurrence_releases r where r.tenant_id = $1 and r.recurrence_id = s.id'),
)

/**
 * What stops the makers of these payments: everyone who made or shaped a payment is asked (decision
 * 0315), for as long as the institution has not released the payment or its series from it.
 */
export function findStoppedMakers(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  tokenNow: Temporal.Instant,
): Promise<Map<string, MakerStop[]>> {
  return findStops(tx, STOPS_OF_PAYMENTS, { tenantId, ids: paymentIds }, tokenNow)
}

/** What stops those who started or changed these series. */
export function findStoppedMakersOfSeries(
  tx: Transaction,
  tenantId: bigint,
  recurrenceIds: readonly string[],
  tokenNow: Temporal.Instant,
): Promise<Map<string, MakerStop[]>> {
  return findStops(tx, STOPS_OF_SERIES, { tenantId, ids: recurrenceIds }, tokenNow)
}

async function findStops(
  tx: Transaction,
  sql: string,
  { tenantId, ids }: { tenantId: bigint; ids: readonly string[] },
  tokenNow: Temporal.Instant,
): Promise<Map<string, MakerStop[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string } & MakerStop>(sql, [tenantId, ids, tokenNow.toString()])
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    Array.from(byId, ([id, stops]) => {
      return [id, stops.map(({ kind, actorId, stopNumber }) => ({ kind, actorId, stopNumber, foundAt: tokenNow }))]
    }),
  )
}

/** Writes what stops the makers of payments that become HELD for it. */
export async function insertStops(
  tx: Transaction,
  tenantId: bigint,
  held: readonly { paymentId: string; stops?: readonly MakerStop[] }[],
): Promise<void> {
  const rows = held.flatMap(({ paymentId, stops = [] }) => stops.map((stop) => ({ paymentId, ...stop })))
  if (rows.length === 0) return
  await tx.query(
    `insert into stopped_makers (tenant_id, kind, actor_id, payment_id, found_at)
     select $1, w.kind, w.actor_id, w.payment_id, w.found_at
     from unnest($2::text[], $3::text[], $4::uuid[], $5::timestamptz[]) as w (kind, actor_id, payment_id, found_at)
     on conflict do nothing`,
    [
      ...[tenantId, rows.map(({ kind }) => kind), rows.map(({ actorId }) => actorId)],
      ...[rows.map(({ paymentId }) => paymentId), rows.map(({ foundAt }) => foundAt.toString())],
    ],
  )
}

/** What stops the makers of a held payment. */
export async function readStopsOf(
  db: Connection,
  tenantId: bigint,
  paymentId: string,
): Promise<Pick<MakerStop, 'kind' | 'actorId'>[]> {
  return db.query(
    'select kind, actor_id from stopped_makers where tenant_id = $1 and payment_id = $2 order by kind, actor_id',
    [tenantId, paymentId],
  )
}

/** Deletes what stops the makers of payments: they are no longer held for it. */
export async function deleteStops(tx: Transaction, tenantId: bigint, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.query('delete from stopped_makers where tenant_id = $1 and payment_id = any($2::uuid[])', [
    tenantId,
    paymentIds,
  ])
}

/**
 * Whether what a row `m` of an institution `i` names still stops its payments, in SQL. A client
 * that had expired when it was found stays expired until it gets a later time.
 */
const STILL_STOPS = `${holdsStopped('i.settings', 'm.kind')} and case m.kind
    when 'clientRevoked' then exists (
      select from api_clients c where c.tenant_id = i.tenant_id and c.client_id = m.actor_id
       and (c.revoked_at is not null or c.provider_revoked_at is not null))
    when 'clientExpired' then exists (
      select from api_clients c where c.tenant_id = i.tenant_id and c.client_id = m.actor_id and c.expires_at <= m.found_at)
    when 'userStopped' then not exists (
      select from users u where u.tenant_id = i.tenant_id and u.id = m.actor_id::uuid and u.status = 'Active')
    when 'outOfReach' then ${isOutOfReach("split_part(m.actor_id, '/', 1)::bigint", "split_part(m.actor_id, '/', 2)::bigint").replaceAll('$1', 'i.tenant_id')}
    else exists (
      select from customers c where c.tenant_id = i.tenant_id and c.id = m.actor_id::bigint and c.status = 'Suspended')
    end`

/**
 * A walk over the stopped actors of an institution `i` that hold payments, in SQL: each costs one
 * lookup, however many payments it holds.
 */
const walkStopped = `stopped (kind, actor_id, still) as (
    select ''::text, ''::text, true
    union all
    select m.kind, m.actor_id, ${STILL_STOPS}
    from stopped w cross join lateral (
      select m.kind, m.actor_id, m.found_at from stopped_makers m
      where m.tenant_id = i.tenant_id and (m.kind, m.actor_id) > (w.kind, w.actor_id)
      order by m.kind, m.actor_id, m.payment_id limit 1) as m)`

const heldBy = `from stopped_makers m where m.tenant_id = i.tenant_id and m.kind = w.kind and m.actor_id = w.actor_id`

/** The earliest time at which a stop of payments of an institution `i` has ended, in SQL. */
export const STOP_ENDED_AT = `(with recursive ${walkStopped}
  select min(s.updated_at) from stopped w
    cross join lateral (select m.payment_id ${heldBy} order by m.payment_id limit 1) as first
    join payment_states s on s.tenant_id = i.tenant_id and s.payment_id = first.payment_id
  where not w.still)`

/**
 * Locks payments that are held for an actor that acts again, and skips those locked by another
 * worker.
 */
export async function claimStopEnded(tx: Transaction, tenantId: bigint, limit: number): Promise<string[]> {
  const rows = await tx.query<{ paymentId: string }>(
    `select s.payment_id from payment_states s
     where s.tenant_id = $1 and s.payment_id = any(array(
       select found.payment_id from institutions i cross join lateral (with recursive ${walkStopped}
         select one.payment_id from stopped w cross join lateral (select m.payment_id ${heldBy} order by m.payment_id limit $2) as one
         where not w.still limit $2) as found
       where i.tenant_id = $1))
     order by s.payment_id for no key update of s skip locked`,
    [tenantId, limit],
  )
  return rows.map(({ paymentId }) => paymentId)
}

/** Takes the reason away from held payments, locked by the caller: nothing stops their makers. */
export async function clearStops(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  if (paymentIds.length === 0) return
  await Promise.all([
    deleteStops(tx, tenantId, paymentIds),
    clearReason(tx, tenantId, { paymentIds, reason: 'makerStopped' }, now),
  ])
}

/** Takes a reason away from held payments that the caller has locked. */
export async function clearReason(
  tx: Transaction,
  tenantId: bigint,
  { paymentIds, reason }: { paymentIds: readonly string[]; reason: HoldReason },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update payment_states set held_reasons = array_remove(held_reasons, $4), updated_at = $3
     where tenant_id = $1 and payment_id = any($2::uuid[]) and status = 'HELD'`,
    [tenantId, paymentIds, now.toString(), reason],
  )
}

/** Writes that the institution released payments, or series, from what stops their makers. */
export async function insertReleases(
  tx: Transaction,
  { tenantId, clientId, person }: Principal,
  of: 'payment' | 'recurrence',
  released: ReadonlyMap<string, readonly MakerStop[]>,
  now: Temporal.Instant,
): Promise<void> {
  const rows = Array.from(released, ([id, stops]) => stops.map((stop) => ({ id, ...stop }))).flat()
  if (rows.length === 0) return
  await tx.query(
    `insert into ${of}_releases (tenant_id, ${of}_id, kind, actor_id, stop_number, client_id, user_id, at)
     select $1, w.id, w.kind, w.actor_id, w.stop_number, $6, $7, $8
     from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) as w (id, kind, actor_id, stop_number)
     on conflict do nothing`,
    [
      ...[tenantId, rows.map(({ id }) => id), rows.map(({ kind }) => kind), rows.map(({ actorId }) => actorId)],
      ...[rows.map(({ stopNumber }) => stopNumber), clientId, person?.userId ?? null, now.toString()],
    ],
  )
}
