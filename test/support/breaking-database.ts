import { hash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The statement at which a connection breaks, counted from now over all connections. Statements
 * that are sent in one message count as one.
 */
export interface BreakingPoint {
  /** The number of the statement, from 1. */
  statement: number
  /** Whether every statement counts, or only those that commit. */
  counts: 'all' | 'commits'
  /** Whether the database still executes the statement and only the answer is lost. */
  isDone: boolean
  /** Whether all other connections break too, as when the database goes down. */
  breaksAll: boolean
}

export interface BreakingDatabase {
  /** The URL of the database through the proxy. */
  url: string
  breakAt(point: BreakingPoint): void
  /** Cancels a break that has not happened yet. */
  disarm(): void
  /** Whether the break that was asked for last has happened. */
  hasBroken(): boolean
  /** How many messages the service has sent so far, each with one or several statements. */
  messages(): number
  close(): Promise<void>
}

/**
 * A proxy to PostgreSQL that breaks connections where a test says. It forwards whole statements and
 * recognizes commits. A break closes the connection on both sides, as when a process or a machine
 * dies. The service runs unchanged.
 */
export async function startBreakingDatabase(databaseUrl: string): Promise<BreakingDatabase> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let armed: (BreakingPoint & { left: number }) | undefined
  let messages = 0

  /** The break at this statement, if any. */
  const breaksAt = (statement: Buffer): BreakingPoint | undefined => {
    if (!armed || (armed.counts === 'commits' && !isCommit(statement)) || --armed.left > 0) return undefined
    const point = armed
    armed = undefined
    return point
  }

  const server = createServer((client) => {
    const database = connectTo(target)
    const end = () => {
      for (const socket of [client, database]) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, database]) {
      open.add(socket.setNoDelay(true))
      socket.on('error', end).on('close', end)
    }
    // The first answer is the one to the startup message.
    let unanswered = 1
    let breakOff: (() => void) | undefined
    database.on(
      'data',
      answersOf(() => void (--unanswered === 0 && breakOff?.())),
    )
    database.on('data', (bytes) => void (breakOff ?? client.write(bytes)))
    const takeStatements = statementsOf((statement) => {
      if (breakOff) return
      const point = breaksAt(statement)
      if (isAnswered(statement)) {
        unanswered++
        messages++
      }
      if (!point || point.isDone) database.write(statement)
      if (!point) return
      breakOff = () => {
        end()
        if (point.breaksAll) for (const socket of open) socket.destroy()
      }
      if (!point.isDone) breakOff()
    })
    client.on('data', takeStatements)
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    breakAt(point) {
      armed = { ...point, left: point.statement }
    },
    disarm() {
      armed = undefined
    },
    hasBroken: () => armed === undefined,
    messages: () => messages,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Connects through the Unix-domain socket if the URL names its directory. */
export function connectTo({ hostname, port, searchParams }: URL): Socket {
  const directory = searchParams.get('host')
  return directory === null
    ? connect({ host: hostname, port: Number(port) })
    : connect({ path: `${directory}/.s.PGSQL.${port}` })
}

const QUERY = 'Q'.charCodeAt(0)
/** Parse, Bind, Describe, Execute, Close and Flush come before the Sync that ends a statement. */
const PARTS = new Set(Array.from('PBDECHF', (letter) => letter.charCodeAt(0)))
const SYNC = 'S'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)
/** The type and the length of a message. */
const HEAD_LENGTH = 5

/**
 * Splits the bytes of a client into statements, each with all its messages (PostgreSQL, Message
 * Flow). The first message of a connection has no type.
 */
function statementsOf(take: (statement: Buffer) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  let parts: Buffer[] = []
  let typeLength = 0
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= typeLength + 4) {
      const length = typeLength + waiting.readUInt32BE(typeLength)
      if (waiting.length < length) return
      const message = waiting.subarray(0, length)
      waiting = waiting.subarray(length)
      parts.push(message)
      if (typeLength === 1 && PARTS.has(message[0]!)) continue
      typeLength = 1
      const statement = Buffer.concat(parts)
      parts = []
      take(statement)
    }
  }
}

/** The name under which the service prepares the commit, which can end a message of statements. */
const COMMIT_NAME = hash('sha1', 'commit', 'hex')

function isCommit(statement: Buffer): boolean {
  return statement.includes(COMMIT_NAME) || (statement[0] === QUERY && /^commit/i.test(statement.toString('utf8', 5)))
}

/** The messages at the start of a connection are not statements, and have one answer together. */
function isAnswered([type]: Buffer): boolean {
  return type === QUERY || type === SYNC || PARTS.has(type!)
}

/** Calls `whole` when the answer to a statement is complete. */
function answersOf(whole: () => void): (bytes: Buffer) => void {
  let head = Buffer.alloc(0)
  let left = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      const skipped = Math.min(left, bytes.length - at)
      left -= skipped
      at += skipped
      const part = bytes.subarray(at, at + HEAD_LENGTH - head.length)
      head = Buffer.concat([head, part])
      at += part.length
      if (head.length < HEAD_LENGTH) return
      left = head.readUInt32BE(1) - 4
      if (head[0] === READY) whole()
      head = Buffer.alloc(0)
    }
  }
}
