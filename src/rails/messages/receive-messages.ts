import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { saysTheSame } from '../iso20022/says-the-same.ts'
import type { Delivery, Link } from '../links/link.ts'
import { linkOf } from '../links/links.ts'
import type { IncomingMessage, Meaning, MessageNetwork, MessageRailName, Received } from '../network.ts'
import { networkOf } from '../networks.ts'
import { type MessageSigner, MissingKeys, signerOf } from '../signing/message-signer.ts'
import { recordMessage } from './message-trace.ts'
import { findAllProcessed, insertMessages, insertRefusals, readContent } from './messages.store.ts'
import type { MessageRefusal } from './rail-message.ts'
import {
  claimReceived,
  failReceived,
  keepReceived,
  keepUnread,
  MAX_MESSAGE_BYTES,
  markAllProcessed,
  markDouble,
  markQuarantined,
  noteRead,
  type ReceivedMessage,
} from './received.store.ts'

/** How many messages one call takes in or reads. */
const BATCH_SIZE = 100

/**
 * Takes in what the network has sent. It is kept whole and committed before the network is told
 * that it arrived. Returns how many messages came in.
 */
export async function takeInMessages(app: App, { institution, rail, link, onRefused }: MessageTaking): Promise<number> {
  const { tenantId } = institution
  const taken = link ?? linkOf(app, institution, rail)
  if (!taken) return 0
  return taken.take(BATCH_SIZE, async (deliveries, tx) => {
    const keep = (tx: Transaction) => keepAll(app, tx, { tenantId, rail, deliveries, onRefused })
    await (tx ? keep(tx) : app.db.transaction(keep))
  })
}

/** Tells that a message is kept and will not be read, in the transaction that refuses it. */
export type OnRefused = (
  tx: Transaction,
  message: { id: string; rail: MessageRailName },
  refusal: MessageRefusal,
  now: Temporal.Instant,
) => Promise<void>

export interface MessageTaking {
  institution: Institution
  rail: MessageRailName
  /** For tests: another link than that of the institution. */
  link?: Link
  onRefused?: OnRefused
}

async function keepAll(app: App, tx: Transaction, { tenantId, rail, deliveries, onRefused }: Taken): Promise<void> {
  const now = await app.readInstitutionTime(tx, tenantId)
  const quarantined = async (id: string, refusal: MessageRefusal) => {
    await recordMessage(tx, 'rails.messageQuarantined', { tenantId, id, rail, direction: 'In' }, { refusal }, now)
    await onRefused?.(tx, { id, rail }, refusal, now)
  }
  const read = deliveries.flatMap(({ content, refusal }) =>
    content && content.length <= MAX_MESSAGE_BYTES ? [{ content, ...(refusal && { refusal }) }] : [],
  )
  const ids = await keepReceived(tx, tenantId, { rail, arrived: read }, now)
  for (const [at, { refusal }] of read.entries()) if (refusal) await quarantined(ids[at]!, refusal)
  for (const { name, content, sizeBytes } of deliveries) {
    if (content && content.length <= MAX_MESSAGE_BYTES) continue
    const refusal = { why: `${name} has ${sizeBytes} bytes: at most ${MAX_MESSAGE_BYTES} are read`, path: null }
    const id = await keepUnread(tx, tenantId, { rail, sizeBytes, refusal }, now)
    await quarantined(id, refusal)
  }
}

interface Taken {
  tenantId: bigint
  rail: MessageRailName
  deliveries: readonly Delivery[]
  onRefused: OnRefused | undefined
}

/** A message with what its network made of it. */
export type ReadIncoming = Received & { message: IncomingMessage }

export interface MessageBooking {
  rail: MessageRailName
  /**
   * Books what messages mean, in the transaction that ends them and in their order. Returns, for
   * each, the receipt that came of it, if one did, and writes that leave with the commit.
   */
  book(
    tx: Transaction,
    received: readonly ReadIncoming[],
    now: Temporal.Instant,
  ): Promise<{ about: readonly ({ receiptId?: string } | undefined)[]; last?: () => Promise<void> }>
  onRefused?: OnRefused
  /** For tests: another network, and another signer. */
  network?: MessageNetwork
  signer?: MessageSigner
}

/**
 * Reads messages that came in, the oldest first, books what they mean and stores the replies, in
 * one transaction. If that fails, each message has its own, and one that fails again waits and
 * delays no other; after its last attempt a person decides. Returns how many messages it read.
 */
