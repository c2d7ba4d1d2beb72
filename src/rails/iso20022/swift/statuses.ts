import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { findSent } from '../../messages/messages.store.ts'
import type { Evidence, Meaning, Received } from '../../network.ts'
import { bankOf } from '../header.ts'
import type { DocumentOf } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { type SwiftMessage, speaksAs } from './envelope.ts'
import { endSwiftPayment, lockByUetr, noteRefused, type SwiftPayment } from './swift-payments.store.ts'

type Report = DocumentOf<'pacs.002.001.10'>['FIToFIPmtStsRpt']
type Status = NonNullable<Report['TxInfAndSts']>[number]

/** What reading a message needs besides it. */
export interface Reading {
  institution: Institution
  swift: SwiftMessage
  evidence: Evidence
  now: Temporal.Instant
}

export type Read = Pick<Received, 'uetr' | 'paymentId' | 'meanings'> & Partial<Pick<Received, 'replies'>>

/** ExternalPaymentTransactionStatus1Code, by what the codes mean for a payment of ours. */
const SETTLED = ['ACSC', 'ACCC']
const ON_ITS_WAY = ['ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACWP', 'ACFC', 'PDNG', 'RCVD', 'PATC']
const REFUSED = ['RJCT', 'CANC']

/** Reads a pacs.002: what became of a message of ours, by its UETR. */
export async function readStatus(tx: Transaction, reading: Reading, report: Report): Promise<Read> {
  const [status] = report.TxInfAndSts ?? []
  const code = status?.TxSts
  const uetr = status?.OrgnlUETR
  if (!status || !code || !uetr || report.TxInfAndSts!.length > 1)
    return { meanings: [exceptionOf(reading, 'a status report names one transaction by its UETR, and its status')] }
  const { institution, evidence } = reading
  const said = { ...reading, evidence: { ...evidence, status: code, ...reasonOf(status) } }
  const returned = await readStatusOfReturn(tx, said, status, code)
  if (returned) return { uetr, meanings: [returned] }
  const payment = await lockByUetr(tx, institution.tenantId, uetr)
  if (!payment) return { uetr, meanings: [exceptionOf(said, `we sent no payment with the UETR ${uetr}`)] }
  const { paymentId } = payment
  return { uetr, paymentId, meanings: await meaningsOf(tx, said, payment, status) }
}

async function meaningsOf(
  tx: Transaction,
  reading: Reading,
  payment: SwiftPayment,
  status: Status,
): Promise<Meaning[]> {
  const { evidence } = reading
  const { paymentId } = payment
  const code = status.TxSts!
  const original = status.OrgnlGrpInf?.OrgnlMsgId
  const stranger = await strangerTo(tx, reading, payment, original)
  if (stranger) return [exceptionOf(reading, stranger, paymentId)]
  const isOurs = original === undefined || original === payment.messageId || original === payment.coverMessageId
  if (!isOurs) return [exceptionOf(reading, `the message ${original} is not of the payment`, paymentId)]
  if (SETTLED.includes(code)) return settle(tx, reading, payment, settledOn(status, reading))
  if (ON_ITS_WAY.includes(code))
    return payment.status === 'Open'
      ? [{ kind: 'accepted', paymentId, code, evidence }]
      : [{ kind: 'informed', about: `${code} for a payment that is ${payment.status}`, evidence }]
  if (REFUSED.includes(code)) return refuseAs(tx, reading, payment, status)
  return [exceptionOf(reading, `the status ${code} says nothing about the end of the payment`, paymentId)]
}

/**
 * Only the banks that our messages went to can say what became of them. Says why the sender cannot;
 * undefined if it can. Of one message, its receiver alone.
 */
export async function strangerTo(
  tx: Transaction,
  { institution, swift: { from } }: Reading,
  { messageId, coverMessageId }: SwiftPayment,
  original?: string,
): Promise<string | undefined> {
  const asked = [messageId, coverMessageId].filter((id) => id !== null && (original === undefined || id === original))
  const receivers: string[] = []
  for (const id of asked) {
    const sent = await findSent(tx, institution.tenantId, 'SWIFT', id!)
    const receiver = sent && receiverOf(sent.content)
    if (receiver && speaksAs(institution, receiver, from)) return undefined
    if (receiver) receivers.push(receiver)
  }
  return receivers.length === 0 ? undefined : `it is from ${from}, and the payment went to ${receivers.join(' and ')}`
}

