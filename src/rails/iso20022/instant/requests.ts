import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { findAsked, findProcessed, findSent, readContent } from '../../messages/messages.store.ts'
import type { MessageNetwork, NewMessage, OwnPaymentRequest } from '../../network.ts'
import type { DocumentOf } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { answerFinally, isPutOff } from './answers.ts'
import type { InstantDialect, Transfer } from './dialect.ts'
import { openSent } from './exchange.ts'
import { changeExchange, exchangeOf, lockExchange, openExchanges, type StoredExchange } from './exchanges.store.ts'
import { aboutOf, newMessage } from './new-message.ts'
import { stampOf } from './pay.ts'
import { memberOf } from './usage-rules.ts'

type Argument<Method extends 'sendBack' | 'requestReturn' | 'answerReturnRequest' | 'answerPaymentRequest'> =
  Parameters<NonNullable<MessageNetwork[Method]>>[2]

/** Returns a credit, and starts the clock of the return: it moves money as a payment does. */
export async function sendBack(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  back: Argument<'sendBack'>,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { rail, rules } = dialect
  const original = await receivedTransfer(dialect, tx, institution, back.messageId)
  const transfer = original.CdtTrfTxInf[0]!
  const messageId = dialect.newId(institution, `return ${back.receiptId}`, now)
  const { amount } = back.amount
  const { code, reason, receiptId } = back
  const made = dialect.returnCredit({ original, amount, code, reason }, { messageId, institution, now })
  const { type, content, groupTime } = made
  if (!content.ok) throw new Error(`${type} for ${rail}: ${content.refusal.path}: ${content.refusal.why}`)
  const exchange = {
    ...{ rail, messageId, kind: 'Return' as const, messageType: type, amount, receiptId, groupTime },
    ...{ counterparty: memberOf(transfer.InstgAgt ?? transfer.DbtrAgt) ?? '', code },
    ...{ originalMessageId: back.messageId, ...openSent(stampOf(now), rules) },
  }
  await openExchanges(tx, institution.tenantId, [exchange], now)
  const credit = { rail, direction: 'In', messageId: back.messageId } as const
  const received = await lockExchange(tx, institution.tenantId, credit)
  const why = { became: 'sentBack', code, ...(reason && { reason }) } as const
  const said = received && isPutOff(received) ? await answerFinally(dialect, tx, institution, received, why, now) : []
  const agreed = back.caseId ? await answerCase(dialect, tx, institution, { ...back, caseId: back.caseId }, now) : []
  return [...said, ...agreed, { rail, messageType: type, messageId, receiptId, content: content.value }]
}

/** A return that somebody asked for is announced, if that was not done before. */
async function answerCase(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { caseId, code, reason }: { caseId: string; code: string; reason: string },
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  return answerReturnRequest(dialect, tx, institution, { caseId, isAccepted: true, code, reason }, now)
}

/** Asks for a payment of ours back. */
export async function requestReturn(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { paymentId, messageId: paid, caseId, code, reason }: Argument<'requestReturn'>,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { rail } = dialect
  const key = { rail, direction: 'Out', messageId: paid } as const
  const sent = await lockExchange(tx, institution.tenantId, key)
  const original = await sentTransfer(dialect, tx, institution, paid)
  if (!sent) throw new Error(`${rail} has no payment ${paid}`)
  const messageId = dialect.newId(institution, `return request ${caseId}`, now)
  const making = { messageId, institution, now }
  const document = dialect.returnRequest({ original, sent, caseId, code, reason }, making)
  const request = {
    ...{ rail, messageId, kind: 'ReturnRequest' as const, messageType: 'camt.056.001.08', caseId, paymentId },
    ...{ counterparty: sent.counterparty, uetr: sent.uetr, amount: sent.amount, originalMessageId: paid },
    ...{ groupTime: document.FIToFIPmtCxlReq.Assgnmt.CreDtTm, sentAt: stampOf(now) },
    ...{ direction: 'Out' as const, state: 'Sent' as const },
  }
  await openExchanges(tx, institution.tenantId, [request], now)
  return [newMessage(dialect, 'camt.056.001.08', document, making, aboutOf(sent))]
}

