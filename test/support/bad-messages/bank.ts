/** A bank on all four networks, which a test plays by bytes over the link. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { importDirectory } from '../../../src/banks/banks.ts'
import { readInstitution } from '../../../src/institution/institution.ts'
import { messageSweeps } from '../../../src/message-imports/message-imports.jobs.ts'
import { type Message, readMessage } from '../../../src/rails/iso20022/read-message.ts'
import { sendSimulated } from '../../../src/rails/links/database/simulated-messages.store.ts'
import { readContent } from '../../../src/rails/messages/messages.store.ts'
import type { MessageRailName } from '../../../src/rails/network.ts'
import { dataOf } from '../answers.ts'
import { openMessageBank } from '../message-bank.ts'
import { sweepNamed } from '../sweeps.ts'
import { CORRESPONDENTS, NOSTROS, US } from '../swift-correspondent.ts'
import { createPayer } from '../test-service.ts'
import type { Payments } from './spoil.ts'
import { openWires, type SentPayment } from './wires.ts'

export type BadMessageBank = Awaited<ReturnType<typeof openBadMessageBank>>

/** A message of either direction, as the bank keeps it. */
export interface KeptMessage {
  id: string
  direction: 'In' | 'Out'
  status: string
  refusal: { why: string; path: string | null } | null
  sha256: string | null
  doubleOf: string | null
}

/** The bank of the contacts, which one of the instant networks does not reach. */
const CONTACT_BANK = '021000021'
const ABROAD = {
  ...{ country: 'DE', accountNo: 'DE89370400440532013000', name: 'Example Bank', swiftCode: 'COBADEFF' },
  accountCcy: 'USD',
}
const SPEEDS = { FEDWIRE: 'Express', FEDNOW: 'Instant', RTP: 'Instant', SWIFT: 'ON' } as const

export async function openBadMessageBank() {
  const bank = await openMessageBank([])
  const { service, tenantId, clock } = bank
  const { db } = service.app
  const usd = { currency: 'USD', bic: CORRESPONDENTS.USD, accountNumber: NOSTROS.USD }
  dataOf(await bank.call('PUT', '/v1/institution', { bic: US, correspondents: [usd] }))
  const payee = await createPayer(service, { balance: 0 })
  const institution = Object.assign(bank.institution, await db.read((tx) => readInstitution(tx, tenantId)))
  const terms = { routingNumber: institution.routingNumber, accountNumber: String(payee.accountNumber) }
  const wires = openWires({ ...terms, date: '2026-07-01', now: () => clock.now() })

  /** Bytes come in over the link, and are read. Returns what is kept since, with replies. */
  async function takeIn(rail: MessageRailName, contents: readonly (string | Uint8Array)[]): Promise<KeptMessage[]> {
    const before = await kept('true')
    await db.transaction((tx) => {
      const messages = contents.map((content) => ({ rail, content, dueAt: clock.now() }))
      return sendSimulated(tx, tenantId, { sentBy: 'Network', messages }, clock.now())
    })
    const sweep = sweepNamed(messageSweeps, `messages: take in ${rail} messages`)
    while (await sweep.run(service.app, institution)) {}
    await bank.imports()
    const known = new Set(before.map(({ id }) => id))
    return (await kept('true')).filter(({ id }) => !known.has(id))
  }

  const kept = (where: string) =>
    service.query<KeptMessage>(
      `select id, direction, status, refusal, sha256, double_of from rail_messages where ${where}`,
    )

  const contentOf = ({ id, doubleOf }: Pick<KeptMessage, 'id' | 'doubleOf'>) =>
    db.read((tx) => readContent(tx, { tenantId, id, doubleOf }))

  /** Instant payments go over one network: the other does not reach the bank of the contacts. */
  async function onlyOver(used: MessageRailName) {
    for (const rail of ['RTP', 'FEDNOW'] as const) {
      const bankId = rail === used ? CONTACT_BANK : '091000019'
      const participants = [{ bankId, name: 'Bank', takesPayments: true, details: {} }]
      const source = { fileName: used, sha256: hash('sha256', used), importedBy: 'test', listedOn: '2026-07-01' }
      await db.transaction((tx) =>
        importDirectory(tx, tenantId, { rail, participants, ...source, allowRemovals: true }, clock.now()),
      )
    }
  }

  async function sends(rail: MessageRailName): Promise<SentPayment> {
    const isAbroad = rail === 'SWIFT'
    const fields = { speed: SPEEDS[rail], ...(isAbroad && { paymentCurrency: 'USD' }) }
    const { paymentUID } = await bank.pays(fields, isAbroad ? { contact: { contactBank: ABROAD } } : {})
    const [sent] = await service.query<{ id: string; rail: string; messageId: string; uetr: string }>(
      `select id, rail, message_id, uetr from rail_messages where payment_id = $1 and direction = 'Out'`,
      [paymentUID],
    )
    assert.equal(sent?.rail, rail)
    const content = (await contentOf({ ...sent!, doubleOf: null })).toString()
    const instructionId = /<InstrId>([^<]*)/.exec(content)?.[1] ?? sent!.messageId
    return { messageId: sent!.messageId, uetr: sent!.uetr, instructionId }
  }

  return {
    ...bank,
    ...{ wires, takeIn, contentOf },

    /** A payment without an answer, one that has settled, and one that was rejected. */
    async payments(rail: MessageRailName): Promise<Payments> {
      await onlyOver(rail)
      const [open, settled, rejected] = [await sends(rail), await sends(rail), await sends(rail)]
      const wire = wires[rail]
      await takeIn(rail, [wire.says(settled, 'settled'), wire.says(rejected, 'rejected')])
      return { open, settled, rejected }
    },

    /** Messages of ours, read. */
    async readSent(messages: readonly KeptMessage[]): Promise<Message[]> {
      const sent = messages.filter(({ direction }) => direction === 'Out')
      return Promise.all(
        sent.map(async (one) => {
          const read = readMessage(await contentOf(one))
          assert.ok(read.ok, JSON.stringify(read))
          return read.value
        }),
      )
    },

    /** The exceptions of a network, as its people see them. */
    async shown(rail: MessageRailName) {
      const shown: { messageUID: string; why: string; evidence: { path?: string } }[] = []
      for (let page = 1; ; page++) {
        const path = `/v1/institution/messageexceptions?rail=${rail}&page=${page}&limit=100`
        const found = dataOf(await bank.call('GET', path))
        shown.push(...found)
        if (found.length < 100) return shown
      }
    },

    /** Everything that is booked. */
    async books(): Promise<string> {
      const accounts = await service.query(
        'select id, debits_posted, credits_posted, debits_pending, credits_pending from ledger_accounts order by id',
      )
      return JSON.stringify(accounts, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    },
  }
}
