/** Messages of a bank to the simulated networks, as bytes, and what comes back. */
import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import type { DocumentOf, Header, MessageType } from '../../src/rails/iso20022/messages.ts'
import { readMessage } from '../../src/rails/iso20022/read-message.ts'
import { writeMessage } from '../../src/rails/iso20022/write-message.ts'
import { sendSimulated } from '../../src/rails/links/database/simulated-messages.store.ts'
import type { MessageRailName } from '../../src/rails/network.ts'
import { networkSweeps } from '../../src/rails/rails.jobs.ts'
import { digText } from '../../src/rails/simulator/networks/dig.ts'
import { sweepNamed } from './sweeps.ts'
import type { TestService } from './test-service.ts'

const OTHER = '021000021'
const member = (routingNumber: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: routingNumber } },
})

/** How each network names its messages and itself. */
const NETWORKS = {
  FEDWIRE: {
    envelope: 'FedwireIncoming',
    head: 'head.001.001.03',
    self: '021151080',
    clearing: 'FDW',
    play: 'Fedwire',
  },
  FEDNOW: { envelope: 'FedNowIncoming', head: 'head.001.001.02', self: '021150706', clearing: 'FDN', play: 'FedNow' },
  RTP: { envelope: 'RTP', head: 'head.001.001.01', self: '990000001S1', clearing: 'TCH', play: 'RTP' },
} as const
export type DollarRail = keyof typeof NETWORKS

