import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'

/** Who acts: a client, in its own name or with the token of a user, for a legal entity. */
export interface Actor {
  clientId: string
  userId: string | null
  /** Null if it is not known: those of the client and of the user count in any case. */
  legalEntityId: bigint | null
  /** When it acted, of what it did before. Absent or null: it acts now. */
  actedAt?: Temporal.Instant | null
}

/** What stops an actor. */
export interface StoppedActor extends Actor {
  isRevoked: boolean
  isExpired: boolean
  /** The identity provider that vouched for the user was revoked after it acted. */
  isProviderRevoked: boolean
  /** The user is not Active. */
  isUserStopped: boolean
  /** The customer of the user was moved away from the legal entity of the client. */
  isUserOutOfReach: boolean
  /** The legal entities that are Suspended: the actor's, and those above it. */
  suspendedIds: bigint[]
}

/**
 * Those that are Suspended of the customers with these ids and the ones above them. Each is looked
 * up by its id, however many others are Suspended. The tenant is the first parameter of the
 * statement.
 */
const suspendedAmong = (ids: string) => `select line.id from customers e
  cross join unnest(e.ancestor_ids || e.id) as line (id)
  where e.tenant_id = $1 and e.id = any(${ids})
    and (select s.status from customers s where s.tenant_id = $1 and s.id = line.id) = 'Suspended'`

/**
 * The condition that the user u may use the service: Active, and neither their customer nor one
 * above it is Suspended. The tenant is the first parameter of the statement.
 */
export const MAY_USE = `u.status = 'Active' and not exists (${suspendedAmong('array[u.customer_id]')})`

/**
 * The condition that an entity reaches a customer no more, in SQL: it is neither the customer nor
 * above it, as `belongsTo` asks of requests. One that is not known reaches it. The tenant is the
 * first parameter of the statement.
 */
export const isOutOfReach = (entity: string, customer: string) => `coalesce((
  select ${entity} <> all(reached.ancestor_ids || reached.id) from customers reached
  where reached.tenant_id = $1 and reached.id = ${customer} limit 1), false)`

/**
 * Those of the actors that may not act, in SQL: the client is revoked or expired, its identity
 * provider was revoked after the user acted through it, the user is not Active, their customer was
 * moved out of reach of the client, or a legal entity of theirs, or one above it, is Suspended. A
 * client that only another issuer knows has no row, and stands by its tokens. Other states of a
 * legal entity stop no actor: one that is Pending corrects itself. The tenant is the first
 * parameter of the statement.
 * @param actors rows of client_id, user_id, legal_entity_id and acted_at
 * @param tokenNow the machine's time, by which clients expire
 */
export const stoppedOf = (actors: string, tokenNow: string) => `
  select * from (
    select a.client_id, a.user_id, a.legal_entity_id, a.acted_at, c.revoked_at is not null as is_revoked,
      coalesce(c.expires_at <= ${tokenNow}, false) as is_expired,
      coalesce(a.user_id is not null and a.acted_at <= c.provider_revoked_at, false) as is_provider_revoked,
      a.user_id is not null and u.status is distinct from 'Active' as is_user_stopped,
      a.user_id is not null and ${isOutOfReach('c.legal_entity_id', 'u.customer_id')} as is_user_out_of_reach,
      array(select distinct id from (${suspendedAmong('array[a.legal_entity_id, c.legal_entity_id, u.customer_id]')}) as e (id)
        order by id) as suspended_ids
    from ${actors} as a (client_id, user_id, legal_entity_id, acted_at)
      left join lateral (select * from api_clients where tenant_id = $1 and client_id = a.client_id limit 1) c on true
      left join lateral (select * from users where tenant_id = $1 and id = a.user_id limit 1) u on true
  ) as actor where is_revoked or is_expired or is_provider_revoked or is_user_stopped or is_user_out_of_reach
    or cardinality(suspended_ids) > 0`

/**
 * The condition that a user acted through one of these clients before its identity provider was
 * revoked, in SQL. The tenant is the first parameter of the statement.
 */
export const vouched = (client: string, user: string, at: string, clientIds: string) =>
  `(${user} is not null and ${client} = any(${clientIds}::text[]) and ${at} <= (
    select v.provider_revoked_at from api_clients v where v.tenant_id = $1 and v.client_id = ${client}))`

/**
 * The legal entities that must reach a customer for an actor to act for it, in SQL: that of the
 * client, and with the token of a user also theirs. Null if nobody knows it. The tenant is the
 * first parameter of the statement.
 */
export const entitiesOf = (client: string, user: string) => `(values
  ((select c.legal_entity_id from api_clients c where c.tenant_id = $1 and c.client_id = ${client} limit 1)),
  ((select u.customer_id from users u where u.tenant_id = $1 and u.id = ${user} limit 1)))`

/** Whether the legal entities of the actor reach the customer now (`isOutOfReach`). */
export async function stillReaches(
  db: Connection,
  tenantId: bigint,
  { clientId, userId, legalEntityId }: Actor,
  customerId: bigint,
): Promise<boolean> {
  const entities = `select $4::bigint union all select id from ${entitiesOf('$2::text', '$3::uuid')} as known (id)`
  const sql = `select exists (select from (${entities}) as e (id) where ${isOutOfReach('e.id', '$5::bigint')}) as is_out`
  const row = await db.row<{ isOut: boolean }>(sql, [tenantId, clientId, userId, legalEntityId, customerId])
  return !row!.isOut
}

/** Those of the actors that may not act (`stoppedOf`). */
export async function findStopped(
  db: Connection,
  tenantId: bigint,
  actors: readonly Actor[],
  tokenNow: Temporal.Instant,
): Promise<StoppedActor[]> {
  if (actors.length === 0) return []
  return db.query<StoppedActor>(
    stoppedOf('unnest($2::text[], $3::uuid[], $4::bigint[], $6::timestamptz[])', '$5::timestamptz'),
    [
      tenantId,
      actors.map(({ clientId }) => clientId),
      actors.map(({ userId }) => userId),
      actors.map(({ legalEntityId }) => legalEntityId),
      tokenNow.toString(),
      actors.map(({ actedAt }) => actedAt?.toString() ?? null),
    ],
  )
}
