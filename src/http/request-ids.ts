import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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

/** Adds the id of the request to every reply, refusals included. */
export function nameRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
