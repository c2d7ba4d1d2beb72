// Plays FedNow and the bank behind it for the bench, by bytes on the queues of a broker. Messages
// are made once, and only their ids and times are written into them, so that the operator takes
// little processor time from the service.
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { DocumentOf, Header, MessageType } from '../src/rails/iso20022/messages.ts'
import { writeMessage } from '../src/rails/iso20022/write-message.ts'
import { startAmqpBroker } from '../test/support/amqp-broker.ts'

const SERVICE = '021150706'
const OTHER_BANK = '021000021'
const TIME_ZONE = 'America/New_York'

/** What is replaced in a message that is made once. */
const ID = 'MESSAGEID'
const ORIGINAL = 'ORIGINALID'
const UETR = '8a562c67-ca16-48ba-b074-65581be6f001'
const ACCOUNT = 'ACCOUNTNUMBER'
const GROUP_TIME = '2026-01-02T03:04:05.678-05:00'
const HEADER_TIME = '2026-01-02T08:04:05.678Z'
const DAY = '2026-01-02'

const member = (MmbId: string) => ({ FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId } } })

function bytesOf<Type extends MessageType>(type: Type, us: string, document: DocumentOf<Type>): string {
  const header: Header = {
    type: 'head.001.001.02',
    content: {
      ...{ Fr: { FIId: member(SERVICE) }, To: { FIId: member(us) } },
      ...{ BizMsgIdr: ID, MsgDefIdr: type, CreDt: HEADER_TIME },
    },
  }
  const written = writeMessage(type, document, { header, envelope: { name: 'FedNowOutgoing' } })
  if (!written.ok) throw new Error(`${written.refusal.path}: ${written.refusal.why}`)
  return written.value
}

function creditFor(us: string): string {
  return bytesOf('pacs.008.001.08', us, {
    FIToFICstmrCdtTrf: {
      GrpHdr: {
        ...{ MsgId: ID, CreDtTm: GROUP_TIME, NbOfTxs: '1' },
        SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDN' } },
      },
      CdtTrfTxInf: [
        {
          PmtId: { InstrId: ID, EndToEndId: 'INVOICE-7', UETR },
          PmtTpInf: { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } },
          ...{ IntrBkSttlmAmt: { Ccy: 'USD', value: '51.74' }, IntrBkSttlmDt: DAY, ChrgBr: 'SLEV' },
          ...{ InstgAgt: member(OTHER_BANK), InstdAgt: member(us) },
          ...{ Dbtr: { Nm: 'Individual A' }, DbtrAcct: { Id: { Othr: { Id: '44444444444' } } } },
          ...{ DbtrAgt: member(OTHER_BANK), CdtrAgt: member(us) },
          ...{ Cdtr: { Nm: 'Corporation B' }, CdtrAcct: { Id: { Othr: { Id: ACCOUNT } } } },
        },
      ],
    },
  })
}

function settledFor(us: string): string {
  return bytesOf('pacs.002.001.10', us, {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: ID, CreDtTm: GROUP_TIME },
      TxInfAndSts: [
        {
          OrgnlGrpInf: { OrgnlMsgId: ORIGINAL, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: GROUP_TIME },
          ...{ TxSts: 'ACSC', AccptncDtTm: GROUP_TIME, FctvIntrBkSttlmDt: { Dt: DAY } },
          ...{ InstgAgt: member(SERVICE), InstdAgt: member(us) },
        },
      ],
    },
  })
}

/** What the service did, and how long its own part took, in milliseconds. */
export interface Operated {
  /** From the request to the message at the broker, by the reference of the payment. */
  paidMs: Map<string, number>
  /** From the credit at the broker to the answer there. */
  answeredMs: number[]
  /** Credits that the service refused, because its answer would have come too late. */
  refused: number
  /** Other messages: the first few. */
  strange: string[]
}

export interface Operator {
  url: string
  operated: Operated
  /** The request with this reference is being sent. */
  requested(reference: string): void
  /** The other bank pays to an account. */
  credit(accountNumber: string): void
  close(): Promise<void>
}

/** Starts the broker. Every payment and every credit that is accepted settles at once. */
export async function startOperator({ us, institution }: { us: string; institution: string }): Promise<Operator> {
  const operated: Operated = { paidMs: new Map(), answeredMs: [], refused: 0, strange: [] }
  const [credit, settled] = [creditFor(us), settledFor(us)]
  const requestedAt = new Map<string, number>()
  const creditedAt = new Map<string, number>()
  let sent = 0

  const send = (template: string, replaced: Readonly<Record<string, string>>): string => {
    const now = Temporal.Now.instant()
    const local = now.toZonedDateTimeISO(TIME_ZONE)
    const day = local.toPlainDate().toString()
    const id = `${day.replaceAll('-', '')}${OTHER_BANK}B${String(++sent).padStart(9, '0')}`
    const times = {
      [GROUP_TIME]: local.toString({ timeZoneName: 'never', smallestUnit: 'millisecond' }),
      [HEADER_TIME]: now.toString({ smallestUnit: 'millisecond' }),
    }
    let bytes = template
    for (const [from, to] of Object.entries({ ...times, [DAY]: day, [UETR]: randomUUID(), ...replaced, [ID]: id }))
      bytes = bytes.replaceAll(from, to)
    broker.put(`giro.${institution}.FEDNOW.in`, bytes)
    return id
  }
  const hear = (text: string) => {
    const now = performance.now()
    const named = (tag: string) => new RegExp(`<(?:\\w+:)?${tag}>([^<]*)<`).exec(text)?.[1] ?? ''
    const reference = named('EndToEndId')
    const [asked, credited] = [requestedAt.get(reference), creditedAt.get(named('OrgnlMsgId'))]
    if (asked !== undefined && !operated.paidMs.has(reference)) {
      operated.paidMs.set(reference, now - asked)
      send(settled, { [ORIGINAL]: named('MsgId') })
    } else if (credited !== undefined && named('TxSts') !== '') {
      operated.answeredMs.push(now - credited)
      if (named('TxSts') === 'ACTC') send(settled, { [ORIGINAL]: named('OrgnlMsgId') })
      else operated.refused++
    } else if (operated.strange.length < 5) operated.strange.push(text.slice(0, 3_000))
  }
  const broker = await startAmqpBroker((_queue, { body }) => hear(body.toString()))
  return {
    url: `amqp://127.0.0.1:${broker.port}`,
    operated,
    requested: (reference) => void requestedAt.set(reference, performance.now()),
    credit(accountNumber) {
      const at = performance.now()
      creditedAt.set(send(credit, { [ACCOUNT]: accountNumber }), at)
    },
    close: () => broker.close(),
  }
}
