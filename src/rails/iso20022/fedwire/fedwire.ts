import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { MessageNetwork, NewMessage, SentMessage } from '../../network.ts'
import { readMessage } from '../read-message.ts'
import { writeMessage } from '../write-message.ts'
import { parseImad } from './accountability.ts'
import { sendNumbered } from './ask-fedwire.ts'
import { cycleDayAt } from './cycle.ts'
import { drawdownAnswer } from './drawdown.ts'
import { nextDueAnswer, tenantsWithDueAnswer } from './exchanges.store.ts'
import { askedMessage, originalOf, receivedMessage, sentOriginal } from './original.ts'
import { pay } from './pay.ts'
import { paymentReturn } from './payment-return.ts'
import { receive, refuseSignature } from './receive/receive.ts'
import { returnAnswer, returnRequest } from './return-request.ts'
import { ring } from './ring.ts'

/** The Fedwire Funds Service in ISO 20022, release 2025. */
export const fedwire: MessageNetwork = {
  rail: 'FEDWIRE',
  /** It has no resend of its own: it is asked what became of the message. */
  whenUnknown: 'ask',
  pay,
  receive,
  ring,
  tenantsWithEndedClock: tenantsWithDueAnswer,
  nextClock: (tx, { tenantId }) => nextDueAnswer(tx, tenantId),
  async sendBack(tx, institution, { receiptId, messageId, amount, code, reason }, now) {
    const received = await receivedMessage(tx, institution, messageId)
    const original = received && originalOf(received)
    if (!received || !original) throw new Error(`${messageId} is not a transfer that came in`)
    if (amount.currency !== 'USD') throw new Error(`Fedwire returns US dollars only, not ${amount.currency}`)
    const back = { amount: amount.amount, code, reason }
    const about = { receiptId, uetr: original.uetr, answersMessageId: messageId }
    const compose = paymentReturn.bind(undefined, received, original, back)
    return sendNumbered({ tx, institution, now }, 'pacs.004.001.10', compose, about)
  },
  async requestReturn(tx, institution, { paymentId, messageId, caseId, code, reason }, now) {
    const original = await sentOriginal(tx, institution, messageId)
    if (!original) throw new Error(`${messageId} is not a transfer that we sent`)
    const asking = { caseId: caseOf(caseId), code, reason, creator: institution.name, now }
    return sendNumbered(
      { tx, institution, now },
      'camt.056.001.08',
      (sending) => returnRequest(original, { ...asking, messageId: sending.messageId }),
      { paymentId, uetr: original.uetr },
    )
  },
  async answerReturnRequest(tx, institution, { caseId, isAccepted, code, reason }, now) {
    const asked = await askedMessage(tx, institution, caseId)
    if (asked?.type !== 'camt.056.001.08') throw new Error(`${caseId} is not a request for a return`)
    const answer = { isAccepted, code, reason, now }
    return sendNumbered(
      { tx, institution, now },
      'camt.029.001.09',
      ({ messageId }) => returnAnswer(asked.document.FIToFIPmtCxlReq, { ...answer, messageId }),
      { answersMessageId: caseId },
    )
  },
  async answerPaymentRequest(tx, institution, { requestId, isAccepted, code, reason }, now) {
    const asked = await askedMessage(tx, institution, requestId)
    if (asked?.type !== 'pain.013.001.07') throw new Error(`${requestId} is not a drawdown request`)
    const answer = { isAccepted, code, reason, now }
    return sendNumbered(
      { tx, institution, now },
      'pain.014.001.07',
      ({ messageId }) => drawdownAnswer(asked.document.CdtrPmtActvtnReq, { ...answer, messageId }),
      { answersMessageId: requestId },
    )
  },
  repeat,
  refuse: refuseSignature,
}

/** An id of a case has at most 35 characters: of a longer one, a part of its hash. */
function caseOf(caseId: string): string {
  const short = caseId.replaceAll('-', '')
  return short.length <= 35 ? short : hash('sha256', caseId).slice(0, 32)
}

/**
 * The same message, flagged as a possible duplicate. Fedwire takes it only on its own cycle day.
 */
async function repeat(
  _tx: Transaction,
  _institution: Institution,
  sent: SentMessage,
  now: Temporal.Instant,
): Promise<NewMessage | { refused: string }> {
  const { messageId, messageType, copy, uetr, paymentId, receiptId } = sent
  const cycleDate = parseImad(messageId)?.cycleDate
  const day = cycleDayAt(now)
  if (cycleDate && !cycleDate.equals(day.date))
    return { refused: `Fedwire takes ${messageId} on its cycle day ${cycleDate} only, which is over` }
  const read = readMessage(sent.content)
  const header = read.ok ? read.value.header : undefined
  if (!read.ok || header?.type !== 'head.001.001.03') return { refused: `${messageId} is not a message to Fedwire` }
  const content = { ...header.content, PssblDplct: true }
  const written = writeMessage(read.value.type, read.value.document as never, {
    header: { type: header.type, content },
    envelope: { name: 'FedwireIncoming' },
  })
  if (!written.ok) return { refused: `${messageId} cannot be written again: ${written.refusal.why}` }
  return {
    ...({ rail: 'FEDWIRE', messageType, messageId, copy: copy + 1, content: written.value } as const),
    ...(uetr !== null && { uetr }),
    ...(paymentId !== null && { paymentId }),
    ...(receiptId !== null && { receiptId }),
    leavesBy: day.closesAt,
  }
}
