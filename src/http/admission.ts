import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Principal, TokenRefused } from '../tokens/access-tokens.ts'
import type { Operation } from './operation.ts'
import type { Overload } from './overload.ts'
import { type Counted, explainRate, type RateLimits, rateLimitHeaders } from './rate-limits.ts'
import { sendRefusal } from './replies.ts'

/** Who is let in at all, decided from the head of a request before its body is read. */
export interface Admission {
  rateLimits: RateLimits
  overload: Overload
}

const MAX_URL_LENGTH = 8_192
const MAX_HEADERS = 100

/**
 * For every route but the probes of /health: the bounds of a request's head, then overload, then the limit of the address. Operations count by
 * their token instead, in `authenticate`.
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
 * Who asks, and whether they may. A token that was seen before costs a look-up and counts for its client; whatever costs more, be it a new token
 * or a wrong one, counts for the address it comes from, so that guessing is not free.
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
        detail: `the client does not hold ${operation.entitlement}, which this operation needs`,
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

/** What is thrown is rejected, too. */
async function verify({ tokens }: App, token: string): Promise<Principal> {
  return tokens.verify(token)
}

/** RFC 6750 section 3: the challenge names a token that is there and not good, so that a client knows to get another one. */
function sendUnauthorized(request: FastifyRequest, reply: FastifyReply, detail: string): void {
  const hasToken = /^Bearer /i.test(request.headers.authorization ?? '')
  reply.header('www-authenticate', `Bearer realm="giro"${hasToken ? ', error="invalid_token"' : ''}`)
  sendRefusal(request, reply, { reason: 'unauthorized', detail })
}

/** Tells of the limit in any case; false where the request was answered with 429. */
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