/** A bank on a simulated network, by its bytes alone. */
export function bankOn(service: TestService, rail: DollarRail) {
  const { institution } = service.tenant
  const { routingNumber, tenantId } = institution
  const { envelope, head, self, clearing, play } = NETWORKS[rail]
  let sent = 0

  function idsOf(number: number) {
    const day = nowIn().toZonedDateTimeISO('America/New_York').toPlainDate().toString().replaceAll('-', '')
    const digits = String(number).padStart(6, '0')
    if (rail === 'FEDWIRE') return `${day}GIROBANK${digits}`
    return rail === 'FEDNOW' ? `${day}${routingNumber}${digits}` : `M${day}${routingNumber}A1${digits}`
  }
  const nowIn = () => service.app.clock.now()

  async function send<Type extends MessageType>(type: Type, messageId: string, document: DocumentOf<Type>) {
    const bank = (MmbId: string) => ({ FIId: { FinInstnId: { ClrSysMmbId: { MmbId } } } })
    const time = nowIn().toString({ smallestUnit: 'second' })
    const BizMsgIdr = rail === 'RTP' ? `B${messageId.slice(1)}` : messageId
    const content = { Fr: bank(routingNumber), To: bank(self), BizMsgIdr, MsgDefIdr: type, BizSvc: 'TEST', CreDt: time }
    const header = { type: head, content } as Header
    const written = writeMessage(type, document, { header, envelope: { name: envelope } })
    assert.ok(written.ok, JSON.stringify(written))
    await sendBytes(written.value)
  }

  async function sendBytes(content: string): Promise<void> {
    await service.app.db.transaction((tx) =>
      sendSimulated(tx, tenantId, { sentBy: 'Institution', messages: [{ rail, content, dueAt: nowIn() }] }, nowIn()),
    )
    assert.equal(await playOnce(), 1)
  }

  const playOnce = () => sweepNamed(networkSweeps, `rails: play ${play}`).run(service.app, institution)

  return {
    sendBytes,
    nextId: () => idsOf(++sent),

    /** pacs.008. */
    async pay({
      messageId = idsOf(++sent),
      account = '700100200300',
      amount = '40.00',
      uetr = crypto.randomUUID(),
    } = {}) {
      const time = nowIn().toString({ smallestUnit: 'second' })
      const day = time.slice(0, 10)
      await send('pacs.008.001.08', messageId, {
        FIToFICstmrCdtTrf: {
          GrpHdr: {
            ...{ MsgId: messageId, CreDtTm: time, NbOfTxs: '1', IntrBkSttlmDt: day },
            SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: clearing } },
          },
          CdtTrfTxInf: [
            {
              PmtId: { InstrId: messageId, EndToEndId: 'E2E', UETR: uetr },
              IntrBkSttlmAmt: { Ccy: 'USD', value: amount },
              IntrBkSttlmDt: day,
              ChrgBr: 'SLEV',
              InstgAgt: member(routingNumber),
              InstdAgt: member(OTHER),
              Dbtr: { Nm: 'Ada' },
              DbtrAcct: { Id: { Othr: { Id: '1002003004' } } },
              DbtrAgt: member(routingNumber),
              CdtrAgt: member(OTHER),
              Cdtr: { Nm: 'Bo' },
              CdtrAcct: { Id: { Othr: { Id: account } } },
            },
          ],
        },
      })
      return { messageId, uetr }
    },

    /** pacs.028. */
    async askStatus({ messageId, uetr }: { messageId: string; uetr: string }) {
      const id = idsOf(++sent)
      const time = nowIn().toString({ smallestUnit: 'second' })
      const original = { OrgnlMsgId: messageId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: time }
      await send('pacs.028.001.03', id, {
        FIToFIPmtStsReq: {
          GrpHdr: { MsgId: id, CreDtTm: time },
          TxInf: [{ OrgnlGrpInf: original, OrgnlUETR: uetr, InstgAgt: member(routingNumber), InstdAgt: member(OTHER) }],
        },
      })
    },

    /** camt.056. */
    async askBack({ messageId, uetr }: { messageId: string; uetr: string }) {
      const id = idsOf(++sent)
      const time = nowIn().toString({ smallestUnit: 'second' })
      const original = { OrgnlMsgId: messageId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: time }
      const [us, them] = [{ Agt: member(routingNumber) }, { Agt: member(OTHER) }]
      await send('camt.056.001.08', id, {
        FIToFIPmtCxlReq: {
          Assgnmt: { Id: id, Assgnr: us, Assgne: them, CreDtTm: time },
          Case: { Id: `CASE${id}`.slice(0, 35), Cretr: us },
          Undrlyg: [{ TxInf: [{ OrgnlGrpInf: original, OrgnlUETR: uetr, CxlRsnInf: [{ Rsn: { Cd: 'DUPL' } }] }] }],
        },
      })
    },

    /** pacs.002: the answer to a credit. */
    async answer(originalId: string, status: string) {
      const id = idsOf(++sent)
      const time = nowIn().toString({ smallestUnit: 'second' })
      const OrgnlGrpInf = { OrgnlMsgId: originalId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: time }
      await send('pacs.002.001.10', id, {
        FIToFIPmtStsRpt: {
          GrpHdr: { MsgId: id, CreDtTm: time },
          TxInfAndSts: [
            {
              ...{ OrgnlGrpInf, TxSts: status, InstgAgt: member(routingNumber), InstdAgt: member(OTHER) },
              ...(status === 'RJCT' && { StsRsnInf: [{ Rsn: { Cd: 'AC04' } }] }),
            },
          ],
        },
      })
    },

    /**
     * What the network sends from a moment on, as its type, its word and the seconds until then.
     */
    async said(from: Temporal.Instant): Promise<string[]> {
      const rows = await service.query<{ id: string; dueAt: Temporal.Instant; sealed: Buffer }>(
        `select id, due_at as "dueAt", sealed from simulated_messages where tenant_id = $1 and rail = $2
           and sent_by = 'Network' and created_at >= $3 order by due_at, id`,
        [tenantId, rail, from.toString()],
      )
      return rows.map(({ id, dueAt, sealed }) => {
        const content = service.app.db.keyring.sealer.open(sealed, `simulated_message:${tenantId}:${id}`)
        const seconds = Temporal.Instant.from(dueAt.toString()).since(from).total('seconds')
        return `${wordOf(content)} +${seconds}`
      })
    },

    /** What the network's books say of a message. */
    async booked(messageId: string): Promise<string | undefined> {
      const [row] = await service.query<{ status: string; code: string | null }>(
        'select status, code from simulated_payments where tenant_id = $1 and rail = $2 and message_id = $3',
        [tenantId, rail, messageId],
      )
      return row && [row.status, row.code ?? []].flat().join(' ')
    },
  }
}

/** The type of a message, and what it says: a status with its code, an amount, an answer. */
function wordOf(content: Buffer): string {
  const read = readMessage(content)
  if (!read.ok) return 'unreadable'
  const { type, document } = read.value
  const root = Object.values(document)[0]
  const info = ['TxInfAndSts', 'TxInf', 'CdtTrfTxInf']
    .map((tag) => (root as Record<string, unknown>)[tag])
    .find(Boolean)
  const word =
    digText(info, 'TxSts') ??
    digText(root, 'Sts', 'Conf') ??
    digText(info, 'RtrdIntrBkSttlmAmt', 'value') ??
    digText(info, 'IntrBkSttlmAmt', 'value') ??
    digText(root, 'Rsn', 'RjctgPtyRsn')
  const code = digText(info, 'StsRsnInf', 'Rsn', 'Prtry') ?? digText(info, 'StsRsnInf', 'Rsn', 'Cd')
  return [type.slice(0, 8), word ?? [], code ?? []].flat().join(' ')
}

export type { MessageRailName }
