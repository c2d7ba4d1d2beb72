import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message that came in, and what it was answered with. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects, and fails where that is not there
  event: any
  status: number
}

/** Somebody's server that webhooks lead to. */
export interface Receiver {
  url: string
  /** The status that a message is answered with; 200 unless a test says otherwise. */
  answer: (message: Omit<Received, 'status'>) => number
  /** What came in since it was asked last, in that order. */
  take(): Received[]
  /** Connections are refused from now on ... */
  down(): Promise<void>
  /** ... and taken again, at the same address. */
  up(): Promise<void>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  let received: Received[] = []
  let port = 0
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
    port = (server.address() as AddressInfo).port
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
