import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database, Transaction } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { findLiveApiClient, type LiveApiClient } from './api-clients.store.ts'
import { isApiKey, NOBODYS_DIGEST } from './api-secret.ts'
import type { ClientGuard } from './client-guard.ts'
import { insertRevocation } from './revocations.store.ts'
import {
  consumeTokenRecord,
  deleteTokenRecord,
  deleteTokenRecordsOfGrant,
  findTokenRecord,
  upsertTokenRecord,
} from './token-records.store.ts'

export interface RealmAdapterOptions {
  db: Database
  clock: Clock
  tenantId: bigint
  accessTokenSeconds: number
  onRevocation: () => Promise<void>
  guard: ClientGuard
  /** The network that a request comes from. */
  originOf: (request: IncomingMessage) => string
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
function clientAdapter({ db, clock, tenantId, guard, originOf }: RealmAdapterOptions): Adapter {
  const readOnly = async () => {
    throw new Error('API clients are changed only by the use cases in api-clients.ts')
  }
  return {
    find: async (clientId) => {
      if (!isApiKey(clientId)) return undefined
      const { ctx } = Provider
      if (ctx) await guard.check({ tenantId, clientId, origin: originOf(ctx.req) }, ctx)
      const now = clock.now()
      const client = await db.read((db) => findLiveApiClient(db, { tenantId, clientId }, now))
      return clientMetadata(client ?? unknownClient(clientId))
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
  return { clientId, legalEntityId: 0n, entitlements: [], accessVersion: 1n, secretDigests: [NOBODYS_DIGEST] }
}

function clientMetadata(client: LiveApiClient): AdapterPayload {
  return {
    client_id: client.clientId,
    client_secret: client.secretDigests.join(DIGEST_SEPARATOR),
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials', 'refresh_token'],
    response_types: [],
    redirect_uris: [],
    legal_entity: client.legalEntityId.toString(),
    entitlements: client.entitlements,
    access_version: Number(client.accessVersion),
  }
}

function recordAdapter(options: RealmAdapterOptions, kind: string): Adapter {
  const { db, clock, tenantId } = options
  const keyOf = (id: string) => ({ tenantId, kind, id: storedId(id) })
  return {
    async upsert(id, { jti: _, ...payload }) {
      const grantId = kind === 'Grant' ? id : payload.grantId
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(payload.exp! * 1_000)
      await db.transaction((tx) => upsertTokenRecord(tx, { ...keyOf(id), payload, grantId, expiresAt }, clock.now()))
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
