import type { Connection } from '../db/client.ts'
import type { MakerStopKind } from '../institution/institution.ts'
import type { ActorKey } from './find-actor.ts'
import type { Makers } from './outstanding.store.ts'

/** How a client, user or legal entity of the actor was stopped, as `stopped_makers` names it. */
export interface ActorStop {
  kind: MakerStopKind
  actorId: string
}

/** What holds payments because the actor was stopped: one lookup for each of its own. */
export async function readStopsOfActor(
  db: Connection,
  tenantId: bigint,
  { actor, makers: { clientIds, userIds, vouchedBy } }: { actor: ActorKey; makers: Makers },
): Promise<ActorStop[]> {
  return db.query<ActorStop>(
    `select w.kind, w.actor_id from (
       select kind, id as actor_id from unnest($2::text[]) as c (id), (values ('clientRevoked'), ('clientExpired')) as k (kind)
       union all select 'clientRevoked', id from unnest($5::text[]) as v (id)
       union all select 'userStopped', id from unnest($3::text[]) as u (id)
       union all select 'legalEntitySuspended', e.id::text from customers_under($1, $4::bigint) as e (id)) as w
     where exists (select from stopped_makers m where m.tenant_id = $1 and (m.kind, m.actor_id) = (w.kind, w.actor_id))
     union
     select distinct m.kind, m.actor_id from stopped_makers m
     where m.tenant_id = $1 and m.kind = 'outOfReach'
       and split_part(m.actor_id, '/', 1) in (select e.id::text from customers_under($1, $4::bigint) as e (id))
     order by 1, 2`,
    [tenantId, clientIds, userIds, actor.kind === 'Customer' ? actor.id : null, vouchedBy],
  )
}

/** SQL: a payment of the row `m` is held by another actor, too. */
const HELD_WITH_OTHERS = `exists (select from stopped_makers o where o.tenant_id = $1 and o.payment_id = m.payment_id
  and not exists (select from stop where (stop.kind, stop.actor_id) = (o.kind, o.actor_id)))`

const STOPS = 'stop as materialized (select * from unnest($2::text[], $3::text[]) as s (kind, actor_id))'

const valuesOf = (tenantId: bigint, stops: readonly ActorStop[]) => [
  ...[tenantId, stops.map(({ kind }) => kind), stops.map(({ actorId }) => actorId)],
]

/** The oldest payments that these hold, and nobody else. */
export async function readHeldBy(
  db: Connection,
  tenantId: bigint,
  stops: readonly ActorStop[],
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ paymentId: string }>(
    `with ${STOPS}
     select distinct one.payment_id from stop cross join lateral (
       select m.payment_id from stopped_makers m
       where m.tenant_id = $1 and m.kind = stop.kind and m.actor_id = stop.actor_id and not ${HELD_WITH_OTHERS}
       order by m.payment_id limit $4) as one
     order by one.payment_id limit $4`,
    [...valuesOf(tenantId, stops), limit],
  )
  return rows.map(({ paymentId }) => paymentId)
}

export async function countHeldWithOthers(
  db: Connection,
  tenantId: bigint,
  stops: readonly ActorStop[],
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `with ${STOPS}
     select count(distinct m.payment_id)::int as count from stop join stopped_makers m
       on m.tenant_id = $1 and m.kind = stop.kind and m.actor_id = stop.actor_id
     where ${HELD_WITH_OTHERS}`,
    valuesOf(tenantId, stops),
  )
  return row!.count
}

/** What payments add up to, by currency. */
export async function readTotalsOf(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<{ currency: string; count: number; amount: bigint }[]> {
  return db.query(
    `select currency::text, count(*)::int as count, sum(amount)::bigint as amount from payments
     where tenant_id = $1 and id = any($2::uuid[]) group by currency order by currency`,
    [tenantId, paymentIds],
  )
}
