import { businessCalendar, nextBusinessDay } from '../../../../kernel/business-calendar.ts'
import { readBytes, writeBytes } from '../bytes.ts'
import { digText } from '../dig.ts'
import { messageOf, type Style } from '../documents.ts'
import { easternTime, idDate, participantElement, rolledDate } from '../elements.ts'
import { readTold } from '../read-told.ts'
import type { Heard, Participant, Script } from '../script.ts'
import type { Told } from '../told.ts'

/** The participant number of the Fedwire Funds Service itself. */
const FEDWIRE = '021151080'
/** The endpoint of the other banks. */
const OTHER_ENDPOINT = 'GIROSIM1'
const REGISTRY = 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/Fedwire_Funds_Service'
/** The largest amount of a message. */
const LARGEST = 999_999_999_999n

const calendar = businessCalendar({ holidays: 'FederalReserve' })

const style: Style = {
  self: FEDWIRE,
  settlement: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDW' } },
  messageIdOf: ({ day, number }) => `${idDate(day)}${OTHER_ENDPOINT}${String(number).padStart(6, '0')}`,
  timeOf: easternTime,
  words: { Accepted: 'ACSP', Settled: 'ACSC', Rejected: 'RJCT' },
  reasonOf: (code) => ({ Prtry: code }),
  agentOf: participantElement,
  paymentTypes: { credit: { LclInstrm: { Prtry: 'CTRC' } }, request: { LclInstrm: { Prtry: 'DRRC' } } },
  chargeBearer: 'SLEV',
  returnReference: { OrgnlTxRef: { PmtTpInf: { LclInstrm: { Prtry: 'CTRC' } } } },
  eventOf: (isOn, _, { day }) => ({ EvtCd: isOn ? 'OPEN' : 'CLSD', EvtParam: [day.toString()] }),
  idsInStatus: ({ uetr }) => ({ OrgnlUETR: uetr }),
  consent: { accepted: 'ACCR', refused: 'RJCR' },
}

/** The Fedwire Funds Service, and the banks behind it. */
export const fedwire: Script = {
  rail: 'FEDWIRE',
  // The service has its own codes: E and three digits.
  habits: {
    codeOf: (code) => `E${code.replace(/\D/g, '').padStart(3, '0')}`,
    lateAfter: 86_400,
    returnsByPayment: false,
    reportsAccepted: false,
  },
  answerSeconds: undefined,
  // The cycle day: the banking day that is open, or opens next.
  dayOf: (at) => nextBusinessDay(rolledDate(at).subtract({ days: 1 }), calendar),
  read(content, participant) {
    const read = readBytes(content, 'FedwireIncoming')
    if ('refused' in read) return read
    const { type, header, document } = read.message
    return judge(readTold({ messageType: type, header: header.content, document }), header.content, participant)
  },
  write(answer, participant, stamp) {
    const message = messageOf(answer, participant.routingNumber, style, stamp)
    if (!message) return undefined
    const time = easternTime(stamp.at)
    const content = {
      Fr: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: FEDWIRE } } } },
      To: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: participant.routingNumber } } } },
      BizMsgIdr: message.messageId,
      MsgDefIdr: message.messageType,
      BizSvc: 'TEST',
      MktPrctc: { Regy: REGISTRY, Id: 'frb.fedwire.01' },
      CreDt: time,
    }
    return writeBytes(message, { type: 'head.001.001.03', content }, 'FedwireOutgoing')
  },
}

const IMAD = /^\d{8}[A-Z0-9]{8}\d{6}$/
/** What asks the service itself has an id of the sender's own. */
const UNNUMBERED: readonly Told['kind'][] = ['statusRequest', 'noted']

/** What the service checks besides the schema of a message. */
function judge(told: Told, header: unknown, { routingNumber }: Participant): Heard {
  const { messageId } = told
  const refuse = (code: string, why: string): Heard => ({ refused: { messageId, code, why } })
  if (!IMAD.test(messageId) && !UNNUMBERED.includes(told.kind)) return refuse('E010', 'the message id is no IMAD')
  if (digText(header, 'BizMsgIdr') !== messageId) return refuse('E011', 'the header has another message id')
  if (digText(header, 'To', 'FIId', 'FinInstnId', 'ClrSysMmbId', 'MmbId') !== FEDWIRE)
    return refuse('E012', 'the message is not for the Fedwire Funds Service')
  if (told.kind !== 'payment' && told.kind !== 'return') return { told }
  const object = (code: string, why: string): Heard => ({ told, objection: { code, why } })
  if (told.currency !== 'USD') return object('AM03', 'Fedwire carries US dollars')
  if (told.amount <= 0n || told.amount > LARGEST) return object('AM12', 'the amount is not one that Fedwire carries')
  if (told.sender !== routingNumber) return object('RC01', 'the sender is another participant')
  if (!/^\d{9}$/.test(told.receiver)) return object('RC04', 'the receiver has no routing number')
  if (told.uetr === undefined) return object('BE17', 'the payment has no UETR')
  return { told }
}
