/** A bank whose messages go to networks of this test: they say what the test lets them say. */
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { messageImportSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { keepReceived } from '../../src/rails/messages/received.store.ts'
import type {
  CreditAnswer,
  Evidence,
  Instruction,
  Meaning,
  MessageNetwork,
  MessageRailName,
  NewMessage,
  ReceivedCredit,
} from '../../src/rails/network.ts'
import { replaceNetwork } from '../../src/rails/networks.ts'
import { dataOf } from './answers.ts'
import { createPayer, creditBody, startTestService } from './test-service.ts'

export type MessageBank = Awaited<ReturnType<typeof openMessageBank>>

/** A meaning before the network has named its message. */
export type Said = Meaning extends infer M ? (M extends { evidence: Evidence } ? Omit<M, 'evidence'> : never) : never

/** A network that says what the test puts into its messages. Its bytes are the ids of these. */
export function testNetwork(rail: MessageRailName) {
  const said = new Map<string, { messageId: string; meanings: Meaning[] } | Error>()
  const instructions: Instruction[] = []
  const answers: CreditAnswer[] = []
  const sentBack: { receiptId: string; code: string }[] = []
  const asked: object[] = []
  let sent = 0
  const message = (messageType: string, fields: Partial<NewMessage> = {}): NewMessage => {
    const messageId = `${rail}-${++sent}`
    return { rail, messageType, messageId, content: `<${messageType}>${messageId}</${messageType}>`, ...fields }
  }
  const network: MessageNetwork = {
    rail,
    whenUnknown: 'person',
    async pay(_tx, _institution, wanted) {
      instructions.push(...wanted)
      const fits = (one: Instruction) => !one.creditor.name.includes('UNWRITABLE')
      return {
        messages: wanted.filter(fits).map(({ paymentId, uetr }) => message('pacs.008', { paymentId, uetr })),
        unwritable: wanted.filter((one) => !fits(one)).map(({ paymentId }) => ({ paymentId, why: 'no such name' })),
      }
    },
    async receive(_tx, _institution, { content }) {
      const read = said.get(content)
      if (read instanceof Error) throw read
      if (!read) return { why: 'it is no message', path: '/Document', replies: [message('admi.002')] }
      return { messageType: 'pacs.002', messageId: read.messageId, meanings: read.meanings, replies: [] }
    },
    async answer(_tx, _institution, { receiptId, answer }) {
      answers.push(answer)
      return [message('pacs.002', { receiptId })]
    },
    async sendBack(_tx, _institution, { receiptId, code }) {
      sentBack.push({ receiptId, code })
      return [message('pacs.004', { receiptId })]
    },
    async requestReturn(_tx, _institution, request) {
      asked.push(request)
      return [message('camt.056', { paymentId: request.paymentId })]
    },
    async answerReturnRequest(_tx, _institution, answer) {
      asked.push(answer)
      return [message('camt.029')]
    },
    async answerPaymentRequest(_tx, _institution, answer) {
      asked.push(answer)
      return [message('pain.014')]
    },
  }
  return { network, said, instructions, answers, sentBack, asked }
}

export async function openMessageBank(rails: readonly MessageRailName[] = ['FEDWIRE', 'FEDNOW']) {
  const clock = fixedClock('2026-07-01T14:00:00.500Z')
  const service = await startTestService({ clock, worker: false })
  const { institution } = service.tenant
  const { tenantId } = institution
  const networks = new Map(rails.map((rail) => [rail, testNetwork(rail)]))
  const undo = Array.from(networks.values(), ({ network }) => replaceNetwork(network))
  let messages = 0
  const bank = {
    ...{ service, clock, institution, tenantId },
    call: (method: string, path: string, body?: object) => service.call(method, path, body),
    networkOf: (rail: MessageRailName) => networks.get(rail)!,

    async stop() {
      for (const one of undo) one()
      await service.stop()
    },

    /** Runs the sweeps of payments until nothing moves. */
    async work(steps = 3) {
      for (let step = 0; step < steps; step++) {
        for (const sweep of paymentSweeps) while (await sweep.run(service.app, institution)) {}
        clock.advance({ seconds: 3 })
      }
    },

    /** Runs a sweep of messages until nothing moves. */
    async exchange(name: 'hand over messages' | 'import messages') {
      const now = await service.app.db.read((db) => readInstitution(db, tenantId))
      const sweep = messageImportSweeps.find((one) => one.name.endsWith(name))!
      while (await sweep.run(service.app, now)) {}
    },

    /** A payer with 100.00 that pays 40.00; its message is committed, and has left unless told. */
    async pays(fields: object = {}, { contact = {}, leaves = true }: { contact?: object; leaves?: boolean } = {}) {
      const payer = await createPayer(service, { balance: 100, contact })
      const body = creditBody(payer, { paymentAmount: 40, speed: 'Express', ...fields })
      const { paymentUID } = dataOf(await bank.call('POST', '/payments/creditrequest', body))
      await bank.work()
      if (leaves) await bank.leaves()
      return { ...payer, paymentUID: String(paymentUID) }
    },

    /** The messages that wait are handed over. */
    leaves: () => bank.exchange('hand over messages'),

    /** Keeps a message that says this, under its own id or the one given. */
    async arrives(
      rail: MessageRailName,
      said: readonly Said[] | Error,
      messageId = `in-${++messages}`,
      more: object = {},
    ) {
      const content = randomUUID()
      const evidence = { network: rail, messageId, messageType: 'pacs.002', ...more }
      const meanings = said instanceof Error ? [] : said.map((one) => ({ ...one, evidence }) as Meaning)
      networks.get(rail)!.said.set(content, said instanceof Error ? said : { messageId, meanings })
      const arrived = [{ content: Buffer.from(content) }]
      const [id] = await service.app.db.transaction((tx) => keepReceived(tx, tenantId, { rail, arrived }, clock.now()))
      return id!
    },

    /** Imports everything that waits. */
    imports: () => bank.exchange('import messages'),

    /** Keeps and imports a message. Returns the exceptions that it causes. */
    async says(rail: MessageRailName, said: readonly Said[] | Error, messageId?: string) {
      const id = await bank.arrives(rail, said, messageId)
      await bank.imports()
      return bank.exceptionsOf(id)
    },

    exceptionsOf: (message: string) =>
      service.query<{ kind: string; why: string }>(
        'select kind, why from message_exceptions where rail_message_id = $1 order by id',
        [message],
      ),

    async messageStatus(id: string): Promise<string> {
      const [row] = await service.query<{ status: string }>('select status from rail_messages where id = $1', [id])
      return row!.status
    },

    /** The day in Eastern time. */
    today: () => clock.now().toZonedDateTimeISO('America/New_York').toPlainDate(),

    async payment(uid: string) {
      return dataOf(await bank.call('GET', `/v3/payments/${uid}`))
    },

    async statusOf(uid: string): Promise<string> {
      return (await bank.payment(uid)).status
    },

    async receipt(uid: string) {
      return dataOf(await bank.call('GET', `/v3/receipts/${uid}`))
    },

    /** The receipts of the institution, oldest first. */
    async receipts(): Promise<{ receiptUID: string; status: string; [field: string]: unknown }[]> {
      return dataOf(await bank.call('GET', '/v3/receipts?page=1&limit=100')).toReversed()
    },

    async balance({ customerUID, accountUID }: { customerUID: string; accountUID: string }) {
      const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
      const { ledgerBalance, availableBalance } = dataOf(await bank.call('GET', path))
      return { ledger: String(ledgerBalance), available: String(availableBalance) }
    },

    /** The balance of an account of the institution, in minor units; debits are positive. */
    async bookOf(code: string): Promise<bigint> {
      const [row] = await service.query<{ balance: bigint }>(
        'select debits_posted - credits_posted as balance from ledger_accounts where code = $1',
        [code],
      )
      return row?.balance ?? 0n
    },
  }
  return bank
}

/** A credit of 25.00 that the network has settled, for the account with this number. */
export function creditOf(accountNumber: string, fields: Partial<ReceivedCredit> = {}): ReceivedCredit {
  const identity = fields.identity ?? randomUUID()
  return {
    ...{ identity, rail: 'FEDWIRE', uetr: randomUUID(), messageId: `credit-${identity}`, endToEndId: 'INV-7' },
    ...{ amount: 25_00n, currency: 'USD', valueDate: Temporal.PlainDate.from('2026-07-01'), isSettled: true },
    debtor: { name: 'HIGHLAND BEANS', address: { townName: 'Boise', country: 'US', lines: ['1 Main St'] } },
    debtorAccount: { number: '12345678', isIban: false },
    debtorBank: { routingNumber: '021000021', name: 'Other Bank' },
    ...{ creditor: { name: 'HARBOR COFFEE LTD' }, creditorAccount: { number: accountNumber, isIban: false } },
    ...{ remittance: ['Invoice 7'], answerBy: undefined },
    ...fields,
  }
}
