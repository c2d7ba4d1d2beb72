import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database, Transaction } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { networkOf } from '../kernel/network-of.ts'
import { networksOf } from '../kernel/networks.ts'
import { DEFAULT_RULES, tokenSecondsOf } from './access-rules.ts'
import { reportAltered } from './altered-credentials.ts'
import { findLiveApiClient, type LiveApiClient } from './api-clients.store.ts'
import { isApiKey, NOBODYS_DIGEST } from './api-secret.ts'
import type { Caller } from './caller.ts'
import type { ClientGuard } from './client-guard.ts'
import { CONSOLE_CLIENT, type ConsoleClient, consoleClient } from './console-client.ts'
import { TOKEN_EXCHANGE } from './endpoints.ts'
import type { Log } from './log.ts'
import type { PeoplePort } from './people.ts'
import { endGrant } from './person-sessions.store.ts'
import type { Realm } from './realms.store.ts'
import { sessionAdapter } from './session-adapter.ts'
import {
  consumeTokenRecord,
  deleteTokenRecord,
  findTokenRecord,
  insertTokenRecordOnce,
  upsertTokenRecord,
} from './token-records.store.ts'

export interface RealmAdapterOptions {
  db: Database
  clock: Clock
  tenantId: bigint
  realm: Realm
  /** Undefined if people cannot sign in. */
  people: PeoplePort | undefined
  accessTokenSeconds: number
  onRevocation: () => Promise<void>
  guard: ClientGuard
  callerOf: (request: IncomingMessage) => Caller
  /** Undefined if this process serves no console. */
  console: ConsoleClient | undefined
  log: Log
}

/**
 * The storage of oidc-provider for one institution: in the database, shared by all nodes and kept
 * over restarts.
 */
export function createRealmAdapter(options: RealmAdapterOptions): (kind: string) => Adapter {
  const { people } = options
  return (kind) => {
    if (kind === 'Client') return clientAdapter(options)
    return kind === 'Session' && people ? sessionAdapter({ ...options, people }) : recordAdapter(options, kind)
  }
}

/**
 * Reads the client for each request, so that a revoked client or an ended secret is refused at
 * once. An unknown key gets a client with a secret that nobody has, so that it is refused with the
 * same work and the same words as a wrong secret.
 */