function receiverOf(content: string): string | undefined {
  const read = readMessage(content)
  return read.ok && read.value.header ? bankOf(read.value.header.content.To).bic : undefined
}

/** The payment has settled: a bank said so, or our account was debited for it. Once. */
export async function settle(
  tx: Transaction,
  { institution, evidence, now }: Reading,
  payment: SwiftPayment,
  settledOn: Temporal.PlainDate,
): Promise<Meaning[]> {
  const { paymentId, status } = payment
  if (status === 'Open') {
    await endSwiftPayment(tx, institution.tenantId, paymentId, 'Settled', now)
    return [{ kind: 'settled', paymentId, settledOn, evidence }]
  }
  if (status === 'Rejected')
    return [{ kind: 'exception', why: 'a payment that was rejected is said to have settled', paymentId, evidence }]
  return [{ kind: 'informed', about: 'the payment has settled', evidence }]
}

/**
 * A refusal ends a payment that has not settled. One by cover consists of two messages: while one
 * of them stands, a person decides, because the money may be on its way.
 */
async function refuseAs(tx: Transaction, reading: Reading, payment: SwiftPayment, status: Status): Promise<Meaning[]> {
  const { institution, evidence, now } = reading
  const { tenantId } = institution
  const { paymentId, coverMessageId, refusedMessageId } = payment
  if (payment.status === 'Rejected') return [{ kind: 'informed', about: 'the payment is refused already', evidence }]
  if (payment.status !== 'Open')
    return [exceptionOf(reading, `a payment that is ${payment.status} is said to be refused`, paymentId)]
  const { reasonCode: code = 'NARR', reason = 'no reason was given' } = reasonOf(status)
  if (coverMessageId !== null) {
    const refused = status.OrgnlGrpInf?.OrgnlMsgId ?? payment.messageId
    if (refusedMessageId === refused) return [{ kind: 'informed', about: 'the message is refused already', evidence }]
    if (refusedMessageId === null) {
      await noteRefused(tx, tenantId, paymentId, refused)
      const stands = refused === coverMessageId ? "the message to the beneficiary's bank" : 'its cover'
      return [exceptionOf(reading, `one message of the payment is refused (${code}), and ${stands} stands`, paymentId)]
    }
  }
  await endSwiftPayment(tx, tenantId, paymentId, 'Rejected', now)
  return [{ kind: 'rejected', paymentId, code, reason, evidence }]
}

/** The status of a return that we sent, which has the UETR of the credit that it returns. */
async function readStatusOfReturn(
  tx: Transaction,
  { institution, swift, evidence }: Reading,
  status: Status,
  code: string,
): Promise<Meaning | undefined> {
  const original = status.OrgnlGrpInf?.OrgnlMsgId
  const sent = original && (await findSent(tx, institution.tenantId, 'SWIFT', original))
  if (!sent || sent.receiptId === null) return undefined
  const { receiptId } = sent
  const receiver = receiverOf(sent.content)
  if (!receiver || !speaksAs(institution, receiver, swift.from)) {
    const why = `it is from ${swift.from}, and the return went to ${receiver}`
    return { kind: 'exception', why, evidence }
  }
  const { reasonCode = 'NARR', reason = 'no reason was given' } = reasonOf(status)
  if (SETTLED.includes(code)) return { kind: 'returnSettled', receiptId, code, reason, evidence }
  if (REFUSED.includes(code)) return { kind: 'returnRejected', receiptId, code: reasonCode, reason, evidence }
  return { kind: 'informed', about: `the return is on its way: ${code}`, evidence }
}

/** ISO 20022 StsRsnInf: the code, and what it says in words. */
function reasonOf({ StsRsnInf }: Status): { reasonCode?: string; reason?: string } {
  const [first] = StsRsnInf ?? []
  const code = first?.Rsn?.Cd ?? first?.Rsn?.Prtry
  const words = first?.AddtlInf?.join(' ')
  return { ...(code && { reasonCode: code }), ...(words && { reason: words }) }
}

function settledOn({ FctvIntrBkSttlmDt: effective }: Status, { institution, now }: Reading): Temporal.PlainDate {
  const text = effective?.Dt ?? effective?.DtTm?.slice(0, 10)
  return text ? Temporal.PlainDate.from(text) : now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
}

export function exceptionOf({ evidence }: Reading, why: string, paymentId?: string): Meaning {
  return { kind: 'exception', why, ...(paymentId && { paymentId }), evidence }
}
