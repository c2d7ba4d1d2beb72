import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { type Database, isConnectionFailure } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { networkOf } from '../kernel/network-of.ts'
import { CannotOpen, type Sealer } from '../kernel/sealer.ts'
import { ACCESS_TOKEN_SECONDS, MAX_ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import { createClientGuard } from './client-guard.ts'
import { allowedMethods, discoveryDocument, matchEndpoint } from './endpoints.ts'
import type { Log } from './log.ts'
import { createRealmProvider } from './realm-provider.ts'
import { findRealm, type Realm } from './realms.store.ts'
import { ensureSigningKey, listSigningKeys, openKeyThatSigns, type SigningKey } from './signing-keys.ts'

export interface TokenServiceOptions {
  db: Database
  clock: Clock
  sealer: Sealer
  /** What clients reach the service by, `https://bank.example`: the beginning of each issuer. */
  publicUrl: string
  accessTokenSeconds?: number
  refreshTokenSeconds?: number
  /** Called after tokens were revoked, before the client hears of it: the verifier's `refresh`. */
  onRevocation?: () => Promise<void>
  log: Log
}

export interface TokenService {
  /** Answers a request below `/auth/realms/`, whose body nobody has read. `address` is where it comes from. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>
  close(): Promise<void>
}

/** Institutions whose server is kept at once; one more costs the least recently used one. */
const MAX_REALMS = 200
/** How long a rotation of signing keys may go unnoticed. */
const KEY_CHECK_MS = 2_000
const BODY_LIMIT_BYTES = 64 * 1024

interface RunningRealm {
  kids: string
  /** The public keys, for all who verify our tokens. */
  published: readonly JWK[]
  /** Undefined where no token can be signed. */
  handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined
}

/** The OAuth 2.0 token service of all institutions, each with its own issuer, keys and clients. */
export function createTokenService(options: TokenServiceOptions): TokenService {
  const { db, clock, sealer, publicUrl, log } = options
  const { accessTokenSeconds = ACCESS_TOKEN_SECONDS, refreshTokenSeconds = 1_800 } = options
  if (accessTokenSeconds > MAX_ACCESS_TOKEN_SECONDS)
    throw new RangeError(`An access token lives ${MAX_ACCESS_TOKEN_SECONDS} seconds at the most`)

  /** The revocation is committed by then: who does not hear of it now reads of it a moment later. */
  async function onRevocation(): Promise<void> {
    try {
      await options.onRevocation?.()
    } catch (error) {
      log.warn({ err: error }, 'revocation not passed on')
    }
  }

  const origins = new WeakMap<IncomingMessage, string>()
  const originOf = (request: IncomingMessage) => origins.get(request)!
  const guard = createClientGuard({ db, clock, log })
  const providerOptions = {
    ...{ db, clock, publicUrl, accessTokenSeconds, refreshTokenSeconds, onRevocation, guard, originOf, log },
  }
  const realms = new LRUCache<string, RunningRealm>({
    max: MAX_REALMS,
    ttl: KEY_CHECK_MS,
    fetchMethod: (code, running) => loadRealm(code, running),
  })

  /** The same server goes on as long as the keys are the same. */
  async function loadRealm(code: string, running: RunningRealm | undefined): Promise<RunningRealm | undefined> {
    const now = clock.now()
    const realm = await db.read((db) => findRealm(db, code))
    if (!realm) return undefined
    const { tenantId } = realm
    const found = await db.read((db) => listSigningKeys(db, tenantId, now))
    const keys = found.some(({ status }) => status !== 'Retired')
      ? found
      : await db.transaction((tx) => ensureSigningKey(tx, { tenantId, sealer, now }))
    const kids = keys.map(({ kid, status }) => `${kid} ${status}`).join()
    if (running?.kids === kids) return running
    const published = keys.map(({ publicJwk }) => publicJwk)
    const signing = openOrSay(realm, keys)
    const provider = signing && createRealmProvider(realm, { signing, published }, providerOptions)
    return { kids, published, handle: provider?.callback() }
  }

  /** The private key that signs; undefined where none can be opened, which is a matter for the operator. */
  function openOrSay({ code }: Realm, keys: readonly SigningKey[]): JWK | undefined {
    const remedy = 'rotate the signing key: giro signing-key rotate'
    const active = keys[0]!.kid
    try {
      const signing = openKeyThatSigns(keys, sealer)
      if (signing.kid !== active)
        log.error({ realm: code, kid: active }, `the signing key can not be opened, its successor signs; ${remedy}`)
      return signing
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error
      log.error({ realm: code, kid: active, err: error }, `no token can be signed; ${remedy}`)
      return undefined
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { code, endpoint } = matchEndpoint(request.url ?? '') ?? {}
    if (!code || !endpoint) return refuse(response, 404, 'invalid_request', 'there is nothing at this address')
    const methods = allowedMethods(endpoint)
    if (!methods.includes(request.method ?? '')) {
      response.setHeader('Allow', methods.join(', '))
      return refuse(response, 405, 'invalid_request', `the method is ${methods.join(' or ')}`)
    }
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) {
      response.setHeader('Connection', 'close')
      return refuse(response, 413, 'invalid_request', `a request has ${BODY_LIMIT_BYTES} bytes at the most`)
    }
    const realm = await realms.fetch(code)
    if (!realm) return refuse(response, 404, 'invalid_request', 'there is no such realm')
    if (endpoint === 'discovery') return send(response, 200, discoveryDocument(publicUrl, code))
    if (endpoint === 'jwks') return send(response, 200, { keys: realm.published }, 'application/jwk-set+json')
    if (!realm.handle) return refuse(response, 503, 'temporarily_unavailable', 'the service can not sign tokens now')
    await realm.handle(request, response)
  }

  return {
    async handle(request, response, address) {
      origins.set(request, networkOf(address))
      response.setHeader('Cache-Control', 'no-store')
      try {
        await answer(request, response)
      } catch (error) {
        log.error({ err: error }, 'token request failed')
        if (response.headersSent) return void response.destroy()
        if (!isConnectionFailure(error)) return refuse(response, 500, 'server_error', 'an unexpected error')
        response.setHeader('Retry-After', '2')
        refuse(response, 503, 'temporarily_unavailable', 'the service can not reach its database, try again')
      }
    },
    async close() {
      await guard.rest()
      realms.clear()
    },
  }
}

/** RFC 6749 section 5.2 */
function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  send(response, status, { error, error_description: description })
}

function send(response: ServerResponse, status: number, body: object, type = 'application/json'): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(JSON.stringify(body))
}
