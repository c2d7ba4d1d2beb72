import rhea, { type Delivery as AmqpDelivery, type EventContext, type Receiver, type Sender } from 'rhea'
import type { MachineTime } from '../../../kernel/machine-time.ts'
import { LATE, within } from '../../../kernel/within.ts'
import { MAX_MESSAGE_BYTES } from '../../messages/received.store.ts'
import type { Delivery, Link, Parcel, ParcelOutcome } from '../link.ts'
import { type Broker, reasonOf } from './broker.ts'

/** The most messages that are on their way to us and not kept yet. */
const CREDIT = 100
const BATCH_SIZE = 100
/** How long the broker may take to settle what it was given. */
const SETTLE_TIMEOUT_MS = 8_000

interface Queues {
  send: string
  receive: string
}

/**
 * Two queues of a broker. A message counts as left when the broker has accepted it; one that came
 * in is accepted after it is kept. Whether a message left whose connection broke is not known.
 */
export class AmqpLink implements Link {
  readonly recognisesParcels = false
  readonly batchSize = BATCH_SIZE
  readonly #broker: Broker
  readonly #queues: Queues
  readonly #onArrival: () => void
  readonly #time: MachineTime
  #sender: Sender | undefined
  #receiver: Receiver | undefined
  /** What came in and is not kept yet, in its order. */
  #arrived: { delivery: AmqpDelivery; taken: Delivery }[] = []
  #takes: Promise<unknown> = Promise.resolve()

  constructor(broker: Broker, queues: Queues, { onArrival, time }: { onArrival: () => void; time: MachineTime }) {
    this.#broker = broker
    this.#queues = queues
    this.#onArrival = onArrival
    this.#time = time
  }

  async handOver(parcels: readonly Parcel[], isLeased: () => boolean): Promise<readonly ParcelOutcome[]> {
    const sender = await this.#openSender()
    // Without credit a message would wait in this process, and leave after its lease. rhea counts
    // the credit down when it writes, which is later.
    let { credit } = sender as unknown as { credit: number }
    const settlements = new Settlements(sender, this.#time)
    try {
      const outcomes = parcels.map((parcel) => {
        if (!parcel.mayLeave || !isLeased() || credit <= 0) return STAYED
        credit--
        return settlements.of(sender.send(messageOf(parcel)), parcel)
      })
      return await Promise.all(outcomes)
    } finally {
      settlements.close()
    }
  }

  async #openSender(): Promise<Sender> {
    if (this.#sender?.is_open() && this.#sender.connection.is_open()) return this.#sender
    this.#sender = await this.#broker.sender(this.#queues.send)
    return this.#sender
  }

  /** One take at a time, so that what comes in stays in its order. */
  take(limit: number, keep: (deliveries: readonly Delivery[]) => Promise<void>): Promise<number> {
    const taken = this.#takes.then(() => this.#take(limit, keep))
    this.#takes = taken.catch(() => {})
    return taken
  }

  async #take(limit: number, keep: (deliveries: readonly Delivery[]) => Promise<void>): Promise<number> {
    const receiver = await this.#openReceiver()
    const some = this.#arrived.slice(0, limit)
    if (some.length === 0) return 0
    await keep(some.map(({ taken }) => taken))
    this.#arrived = this.#arrived.filter((one) => !some.includes(one))
    // After a loss the broker sends again what was not accepted: it is kept as a double.
    if (receiver !== this.#receiver || !receiver.is_open()) return some.length
    for (const { delivery } of some) delivery.accept()
    receiver.add_credit(some.length)
    return some.length
  }

  async #openReceiver(): Promise<Receiver> {
    const open = this.#receiver
    if (open?.is_open() && open.connection.is_open()) return open
    this.#arrived = []
    const receiver = await this.#broker.receiver(this.#queues.receive, (context) => {
      if (context.receiver !== this.#receiver) return
      this.#arrived.push({ delivery: context.delivery!, taken: deliveryOf(context) })
      this.#onArrival()
    })
    this.#receiver = receiver
    receiver.add_credit(CREDIT)
    return receiver
  }
}

