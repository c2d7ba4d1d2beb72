import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Principal, TokenRefused } from '../tokens/access-tokens.ts'
import type { Operation } from './operation.ts'
import type { Overload } from './overload.ts'
import { type Counted, explainRate, type RateLimits, rateLimitHeaders } from './rate-limits.ts'
import { sendRefusal } from './replies.ts'

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
    else if (overload.isReached()) sendRefusal(request, reply, { reason: 'unavailable' })
    else if (operation || isWithinRate(rateLimits, rateLimits.ofAddress(request.ip), request, reply)) done()
  })
}

/**
 * Authenticates the caller and checks its entitlement. A known token costs one lookup and counts
 * for its client. A new or wrong token costs more and first counts for the address it comes from,
 * so that guessing tokens is rate-limited.
 */
export function authenticate(
  { app, rateLimits }: { app: App; rateLimits: RateLimits },
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
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
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const known = token === undefined ? undefined : app.tokens.recall(token)
  if (known) {
    admit(known)
    return
  }
  if (!isWithinRate(rateLimits, rateLimits.ofAddress(request.ip), request, reply)) return
  if (token === undefined) {
    sendUnauthorized(request, reply, 'the header Authorization: Bearer <token> is missing or malformed')
    return
  }
  verify(app, token).then(admit, (error) => {
    if (error instanceof TokenRefused)
      sendUnauthorized(request, reply, `the access token was refused (${error.message})`)
    else done(error)
  })
}

/** Turns exceptions of the verifier into rejections. */
async function verify({ tokens }: App, token: string): Promise<Principal> {
  return tokens.verify(token)
}

/**
 * RFC 6750 section 3: if the request had a token, the challenge says it is invalid, so that the
 * client gets another one.
 */
function sendUnauthorized(request: FastifyRequest, reply: FastifyReply, detail: string): void {
  const hasToken = /^Bearer /i.test(request.headers.authorization ?? '')
  reply.header('www-authenticate', `Bearer realm="giro"${hasToken ? ', error="invalid_token"' : ''}`)
  sendRefusal(request, reply, { reason: 'unauthorized', detail })
}

/** Adds the rate limit headers. Returns false if the request was refused with 429. */
function isWithinRate(
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
