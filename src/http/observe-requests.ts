import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MachineTime } from '../kernel/machine-time.ts'

/** A request that ended: with a reply, or because its client went away. */
export interface EndedRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** The status of the reply; `CLIENT_GONE` if none was sent completely. */
  status: number
  /** How long it took, from its head to the last byte of the reply. */
  ms: number
}

/** Is told of every request that ended. It must not throw. */
export type RequestObserver = (ended: EndedRequest) => void

/** The status of a request whose client closed the connection before the reply was sent. */
export const CLIENT_GONE = 499

/** Tells the observers of every request. Without observers, a request pays nothing. */
export function observeRequests(
  server: FastifyInstance,
  observers: readonly RequestObserver[],
  time: MachineTime,
): void {
  if (observers.length === 0) return
  server.addHook('onRequest', (request, reply, done) => {
    const startedMs = time.nowMs()
    // A response closes exactly once, also if the token service wrote it or the client went away.
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_GONE
      const ended = { request, reply, status, ms: time.nowMs() - startedMs }
      for (const observe of observers) observe(ended)
    })
    done()
  })
}

/** What a request asked for, by a name from a closed list: no part of its URL. */
export function operationNameOf({ routeOptions: { config, url } }: FastifyRequest): string {
  if (config.operation) return config.operation.id
  if (config.isProbe) return 'health'
  if (config.dialect === 'oauth') return 'token'
  return url === undefined ? 'unknown' : 'other'
}
