import { SIMULATED_CORRESPONDENT } from '../../../../institution/institution.ts'
import { readBytes, writeBytes } from '../bytes.ts'
import { digText } from '../dig.ts'
import { messageOf, type Style } from '../documents.ts'
import { easternDate, easternTime, idDate } from '../elements.ts'
import { originalIds } from '../originals.ts'
import { readTold } from '../read-told.ts'
import type { Heard, Participant, Script } from '../script.ts'
import type { Told } from '../told.ts'

const SERVICE = 'swift.cbprplus.03'

const style: Style = {
  self: SIMULATED_CORRESPONDENT,
  // It keeps the account of the institution, and has credited or debited it.
  settlement: { SttlmMtd: 'INGA' },
  messageIdOf: ({ day, number }) => `SIM${idDate(day)}${String(number).padStart(8, '0')}`,
  timeOf: easternTime,
  words: { Accepted: 'ACSP', Settled: 'ACCC', Rejected: 'RJCT' },
  reasonOf: (code) => ({ Cd: code }),
  agentOf: (bic) => ({ FinInstnId: { BICFI: bic } }),
  paymentTypes: { credit: {}, request: {} },
  chargeBearer: 'SHAR',
  returnType: 'pacs.004.001.09',
  eventOf: (isOn, bic) => ({ EvtCd: isOn ? 'ON' : 'OFF', EvtParam: [bic] }),
  idsInStatus: originalIds,
  consent: { accepted: 'CNCL', refused: 'RJCR' },
}

/** A correspondent of the institution on SWIFT, and the banks behind it. */
export const swift: Script = {
  rail: 'SWIFT',
  habits: { codeOf: (code) => code, lateAfter: 86_400, returnsByPayment: false, reportsAccepted: true },
  answerSeconds: undefined,
  dayOf: easternDate,
  read(content, participant) {
    const read = readBytes(content, 'SWIFT')
    if ('refused' in read) return read
    const { type, header, document } = read.message
    return judge(readTold({ messageType: type, header: header.content, document }), header.content, participant)
  },
  write(answer, participant, stamp) {
    const us = participant.bic
    // SWIFT has no participants that come and go, and no sequences.
    if (us === undefined || answer.kind === 'participant' || answer.kind === 'gap') return undefined
    const message = messageOf(answer, us, style, stamp)
    if (!message) return undefined
    const content = {
      Fr: { FIId: { FinInstnId: { BICFI: SIMULATED_CORRESPONDENT } } },
      To: { FIId: { FinInstnId: { BICFI: us } } },
      BizMsgIdr: message.messageId,
      MsgDefIdr: message.messageType,
      BizSvc: SERVICE,
      CreDt: easternTime(stamp.at),
    }
    return writeBytes(message, { type: 'head.001.001.02', content }, 'SWIFT')
  },
}

/** What a correspondent checks besides the schema of a message. */
function judge(told: Told, header: unknown, { bic }: Participant): Heard {
  const { messageId } = told
  const refuse = (code: string, why: string): Heard => ({ refused: { messageId, code, why } })
  if (digText(header, 'BizMsgIdr') !== messageId && told.kind === 'payment')
    return refuse('H001', 'the header has another message id')
  if (digText(header, 'Fr', 'FIId', 'FinInstnId', 'BICFI')?.slice(0, 8) !== bic?.slice(0, 8))
    return refuse('H002', 'the sender is another bank')
  if (told.kind !== 'payment' && told.kind !== 'return') return { told }
  const object = (code: string, why: string): Heard => ({ told, objection: { code, why } })
  if (told.uetr === undefined) return object('BE17', 'the payment has no UETR')
  if (told.settlesOn === '') return object('DT01', 'the payment has no value date')
  return { told }
}
