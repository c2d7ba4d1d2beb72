import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { CLIENT_ALGORITHMS } from '../tokens/access-rules.ts'
import { type Principal, TokenRefused } from '../tokens/access-tokens.ts'
import type { Operation } from './operation.ts'
import { type Overload, overloaded } from './overload.ts'
import { type Counted, explainRate, type RateLimits, rateLimitHeaders } from './rate-limits.ts'
import { sendRefusal } from './replies.ts'
import { type Misuse, presentedToken, type TokenUseCheck } from './token-use.ts'

/** The checks that admit a request by its head, before its body is read. */
export interface Admission {
  rateLimits: RateLimits
  overload: Overload
}

const MAX_URL_LENGTH = 8_192
const MAX_HEADERS = 100

/**
 * Checks every request except the probes of /health: the size of the head, then overload, then the
 * rate limit of the address. Operations are counted in `authenticate` instead.
 */
export function guardRoutes(server: FastifyInstance, { rateLimits, overload }: Admission): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { operation, isProbe } = request.routeOptions.config
    if (isProbe) return done()
    const { url = '', rawHeaders } = request.raw
    if (url.length > MAX_URL_LENGTH) sendRefusal(request, reply, { reason: 'urlTooLong' })
    else if (rawHeaders.length > MAX_HEADERS * 2) sendRefusal(request, reply, { reason: 'headersTooLarge' })
    else if (hasOneTwice(rawHeaders)) sendRefusal(request, reply, { reason: 'headerTwice' })
    else if (!isDecodable(url)) sendRefusal(request, reply, { reason: 'malformedUrl' })
    else if (overload.isReached()) sendRefusal(request, reply, overloaded(overload))
    else if (operation || isWithinRate(rateLimits, rateLimits.ofAddress(request.callerAddress), request, reply)) {
      // Before the body of a request that nobody answers is read.
      if (request.is404) sendRefusal(request, reply, { reason: 'pathNotFound' })
      else done()
    }
  })
}

/** Sent twice, Node.js keeps one of these headers, and a proxy in front of it perhaps the other. */
const HEADERS_ONCE = new Set(['host', 'authorization', 'idempotent-key', 'idempotency-key', 'if-match'])
const LENGTHS_OF_ONCE = new Set(Array.from(HEADERS_ONCE, ({ length }) => length))

/** `rawHeaders` has names and values in turn. */
function hasOneTwice(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!LENGTHS_OF_ONCE.has(rawHeaders[at]!.length)) continue
    const name = rawHeaders[at]!.toLowerCase()
    if (!HEADERS_ONCE.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** The parser of queries would leave a broken percent-encoding as it is. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/**
 * Authenticates the caller and checks its entitlement. A known token costs one lookup and counts
 * for its client. A new or wrong token costs more and first counts for the address it comes from,
 * so that guessing tokens is rate-limited.
 */
export function authenticate(
  { app, rateLimits, checkTokenUse }: { app: App; rateLimits: RateLimits; checkTokenUse: TokenUseCheck },
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const refuse = (detail: string, error?: Misuse['error']) => sendUnauthorized(request, reply, detail, error)
  const admit = (principal: Principal) => {
    if (!isWithinRate(rateLimits, rateLimits.ofClient(principal), request, reply)) return
    if (!principal.entitlements.has(operation.entitlement))
      return sendRefusal(request, reply, {
        reason: 'entitlementMissing',
        detail: `the client does not have the entitlement ${operation.entitlement}, which this operation requires`,
      })
    request.principal = principal
    done()
  }
  const token = presentedToken(request)
  const known = token && app.tokens.recall(token.value)
  if (!known && !isWithinRate(rateLimits, rateLimits.ofAddress(request.callerAddress), request, reply)) return
  if (!token) {
    refuse('the header Authorization: Bearer <token> is missing or malformed')
    return
  }

  /** A holder who may not use the token counts for its address, not for the client. */
  const decide = (principal: Principal, misuse: Misuse | undefined) => {
    if (misuse === undefined) admit(principal)
    else if (!known || isWithinRate(rateLimits, rateLimits.ofAddress(request.callerAddress), request, reply))
      refuse(`the access token was refused: ${misuse.why}`, misuse.error)
  }
  const check = (principal: Principal) => {
    const misuse = checkTokenUse(request, principal, token)
    if (misuse instanceof Promise) misuse.then((found) => decide(principal, found), done)
    else decide(principal, misuse)
  }
  if (known) {
    check(known)
    return
  }
  verify(app, token.value).then(check, (error) => {
    if (error instanceof TokenRefused) refuse(`the access token was refused (${error.message})`)
    else done(error)
  })
}

/** Turns exceptions of the verifier into rejections. */
async function verify({ tokens }: App, token: string): Promise<Principal> {
  return tokens.verify(token)
}

/**
 * RFC 6750 section 3 and RFC 9449 section 7.1: if the request had a token, the challenge says
 * whether to get another one, or to make another proof.
 */
function sendUnauthorized(
  request: FastifyRequest,
  reply: FastifyReply,
  detail: string,
  fault: Misuse['error'] = 'invalid_token',
): void {
  const [, scheme] = /^(Bearer|DPoP) /i.exec(request.headers.authorization ?? '') ?? []
  const error = scheme === undefined ? '' : `, error="${fault}"`
  const isDpop = scheme?.toLowerCase() === 'dpop'
  const challenge = isDpop ? `DPoP realm="giro", algs="${CLIENT_ALGORITHMS.join(' ')}"` : 'Bearer realm="giro"'
  reply.header('www-authenticate', challenge + error)
  sendRefusal(request, reply, { reason: 'unauthorized', detail })
}

/** Adds the rate limit headers. Returns false if the request was refused with 429. */
export function isWithinRate(
  rateLimits: RateLimits,
  counted: Counted | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!counted) return true
  reply.headers(rateLimitHeaders(counted))
  if (counted.admitted) return true
  rateLimits.refuse(counted, () => sendRefusal(request, reply, { reason: 'rateLimited', detail: explainRate(counted) }))
  return false
}
