import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { type StoredContent, sealContents, storedContent, whyAltered } from '../db/content-digest.ts'
import { API_CLIENT_SECRETS, API_CLIENTS } from '../db/digested-tables.ts'
import { insertRows } from '../db/rows.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { RULE_COLUMNS } from './access-rules.store.ts'
import type { AccessRules } from './access-rules.ts'
import { type Entitlement, entitlementsOf } from './entitlements.ts'
import { addHolders, keepEarlierHolders } from './holders.store.ts'
import type { IdentityProvider } from './person-assertion.ts'
import { endTokensOfRoleHolders } from './persons.store.ts'

export interface ApiClient {
  tenantId: bigint
  clientId: string
  name: string
  legalEntityId: bigint
  entitlements: readonly string[]
  /** Whether it may name the person for whom it decides. Only the institution grants it. */
  trustedToNamePersons: boolean
  /** The identity provider whose assertions about persons it may exchange for their tokens. */
  identityProvider: IdentityProvider | null
}

export async function insertApiClient(tx: Transaction, client: ApiClient, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into api_clients (tenant_id, client_id, name, legal_entity_id, entitlements, created_at,
       trusted_to_name_persons, identity_provider)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[client.tenantId, client.clientId, client.name, client.legalEntityId, client.entitlements, now.toString()],
      ...[client.trustedToNamePersons, client.identityProvider && JSON.stringify(client.identityProvider)],
    ],
  )
  await sealApiClient(tx, client)
}

/** Gives a client the digest of what it is now. The caller knows that the service wrote it. */
export async function sealApiClient(tx: Transaction, { tenantId, clientId }: ClientKey): Promise<void> {
  await sealContents(tx, tenantId, API_CLIENTS, [{ clientId }])
}

/** Why a client is not the one that the service stored; undefined if it is. */
export async function whyClientAltered(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
): Promise<string | undefined> {
  const row = await tx.row<{ content: StoredContent }>(
    `select ${storedContent(API_CLIENTS, 'c')} as content from api_clients c where c.tenant_id = $1 and c.client_id = $2`,
    [tenantId, clientId],
  )
  return row && whyAltered(tx.keyring, tenantId, API_CLIENTS, row.content)
}

interface ClientKey {
  tenantId: bigint
  clientId: string
}

/** A role that a client holds, from its legal entity. */
export interface HeldRole {
  id: string
  name: string
  applications: unknown
}

/** A client as the institution sees it. Of its secrets, it shows only when they start and end. */
export interface ApiClientRecord extends ApiClient, AccessRules {
  entitlements: Entitlement[]
  createdAt: Temporal.Instant
  revokedAt: Temporal.Instant | null
  version: bigint
  /** When it last called the API, to about a minute. */
  lastUsedAt: Temporal.Instant | null
  roles: HeldRole[]
  /** Oldest first. */
  secrets: { createdAt: Temporal.Instant; expiresAt: Temporal.Instant | null }[]
  /** Who may hold a secret or key of it (holders.ts), and when that ended or ends; by name. */
  holders: { id: string; endsAt: Temporal.Instant | null }[]
}

/** The roles of the client c, by name. */
const heldRoles = `(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'applications', r.applications) order by r.name), '[]')
    from api_client_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
   where h.tenant_id = $1 and h.client_id = c.client_id)`

/** Reads client, roles, secrets and holders in one statement, so they are consistent. */
const selectClients = `
  select c.tenant_id, c.client_id, c.name, c.legal_entity_id, c.entitlements,
    c.created_at, c.revoked_at, c.version, c.trusted_to_name_persons, c.identity_provider, ${RULE_COLUMNS},
    (select u.last_used_at from api_client_uses u where u.tenant_id = c.tenant_id and u.client_id = c.client_id) as last_used_at,
    (select json_agg(json_build_object('createdAt', s.created_at, 'expiresAt', s.expires_at) order by s.created_at, s.expires_at)
       from api_client_secrets s where s.tenant_id = c.tenant_id and s.client_id = c.client_id) as secrets,
    (select json_agg(json_build_object('id', h.holder, 'endsAt', h.ends_at) order by h.holder)
       from client_holders h where h.tenant_id = c.tenant_id and h.client_id = c.client_id) as holders,
    ${heldRoles} as roles
  from api_clients c where c.tenant_id = $1`

