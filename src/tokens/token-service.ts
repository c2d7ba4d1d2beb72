import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import { type Database, isConnectionFailure } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { basePathOf } from '../kernel/request-target.ts'
import { CannotOpen, type Sealer } from '../kernel/sealer.ts'
import { ACCESS_TOKEN_SECONDS, MAX_ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import type { Caller } from './caller.ts'
import { createClientGuard } from './client-guard.ts'
import type { ConsoleClient } from './console-client.ts'
import { allowedMethods, discoveryDocument, isForPeople, matchEndpoint } from './endpoints.ts'
import type { Log } from './log.ts'
import type { PeoplePort } from './people.ts'
import { createRealmProvider, type RealmProviderOptions } from './realm-provider.ts'
import { findRealm, type Realm } from './realms.store.ts'
import { createSignInRequests } from './sign-in-requests.ts'
import { ensureSigningKey, listSigningKeys, openKeyThatSigns, publicHalfOf, type SigningKey } from './signing-keys.ts'

export interface TokenServiceOptions {
  db: Database
  clock: Clock
  sealer: Sealer
  /** The URL clients use for the service, `https://bank.example`: the beginning of each issuer. */
  publicUrl: string
  accessTokenSeconds?: number
  refreshTokenSeconds?: number
  /** Called after tokens are revoked, before the reply: the verifier's `refresh`. */
  onRevocation?: () => Promise<void>
  log: Log
  /** Signs people in; undefined if nobody but API clients gets tokens. */
  people?: PeoplePort
  /** Lets people sign in to the console of this process. */
  console?: ConsoleClient
  /** How often it looks for new signing keys goes by it. */
  time?: MachineTime
}

export interface TokenService {
  /**
   * Handles a request below `/auth/realms/` with an unread body. Never rejects.
   */
  handle(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>
  close(): Promise<void>
}

/** The most institutions whose server is cached; the least recently used one makes room. */
const MAX_REALMS = 200
/** How long a rotation of signing keys may go unnoticed. */
const KEY_CHECK_MS = 2_000
const BODY_LIMIT_BYTES = 64 * 1024

interface RunningRealm {
  kids: string
  /** The public keys, for everyone who verifies our tokens. */
  published: readonly JWK[]
  /** Undefined if no token can be signed. */
  handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined
  /** Serves a page for people; undefined if they cannot sign in. */
  servePage: ((request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>) | undefined
}

type RealmOptions = RealmProviderOptions & Pick<TokenServiceOptions, 'sealer'>

/** The OAuth 2.0 token service of all institutions, each with its own issuer, keys and clients. */
export function createTokenService(options: TokenServiceOptions): TokenService {
  const { db, clock, sealer, publicUrl, log, time = machineTime } = options
  const { accessTokenSeconds = ACCESS_TOKEN_SECONDS, refreshTokenSeconds = 1_800 } = options
  if (accessTokenSeconds > MAX_ACCESS_TOKEN_SECONDS)
    throw new RangeError(`An access token lives at most ${MAX_ACCESS_TOKEN_SECONDS} seconds`)

  /** The revocation is already committed: if this fails, nodes read it a moment later. */
  async function onRevocation(): Promise<void> {
    try {
      await options.onRevocation?.()
    } catch (error) {
      log.warn({ err: error }, 'revocation not passed on')
    }
  }

  const callers = new WeakMap<IncomingMessage, Caller>()
  const callerOf = (request: IncomingMessage) => callers.get(request)!
  const guard = createClientGuard({ db, clock, log })
  const realmOptions: RealmOptions = {
    ...{ db, clock, sealer, publicUrl, accessTokenSeconds, refreshTokenSeconds, onRevocation, guard, callerOf, log },
    people: options.people,
    console: options.console,
  }
  const realms = new LRUCache<string, RunningRealm>({
    max: MAX_REALMS,
    ttl: KEY_CHECK_MS,
    ttlResolution: 0,
    perf: { now: time.nowMs },
    fetchMethod: (code, running) => loadRealm(code, running, realmOptions),
  })

  return {
    async handle(request, response, caller) {
      callers.set(request, caller)
      response.setHeader('Cache-Control', 'no-store')
      try {
        await route(request, response, { realms, publicUrl, hasPeople: options.people !== undefined })
      } catch (error) {
        log.error({ err: error }, 'token request failed')
        replyToFailure(response, error)
      }
    },
    async close() {
      await guard.rest()
      realms.clear()
    },
  }
}

/** Loads an institution and its keys. Keeps the running server while the keys are unchanged. */
async function loadRealm(
  code: string,
  running: RunningRealm | undefined,
  options: RealmOptions,
): Promise<RunningRealm | undefined> {
  const { db, clock, sealer } = options
  const now = clock.now()
  const realm = await db.read((db) => findRealm(db, code))
  if (!realm) return undefined
  const { tenantId } = realm
  const found = await db.read((db) => listSigningKeys(db, tenantId, now))
  const keys = found.some(({ status }) => status !== 'Retired')
    ? found
    : await db.transaction((tx) => ensureSigningKey(tx, { tenantId, sealer, now }))
  // Another process may have created the institution a moment ago.
  if (!db.keyring.has(tenantId)) await db.readKeys()
  const published = keys.flatMap((key) => openPublicHalf(key, sealer) ?? [])
  const kids = [...keys.map(({ kid, status }) => `${kid} ${status}`), ...published.map(({ kid }) => kid)].join()
  if (running?.handle && running.kids === kids) return running
  const signing = openOrReport(realm, keys, options)
  const provider = signing && createRealmProvider(realm, { signing, published }, options)
  return { kids, published, handle: provider?.callback(), servePage: provider && pagesOf(realm, provider, options) }
}

function pagesOf(realm: Realm, provider: Provider, options: RealmOptions): RunningRealm['servePage'] {
  const { people, callerOf } = options
  if (!people) return undefined
  const requests = createSignInRequests(realm, provider, options)
  return (request, response, path) =>
    people.servePage({ realm, path, request, response, caller: callerOf(request), requests })
}

/** Undefined for a key that the service did not make for the row, which nobody may trust. */
function openPublicHalf(key: SigningKey, sealer: Sealer): JWK | undefined {
  try {
    return publicHalfOf(key, sealer)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    return undefined
  }
}

/** The private key that signs; undefined if none can be opened, which the operator must fix. */
function openOrReport(
  { code }: Realm,
  keys: readonly SigningKey[],
  { sealer, log }: Pick<RealmOptions, 'sealer' | 'log'>,
): JWK | undefined {
  const remedy = 'rotate the signing key: giro signing-key rotate'
  const active = keys[0]!.kid
  try {
    const signing = openKeyThatSigns(keys, sealer)
    if (signing.kid !== active)
      log.error({ realm: code, kid: active }, `the signing key cannot be opened, its successor signs; ${remedy}`)
    return signing
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    log.error({ realm: code, kid: active, err: error }, `no token can be signed; ${remedy}`)
    return undefined
  }
}

/** Checks the request line and size, then passes the request to the realm's server. */
async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { realms, publicUrl, hasPeople }: { realms: LRUCache<string, RunningRealm>; publicUrl: string; hasPeople: boolean },
): Promise<void> {
  const { code, endpoint, path, url } = matchEndpoint(request.url ?? '') ?? {}
  if (!code || !endpoint || (isForPeople(endpoint) && !hasPeople))
    return refuse(response, 404, 'invalid_request', 'no endpoint has this path')
  // Addresses that oidc-provider tells begin with what is before `url` in `originalUrl`.
  Object.assign(request, { url, originalUrl: basePathOf(publicUrl) + url })
  // oidc-provider knows one space after the scheme (RFC 9110 section 11.4 allows more).
  if (request.headers.authorization) request.headers.authorization = request.headers.authorization.replace(/ +/, ' ')
  const methods = allowedMethods(endpoint)
  if (!methods.includes(request.method ?? '')) {
    response.setHeader('Allow', methods.join(', '))
    return refuse(response, 405, 'invalid_request', `the method must be ${methods.join(' or ')}`)
  }
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) {
    response.setHeader('Connection', 'close')
    return refuse(response, 413, 'invalid_request', `the body is larger than ${BODY_LIMIT_BYTES} bytes`)
  }
  const realm = await realms.fetch(code)
  if (!realm) return refuse(response, 404, 'invalid_request', 'the realm does not exist')
  if (endpoint === 'discovery') return send(response, 200, discoveryDocument(publicUrl, code, { forPeople: hasPeople }))
  if (endpoint === 'jwks') return send(response, 200, { keys: realm.published }, 'application/jwk-set+json')
  if (!realm.handle) return refuse(response, 503, 'temporarily_unavailable', 'the service cannot sign tokens now')
  if (endpoint === 'page') await realm.servePage?.(request, response, path!)
  else await realm.handle(request, response)
}

function replyToFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
  } else if (isConnectionFailure(error)) {
    response.setHeader('Retry-After', '2')
    refuse(response, 503, 'temporarily_unavailable', 'the service cannot reach its database, try again')
  } else {
    refuse(response, 500, 'server_error', 'an unexpected error')
  }
}

/** RFC 6749 section 5.2 */
function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  send(response, status, { error, error_description: description })
}

function send(response: ServerResponse, status: number, body: object, type = 'application/json'): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(JSON.stringify(body))
}
