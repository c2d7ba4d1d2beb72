import type { MessageNetwork } from '../../network.ts'
import { writeAccount } from '../common/account.ts'
import { definedOf } from '../common/address.ts'
import { writeParticipant } from '../common/bank.ts'
import { writeParty } from '../common/party.ts'
import { elementText } from '../common/text.ts'
import { askAgain } from '../instant/ask-again.ts'
import type { InstantDialect } from '../instant/dialect.ts'
import { INSTANT_RULES } from '../instant/exchange.ts'
import { instantNetwork } from '../instant/network.ts'
import { aboutOf, newMessage } from '../instant/new-message.ts'
import { requestForPayment } from '../instant/payment-request.ts'
import { answerToPaymentRequest } from '../instant/payment-request-answer.ts'
import { isMessageType } from '../messages.ts'
import { administer } from './administration.ts'
import { writeFedNow } from './envelope.ts'
import { FEDNOW_SERVICE, fedNowBusinessDay, fedNowMessageId, fedNowTime } from './ids.ts'
import { requestAnswerOf, returnOf, returnRequestOf } from './returns.ts'
import { statusOf, statusRequestOf } from './status.ts'
import { FEDNOW_CLEARING, FEDNOW_REQUEST_TYPE, instructionIdOf, transferOf } from './transfers.ts'

/**
 * A rejected status request with one of these codes says that FedNow never got the message
 * (ExternalStatusReason1Code and ExternalPaymentCancellationRejection1Code).
 */
const NEVER_RECEIVED = ['NOOR']

/** What the receiver of a message that moves no money confirms by admi.007. */
const ACKNOWLEDGED = [
  ...['camt.026.001.07', 'camt.028.001.09', 'camt.029.001.09', 'camt.055.001.09', 'camt.056.001.08'],
  ...['pain.013.001.07', 'pain.014.001.07'],
]

const dialect: InstantDialect = {
  rail: 'FEDNOW',
  rules: INSTANT_RULES,
  clearingSystem: FEDNOW_CLEARING,
  ...{ envelope: 'FedNowOutgoing', service: FEDNOW_SERVICE },
  outcomes: {
    ...{ ACSC: 'settled', ACCC: 'settled', ACWP: 'settled' },
    ...{ ACTC: 'accepted', PDNG: 'accepted', BLCK: 'accepted', RJCT: 'rejected' },
  },
  isUnknown: (code) => NEVER_RECEIVED.includes(code),
  businessDay: fedNowBusinessDay,
  newId: ({ routingNumber }, subject, now) => fedNowMessageId(routingNumber, subject, now),
  instructionId: (_, instruction) => instructionIdOf(instruction),
  wrap: (type, document, { messageId, institution, now, element }) =>
    writeFedNow(type, document, { messageId, us: institution, now, ...(element !== undefined && { element }) }),
  transfer: (instruction, { messageId, now }) => transferOf(instruction, messageId, now),
  status: (word, { messageId, institution, now }) =>
    statusOf({ messageId, routingNumber: institution.routingNumber, ...word }, now),
  returnCredit: (back, { messageId, institution, now }) => {
    const document = returnOf({ messageId, ...back }, now)
    const content = writeFedNow('pacs.004.001.10', document, { messageId, us: institution, now })
    return { type: 'pacs.004.001.10', content, groupTime: document.PmtRtr.GrpHdr.CreDtTm }
  },
  returnRequest: ({ sent, ...request }, { messageId, institution, now }) => {
    const parties = { us: institution.routingNumber, counterparty: sent.counterparty }
    return returnRequestOf({ messageId, ...request }, parties, now)
  },
  requestAnswer: ({ answer, ...rest }, { messageId, institution, now }) => {
    const status = ({ accept: 'IPAY', refuse: 'RJCR', pending: 'PDCR' } as const)[answer]
    return requestAnswerOf({ messageId, status, ...rest }, institution.routingNumber, now)
  },
  requestAnswerElement: 'FedNowReturnRequestResponse',
  paymentRequest: (request, { messageId, institution, now }) =>
    requestForPayment(request, {
      ...{ messageId, instructionId: messageId, createdAt: fedNowTime(now), institution },
      paymentType: FEDNOW_REQUEST_TYPE,
      ...{ party: (party) => writeParty(party), account: writeAccount, agent: writeParticipant },
    }),
  paymentRequestAnswer: ({ code, reason, ...answer }, { messageId, institution, now }) =>
    answerToPaymentRequest(
      { ...answer, refusal: { code, text: elementText(reason, 105) } },
      { messageId, createdAt: fedNowTime(now), routingNumber: institution.routingNumber },
    ),
  ask: async (_tx, exchange, { institution, now }) => {
    const subject = `question ${exchange.asks} ${exchange.messageId}`
    const messageId = fedNowMessageId(institution.routingNumber, subject, now)
    const about = { messageId, routingNumber: institution.routingNumber, original: exchange }
    const making = { messageId, institution, now }
    const more = { ...aboutOf(exchange), answersMessageId: exchange.messageId }
    return newMessage(dialect, 'pacs.028.001.03', statusRequestOf(about, now), making, more)
  },
  // FedNow takes no message twice: it is asked, and what it never got leaves again.
  repeat: (tx, sent, making) => askAgain(dialect, tx, sent, making),
  acknowledge: (message, { institution, now }) => {
    const { type, header } = message
    if (!ACKNOWLEDGED.includes(type) || !header) return []
    const received = header.content.BizMsgIdr
    const messageId = fedNowMessageId(institution.routingNumber, `receipt ${received}`, now)
    const document = {
      RctAck: {
        MsgId: { MsgId: messageId, CreDtTm: fedNowTime(now) },
        Rpt: [{ RltdRef: { Ref: received, MsgNm: type }, ReqHdlg: { StsCd: 'TS01' } }],
      },
    }
    const more = { answersMessageId: received }
    return [newMessage(dialect, 'admi.007.001.01', document, { messageId, institution, now }, more)]
  },
  administer: (tx, message, received, making) => administer(tx, message, received, making),
  refuseUnreadable: ({ messageId: refused, type, path, why }, { institution, now }) => {
    if (refused === undefined || type === undefined || type === 'admi.002.001.01' || !isMessageType(type)) return []
    const messageId = fedNowMessageId(institution.routingNumber, `refusal ${refused}`, now)
    const Rsn = {
      RjctgPtyRsn: 'FF01',
      RjctnDtTm: fedNowTime(now),
      ...definedOf({ ErrLctn: elementText(path, 350), RsnDesc: elementText(why, 350) }),
    }
    const document = { 'admi.002.001.01': { RltdRef: { Ref: refused }, Rsn } }
    const more = { answersMessageId: refused }
    return [newMessage(dialect, 'admi.002.001.01', document, { messageId, institution, now }, more)]
  },
  statusFor: ({ kind }) => (({ accept: 'ACTC', acceptWithoutPosting: 'ACWP', reject: 'RJCT' }) as const)[kind],
  afterReview: { posted: 'ACCC', sentBack: 'RJCT' },
}

/**
 * The FedNow Service of the Federal Reserve Banks. docs/rails/fednow.md says what of it is built.
 */
export const fedNow: MessageNetwork = instantNetwork(dialect)