type ClientRow = Omit<ApiClientRecord, 'secrets' | 'holders'> & {
  secrets: { createdAt: string; expiresAt: string | null }[] | null
  holders: { id: string; endsAt: string | null }[] | null
}

function recordOf({ secrets, holders, ...row }: ClientRow): ApiClientRecord {
  const orNull = (text: string | null) => (text === null ? null : Temporal.Instant.from(text))
  const dated = (secrets ?? []).map(({ createdAt, expiresAt }) => ({
    createdAt: Temporal.Instant.from(createdAt),
    expiresAt: orNull(expiresAt),
  }))
  const held = (holders ?? []).map(({ id, endsAt }) => ({ id, endsAt: orNull(endsAt) }))
  return { ...row, secrets: dated, holders: held }
}

export async function findApiClient(
  db: Connection,
  { tenantId, clientId }: ClientKey,
): Promise<ApiClientRecord | undefined> {
  const row = await db.row<ClientRow>(`${selectClients} and c.client_id = $2`, [tenantId, clientId])
  return row && recordOf(row)
}

export interface ApiClientFilter {
  legalEntityId?: bigint
  isRevoked?: boolean
}

/** In order of creation. */
export async function searchApiClients(
  db: Connection,
  tenantId: bigint,
  { legalEntityId, isRevoked }: ApiClientFilter,
  { page, limit }: PageRequest,
): Promise<PageOf<ApiClientRecord>> {
  const matching =
    (legalEntityId === undefined ? 'and $2::bigint is null' : 'and c.legal_entity_id = $2') +
    ' and ($3::boolean is null or (c.revoked_at is not null) = $3)'
  const filter = [tenantId, legalEntityId ?? null, isRevoked ?? null]
  const rows = await db.query<ClientRow>(
    `${selectClients} ${matching} order by c.created_at, c.client_id limit $4 offset $5`,
    [...filter, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(
    `select count(*) as total from api_clients c where c.tenant_id = $1 ${matching}`,
    filter,
  )
  return { rows: rows.map(recordOf), total: Number(counted?.total) }
}

/**
 * Locks the client until the transaction ends, so that changes to it run one at a time. Undefined
 * if the client does not exist.
 */
export async function lockApiClient(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
): Promise<{ isRevoked: boolean } | undefined> {
  const row = await tx.row<{ isRevoked: boolean }>(
    `select revoked_at is not null as is_revoked from api_clients where tenant_id = $1 and client_id = $2 for no key update`,
    [tenantId, clientId],
  )
  return row
}

/** The caller has locked the client. */
export async function writeApiClient(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { name, entitlements, trustedToNamePersons, identityProvider }: Omit<ApiClient, 'legalEntityId' | keyof ClientKey>,
): Promise<void> {
  await tx.query(
    `update api_clients set name = $3, entitlements = $4, trusted_to_name_persons = $5, identity_provider = $6,
       version = version + 1
     where tenant_id = $1 and client_id = $2`,
    [
      ...[tenantId, clientId, name, entitlements, trustedToNamePersons],
      identityProvider && JSON.stringify(identityProvider),
    ],
  )
  await sealApiClient(tx, { tenantId, clientId })
}

/** Whether the institution trusts the client, as it is now, to name persons. */
export async function isTrustedToNamePersons(tx: Transaction, { tenantId, clientId }: ClientKey): Promise<boolean> {
  const client = await tx.row<{ content: StoredContent }>(
    `select ${storedContent(API_CLIENTS, 'c')} as content from api_clients c
      where c.tenant_id = $1 and c.client_id = $2 and c.trusted_to_name_persons and c.revoked_at is null`,
    [tenantId, clientId],
  )
  return client !== undefined && whyAltered(tx.keyring, tenantId, API_CLIENTS, client.content) === undefined
}

/** Gives the client exactly these roles of its legal entity. The caller has locked the client. */
export async function writeHeldRoles(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { legalEntityId, roleIds }: { legalEntityId: bigint; roleIds: readonly string[] },
): Promise<void> {
  await tx.query(
    'delete from api_client_roles where tenant_id = $1 and client_id = $2 and role_id <> all($3::uuid[])',
    [tenantId, clientId, roleIds],
  )
  await insertRows(
    tx,
    'api_client_roles',
    { tenantId, clientId, customerId: legalEntityId },
    roleIds.map((roleId) => ({ roleId })),
    'on conflict (tenant_id, client_id, role_id) do nothing',
  )
  await sealApiClient(tx, { tenantId, clientId })
}

/** Whether any client that is not revoked holds the role. */
export async function isRoleHeld(
  tx: Transaction,
  { tenantId, roleId }: { tenantId: bigint; roleId: string },
): Promise<boolean> {
  const holders = await tx.query(
    `select from api_client_roles h join api_clients c on c.tenant_id = h.tenant_id and c.client_id = h.client_id
      where h.tenant_id = $1 and h.role_id = $2 and c.revoked_at is null limit 1`,
    [tenantId, roleId],
  )
  return holders.length > 0
}

/**
 * Does `endAccessTokens` for each client that holds the role, and ends the tokens of each user who
 * holds it. Locks clients and users in order, so that two such changes cannot deadlock.
 */
export async function endAccessTokensOfHolders(
  tx: Transaction,
  { tenantId, roleId }: { tenantId: bigint; roleId: string },
  now: Temporal.Instant,
): Promise<void> {
  const holders = await tx.query<{ clientId: string }>(
    `select c.client_id from api_client_roles h join api_clients c on c.tenant_id = h.tenant_id and c.client_id = h.client_id
      where h.tenant_id = $1 and h.role_id = $2 and c.revoked_at is null order by c.client_id for no key update of c`,
    [tenantId, roleId],
  )
  await tx.query(
    `update api_clients set access_version = access_version + 1, access_narrowed_at = $3
      where tenant_id = $1 and client_id = any($2::text[])`,
    [tenantId, holders.map(({ clientId }) => clientId), now.toString()],
  )
  await endTokensOfRoleHolders(tx, { tenantId, roleId }, now)
}

/**
 * Ends the client's current access tokens; tokens issued from now on are valid. The caller has
 * locked the client.
 */
export async function endAccessTokens(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update api_clients set access_version = access_version + 1, access_narrowed_at = $3 where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId, now.toString()],
  )
}

