import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Payer } from './seed.ts'

/** Many keep-alive connections to the service, each with one request on its way at most. */
export interface Driver {
  /** Sends the next request of a connection as soon as it has its answer, for so long. */
  closedLoop(work: Work, milliseconds: number): Promise<ClosedLoop>
  /** Sends requests by a fixed schedule, whether the earlier ones have their answers or not. */
  openLoop(work: Work, options: { perSecond: number; milliseconds: number }): Promise<OpenLoop>
  close(): void
}

export interface Work {
  path: string
  payers: readonly Payer[]
}

interface Answers {
  /** Answers that were 200 and Success for the request they answer, late ones included. */
  successes: number
  /** Answers that were 429: the rate of the client was above its limit. */
  refused: number
  /** What the others said, the first few. */
  wrong: string[]
}

export interface ClosedLoop extends Answers {
  perSecond: number
}

export interface OpenLoop extends Answers {
  /** From the moment a request was due to its answer, ascending. A request that had to wait for a connection is late, too. */
  latenciesMs: number[]
  /** What was more than a second late when the time was over, and was not sent any more. */
  unsent: number
}

const MAX_WRONG_NAMED = 5
const ANSWER_AT_MOST_MS = 30_000
const LATE_AT_MOST_MS = 1_000

export async function createDriver(options: { port: number; token: string; connections: number }): Promise<Driver> {
  const { port, token } = options
  const connections = await Promise.all(Array.from({ length: options.connections }, () => openConnection(port)))
  let sent = 0

  /** The requests of a work, written out but for what differs from one to the next. */
  function prepare({ path, payers }: Work) {
    const requests = payers.map(({ accountUID, contactUID }) => {
      const body = JSON.stringify({
        externalReferenceId: referenceOf(0),
        paymentAmount: 12.5,
        paymentCurrency: 'USD',
        speed: 'Economy',
        paymentNotes: 'Invoice 118',
        sender: { accountUID },
        receiver: { accountUID: contactUID },
      })
      const [beforeReference, afterReference] = body.split(referenceOf(0)) as [string, string]
      const head =
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotent-Key: `
      return { head, beforeReference: `\r\n\r\n${beforeReference}`, afterReference }
    })
    return () => {
      const n = sent++
      const { head, beforeReference, afterReference } = requests[n % requests.length]!
      const reference = referenceOf(n)
      return { reference, text: head + randomUUID() + beforeReference + reference + afterReference }
    }
  }

  return {
    async closedLoop(work, milliseconds) {
      const next = prepare(work)
      const answers: Answers = { successes: 0, refused: 0, wrong: [] }
      let inTime = 0
      const start = performance.now()
      const end = start + milliseconds
      const run = async (connection: Connection) => {
        while (performance.now() < end) {
          const isSuccess = await exchange(connection, next(), answers)
          if (isSuccess && performance.now() < end) inTime++
        }
      }
      await Promise.all(connections.map(run))
      return { ...answers, perSecond: (inTime / milliseconds) * 1000 }
    },

    async openLoop(work, { perSecond, milliseconds }) {
      const next = prepare(work)
      const answers: Answers = { successes: 0, refused: 0, wrong: [] }
      const latenciesMs: number[] = []
      const count = Math.round((perSecond * milliseconds) / 1000)
      const start = performance.now()
      const end = start + milliseconds + LATE_AT_MOST_MS
      let due = 0
      const run = async (connection: Connection) => {
        while (due < count && performance.now() < end) {
          const dueAt = start + (due++ * 1000) / perSecond
          const early = dueAt - performance.now()
          if (early > 0) await new Promise((wake) => setTimeout(wake, early))
          await exchange(connection, next(), answers)
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

/** Always as long, so that the length of a body is known before it is written. */
function referenceOf(n: number): string {
  return `bench-${String(n).padStart(9, '0')}`
}

async function exchange(
  connection: Connection,
  request: { reference: string; text: string },
  answers: Answers,
): Promise<boolean> {
  const answer = await connection.ask(request.text)
  const isSuccess =
    answer.startsWith('HTTP/1.1 200 ') &&
    answer.includes('\r\n\r\n{"status":"Success"') &&
    answer.includes(`"paymentStatus":"VALIDATED","externalReferenceId":"${request.reference}"`)
  if (isSuccess) answers.successes++
  else if (answer.startsWith('HTTP/1.1 429 ')) answers.refused++
  else if (answers.wrong.length < MAX_WRONG_NAMED) answers.wrong.push(answer)
  return isSuccess
}

interface Connection {
  socket: Socket
  /** The whole answer, head and body. */
  ask(request: string): Promise<string>
}

/**
 * HTTP/1.1 as far as the bench needs it, on a bare socket: a client that does more takes the processor from the service it measures. Answers
 * come one at a time and have a Content-Length.
 */
async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  socket.setTimeout(ANSWER_AT_MOST_MS)
  await once(socket, 'connect')
  let received = ''
  let pending: PromiseWithResolvers<string> | undefined
  const fail = (error: Error) => {
    pending?.reject(error)
    pending = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the service closed a connection')))
  socket.on('timeout', () => pending && socket.destroy(new Error(`no answer in ${ANSWER_AT_MOST_MS / 1000} s`)))
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
