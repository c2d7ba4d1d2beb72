import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { takePort } from './ports.ts'

/** A received message and the status of its answer. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  event: any
  status: number
}

/** A server that receives webhook messages. */
export interface Receiver {
  url: string
  /** The status of the answers; by default 200. */
  answer: (message: Omit<Received, 'status'>) => number
  /** The messages received since the last call, in order. */
  take(): Received[]
  /** Refuses connections from now on. */
  down(): Promise<void>
  /** Accepts connections again, at the same address. */
  up(): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  let received: Received[] = []
  const port = await takePort()
  let server: Server | undefined
  const up = async () => {
    server = createServer(async (request, reply) => {
      const body = await text(request)
      const message = { headers: request.headers, body, event: JSON.parse(body) }
      const status = receiver.answer(message)
      received.push({ ...message, status })
      reply.writeHead(status).end('noted')
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const down = async () => {
    server?.closeAllConnections()
    server?.close()
    if (server) await once(server, 'close')
    server = undefined
  }
  const receiver: Receiver = {
    url: '',
    answer: () => 200,
    take() {
      const taken = received
      received = []
      return taken
    },
    down,
    up,
    close: down,
  }
  await up()
  receiver.url = `http://127.0.0.1:${port}/hooks`
  return receiver
}
