import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import rhea, {
  type Connection,
  type Delivery,
  type EventContext,
  type Receiver,
  type Sender,
  type Source,
  type TerminusOptions,
} from 'rhea'

/** A message in a queue of the broker. */
export interface Queued {
  body: Buffer
  messageId: string | undefined
}

/**
 * A small AMQP 1.0 broker for tests, made with the server side of rhea: queues by address, kept
 * until they are accepted. Tests can make it reject, fall silent, or break connections.
 */
export interface TestBroker {
  port: number
  /** What was sent to a queue and not taken from it. */
  queued(queue: string): readonly Queued[]
  /** Puts a message in a queue. */
  put(queue: string, body: Buffer | string): void
  /** How messages to a queue are answered. */
  answer(how: 'accept' | 'reject' | 'release' | 'never' | 'breakAfterKeeping'): void
  /** What was delivered and neither accepted nor given back. */
  unsettled(queue: string): number
  /** How many messages to a queue the broker got and never answered. */
  unanswered(queue: string): number
  /** Ends all connections without a word. */
  breakConnections(): void
  close(): Promise<void>
}

/** `onQueued` sees every message that clients send, in the moment in which the broker has it. */
export async function startAmqpBroker(onQueued?: (queue: string, message: Queued) => void): Promise<TestBroker> {
  const queues = new Map<string, Queued[]>()
  const consumers = new Map<string, Set<Sender>>()
  const connections = new Set<Connection>()
  const unanswered: string[] = []
  const inFlight = new Map<Delivery, { queue: string; message: Queued }>()
  let how: Parameters<TestBroker['answer']>[0] = 'accept'
  const queueOf = (name: string) => queues.get(name) ?? queues.set(name, []).get(name)!

  const pump = (queue: string) => {
    // rhea counts the credit down when it writes, which is later.
    for (const sender of consumers.get(queue) ?? [])
      for (let credit = sender.is_open() ? creditOf(sender) : 0; credit > 0 && queueOf(queue).length > 0; credit--) {
        const message = queueOf(queue).shift()!
        const body = rhea.message.data_section(message.body)
        inFlight.set(sender.send({ body, message_id: message.messageId ?? '' }), { queue, message })
      }
  }
  const giveBack = (delivery: Delivery) => {
    const found = inFlight.get(delivery)
    if (found) queueOf(found.queue).unshift(found.message)
    inFlight.delete(delivery)
  }

  const container = rhea.create_container({ id: 'test-broker' })
  container.on('connection_open', ({ connection }: EventContext) => void connections.add(connection))
  const onGone = ({ connection }: EventContext) => {
    connections.delete(connection)
    for (const delivery of [...inFlight.keys()].toReversed())
      if (delivery.link.connection === connection) giveBack(delivery)
    for (const [queue, senders] of consumers) {
      for (const sender of senders) if (sender.connection === connection) senders.delete(sender)
      pump(queue)
    }
  }
  container.on('disconnected', onGone)
  const destroy = (connection: Connection) => {
    connectionSocket(connection).destroy(new Error('broken by the test'))
  }
  container.on('connection_close', onGone)
  container.on('receiver_open', ({ receiver }: EventContext) => {
    receiver!.set_target(attachOf(receiver!).target)
  })
  container.on('sender_open', ({ sender }: EventContext) => {
    sender!.set_source(attachOf(sender!).source)
    const queue = sender!.source.address as string
    consumers.set(queue, (consumers.get(queue) ?? new Set()).add(sender!))
  })
  container.on('sendable', ({ sender }: EventContext) => pump(sender!.source.address as string))
  container.on('accepted', ({ delivery }: EventContext) => void inFlight.delete(delivery!))
  container.on('released', ({ delivery }: EventContext) => giveBack(delivery!))
  container.on('message', ({ receiver, message, delivery, connection }: EventContext) => {
    const queue = receiver!.target.address as string
    const { content } = message!.body as { content: Buffer }
    const keep = () => {
      const queued = { body: Buffer.from(content), messageId: String(message!.message_id) }
      queueOf(queue).push(queued)
      onQueued?.(queue, queued)
    }
    if (how === 'reject') return delivery!.reject({ condition: 'amqp:not-allowed', description: 'not here' })
    if (how === 'release') return delivery!.release()
    if (how === 'never') {
      unanswered.push(queue)
      return undefined
    }
    keep()
    if (how === 'breakAfterKeeping') {
      destroy(connection)
      return undefined
    }
    delivery!.accept()
    pump(queue)
    return undefined
  })
  const server = container.listen({ port: 0, host: '127.0.0.1', receiver_options: { autoaccept: false } }) as Server
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    queued: (queue) => [...queueOf(queue)],
    put(queue, body) {
      queueOf(queue).push({ body: Buffer.from(body), messageId: undefined })
      pump(queue)
    },
    answer(next) {
      how = next
    },
    unsettled: (name) => [...inFlight.values()].filter(({ queue }) => queue === name).length,
    unanswered: (name) => unanswered.filter((queue) => queue === name).length,
    breakConnections() {
      for (const connection of connections) destroy(connection)
    },
    async close() {
      for (const connection of connections) destroy(connection)
      server.close()
    },
  }
}

const creditOf = (sender: Sender) => (sender as unknown as { credit: number }).credit

/** What the other side asked for when it opened the link; the types of rhea lack it. */
const attachOf = (link: Sender | Receiver) =>
  (link as unknown as { remote: { attach: { source: Source; target: TerminusOptions } } }).remote.attach
const connectionSocket = (connection: Connection) =>
  (connection as unknown as { socket: { destroy(error: Error): void } }).socket