function clientAdapter(options: RealmAdapterOptions): Adapter {
  const { db, clock, tenantId, guard, callerOf, console } = options
  const report = reportAltered(options.log)
  const readOnly = async () => {
    throw new Error('API clients are changed only by the use cases in api-clients.ts')
  }
  /** A wrong address is refused in the words of a wrong secret, which it must not confirm. */
  async function admit(client: LiveApiClient, address: string, ctx: KoaContextWithOIDC): Promise<void> {
    const { clientId, authenticationMethod, allowedNetworks } = client
    if (allowedNetworks.length > 0 && !networksOf(allowedNetworks).includes(address))
      throw new errors.InvalidClientAuth(`${address} is not in the allowedNetworks of ${clientId}`)
    if (authenticationMethod === 'client_secret')
      await guard.check({ tenantId, clientId, origin: networkOf(address) }, ctx)
  }

  return {
    find: async (clientId) => {
      if (!isApiKey(clientId)) return undefined
      const now = clock.now()
      if (console && clientId === CONSOLE_CLIENT) return clientMetadata(consoleClient(console), now)
      const found = await db.read((db) => findLiveApiClient(db, { tenantId, clientId }, now))
      for (const why of found.altered) report(why)
      const client = found.client ?? unknownClient(clientId)
      const { ctx } = Provider
      // The browser of a person is not the client: it proves nothing, and may be anywhere.
      if (ctx && !isInBrowser(ctx)) await admit(client, callerOf(ctx.req).address, ctx)
      return clientMetadata(client, now)
    },
    upsert: readOnly,
    destroy: readOnly,
    consume: readOnly,
    revokeByGrantId: readOnly,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

/**
 * Separates the digests of a client's secrets in the field where oidc-provider keeps one secret.
 */
export const DIGEST_SEPARATOR = '.'

function unknownClient(clientId: string): LiveApiClient {
  const access = { legalEntityId: 0n, entitlements: [], accessVersion: 1n }
  return { ...DEFAULT_RULES, ...access, clientId, name: clientId, secretDigests: [NOBODYS_DIGEST] }
}

function clientMetadata(client: LiveApiClient, now: Temporal.Instant): AdapterPayload {
  return {
    client_id: client.clientId,
    ...credentialsOf(client),
    grant_types: grantTypesOf(client),
    response_types: client.redirectUris.length > 0 ? ['code'] : [],
    // Other modes would need a script in the page.
    response_modes: ['query'],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    client_name: client.name,
    legal_entity: client.legalEntityId.toString(),
    entitlements: client.entitlements,
    access_version: Number(client.accessVersion),
    sender_constraint: client.senderConstraint,
    token_seconds: secondsLeft(tokenSecondsOf(client), client.expiresAt, now),
  }
}

/** A client that proves nothing acts for persons only, and so does the console. */
function grantTypesOf({ clientId, authenticationMethod, redirectUris }: LiveApiClient): string[] {
  const forPersons = redirectUris.length > 0 ? ['authorization_code'] : []
  const own =
    authenticationMethod === 'none' || clientId === CONSOLE_CLIENT ? [] : ['client_credentials', TOKEN_EXCHANGE]
  return [...own, ...forPersons, 'refresh_token']
}

const ROUTES_OF_BROWSERS = ['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success']

/** Whether the request is of a person's browser, and not of the client. */
export const isInBrowser = ({ oidc }: Pick<KoaContextWithOIDC, 'oidc'>) =>
  oidc !== undefined && ROUTES_OF_BROWSERS.includes(oidc.route)

/** A reader of the database must not find the cookie of a session that signs in again. */
function withoutCookie({ session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload
  const { cookie: _, ...kept } = session as { cookie?: string }
  return { ...payload, session: kept as NonNullable<AdapterPayload['session']> }
}

function credentialsOf(client: LiveApiClient): Partial<AdapterPayload> {
  const { authenticationMethod: method, secretDigests, publicKeys, certificateThumbprints } = client
  if (method === 'none') return { token_endpoint_auth_method: 'none' }
  if (method === 'client_secret')
    return { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretDigests.join(DIGEST_SEPARATOR) }
  const keys = method === 'private_key_jwt' ? [...publicKeys] : certificateThumbprints.map(certificateKey)
  return { token_endpoint_auth_method: method, jwks: { keys } }
}

/**
 * The form in which oidc-provider compares a certificate with the registered ones: a key with this
 * thumbprint. It does not use the key.
 */
const certificateKey = (thumbprint: string) => ({ kty: 'RSA', e: 'AQAB', n: 'AQAB', 'x5t#S256': thumbprint })

/** A token never outlives its client. */
function secondsLeft(seconds: number, expiresAt: Temporal.Instant | null, now: Temporal.Instant): number {
  if (!expiresAt) return seconds
  return Math.max(1, Math.min(seconds, Math.floor(expiresAt.since(now).total('seconds'))))
}

function recordAdapter(options: RealmAdapterOptions, kind: string): Adapter {
  const { db, clock, tenantId } = options
  const keyOf = (id: string) => ({ tenantId, kind, id: storedId(id) })
  return {
    async upsert(id, { jti: _, ...record }) {
      const payload = kind === 'Interaction' ? withoutCookie(record) : record
      const grantId = kind === 'Grant' ? id : payload.grantId
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(payload.exp! * 1_000)
      const stored = { ...keyOf(id), payload, grantId, expiresAt }
      if (kind !== 'ReplayDetection') {
        await db.transaction((tx) => upsertTokenRecord(tx, stored, clock.now()))
        return
      }
      // oidc-provider has looked for an earlier use before, but two requests may look together.
      const isFirst = await db.transaction((tx) => insertTokenRecordOnce(tx, stored, clock.now()))
      if (!isFirst) throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
    },
    async find(id) {
      const record = await db.read((db) => findTokenRecord(db, keyOf(id)))
      if (!record) return undefined
      const consumed = record.consumedAt && Math.floor(record.consumedAt.epochMilliseconds / 1_000)
      return { ...record.payload, jti: id, ...(consumed && { consumed }) }
    },
    destroy: (id) => db.transaction((tx) => deleteTokenRecord(tx, keyOf(id))),
    async consume(id) {
      const lost = await db.transaction(async (tx) => {
        if (await consumeTokenRecord(tx, keyOf(id), clock.now())) return false
        // Of two requests with the same refresh token, one is not from the client.
        const record = await findTokenRecord(tx, keyOf(id))
        if (typeof record?.payload['grantId'] === 'string') await revokeGrant(tx, options, record.payload['grantId'])
        return true
      })
      if (!lost) return
      await options.onRevocation()
      throw new errors.InvalidGrant(kind === 'RefreshToken' ? 'refresh token already used' : 'it was already used')
    },
    async revokeByGrantId(grantId) {
      // oidc-provider calls this for each kind of token of a grant; the first call ends the whole
      // grant.
      if (kind !== 'AccessToken') return
      await db.transaction((tx) => revokeGrant(tx, options, grantId))
      await options.onRevocation()
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

async function revokeGrant(
  tx: Transaction,
  { clock, tenantId, accessTokenSeconds: tokenSeconds }: RealmAdapterOptions,
  grantId: string,
): Promise<void> {
  await endGrant(tx, { tenantId, grantId, tokenSeconds }, clock.now())
}

/**
 * A refresh token is its own id, so only a digest of it is stored: a reader of the database cannot
 * use it.
 */
function storedId(id: string): string {
  return hash('sha256', id, 'base64url')
}
