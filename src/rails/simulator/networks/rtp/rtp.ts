import { readBytes, writeBytes } from '../bytes.ts'
import { dig, digText } from '../dig.ts'
import { easternDate, utcTime } from '../elements.ts'
import { readTold } from '../read-told.ts'
import type { Heard, Participant, Script } from '../script.ts'
import type { Told } from '../told.ts'
import { RETURN, RTP, rtpMessage } from './documents.ts'

/** The largest amount of a payment. */
const LARGEST = 1_000_000_000n

/** The RTP system, and the banks behind it. */
export const rtp: Script = {
  rail: 'RTP',
  habits: { codeOf: (code) => code, lateAfter: 40, returnsByPayment: true, reportsAccepted: false },
  answerSeconds: 20,
  dayOf: easternDate,
  read(content, participant) {
    const read = readBytes(content, 'RTP')
    if ('refused' in read) return read
    const { type, header, document } = read.message
    const told = readTold({ messageType: type, header: header.content, document })
    return judge(asReturn(told, document), header.content, participant)
  },
  write(answer, participant, stamp) {
    const message = rtpMessage(answer, participant, stamp)
    if (!message) return undefined
    const content = {
      Fr: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: RTP } } } },
      To: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: participant.endpoint } } } },
      BizMsgIdr: `B${message.messageId.slice(1)}`,
      MsgDefIdr: message.messageType,
      CreDt: utcTime(stamp.at),
    }
    return writeBytes(message, { type: 'head.001.001.01', content }, 'RTP')
  },
}

/** A payment that names another as a document is the return of it. */
function asReturn(told: Told, document: unknown): Told {
  if (told.kind !== 'payment') return told
  const info = dig(document, 'FIToFICstmrCdtTrf', 'CdtTrfTxInf')
  const named = dig(info, 'RmtInf', 'Strd', 'RfrdDocInf')
  if (digText(named, 'Tp', 'CdOrPrtry', 'Prtry') !== RETURN) return told
  return { ...told, kind: 'return', returns: `M${digText(named, 'Nb') ?? ''}` }
}

const MESSAGE_ID = /^M\d{8}([A-Z0-9]{11})/

/** What the system checks besides the schema of a message. */
function judge(told: Told, header: unknown, { routingNumber }: Participant): Heard {
  const { messageId } = told
  const refuse = (code: string, why: string): Heard => ({ refused: { messageId, code, why } })
  if (!/^B\d{8}/.test(digText(header, 'BizMsgIdr') ?? '')) return refuse('650', 'the header has no id of a message')
  if (digText(header, 'To', 'FIId', 'FinInstnId', 'ClrSysMmbId', 'MmbId') !== RTP)
    return refuse('650', 'the message is not for the RTP system')
  if (told.kind === 'noted') return { told }
  if (!MESSAGE_ID.test(messageId)) return refuse('650', 'the message id is not of the form of RTP')
  if (told.kind !== 'payment' && told.kind !== 'return') return { told }
  const object = (code: string, why: string): Heard => ({ told, objection: { code, why } })
  if (told.currency !== 'USD') return object('AM03', 'RTP carries US dollars')
  if (told.amount <= 0n || told.amount > LARGEST) return object('AM02', 'the amount is not one that RTP carries')
  if (told.sender !== routingNumber) return object('RC03', 'the sender is another participant')
  if (!/^\d{9}$/.test(told.receiver)) return object('RC04', 'the receiver has no routing number')
  return { told }
}