export async function readMessages(app: App, institution: Institution, booking: MessageBooking): Promise<number> {
  const network = booking.network ?? networkOf(booking.rail)
  if (!network) return 0
  const reader = new Reader(app, institution, network, booking)
  try {
    return await reader.readNext(BATCH_SIZE)
  } catch (error) {
    // Nothing can be read here, and it is not the fault of a message.
    if (error instanceof MissingKeys) throw error
    app.log.warn({ err: error, institution: institution.code, rail: booking.rail }, 'messages are read one by one')
    return reader.readOneByOne(BATCH_SIZE)
  }
}

/** What may be answered while it is booked. */
const ASKS: readonly Meaning['kind'][] = ['paymentRequested', 'returnRequested']

class Reader {
  readonly #app: App
  readonly #institution: Institution
  readonly #network: MessageNetwork
  readonly #booking: MessageBooking
  #signer: MessageSigner | undefined

  constructor(app: App, institution: Institution, network: MessageNetwork, booking: MessageBooking) {
    this.#app = app
    this.#institution = institution
    this.#network = network
    this.#booking = booking
  }

  readNext(limit: number): Promise<number> {
    const { tenantId } = this.#institution
    return this.#app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      const messages = await claimReceived(tx, tenantId, this.#booking.rail, limit)
      if (messages.length === 0) return 0
      this.#signer = this.#booking.signer ?? signerOf(this.#app, this.#institution, this.#booking.rail)
      const last = await this.#readAll(tx, messages, now)
      if (last) await tx.commitWith(last)
      return messages.length
    })
  }

  /**
   * What one message means can depend on those before it, which are therefore booked first; of a
   * network whose messages are read apart, all are booked together. Returns what is written last.
   */
  async #readAll(
    tx: Transaction,
    messages: readonly ReceivedMessage[],
    now: Temporal.Instant,
  ): Promise<(() => Promise<void>) | undefined> {
    if (this.#network.readsApart) {
      const read = await Promise.all(messages.map((message) => this.#read(tx, message, now)))
      return this.#end(tx, read.flat(), now)
    }
    const writes: (() => Promise<void>)[] = []
    for (const message of messages) {
      const last = await this.#end(tx, await this.#read(tx, message, now), now)
      if (last) writes.push(last)
    }
    return writes.length === 0
      ? undefined
      : async () => {
          for (const write of writes) await write()
        }
  }

  async readOneByOne(limit: number): Promise<number> {
    const { tenantId } = this.#institution
    let read = 0
    for (let at = 0; at < limit; at++) {
      let current: ReceivedMessage | undefined
      try {
        await this.#app.db.transaction(async (tx) => {
          const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
          current = (await claimReceived(tx, tenantId, this.#booking.rail, 1))[0]
          const last = current && (await this.#end(tx, await this.#read(tx, current, now), now))
          if (last) await tx.commitWith(last)
        })
      } catch (error) {
        if (!current) throw error
        await this.#fail(current, error)
      }
      if (!current) return read
      read++
    }
    return read
  }

  async #fail(message: ReceivedMessage, error: unknown): Promise<void> {
    const { code } = this.#institution
    this.#app.log.error({ err: error, institution: code, messageUID: message.id }, 'a message could not be booked')
    await this.#app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      const refusal = await failReceived(tx, message, now)
      if (refusal) await this.#tellQuarantined(tx, message, refusal, now)
    })
  }

  /** What the network makes of a message; nothing if it ends here, unreadable or a double. */
  async #read(tx: Transaction, message: ReceivedMessage, now: Temporal.Instant): Promise<ReadIncoming[]> {
    const { tenantId } = this.#institution
    const text = textOf(message.content)
    if (text === undefined)
      return this.#quarantine(tx, message, { why: 'its bytes are not valid UTF-8', path: null }, now)
    const { id, rail, createdAt: receivedAt, doubleOf } = message
    const trusted = this.#signer?.verify(text, this.#app.tokenClock.now()) ?? accept(text)
    if (!trusted.ok) return this.#refuse(tx, message, text, trusted.refusal, now)
    const incoming = { id, rail, receivedAt, content: trusted.value }
    if (doubleOf !== null) {
      const replies = await this.#network.answerDouble?.(tx, this.#institution, incoming, now)
      await insertMessages(tx, tenantId, replies ?? [], now)
      await markDouble(tx, tenantId, id, { read: undefined, doubleOf }, now)
      return []
    }
    const received = await this.#network.receive(tx, this.#institution, incoming, now)
    if ('why' in received) {
      await insertRefusals(tx, tenantId, received.replies, now)
      return this.#quarantine(tx, message, { why: received.why, path: received.path ?? null }, now)
    }
    return [{ ...received, message: incoming }]
  }

  /** Its signature is missing or wrong: nothing of it counts. We answer by the network's rules. */
  async #refuse(
    tx: Transaction,
    message: ReceivedMessage,
    content: string,
    refusal: MessageRefusal,
    now: Temporal.Instant,
  ): Promise<ReadIncoming[]> {
    const { id, rail, createdAt: receivedAt, doubleOf } = message
    const incoming = { id, rail, receivedAt, content }
    const replies =
      doubleOf === null ? await this.#network.refuse?.(tx, this.#institution, incoming, refusal.why, now) : []
    const { tenantId } = this.#institution
    await insertRefusals(tx, tenantId, replies ?? [], now)
    return this.#quarantine(tx, message, refusal, now)
  }

  /** Books what messages mean, stores the replies, and marks them. Returns what is written last. */
  async #end(
    tx: Transaction,
    read: readonly ReadIncoming[],
    now: Temporal.Instant,
  ): Promise<(() => Promise<void>) | undefined> {
    if (read.length === 0) return undefined
    const { tenantId } = this.#institution
    const messageIds = read.map(({ messageId }) => messageId)
    const firsts = await findAllProcessed(tx, tenantId, this.#booking.rail, messageIds)
    const doubles: { one: ReadIncoming; doubleOf: string }[] = []
    const fresh = read.filter((one) => {
      const doubleOf = firsts.get(one.messageId)
      if (doubleOf === undefined) firsts.set(one.messageId, one.message.id)
      else doubles.push({ one, doubleOf })
      return doubleOf === undefined
    })
    const asking = fresh.filter(({ meanings }) => meanings.some(({ kind }) => ASKS.includes(kind)))
    await noteRead(
      tx,
      tenantId,
      asking.map(({ message: { id }, messageType, messageId }) => ({ id, messageType, messageId })),
    )
    const { about, last } = fresh.length === 0 ? { about: [] } : await this.#booking.book(tx, fresh, now)
    await insertMessages(
      tx,
      tenantId,
      read.flatMap(({ replies }) => replies),
      now,
    )
    const ended = fresh.map((one, at) => ({ id: one.message.id, read: { ...one, ...about[at] } }))
    await markAllProcessed(tx, tenantId, ended, now)
    for (const { one, doubleOf } of doubles) {
      const first = read.find(({ message }) => message.id === doubleOf)?.message.content
      await this.#compare(tx, one, { id: doubleOf, content: first }, now)
      await markDouble(tx, tenantId, one.message.id, { read: one, doubleOf }, now)
    }
    return last
  }

  /** A message has the id of an earlier one: if it does not say the same, a person must see it. */
  async #compare(
    tx: Transaction,
    one: ReadIncoming,
    earlier: { id: string; content: string | undefined },
    now: Temporal.Instant,
  ): Promise<void> {
    const { tenantId } = this.#institution
    const content = earlier.content ?? String(await readContent(tx, { tenantId, id: earlier.id, doubleOf: null }))
    if (saysTheSame(content, one.message.content)) return
    const { messageType, messageId } = one
    const why = `it has the id of the earlier message ${earlier.id}, and says something else`
    const evidence = { network: one.message.rail, messageId, messageType, earlierMessage: earlier.id }
    await this.#booking.book(tx, [{ ...one, meanings: [{ kind: 'exception', why, evidence }] }], now)
  }

  async #quarantine(
    tx: Transaction,
    message: ReceivedMessage,
    refusal: MessageRefusal,
    now: Temporal.Instant,
  ): Promise<[]> {
    await markQuarantined(tx, message.tenantId, message.id, refusal, now)
    await this.#tellQuarantined(tx, message, refusal, now)
    return []
  }

  async #tellQuarantined(
    tx: Transaction,
    message: ReceivedMessage,
    refusal: MessageRefusal,
    now: Temporal.Instant,
  ): Promise<void> {
    await recordMessage(tx, 'rails.messageQuarantined', message, { refusal }, now)
    await this.#booking.onRefused?.(tx, message, refusal, now)
  }
}

/** Undefined if the bytes are not valid UTF-8, the only encoding of the networks. */
function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}