/** Asks somebody at another bank to pay a customer of ours. No clock of the network runs. */
export async function requestPayment(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  request: OwnPaymentRequest,
  now: Temporal.Instant,
): Promise<Result<NewMessage, string>> {
  const { rail } = dialect
  const { endToEndId, uetr, amount, debtorBank } = request
  const messageId = dialect.newId(institution, `payment request ${request.id}`, now)
  const making = { messageId, institution, now }
  const document = dialect.paymentRequest(request, making)
  const written = dialect.wrap('pain.013.001.07', document, making)
  if (!written.ok) return refuse(`${rail} cannot carry it: ${written.refusal.path}: ${written.refusal.why}`)
  const exchange = {
    ...{ rail, messageId, kind: 'PaymentRequest' as const, messageType: 'pain.013.001.07', caseId: request.id },
    ...{ counterparty: debtorBank.routingNumber ?? '', uetr, amount, endToEndId },
    ...{ groupTime: document.CdtrPmtActvtnReq.GrpHdr.CreDtTm, sentAt: stampOf(now) },
    ...{ direction: 'Out' as const, state: 'Sent' as const },
  }
  await openExchanges(tx, institution.tenantId, [exchange], now)
  return accept({ rail, messageType: 'pain.013.001.07', messageId, uetr, content: written.value })
}

/** Answers another bank's request for a return. What is answered already is not answered again. */
export async function answerReturnRequest(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { caseId, isAccepted, code, reason }: Argument<'answerReturnRequest'>,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { rail } = dialect
  const request = await lockExchange(tx, institution.tenantId, { rail, direction: 'In', messageId: caseId })
  if (request?.kind !== 'ReturnRequest' || request.state !== 'Received') return []
  const messageId = dialect.newId(institution, `answer ${caseId}`, now)
  const answer = isAccepted ? ('accept' as const) : ('refuse' as const)
  const document = dialect.requestAnswer({ request, answer, code, reason }, { messageId, institution, now })
  await end(tx, request, { messageId, code, isAccepted }, now)
  const element = dialect.requestAnswerElement
  const wrapping = { messageId, institution, now, ...(element !== undefined && { element }) }
  const more = { ...aboutOf(request), answersMessageId: caseId }
  return [newMessage(dialect, 'camt.029.001.09', document, wrapping, more)]
}

/** Answers a request for payment. */
export async function answerPaymentRequest(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  { requestId, isAccepted, code, reason }: Argument<'answerPaymentRequest'>,
  now: Temporal.Instant,
): Promise<NewMessage[]> {
  const { rail } = dialect
  const request = await lockExchange(tx, institution.tenantId, { rail, direction: 'In', messageId: requestId })
  if (request?.kind !== 'PaymentRequest' || request.state !== 'Received') return []
  const original = await receivedRequest(dialect, tx, institution, requestId)
  const messageId = dialect.newId(institution, `answer ${requestId}`, now)
  const making = { messageId, institution, now }
  const document = dialect.paymentRequestAnswer({ request, original, isAccepted, code, reason }, making)
  await end(tx, request, { messageId, code, isAccepted }, now)
  return [newMessage(dialect, 'pain.014.001.07', document, making, { answersMessageId: requestId })]
}

async function end(
  tx: Transaction,
  request: StoredExchange,
  { messageId, code, isAccepted }: { messageId: string; code: string; isAccepted: boolean },
  now: Temporal.Instant,
): Promise<void> {
  const exchange = { ...exchangeOf(request), state: isAccepted ? 'Settled' : 'Rejected' } as const
  await changeExchange(tx, request, { exchange, code, answerMessageId: messageId }, now)
}

async function receivedTransfer(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  messageId: string,
): Promise<Transfer> {
  const row = await findProcessed(tx, institution.tenantId, dialect.rail, messageId)
  if (!row) throw new Error(`${dialect.rail} has not received ${messageId}`)
  return transferIn(await readContent(tx, row), messageId)
}

async function sentTransfer(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  messageId: string,
): Promise<Transfer> {
  const sent = await findSent(tx, institution.tenantId, dialect.rail, messageId)
  if (!sent) throw new Error(`${dialect.rail} has not sent ${messageId}`)
  return transferIn(sent.content, messageId)
}

function transferIn(content: Uint8Array | string, messageId: string): Transfer {
  const read = readMessage(content)
  if (!read.ok || read.value.type !== 'pacs.008.001.08') throw new Error(`${messageId} is not a credit transfer`)
  return read.value.document.FIToFICstmrCdtTrf
}

async function receivedRequest(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  messageId: string,
): Promise<DocumentOf<'pain.013.001.07'>> {
  const row = await findAsked(tx, institution.tenantId, dialect.rail, messageId)
  const read = row && readMessage(await readContent(tx, row))
  if (!read?.ok || read.value.type !== 'pain.013.001.07') throw new Error(`${messageId} is not a request for payment`)
  return read.value.document
}
