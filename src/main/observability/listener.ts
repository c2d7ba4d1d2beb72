import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'

/** Where operators read the service: an address that clients cannot reach. */
export interface ListenerAddress {
  host: string
  port: number
}

/** What a path shows. */
export interface Page {
  status: number
  type: string
  text: string
}

export interface Listener {
  close(): Promise<void>
}

const MAX_CONNECTIONS = 64
const TIMEOUT_MS = 10_000
const NOT_FOUND: Page = { status: 404, type: 'text/plain', text: 'no such page\n' }
const FAILED: Page = { status: 500, type: 'text/plain', text: 'the page could not be made; the log says why\n' }

/**
 * Serves pages to operators on an address of its own. It shares nothing with the API: an overloaded
 * API can still be read.
 */
export async function startListener(
  { host, port }: ListenerAddress,
  pages: Readonly<Record<string, () => Promise<Page>>>,
  log: Logger,
): Promise<Listener> {
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    const path = (request.url ?? '').split('?')[0]!
    const make = request.method === 'GET' && Object.hasOwn(pages, path) ? pages[path]! : async () => NOT_FOUND
    void pageOf(make, log).then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  await listening(server, host, port)
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function pageOf(make: () => Promise<Page>, log: Logger): Promise<Page> {
  try {
    return await make()
  } catch (error) {
    log.error({ err: error }, 'a page for operators could not be made')
    return FAILED
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
