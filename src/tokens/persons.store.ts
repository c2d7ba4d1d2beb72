import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { type Entitlement, entitlementsOf } from './entitlements.ts'
import type { IdentityProvider } from './person-assertion.ts'
import { deleteSessionsOf } from './person-sessions.store.ts'
import { MAY_USE } from './standing.store.ts'

/** A user who can get a token: Active, with the entitlements of their roles. */
export interface Person {
  userId: string
  /** The customer of the user; the person acts for it, and not for what is above it. */
  legalEntityId: bigint
  entitlements: readonly Entitlement[]
  accessVersion: bigint
}

type PersonName = { loginId: string } | { userId: string }

/** The identity provider that the institution registered on the client, if any. */
export async function findIdentityProvider(
  db: Connection,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
): Promise<IdentityProvider | undefined> {
  const row = await db.row<{ identityProvider: IdentityProvider | null }>(
    'select identity_provider from api_clients where tenant_id = $1 and client_id = $2 and revoked_at is null',
    [tenantId, clientId],
  )
  return row?.identityProvider ?? undefined
}

/**
 * The user with exactly this login or id who may use the service, and whose customer is the legal
 * entity of the client or below it; null stands for any. The `sub` of an identity provider is
 * case-sensitive (OpenID Connect Core section 2). Undefined for any other user, so that a client
 * learns nothing about them.
 */
export async function findPerson(
  db: Connection,
  { tenantId, legalEntityId, ...named }: { tenantId: bigint; legalEntityId: bigint | null } & PersonName,
): Promise<Person | undefined> {
  const [column, value] = 'userId' in named ? ['id', named.userId] : ['login_id', named.loginId]
  const row = await db.row<Omit<Person, 'entitlements'> & { roles: { applications: unknown }[] }>(
    `select u.id as user_id, u.customer_id as legal_entity_id, u.access_version,
       (select coalesce(json_agg(json_build_object('applications', r.applications)), '[]')
          from user_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
         where h.tenant_id = $1 and h.user_id = u.id) as roles
     from users u join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id
     where u.tenant_id = $1 and u.${column} = $2 and ${MAY_USE}
       and ($3::bigint is null or u.customer_id = $3 or $3 = any(c.ancestor_ids))`,
    [tenantId, value, legalEntityId],
  )
  if (!row) return undefined
  const { roles, ...person } = row
  return { ...person, entitlements: [...new Set(roles.flatMap(entitlementsOf))] }
}

/**
 * Ends the tokens of a locked user on every node within seconds. The time is the database's: users
 * change on business time, and tokens live on the machine's.
 */
export async function endTokensOfPerson(
  tx: Transaction,
  { tenantId, userId }: { tenantId: bigint; userId: string },
): Promise<void> {
  await tx.query(
    `update users set access_version = access_version + 1, access_narrowed_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, userId],
  )
}

/** Ends the tokens and sessions of the people of a suspended customer and those below it. */
export async function endAccessOfPeople(
  tx: Transaction,
  { tenantId, customerId }: { tenantId: bigint; customerId: bigint },
): Promise<void> {
  const people = await tx.query<{ id: string }>(
    `select id from users where tenant_id = $1 and customer_id in (select id from customers_under($1, $2) as c (id))
     order by id for no key update`,
    [tenantId, customerId],
  )
  const userIds = people.map(({ id }) => id)
  await tx.query(
    `update users set access_version = access_version + 1, access_narrowed_at = now()
      where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, userIds],
  )
  await deleteSessionsOf(tx, tenantId, userIds)
}

/** Whether no change of the user has ended the tokens of this version. */
export async function isCurrentPerson(
  db: Connection,
  tenantId: bigint,
  { userId, accessVersion }: { userId: string; accessVersion: number },
): Promise<boolean> {
  const row = await db.row('select from users where tenant_id = $1 and id = $2 and access_version <= $3', [
    tenantId,
    userId,
    accessVersion,
  ])
  return row !== undefined
}

/**
 * Ends the tokens of the users who hold the role on every node within seconds. Locks the users in
 * order, so that two such changes cannot deadlock.
 */
export async function endTokensOfRoleHolders(
  tx: Transaction,
  { tenantId, roleId }: { tenantId: bigint; roleId: string },
  now: Temporal.Instant,
): Promise<void> {
  const holders = await tx.query<{ id: string }>(
    `select u.id from user_roles h join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
      where h.tenant_id = $1 and h.role_id = $2 order by u.id for no key update of u`,
    [tenantId, roleId],
  )
  await tx.query(
    `update users set access_version = access_version + 1, access_narrowed_at = $3
      where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, holders.map(({ id }) => id), now.toString()],
  )
}

/**
 * For all institutions, because each node's verifier covers them all: users whose older access
 * versions ended since then.
 */
export async function readPersonVersionsSince(
  db: Connection,
  since: Temporal.Instant,
): Promise<{ tenantId: bigint; userId: string; accessVersion: bigint; at: Temporal.Instant }[]> {
  return db.query(
    `select tenant_id, id as user_id, access_version, access_narrowed_at as at
       from users where access_narrowed_at >= $1`,
    [since.toString()],
  )
}
