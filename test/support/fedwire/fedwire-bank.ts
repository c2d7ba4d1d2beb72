/**
 * A bank whose Fedwire is the test: it reads the bytes that left, and writes those that come in.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { bookMeanings } from '../../../src/message-imports/book-meanings.ts'
import { fedwire } from '../../../src/rails/iso20022/fedwire/fedwire.ts'
import { findSent, insertMessages } from '../../../src/rails/messages/messages.store.ts'
import { keepReceived } from '../../../src/rails/messages/received.store.ts'
import type { NewMessage } from '../../../src/rails/network.ts'
import { replaceNetwork } from '../../../src/rails/networks.ts'
import { openMessageBank } from '../message-bank.ts'
import { type Delivered, OTHER_BANK } from './operator.ts'

export const ENDPOINT = 'GIROSBOX'
/** The cycle date of the test, as ids and as elements have it. */
export const DAY = '20260701'
export const DATE = '2026-07-01'

export type FedwireBank = Awaited<ReturnType<typeof openFedwireBank>>

/** A message that left, with the text of some of its elements. */
export interface Left {
  messageId: string
  messageType: string
  content: string
  /** The text of the first element of this name. */
  read(tag: string): string
}

export async function openFedwireBank() {
  const bank = await openMessageBank([])
  const undo = replaceNetwork(fedwire)
  const { institution, tenantId, clock, service } = bank
  const { db } = service.app
  let omads = 0
  let imads = 0
  const own = {
    /** The header of the next message of another bank that Fedwire delivers. */
    delivered(): Delivered {
      const id = `${DAY}${ENDPOINT}${String(++omads).padStart(6, '0')}07011000FT03`
      return { id, to: institution.routingNumber }
    },

    /** The header of the next message of Fedwire's own. */
    fromFed: (): Delivered => ({ id: `FED${randomUUID().replaceAll('-', '')}`, to: institution.routingNumber }),

    /** The next IMAD of another bank. */
    otherImad: () => `${DAY}OTHERBNK${String(++imads).padStart(6, '0')}`,

    /** Bytes come in and are read. Returns their message, and the exceptions that they cause. */
    async arrives(xml: string) {
      const arrived = [{ content: Buffer.from(xml) }]
      const [id = ''] = await db.transaction((tx) =>
        keepReceived(tx, tenantId, { rail: 'FEDWIRE', arrived }, clock.now()),
      )
      await bank.imports()
      return { id, status: await bank.messageStatus(id), exceptions: await bank.exceptionsOf(id) }
    },

    /** The messages that left, the last first, of a type. */
    async left(messageType: string): Promise<Left[]> {
      await bank.leaves()
      const rows = await service.query<{ messageId: string }>(
        `select message_id from rail_messages where tenant_id = $1 and direction = 'Out' and status = 'HandedOver'
           and message_type = $2 order by created_at desc, id desc`,
        [tenantId, messageType],
      )
      const found = await Promise.all(
        rows.map(({ messageId }) => db.read((tx) => findSent(tx, tenantId, 'FEDWIRE', messageId))),
      )
      return found.map((sent) => leftOf(sent!.messageId!, messageType, sent!.content))
    },

    /** The last message of a type that left. */
    async lastLeft(messageType: string): Promise<Left> {
      const [last] = await own.left(messageType)
      assert.ok(last, `no ${messageType} has left`)
      return last
    },

    /** A payment by wire whose message has left. */
    async sends(fields: object = {}) {
      const payer = await bank.pays(fields)
      return { ...payer, sent: await own.lastLeft('pacs.008.001.08') }
    },

    /** Commits what the network makes. */
    async sendsOut(make: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<NewMessage[]>) {
      await db.transaction(async (tx) => {
        await insertMessages(tx, tenantId, await make(tx), clock.now())
      })
    },

    /** The clocks of Fedwire ring. Returns what a person is told. */
    async rings(): Promise<string[]> {
      return db.transaction(async (tx) => {
        const now = clock.now()
        const { meanings, replies } = await fedwire.ring!(tx, institution, now)
        await insertMessages(tx, tenantId, replies, now)
        await bookMeanings(tx, institution, { rail: 'FEDWIRE', message: undefined, meanings }, now)
        return meanings.flatMap((meaning) => (meaning.kind === 'exception' ? [meaning.why] : []))
      })
    },

    async stop() {
      undo()
      await bank.stop()
    },
  }
  return { ...bank, ...own, otherBank: OTHER_BANK }
}

function leftOf(messageId: string, messageType: string, content: string): Left {
  return {
    ...{ messageId, messageType, content },
    read(tag) {
      const text = new RegExp(`<${tag}(?: [^>]*)?>([^<]*)<`).exec(content)?.[1]
      assert.notEqual(text, undefined, `${messageType} has no ${tag}`)
      return text!
    },
  }
}
