import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_STEPPED_UP } from './step-up.ts'

/** The headers of a page that the API gets. */
const PASSED_ON = ['accept', 'content-type', 'idempotent-key', 'if-match', 'if-none-match', 'user-agent'] as const
/** The headers of the API that a page gets, in addition to those that begin with `giro-`. */
const PASSED_BACK = ['etag', 'request-id', 'retry-after', 'content-type', 'content-disposition', 'idempotent-replayed']
const PREFIX = '/console/api'

/** A request of the API in this process: it passes every check that one from outside passes. */
export async function callApi(
  server: FastifyInstance,
  request: FastifyRequest,
  { accessToken, isSteppedUp }: { accessToken: string; isSteppedUp: boolean },
) {
  const given = PASSED_ON.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
  )
  return server.inject({
    method: request.method as 'GET',
    url: request.raw.url!.slice(PREFIX.length),
    headers: {
      ...Object.fromEntries(given),
      authorization: `Bearer ${accessToken}`,
      'x-request-id': request.id,
      ...(!isSteppedUp && { [NOT_STEPPED_UP]: '1' }),
    },
    remoteAddress: request.callerAddress,
    ...(Buffer.isBuffer(request.body) && request.body.length > 0 && { payload: request.body }),
  })
}

/** Whether the path belongs to the API, and not to signing in or to the console itself. */
export function isOfApi(request: FastifyRequest): boolean {
  const url = request.raw.url!.slice(PREFIX.length)
  if (!/^\/[^/\\]/.test(url)) return false
  const { pathname } = new URL(url, 'http://api.invalid')
  return !/^\/(auth|console)(\/|$)/i.test(decodeURIComponent(pathname))
}

export function passBack(reply: FastifyReply, answer: Awaited<ReturnType<typeof callApi>>): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && (PASSED_BACK.includes(name) || name.startsWith('giro-'))) reply.header(name, value)
  return reply.code(answer.statusCode).send(answer.rawPayload)
}
