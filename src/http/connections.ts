import { randomUUID } from 'node:crypto'
import { type ServerOptions as NodeServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { MachineTime } from '../kernel/machine-time.ts'
import type { ErrorReason } from '../kernel/refusal.ts'
import { renderRefusal } from './dialects.ts'

/** The time that running requests have to finish after the service is told to stop. */
const SHUTDOWN_TIMEOUT_MS = 5_000
const CLOSE_SILENT_INTERVAL_MS = 20

/** The maximum time to receive a whole request, so that slow senders cannot occupy connections. */
export const REQUEST_TIMEOUT_MS = 30_000
export const nodeServerOptions: NodeServerOptions = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
}

/** Sets the maximum number of connections. Further ones are closed at once. */
export function boundConnections(server: FastifyInstance, maxConnections: number): void {
  server.server.maxConnections = maxConnections
}

const clientErrors: Record<string, ErrorReason> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTooSlow',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** Writes the refusal of an unreadable or too slow request to its socket and closes it. */
export function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const reason = clientErrors[error.code ?? ''] ?? 'malformedRequest'
  const { status, body } = renderRefusal(undefined, 'The request failed', { reason })
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    `Request-Id: ${randomUUID()}`,
    `Giro-Reason: ${reason}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/**
 * On shutdown, waits for requests but not for connections. Node.js closes connections that are idle
 * at the start. This also closes those that become idle later, those without any request yet, which
 * browsers open in advance, and after the timeout those with an unfinished request.
 */
export function closeConnections(server: FastifyInstance, time: MachineTime): void {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('preClose', (done) => {
    const leaveSilent = time.every(CLOSE_SILENT_INTERVAL_MS, () => {
      server.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
    const leaveAll = time.after(SHUTDOWN_TIMEOUT_MS, () => server.server.closeAllConnections(), { unref: true })
    server.server.once('close', () => {
      leaveSilent()
      leaveAll()
    })
    done()
  })
}
