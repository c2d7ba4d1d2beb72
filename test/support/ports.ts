import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A server that listens on a port of this machine, until a service takes its place. */
export interface Listening {
  listening: Server
  port: number
}

export async function listenAnywhere(): Promise<Listening> {
  const listening = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(listening, 'listening')
  return { listening, port: (listening.address() as { port: number }).port }
}

/** Below the ports that the system chooses itself, for connections and for `port: 0`. */
const FIRST_PORT = 10_000
const RANGES = 200
const PORTS_OF_RANGE = 100

/** The next port of the range of this process, and the first one after the range. */
let next = 0
let end = 0
let taking: Promise<void> | undefined

/**
 * A port for a program that must be told one before it starts, or that starts again on the same.
 * It comes from a range that belongs to this process while it runs, so that no other takes it, even
 * while nothing listens there.
 */
export async function takePort(): Promise<number> {
  for (;;) {
    while (next === end) {
      taking ??= takeRange().finally(() => {
        taking = undefined
      })
      await taking
    }
    const port = next++
    const probe = await listenOn(port)
    if (!probe) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** A range belongs to the process that listens on its first port. */
async function takeRange(): Promise<void> {
  for (let tried = 0; tried < RANGES; tried++) {
    const first = FIRST_PORT + ((process.pid + tried) % RANGES) * PORTS_OF_RANGE
    const holder = await listenOn(first)
    if (!holder) continue
    holder.unref()
    next = first + 1
    end = first + PORTS_OF_RANGE
    return
  }
  throw new Error(`no range of ports from ${FIRST_PORT} is free`)
}

/** Undefined if the port is in use. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen({ host: '127.0.0.1', port })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}
