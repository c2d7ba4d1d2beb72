import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Long enough for every usual form of an id, too short to fill a log. */
const REQUEST_ID = /^[\w.:-]{8,64}$/

/**
 * The id of a request: that of its header x-request-id, so that a caller finds its request in the
 * log, or a new one if the header is missing or is no plain id.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * Adds the id of the request to every reply, refusals included: as `request-id`, and by the older
 * name that callers also send.
 */
export function nameRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    nameReply(request, reply)
    done()
  })
}

/** For a reply to what Fastify refuses before any hook, such as a path that is no URL. */
export function nameReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id).header('x-request-id', request.id)
}
