/** A bank on an instant network, whose operator the test plays by the bytes on the wire. */
import assert from 'node:assert/strict'
import type { Temporal } from 'temporal-polyfill'
import { importDirectory } from '../../src/banks/banks.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import type { Transaction } from '../../src/db/client.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { bookMeanings } from '../../src/message-imports/book-meanings.ts'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import { fedNow } from '../../src/rails/iso20022/fednow/fednow.ts'
import type { Message } from '../../src/rails/iso20022/read-message.ts'
import { rtp } from '../../src/rails/iso20022/rtp/rtp.ts'
import { claimSimulated, markTaken, sendSimulated } from '../../src/rails/links/database/simulated-messages.store.ts'
import { insertMessages } from '../../src/rails/messages/messages.store.ts'
import { takeInMessages } from '../../src/rails/messages/receive-messages.ts'
import type { NewMessage } from '../../src/rails/network.ts'
import { replaceNetwork } from '../../src/rails/networks.ts'
import { verifyReceipts } from '../../src/receipts/receipts.ts'
import {
  heard,
  type OperatedRail,
  statusAbout,
  statusIn,
  type TransferTerms,
  transferTo,
} from './iso20022/instant-operator.ts'
import { openMessageBank } from './message-bank.ts'
import { createPayer } from './test-service.ts'

export type InstantBank = Awaited<ReturnType<typeof openInstantBank>>

/** The word for a payment that has settled. */
const SETTLED = { FEDNOW: 'ACSC', RTP: 'ACTC' } as const

export async function openInstantBank(rail: OperatedRail) {
  const network = { FEDNOW: fedNow, RTP: rtp }[rail]
  const base = await openMessageBank([])
  const undo = replaceNetwork(network)
  const { service, clock, tenantId, institution } = base
  await onlyOver(rail)
  await keepsBooks()
  let words = 0

  /** Prepares business days, and closes those that are over. */
  async function keepsBooks() {
    const now = await service.app.db.read((db) => readInstitution(db, tenantId))
    for (const sweep of bookSweeps) await sweep.run(service.app, now)
  }

  /**
   * The list of the other network lacks the bank of the contacts: instant payments go over this
   * one.
   */
  async function onlyOver(used: OperatedRail) {
    const other = used === 'RTP' ? 'FEDNOW' : 'RTP'
    const participants = [{ bankId: '091000019', name: 'Bank', takesPayments: true, details: {} }]
    const source = { fileName: 'list', sha256: 'a'.repeat(64), importedBy: 'test', listedOn: '2026-07-01' }
    await service.app.db.transaction((tx) =>
      importDirectory(tx, tenantId, { rail: other, participants, ...source }, clock.now()),
    )
  }

  const bank = {
    ...base,
    rail,
    network,
    us: institution.routingNumber,
    async stop() {
      undo()
      await base.stop()
    },

    /** Hands over, and takes what is on the wire to the network. */
    async heard(): Promise<{ bytes: string; message: Message }[]> {
      await base.leaves()
      const sent = await service.app.db.transaction(async (tx) => {
        const options = { sentBy: 'Institution', rail, limit: 100 } as const
        const claimed = await claimSimulated(tx, tenantId, options, clock.now())
        await markTaken(
          tx,
          tenantId,
          claimed.map(({ id }) => id),
          clock.now(),
        )
        return claimed.map(({ content }) => content.toString())
      })
      return sent.map((bytes) => ({ bytes, message: heard(bytes) }))
    },

    /** The one message of a type that is on the wire. */
    async hears(type: Message['type']): Promise<string> {
      const found = (await bank.heard()).filter(({ message }) => message.type === type)
      assert.equal(found.length, 1, `${found.length} messages ${type}`)
      return found[0]!.bytes
    },

    /** A credit of the other bank, on the wire. Each has an id of its own. */
    credit(terms: Partial<TransferTerms> = {}) {
      return transferTo(rail, { us: bank.us, now: clock.now(), suffix: `CREDIT${++words}`, ...terms })
    },

    /** Commits the messages that a decision makes. */
    async commits(make: (tx: Transaction) => Promise<readonly NewMessage[]>): Promise<void> {
      await service.app.db.transaction(async (tx) => insertMessages(tx, tenantId, await make(tx), clock.now()))
    },

    /** A credit of 1051.74 that a person has to review has come in, and has settled. */
    async reviews() {
      const settings = (value: string) =>
        service.query(`update institutions set settings = jsonb_set(settings, '{receipts}', $1)`, [value])
      const payer = await createPayer(service, { balance: 100 })
      await settings('{"reviewCreditsFrom": 1000}')
      const credit = bank.credit({ amount: '1051.74', account: String(payer.accountNumber) })
      await bank.says(credit.bytes)
      await settings('{}')
      assert.equal(statusIn(await bank.hears('pacs.002.001.10')).status, 'ACWP')
      await bank.tells(credit)
      return { payer, credit, receiptUID: (await bank.receipts()).at(-1)!.receiptUID }
    },

    /** The day ends, and the next one has begun. */
    async endsDay(): Promise<void> {
      clock.advance({ hours: 24 })
      await keepsBooks()
    },

    /** The network sends bytes, and they are taken in and imported. */
    async says(...messages: readonly string[]): Promise<void> {
      await service.app.db.transaction((tx) => {
        const due = messages.map((content) => ({ rail, content, dueAt: clock.now() }))
        return sendSimulated(tx, tenantId, { sentBy: 'Network', messages: due }, clock.now())
      })
      const now = await service.app.db.read((db) => readInstitution(db, tenantId))
      while (await takeInMessages(service.app, { institution: now, rail })) {}
      await base.imports()
    },

    /** The network says how a message ended. */
    async tells(
      original: { messageId: string },
      status: string = SETTLED[rail],
      code?: string,
      by?: string,
    ): Promise<void> {
      const word = { us: bank.us, now: clock.now(), suffix: `WORD${++words}`, original, status }
      await bank.says(statusAbout(rail, { ...word, ...(code !== undefined && { code }), ...(by && { bank: by }) }))
    },

    /** Time passes, and the clocks of the network that have come ring. */
    async waits(seconds: number): Promise<void> {
      clock.advance({ seconds })
      await service.app.db.transaction(async (tx) => {
        const now: Temporal.Instant = clock.now()
        const { meanings, replies } = await network.ring!(tx, institution, now)
        await bookMeanings(tx, institution, { rail, message: undefined, meanings }, now)
        await insertMessages(tx, tenantId, replies, now)
      })
    },

    /** A payer with 100.00 that pays 40.00; its message has left. */
    async sends() {
      const payer = await base.pays({ speed: 'Instant' }, { leaves: false })
      const bytes = await bank.hears('pacs.008.001.08')
      const message = heard(bytes)
      assert.ok(message.type === 'pacs.008.001.08')
      return { ...payer, bytes, message, messageId: message.document.FIToFICstmrCdtTrf.GrpHdr.MsgId }
    },

    async exceptions(): Promise<number> {
      const [row] = await service.query<{ count: bigint }>('select count(*) as count from message_exceptions')
      return Number(row!.count)
    },

    /** Every payment and receipt is proved by the ledger, and nothing is left in clearing. */
    async assertClear(): Promise<void> {
      const found = await service.app.db.read(async (db) => [
        ...(await verifyPayments(db, tenantId)),
        ...(await verifySettlements(db, tenantId)),
        ...(await verifyReceipts(db, tenantId)),
      ])
      assert.deepEqual(found, [])
      assert.equal(await base.bookOf(`clearing:${rail}:USD`), 0n)
    },
  }
  return bank
}