/** The caller has locked the client. */
export async function markApiClientRevoked(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update api_clients set revoked_at = $3, version = version + 1 where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId, now.toString()],
  )
}

/** Takes the identity provider of a locked client away. It vouched for nothing until then. */
export async function markProviderRevoked(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  until: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update api_clients set identity_provider = null, provider_revoked_at = $3,
       provider_revocations = provider_revocations + 1, version = version + 1
     where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId, until.toString()],
  )
}

/** The caller has locked the client. Those who are shown the secret hold the client from now on. */
export async function insertSecret(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { digest, shownTo }: { digest: Buffer; shownTo: readonly string[] },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into api_client_secrets (tenant_id, client_id, secret_sha256, created_at, shown_to)
     values ($1, $2, $3, $4, $5)`,
    [tenantId, clientId, digest, now.toString(), shownTo[0] ?? null],
  )
  await sealContents(tx, tenantId, API_CLIENT_SECRETS, [{ clientId, secretSha256: digest }])
  if (shownTo.length > 0) await addHolders(tx, { tenantId, clientId }, shownTo)
}

export async function listSecrets(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
): Promise<{ expiresAt: Temporal.Instant | null }[]> {
  return tx.query(`select expires_at from api_client_secrets where tenant_id = $1 and client_id = $2`, [
    tenantId,
    clientId,
  ])
}

/**
 * Sets when the client's current secret ends. Secrets still expiring from earlier rotations keep
 * their time, unless all end. Who saw one stays a holder of the client.
 */
export async function expireSecrets(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { now, previousExpiresAt, endsAll }: { now: Temporal.Instant; previousExpiresAt: Temporal.Instant; endsAll: boolean },
): Promise<void> {
  await keepEarlierHolders(tx, { tenantId, clientId })
  const own = await listOwnSecrets(tx, { tenantId, clientId })
  await tx.query(
    `delete from api_client_secrets
      where tenant_id = $1 and client_id = $2 and (expires_at <= $3 or ($4 and expires_at is not null))`,
    [tenantId, clientId, now.toString(), endsAll],
  )
  await tx.query(`update api_clients set version = version + 1 where tenant_id = $1 and client_id = $2`, [
    tenantId,
    clientId,
  ])
  await tx.query(
    `update api_client_secrets set expires_at = $3 where tenant_id = $1 and client_id = $2 and expires_at is null`,
    [tenantId, clientId, previousExpiresAt.toString()],
  )
  await sealContents(tx, tenantId, API_CLIENT_SECRETS, own)
  await sealApiClient(tx, { tenantId, clientId })
}

/** Those that the service wrote: no other gets a digest when its end changes. */
async function listOwnSecrets(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
): Promise<{ clientId: string; secretSha256: Buffer }[]> {
  const rows = await tx.query<{ clientId: string; secretSha256: Buffer; content: StoredContent }>(
    `select s.client_id, s.secret_sha256, ${storedContent(API_CLIENT_SECRETS, 's')} as content
       from api_client_secrets s where s.tenant_id = $1 and s.client_id = $2`,
    [tenantId, clientId],
  )
  return rows.filter(({ content }) => whyAltered(tx.keyring, tenantId, API_CLIENT_SECRETS, content) === undefined)
}

export interface LiveApiClient extends AccessRules {
  clientId: string
  name: string
  legalEntityId: bigint
  /** Its own entitlements and those of its roles, as they are now. */
  entitlements: readonly string[]
  accessVersion: bigint
  /**
   * SHA-256 of the valid secrets, in hex: one, or more during the overlap of rotations. Empty for a
   * client without a secret.
   */
  secretDigests: string[]
}

/** All entitlements of a client: its own and those of its roles. */
export function accessOf({ entitlements, roles }: Pick<ApiClientRecord, 'entitlements' | 'roles'>): Entitlement[] {
  return [...new Set([...entitlements, ...roles.flatMap(entitlementsOf)])]
}

interface Authentication {
  /** The client if it can authenticate now: it is not revoked or expired, and has credentials. */
  client: LiveApiClient | undefined
  /** Which of its rows are not what the service stored: they prove nothing. */
  altered: readonly string[]
}

export async function findLiveApiClient(
  db: Connection,
  { tenantId, clientId }: ClientKey,
  now: Temporal.Instant,
): Promise<Authentication> {
  const row = await db.row<
    Omit<LiveApiClient, 'secretDigests'> & {
      entitlements: Entitlement[]
      roles: HeldRole[]
      secrets: { digest: string; content: StoredContent }[]
      content: StoredContent
    }
  >(
    `select ${storedContent(API_CLIENTS, 'c')} as content, c.client_id, c.name, c.legal_entity_id, c.entitlements,
            c.access_version, ${RULE_COLUMNS}, ${heldRoles} as roles,
            (select coalesce(json_agg(json_build_object('digest', encode(s.secret_sha256, 'hex'),
                      'content', ${storedContent(API_CLIENT_SECRETS, 's')}) order by s.created_at), '[]')
               from api_client_secrets s
              where s.tenant_id = $1 and s.client_id = $2 and (s.expires_at is null or s.expires_at > $3)) as secrets
       from api_clients c
      where c.tenant_id = $1 and c.client_id = $2 and c.revoked_at is null
        and (c.expires_at is null or c.expires_at > $3)`,
    [tenantId, clientId, now.toString()],
  )
  if (!row) return { client: undefined, altered: [] }
  const { roles, secrets, content, ...client } = row
  const isAltered = whyAltered(db.keyring, tenantId, API_CLIENTS, content)
  if (isAltered !== undefined) return { client: undefined, altered: [isAltered] }
  const altered: string[] = []
  const secretDigests = secrets.flatMap(({ digest, content }) => {
    const why = whyAltered(db.keyring, tenantId, API_CLIENT_SECRETS, content)
    if (why === undefined) return digest
    altered.push(why)
    return []
  })
  if (row.authenticationMethod === 'client_secret' && secretDigests.length === 0) return { client: undefined, altered }
  return { client: { ...client, entitlements: accessOf({ ...client, roles }), secretDigests }, altered }
}

export async function deleteExpiredSecrets(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query(`delete from api_client_secrets where tenant_id = $1 and expires_at <= $2`, [tenantId, now.toString()])
}

/** The oldest client with this name that is not revoked. */
export async function findApiClientByName(
  tx: Transaction,
  tenantId: bigint,
  name: string,
): Promise<string | undefined> {
  const client = await tx.row<{ clientId: string }>(
    `select client_id from api_clients where tenant_id = $1 and name = $2 and revoked_at is null order by created_at limit 1`,
    [tenantId, name],
  )
  return client?.clientId
}
