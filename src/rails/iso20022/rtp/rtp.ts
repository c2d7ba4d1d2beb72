import { findSent } from '../../messages/messages.store.ts'
import type { MessageNetwork } from '../../network.ts'
import { elementText } from '../common/text.ts'
import { sendDuplicate } from '../instant/answer-again.ts'
import type { InstantDialect } from '../instant/dialect.ts'
import { INSTANT_RULES } from '../instant/exchange.ts'
import { instantNetwork } from '../instant/network.ts'
import { newMessage } from '../instant/new-message.ts'
import { administer } from './administration.ts'
import { writeRtp } from './envelope.ts'
import { participantId, RTP_SYSTEM, rtpDate, rtpIds, rtpTime } from './ids.ts'
import { objectionToParties, participantAgent } from './parties.ts'
import { paymentRequestAnswerOf, paymentRequestOf, requestAnswerOf, returnRequestOf } from './requests.ts'
import { rtpCode, statusOf } from './status.ts'
import { instructionIdOf, RTP_CLEARING, returnOf, transferOf } from './transfers.ts'

/** Messages that move no money, which the receiver confirms by a status report. */
const CONFIRMED = ['camt.026.001.07', 'camt.028.001.09', 'camt.029.001.09', 'camt.056.001.08', 'pain.013.001.07']

/** Messages to which RTP expects a status report: those may be refused by one. */
const ANSWERED = [...CONFIRMED, 'pacs.008.001.08', 'pain.014.001.07', 'remt.001.001.04']

const dialect: InstantDialect = {
  rail: 'RTP',
  rules: INSTANT_RULES,
  clearingSystem: RTP_CLEARING,
  ...{ envelope: 'RTP', service: RTP_SYSTEM },
  outcomes: { ACTC: 'settled', ACWP: 'settled', ACSC: 'settled', RCVD: 'accepted', RJCT: 'rejected' },
  isUnknown: () => false,
  businessDay: rtpDate,
  newId: (institution, subject, now) => rtpIds(participantId(institution), subject, now).messageId,
  instructionId: (messageId) => instructionIdOf(messageId),
  wrap: (type, document, { messageId, institution, now, isDuplicate }) => {
    const participant = participantId(institution)
    return writeRtp(type, document, { messageId, participant, now, ...(isDuplicate && { isDuplicate }) })
  },
  objection: objectionToParties,
  transfer: (instruction, making) => transferOf(instruction, making),
  status: (word, making) => statusOf(word, making),
  returnCredit: (back, making) => {
    const document = returnOf(back, making)
    const { messageId, institution, now } = making
    const participant = participantId(institution)
    const content = writeRtp('pacs.008.001.08', document, { messageId, participant, now })
    return { type: 'pacs.008.001.08', content, groupTime: document.FIToFICstmrCdtTrf.GrpHdr.CreDtTm }
  },
  returnRequest: returnRequestOf,
  requestAnswer: requestAnswerOf,
  requestAnswerElement: undefined,
  paymentRequest: paymentRequestOf,
  paymentRequestAnswer: paymentRequestAnswerOf,
  // The opposite of FedNow: the same message leaves again, flagged as a duplicate, and RTP says
  // what it said before.
  ask: async (tx, exchange, { institution, now }) => {
    const messageId = exchange.direction === 'Out' ? exchange.messageId : exchange.answerMessageId
    const sent = messageId && (await findSent(tx, institution.tenantId, 'RTP', messageId))
    return sent ? sendDuplicate(dialect, institution, { ...sent, messageId: messageId as string }, now) : undefined
  },
  repeat: async (_tx, sent, { institution, now }) =>
    (await sendDuplicate(dialect, institution, sent, now)) ?? { refused: 'the message cannot be read any more' },
  acknowledge: ({ type, header, document }, { institution, now }) => {
    if (!CONFIRMED.includes(type) || !header) return []
    const [content] = Object.values(document) as [
      {
        GrpHdr?: { MsgId: string; CreDtTm: string }
        Assgnmt?: { Id: string; CreDtTm: string; Assgnr: { Agt?: { FinInstnId: { ClrSysMmbId?: { MmbId: string } } } } }
      },
    ]
    const { GrpHdr, Assgnmt } = content
    const received = GrpHdr?.MsgId ?? Assgnmt?.Id ?? header.content.BizMsgIdr
    const { messageId } = rtpIds(participantId(institution), `receipt ${received}`, now)
    const sender = Assgnmt?.Assgnr.Agt?.FinInstnId.ClrSysMmbId?.MmbId ?? institution.routingNumber
    const report = statusReport({ received, type, groupTime: GrpHdr?.CreDtTm ?? Assgnmt?.CreDtTm, status: 'RCVD' })
    const parties = { us: institution.routingNumber, sender }
    const making = { messageId, institution, now }
    return [newMessage(dialect, 'pacs.002.001.10', report(making, parties), making, { answersMessageId: received })]
  },
  administer: (tx, message, _received, making) => administer(tx, message, making),
  refuseUnreadable: ({ messageId: refused, type, path, why }, { institution, now }) => {
    if (refused === undefined || type === undefined || !ANSWERED.includes(type)) return []
    // The header has B where the message has M.
    const received = `M${refused.slice(1)}`
    const { messageId } = rtpIds(participantId(institution), `refusal ${refused}`, now)
    const making = { messageId, institution, now }
    const report = statusReport({ received, type, groupTime: undefined, status: 'RJCT', reason: `${path}: ${why}` })
    const parties = { us: institution.routingNumber, sender: institution.routingNumber }
    return [newMessage(dialect, 'pacs.002.001.10', report(making, parties), making, { answersMessageId: received })]
  },
  statusFor: ({ kind }) => (({ accept: 'ACTC', acceptWithoutPosting: 'ACWP', reject: 'RJCT' }) as const)[kind],
  // RTP has no word for what the receiver's bank does after its acceptance.
  afterReview: undefined,
}

/** pacs.002 about a message that moves no money, or that cannot be read. */
function statusReport(about: {
  received: string
  type: string
  groupTime: string | undefined
  status: 'RCVD' | 'RJCT'
  reason?: string
}) {
  const { received, type, status, reason } = about
  const text = elementText(reason, 105)
  return (
    { messageId, now }: { messageId: string; now: Parameters<typeof rtpTime>[0] },
    parties: { us: string; sender: string },
  ) => ({
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: rtpTime(now) },
      OrgnlGrpInfAndSts: [
        {
          OrgnlMsgId: received.slice(0, 35),
          OrgnlMsgNmId: type,
          OrgnlCreDtTm: about.groupTime ?? rtpTime(now),
          OrgnlNbOfTxs: '1',
        },
      ],
      TxInfAndSts: [
        {
          OrgnlInstrId: received.slice(1, 36),
          TxSts: status,
          ...(text && { StsRsnInf: [{ Rsn: { Cd: rtpCode('NARR') }, AddtlInf: [text] }] }),
          AccptncDtTm: rtpTime(now),
          InstgAgt: participantAgent(parties.us),
          InstdAgt: participantAgent(parties.sender),
        },
      ],
    },
  })
}

/** RTP of The Clearing House. docs/rails/rtp.md says what of it is built. */
export const rtp: MessageNetwork = instantNetwork(dialect)
