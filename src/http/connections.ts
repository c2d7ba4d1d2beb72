import { type ServerOptions as NodeServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorReason } from '../kernel/refusal.ts'
import { renderRefusal } from './dialects.ts'

/** How long requests that came before the service was told to stop may take from then on. */
const FINISH_WITHIN_MS = 5_000
const CLOSE_SILENT_EVERY_MS = 20

/** How slowly a request may come in, head and all, so that nobody keeps a connection by a byte now and then. */
export const REQUEST_WITHIN_MS = 30_000
export const nodeServerOptions: NodeServerOptions = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
}

/** One connection more is closed at once. */
export function boundConnections(server: FastifyInstance, maxConnections: number): void {
  server.server.maxConnections = maxConnections
}

const clientErrors: Record<string, ErrorReason> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTooSlow',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
}

/** What can not be read as HTTP, or not in time, gets its refusal on the bare connection, which is closed. */
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
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/**
 * Stopping waits for requests, not for connections. Node.js closes those that are idle when it begins; here go also those that fall idle later,
 * those on which nothing was asked yet, as browsers open them in advance, and in the end those whose request does not come to an end.
 */
export function closeConnections(server: FastifyInstance): void {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('preClose', (done) => {
    const closeSilent = setInterval(() => {
      server.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, CLOSE_SILENT_EVERY_MS).unref()
    const closeAll = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS).unref()
    server.server.once('close', () => {
      clearInterval(closeSilent)
      clearTimeout(closeAll)
    })
    done()
  })
}
