import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connectTo } from './breaking-database.ts'

export interface SilentProxy {
  /** The URL of the database through the proxy. */
  url: string
  /**
   * From now on, nothing passes on the connections that are open, in either direction, and none of
   * them is closed: as when a machine vanishes and another takes over. New connections work.
   */
  silence(): void
  /** Nothing passes on any connection, also on new ones, until `heal` is called. */
  swallow(): void
  /** New connections work again. What was swallowed stays lost. */
  heal(): void
  /** Closes the connections that were opened while nothing passed on any. */
  hangUp(): void
  /** New connections go to this database. */
  leadTo(databaseUrl: string): void
  /** How many connections were opened so far. */
  opened(): number
  close(): Promise<void>
}

interface Passage {
  sockets: readonly Socket[]
  isSilent: boolean
  /** It was opened while nothing passed on any connection. */
  isSwallowed: boolean
}

/** A proxy to PostgreSQL that loses packets without closing connections. */
export async function startSilentProxy(databaseUrl: string, port = 0): Promise<SilentProxy> {
  let target = new URL(databaseUrl)
  const open = new Set<Passage>()
  let swallows = false
  let opened = 0
  const server = createServer((client) => {
    opened++
    const database = connectTo(target)
    const passage: Passage = { sockets: [client, database], isSilent: swallows, isSwallowed: swallows }
    open.add(passage)
    const end = (other: Socket) => () => {
      if (!passage.isSilent) other.destroy()
      if (client.destroyed && database.destroyed) open.delete(passage)
    }
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const)
      from
        .setNoDelay(true)
        .on('data', (bytes) => void (passage.isSilent || to.write(bytes)))
        .on('error', end(to))
        .on('close', end(to))
  })
  server.listen({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  url.port = String((server.address() as AddressInfo).port)
  const silence = () => {
    for (const passage of open) passage.isSilent = true
  }
  return {
    url: url.href,
    silence,
    swallow() {
      swallows = true
      silence()
    },
    heal() {
      swallows = false
    },
    hangUp() {
      for (const { sockets, isSwallowed } of open) if (isSwallowed) for (const socket of sockets) socket.destroy()
    },
    leadTo(databaseUrl) {
      target = new URL(databaseUrl)
    },
    opened: () => opened,
    async close() {
      for (const { sockets } of open) for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