const STAYED: ParcelOutcome = { kind: 'stayed', why: 'the queue takes no more messages at the moment' }

/** What the broker says of the messages of a batch. */
class Settlements {
  readonly #sender: Sender
  readonly #time: MachineTime
  readonly #waiting = new Map<AmqpDelivery, (outcome: ParcelOutcome) => void>()
  readonly #settle = (outcomeOf: (context: EventContext) => ParcelOutcome) => (context: EventContext) =>
    this.#waiting.get(context.delivery!)?.(outcomeOf(context))
  readonly #listeners = {
    accepted: this.#settle(({ delivery }) => ({ kind: 'left', evidence: this.#evidence.get(delivery!)! })),
    rejected: this.#settle(({ delivery }) => ({ kind: 'refused', why: rejectionOf(delivery) })),
    released: this.#settle(() => ({ kind: 'stayed', why: 'the broker released it' })),
    modified: this.#settle(() => ({ kind: 'stayed', why: 'the broker gave it back' })),
  }
  readonly #evidence = new Map<AmqpDelivery, string>()
  readonly #onLost = (context: EventContext) => {
    const doubt = `${reasonOf(context)} before the broker accepted it`
    for (const resolve of this.#waiting.values()) resolve({ kind: 'unknown', doubt })
  }

  constructor(sender: Sender, time: MachineTime) {
    this.#sender = sender
    this.#time = time
    for (const [name, listener] of Object.entries(this.#listeners)) sender.on(name as 'accepted', listener)
    sender.on('sender_close', this.#onLost)
    sender.connection.on('disconnected', this.#onLost)
  }

  async of(delivery: AmqpDelivery, { id }: Parcel): Promise<ParcelOutcome> {
    const { promise, resolve } = Promise.withResolvers<ParcelOutcome>()
    this.#evidence.set(delivery, `accepted by the broker as ${id}`)
    this.#waiting.set(delivery, resolve)
    const outcome = await within(SETTLE_TIMEOUT_MS, promise, this.#time)
    if (outcome !== LATE) return outcome
    return { kind: 'unknown', doubt: 'the broker did not say in time whether it accepted it' }
  }

  close(): void {
    const { connection } = this.#sender
    for (const [name, listener] of Object.entries(this.#listeners)) this.#sender.removeListener(name, listener)
    this.#sender.removeListener('sender_close', this.#onLost)
    connection.removeListener('disconnected', this.#onLost)
  }
}

function messageOf({ id, messageType, content }: Parcel) {
  return {
    ...{ message_id: id, subject: messageType, content_type: 'application/xml', durable: true },
    // Artemis takes a message of an id once, as long as it remembers it. Others ignore the
    // property.
    application_properties: { _AMQ_DUPL_ID: id },
    body: rhea.message.data_section(Buffer.from(content)),
  }
}

function rejectionOf(delivery: AmqpDelivery | undefined): string {
  const { error } = (delivery?.remote_state ?? {}) as { error?: { condition?: string; description?: string } }
  return [error?.condition, error?.description].filter(Boolean).join(': ') || 'the broker rejected it'
}

function deliveryOf({ message, delivery }: EventContext): Delivery {
  const name = String(message?.message_id ?? delivery?.id ?? 'a message')
  const content = contentOf(message?.body)
  const sizeBytes = content?.length ?? 0
  if (!content) {
    const refusal = { why: 'its body is neither data nor text', path: null }
    return { name, content: Buffer.alloc(0), sizeBytes, refusal }
  }
  return { name, content: sizeBytes > MAX_MESSAGE_BYTES ? undefined : content, sizeBytes }
}

/** Brokers carry a document as one data section or several, or as text. */
function contentOf(body: unknown): Buffer | undefined {
  if (typeof body === 'string') return Buffer.from(body)
  if (Buffer.isBuffer(body)) return body
  const { content } = (body ?? {}) as { content?: unknown }
  if (Buffer.isBuffer(content)) return content
  if (Array.isArray(content) && content.every((one) => Buffer.isBuffer(one))) return Buffer.concat(content)
  return undefined
}
