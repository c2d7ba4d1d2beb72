import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database, Transaction } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { networkOf } from '../kernel/network-of.ts'
import { networksOf } from '../kernel/networks.ts'
import { DEFAULT_RULES, tokenSecondsOf } from './access-rules.ts'
import { findLiveApiClient, type LiveApiClient } from './api-clients.store.ts'
import { isApiKey, NOBODYS_DIGEST } from './api-secret.ts'
import type { Caller } from './caller.ts'
import type { ClientGuard } from './client-guard.ts'
import { TOKEN_EXCHANGE } from './endpoints.ts'
import { insertRevocation } from './revocations.store.ts'
import {
  consumeTokenRecord,
  deleteTokenRecord,
  deleteTokenRecordsOfGrant,
  findTokenRecord,
  insertTokenRecordOnce,
  upsertTokenRecord,
} from './token-records.store.ts'

export interface RealmAdapterOptions {
  db: Database
  clock: Clock
  tenantId: bigint
  accessTokenSeconds: number
  onRevocation: () => Promise<void>
  guard: ClientGuard
  callerOf: (request: IncomingMessage) => Caller
}

/**
 * The storage of oidc-provider for one institution: in the database, shared by all nodes and kept
 * over restarts.
 */
export function createRealmAdapter(options: RealmAdapterOptions): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientAdapter(options) : recordAdapter(options, kind))
}

/**
 * Reads the client for each request, so that a revoked client or an ended secret is refused at
 * once. An unknown key gets a client with a secret that nobody has, so that it is refused with the
 * same work and the same words as a wrong secret.
 */
function clientAdapter({ db, clock, tenantId, guard, callerOf }: RealmAdapterOptions): Adapter {
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
      const found = await db.read((db) => findLiveApiClient(db, { tenantId, clientId }, now))
      const client = found ?? unknownClient(clientId)
      const { ctx } = Provider
      if (ctx) await admit(client, callerOf(ctx.req).address, ctx)
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
  return { ...DEFAULT_RULES, ...access, clientId, secretDigests: [NOBODYS_DIGEST] }
}

function clientMetadata(client: LiveApiClient, now: Temporal.Instant): AdapterPayload {
  return {
    client_id: client.clientId,
    ...credentialsOf(client),
    grant_types: ['client_credentials', 'refresh_token', TOKEN_EXCHANGE],
    response_types: [],
    redirect_uris: [],
    legal_entity: client.legalEntityId.toString(),
    entitlements: client.entitlements,
    access_version: Number(client.accessVersion),
    sender_constraint: client.senderConstraint,
    token_seconds: secondsLeft(tokenSecondsOf(client), client.expiresAt, now),
  }
}

function credentialsOf(client: LiveApiClient): Partial<AdapterPayload> {
  const { authenticationMethod: method, secretDigests, publicKeys, certificateThumbprints } = client
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
    async upsert(id, { jti: _, ...payload }) {
      const grantId = kind === 'Grant' ? id : payload.grantId
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(payload.exp! * 1_000)
      const record = { ...keyOf(id), payload, grantId, expiresAt }
      if (kind !== 'ReplayDetection') {
        await db.transaction((tx) => upsertTokenRecord(tx, record, clock.now()))
        return
      }
      // oidc-provider has looked for an earlier use before, but two requests may look together.
      const isFirst = await db.transaction((tx) => insertTokenRecordOnce(tx, record, clock.now()))
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
      throw new errors.InvalidGrant('refresh token already used')
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

/** A request in progress when the grant ends may still issue a token of it. */
const REVOCATION_MARGIN_SECONDS = 60

/**
 * Ends a grant: deletes its refresh tokens and revokes its access tokens (RFC 7009 section 2.1).
 */
async function revokeGrant(
  tx: Transaction,
  { clock, tenantId, accessTokenSeconds }: RealmAdapterOptions,
  grantId: string,
): Promise<void> {
  const now = clock.now()
  await deleteTokenRecordsOfGrant(tx, tenantId, grantId)
  const expiresAt = now.add({ seconds: accessTokenSeconds + REVOCATION_MARGIN_SECONDS })
  await insertRevocation(tx, { tenantId, id: grantId, expiresAt }, now)
}

/**
 * A refresh token is its own id, so only a digest of it is stored: a reader of the database cannot
 * use it.
 */
function storedId(id: string): string {
  return hash('sha256', id, 'base64url')
}
