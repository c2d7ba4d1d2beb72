import rhea, { type Connection, type ConnectionOptions, type EventContext, type Receiver, type Sender } from 'rhea'
import type { MachineTime } from '../../../kernel/machine-time.ts'
import { LATE, within } from '../../../kernel/within.ts'
import type { AmqpSettings } from './settings.ts'

/** How long the broker may take to answer one step. */
const STEP_TIMEOUT_MS = 5_000
/** The peer is asked for a sign of life as often; twice as long without one ends the connection. */
const IDLE_MS = 15_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * One connection to the broker, opened when it is needed and again after it was lost, with growing
 * pauses. All links of the process share it.
 */
export class Broker {
  readonly #settings: AmqpSettings
  readonly #name: string
  readonly #time: MachineTime
  #connection: Promise<Connection> | undefined
  #open: Connection | undefined
  #failures = 0
  #pausedUntilMs = 0
  #isClosed = false

  /** `name` is the id of the container: the broker shows it to its operator. */
  constructor(settings: AmqpSettings, { name, time }: { name: string; time: MachineTime }) {
    this.#settings = settings
    this.#name = name
    this.#time = time
  }

  /** The open connection. Throws within a bounded time if there is none. */
  async connection(): Promise<Connection> {
    if (this.#isClosed) throw new Error('the connection to the broker was closed')
    if (this.#open?.is_open()) return this.#open
    if (this.#time.nowMs() < this.#pausedUntilMs) throw new Error(`${this.#place} was lost a moment ago`)
    this.#connection ??= this.#connect().finally(() => {
      this.#connection = undefined
    })
    return this.#connection
  }

  get #place(): string {
    return `the broker ${this.#settings.host}:${this.#settings.port}`
  }

  async #connect(): Promise<Connection> {
    const connection = rhea.create_container({ id: this.#name }).create_connection(this.#options())
    connection.on('disconnected', () => this.#forget(connection))
    connection.on('error', () => this.#forget(connection))
    try {
      await this.#step(connection, () => connection.connect(), { opened: 'connection_open', refused: REFUSALS })
    } catch (error) {
      this.#pause()
      connection.close()
      throw new Error(`${this.#place} cannot be reached: ${(error as Error).message}`, { cause: error })
    }
    this.#failures = 0
    this.#open = connection
    connection.on('connection_error', () => {})
    connection.on('connection_close', () => this.#forget(connection))
    return connection
  }

  #forget(connection: Connection): void {
    if (this.#open === connection) this.#open = undefined
  }

  #pause(): void {
    this.#failures++
    this.#pausedUntilMs = this.#time.nowMs() + Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
  }

  #options(): ConnectionOptions {
    const { host, port, tls, login } = this.#settings
    const credentials = login && { username: login.user, password: login.password }
    // A connection that was lost is opened by the next call: only then it is known what to resume.
    const plain = { host, port, ...credentials, reconnect: false, idle_time_out: IDLE_MS }
    return tls ? { ...plain, transport: 'tls', servername: host, rejectUnauthorized: true, ...tls } : plain
  }

  async sender(queue: string): Promise<Sender> {
    const connection = await this.connection()
    const sender = connection.open_sender({ target: { address: queue, capabilities: ['queue'] }, autosettle: true })
    sender.on('sender_error', () => {})
    await this.#step(sender, () => {}, { opened: 'sendable', refused: ['sender_error', 'sender_close'], connection })
    return sender
  }

  /** `onMessage` gets the messages. At most as many as credit was added are on their way. */
  async receiver(queue: string, onMessage: (context: EventContext) => void): Promise<Receiver> {
    const connection = await this.connection()
    const receiver = connection.open_receiver({
      source: { address: queue, capabilities: ['queue'] },
      ...{ credit_window: 0, autoaccept: false, autosettle: false },
    })
    receiver.on('receiver_error', () => {})
    receiver.on('message', onMessage)
    await this.#step(receiver, () => {}, {
      opened: 'receiver_open',
      refused: ['receiver_error', 'receiver_close'],
      connection,
    })
    return receiver
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const open = this.#open
    if (!open) return
    const closed = new Promise<void>((resolve) => {
      open.once('connection_close', () => resolve())
      open.once('disconnected', () => resolve())
    })
    open.close()
    await within(STEP_TIMEOUT_MS, closed, this.#time)
  }

  /** Does something and waits for its answer, a bounded time. */
  async #step(
    source: Connection | Sender | Receiver,
    act: () => void,
    { opened, refused, connection }: { opened: string; refused: readonly string[]; connection?: Connection },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onOpened = () => resolve()
    const onRefused = (context: EventContext | Error) => reject(new Error(reasonOf(context)))
    const events = source as unknown as Events
    events.once(opened as never, onOpened)
    for (const name of refused) events.once(name as never, onRefused)
    connection?.once('disconnected', onRefused)
    try {
      act()
      if ((await within(STEP_TIMEOUT_MS, promise, this.#time)) === LATE) throw new Error('it did not answer in time')
    } finally {
      events.removeListener(opened as never, onOpened)
      for (const name of refused) events.removeListener(name as never, onRefused)
      connection?.removeListener('disconnected', onRefused)
    }
  }
}

const REFUSALS = ['connection_error', 'connection_close', 'disconnected', 'error'] as const

type Events = Pick<Connection, 'once' | 'removeListener'>

/** Why an endpoint was closed, as the broker says it. */
export function reasonOf(context: EventContext | Error): string {
  if (context instanceof Error) return context.message
  const error = context.error ?? context.sender?.error ?? context.receiver?.error ?? context.connection?.error
  if (!error) return 'the connection was lost'
  const { condition, description, message } = error as { condition?: string; description?: string; message?: string }
  return [condition, description ?? message].filter(Boolean).join(': ')
}
