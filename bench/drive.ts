import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Asked, Work } from './works.ts'

/** Many keep-alive connections to the service, each with at most one request in flight. */
export interface Driver {
  /**
   * Sends the next request of a connection as soon as the last one is answered, until the time is
   * over; each connection sends at least one.
   */
  closedLoop(work: Work, milliseconds: number): Promise<ClosedLoop>
  /** Sends requests on a fixed schedule, even if earlier ones are not answered yet. */
  openLoop(work: Work, options: { perSecond: number; milliseconds: number }): Promise<OpenLoop>
  close(): void
}

interface Answers {
  /** Answers with 200, Success and the text that their request expects, including late ones. */
  successes: number
  /** Answers with 429: the client was over its rate limit. */
  refused: number
  /** The first few of all other answers. */
  wrong: string[]
}

export interface ClosedLoop extends Answers {
  perSecond: number
}

export interface OpenLoop extends Answers {
  /**
   * From the time a request was due to its answer, ascending. Includes the wait for a connection.
   */
  latenciesMs: number[]
  /** Requests that were never sent, because they were still waiting one second after the end. */
  unsent: number
}

const MAX_WRONG_NAMED = 5
const ANSWER_TIMEOUT_MS = 30_000
const MAX_DELAY_MS = 1_000

export async function createDriver(options: { port: number; connections: number }): Promise<Driver> {
  const { port } = options
  const connections = await Promise.all(Array.from({ length: options.connections }, () => openConnection(port)))
  let sent = 0

  return {
    async closedLoop(work, milliseconds) {
      const answers: Answers = { successes: 0, refused: 0, wrong: [] }
      let inTime = 0
      const start = performance.now()
      const end = start + milliseconds
      const run = async (connection: Connection) => {
        do {
          const isSuccess = await exchange(connection, work(sent++), answers)
          if (isSuccess && performance.now() < end) inTime++
        } while (performance.now() < end)
      }
      await Promise.all(connections.map(run))
      return { ...answers, perSecond: (inTime / milliseconds) * 1000 }
    },

    async openLoop(work, { perSecond, milliseconds }) {
      const answers: Answers = { successes: 0, refused: 0, wrong: [] }
      const latenciesMs: number[] = []
      const count = Math.round((perSecond * milliseconds) / 1000)
      const start = performance.now()
      const end = start + milliseconds + MAX_DELAY_MS
      let due = 0
      const run = async (connection: Connection) => {
        while (due < count && performance.now() < end) {
          const dueAt = start + (due++ * 1000) / perSecond
          const early = dueAt - performance.now()
          if (early > 0) await new Promise((wake) => setTimeout(wake, early))
          await exchange(connection, work(sent++), answers)
          latenciesMs.push(performance.now() - dueAt)
        }
      }
      await Promise.all(connections.map(run))
      latenciesMs.sort((a, b) => a - b)
      return { ...answers, latenciesMs, unsent: count - due }
    },

    close() {
      for (const { socket } of connections) socket.destroy()
    },
  }
}

async function exchange(connection: Connection, { text, expects }: Asked, answers: Answers): Promise<boolean> {
  const answer = await connection.ask(text)
  const isSuccess =
    answer.startsWith('HTTP/1.1 200 ') && answer.includes('\r\n\r\n{"status":"Success"') && answer.includes(expects)
  if (isSuccess) answers.successes++
  else if (answer.startsWith('HTTP/1.1 429 ')) answers.refused++
  else if (answers.wrong.length < MAX_WRONG_NAMED) answers.wrong.push(answer)
  return isSuccess
}

interface Connection {
  socket: Socket
  /** Returns the complete answer, with head and body. */
  ask(request: string): Promise<string>
}

/**
 * The part of HTTP/1.1 that the bench needs, on a plain socket. A full client would take processor
 * time from the service it measures. Answers come one at a time and have a Content-Length.
 */
async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  socket.setTimeout(ANSWER_TIMEOUT_MS)
  await once(socket, 'connect')
  let received = ''
  let pending: PromiseWithResolvers<string> | undefined
  const fail = (error: Error) => {
    pending?.reject(error)
    pending = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the service closed a connection')))
  socket.on('timeout', () => pending && socket.destroy(new Error(`no answer in ${ANSWER_TIMEOUT_MS / 1000} s`)))
  socket.on('data', (chunk: string) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1])
    if (received.length < headEnd + 4 + length) return
    const answer = received
    const asked = pending
    received = ''
    pending = undefined
    asked?.resolve(answer)
  })
  return {
    socket,
    ask(request) {
      pending = Promise.withResolvers()
      socket.write(request, 'latin1')
      return pending.promise
    },
  }
}
