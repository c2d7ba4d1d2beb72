import { readBytes, writeBytes } from '../bytes.ts'
import { digText } from '../dig.ts'
import { messageOf, type Style } from '../documents.ts'
import { easternTime, idDate, participantElement, rolledDate } from '../elements.ts'
import { originalIds } from '../originals.ts'
import { readTold } from '../read-told.ts'
import type { Heard, Participant, Script } from '../script.ts'
import type { Told } from '../told.ts'

/** The routing number of the FedNow Service. */
const FEDNOW = '021150706'
const REGISTRY = 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service'
/** The largest amount of a payment. */
const LARGEST = 1_000_000_000n

const style: Style = {
  self: FEDNOW,
  settlement: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDN' } },
  messageIdOf: ({ day, number }, { bank }) => `${idDate(day)}${bank}SIM${String(number).padStart(8, '0')}`,
  timeOf: easternTime,
  words: { Accepted: 'PDNG', Settled: 'ACSC', Rejected: 'RJCT' },
  reasonOf: (code) => ({ Cd: code }),
  agentOf: participantElement,
  paymentTypes: {
    credit: { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } },
    request: { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } },
  },
  chargeBearer: 'SLEV',
  eventOf: (isOn, routingNumber) => ({ EvtCd: isOn ? 'PTON' : 'PTOF', EvtParam: [routingNumber] }),
  idsInStatus: originalIds,
  unknown: 'NOOR',
  elements: { returnAnswer: 'FedNowReturnRequestResponse' },
  consent: { accepted: 'IPAY', refused: 'RJCR' },
}

/** The FedNow Service, and the banks behind it. */
export const fednow: Script = {
  rail: 'FEDNOW',
  habits: { codeOf: (code) => code, lateAfter: 40, returnsByPayment: false, reportsAccepted: false },
  answerSeconds: 20,
  dayOf: rolledDate,
  read(content, participant) {
    const read = readBytes(content, 'FedNowIncoming')
    if ('refused' in read) return read
    const { type, header, document } = read.message
    return judge(readTold({ messageType: type, header: header.content, document }), header.content, participant)
  },
  write(answer, participant, stamp) {
    // FedNow has no sequences.
    if (answer.kind === 'gap') return undefined
    const message = messageOf(answer, participant.routingNumber, style, stamp)
    if (!message) return undefined
    const content = {
      Fr: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: FEDNOW } } } },
      To: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: participant.routingNumber } } } },
      BizMsgIdr: message.messageId,
      MsgDefIdr: message.messageType,
      MktPrctc: { Regy: REGISTRY, Id: 'frb.fednow.01' },
      CreDt: easternTime(stamp.at),
    }
    return writeBytes(message, { type: 'head.001.001.02', content }, 'FedNowOutgoing')
  },
}

const MESSAGE_ID = /^\d{8}(\d{9})[a-zA-Z0-9]{1,18}$/

/** What the service checks besides the schema of a message. */
function judge(told: Told, header: unknown, { routingNumber }: Participant): Heard {
  const { messageId } = told
  const refuse = (code: string, why: string): Heard => ({ refused: { messageId, code, why } })
  if (MESSAGE_ID.exec(messageId)?.[1] !== routingNumber)
    return refuse('E010', 'the message id is not of this participant')
  if (digText(header, 'BizMsgIdr') !== messageId) return refuse('E011', 'the header has another message id')
  if (digText(header, 'To', 'FIId', 'FinInstnId', 'ClrSysMmbId', 'MmbId') !== FEDNOW)
    return refuse('E012', 'the message is not for the FedNow Service')
  if (told.kind !== 'payment' && told.kind !== 'return') return { told }
  const object = (code: string, why: string): Heard => ({ told, objection: { code, why } })
  if (told.currency !== 'USD') return object('AM03', 'FedNow carries US dollars')
  if (told.amount <= 0n || told.amount > LARGEST) return object('AM02', 'the amount is not one that FedNow carries')
  if (told.sender !== routingNumber) return object('RC03', 'the sender is another participant')
  if (!/^\d{9}$/.test(told.receiver)) return object('RC04', 'the receiver has no routing number')
  return { told }
}
