import { Temporal } from 'temporal-polyfill'
import { findProcessed, findSent, readContent } from '../../messages/messages.store.ts'
import type { Meaning, NewMessage } from '../../network.ts'
import type { DocumentOf } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { WITHOUT_POSTING } from './answers.ts'
import { decideExchange, type ExchangeEvent } from './exchange.ts'
import { changeExchange, exchangeOf, lockOriginal, type StoredExchange } from './exchanges.store.ts'
import { meaningOf, returnedOf, type Word } from './meanings.ts'
import { aboutOf, newMessage } from './new-message.ts'
import { type Outcome, outcome } from './outcome.ts'
import { informed, type Of } from './receiving.ts'
import { isOwnRequest, refusedRequest } from './refused-request.ts'
import { memberOf } from './usage-rules.ts'

/** pacs.002: what became of a message of ours, or of a credit that we answered. */
export async function receiveStatus(receiving: Of<'pacs.002.001.10'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now } = receiving
  const report = message.document.FIToFIPmtStsRpt
  const transaction = report.TxInfAndSts?.[0]
  const group = transaction?.OrgnlGrpInf ?? report.OrgnlGrpInfAndSts?.[0]
  const status = transaction?.TxSts ?? report.OrgnlGrpInfAndSts?.[0]?.GrpSts
  if (!group || !status) return exceptionOfStatus(receiving, 'a status report names no message or no status')
  const named = { messageId: group.OrgnlMsgId, instructionId: transaction?.OrgnlInstrId }
  const original = await lockOriginal(tx, institution.tenantId, dialect.rail, named)
  if (!original) return exceptionOfStatus(receiving, `a status report is about ${group.OrgnlMsgId}, which nobody sent`)
  const stranger = strangerIn(receiving, original, transaction)
  if (stranger) return exceptionOfStatus(receiving, stranger, original)
  const reason = transaction?.StsRsnInf?.[0]
  const effective = transaction?.FctvIntrBkSttlmDt
  const settledOn = effective?.Dt ?? effective?.DtTm?.slice(0, 10) ?? transaction?.OrgnlTxRef?.IntrBkSttlmDt
  const word: Word = {
    code: reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry ?? status,
    reason: reason?.AddtlInf?.join(' ') ?? '',
    settledOn: settledOn ? Temporal.PlainDate.from(settledOn) : dialect.businessDay(now),
    evidence: {
      ...receiving.evidence,
      status,
      ...(reason?.Rsn?.Cd && { code: reason.Rsn.Cd }),
      ...(transaction?.ClrSysRef && { clearingReference: transaction.ClrSysRef }),
    },
  }
  const heard = await hear(receiving, original, status, word)
  return { ...heard, ...aboutPayment(original) }
}

type Report = NonNullable<DocumentOf<'pacs.002.001.10'>['FIToFIPmtStsRpt']['TxInfAndSts']>[number]

/** Who answers a payment of ours without a right to: not the network, nor the receiver's bank. */
function strangerIn(
  { dialect, institution }: Of<'pacs.002.001.10'>,
  { direction, counterparty, messageId }: StoredExchange,
  report: Report | undefined,
): string | undefined {
  if (direction === 'In' || counterparty === '') return undefined
  const [from, to] = [memberOf(report?.InstgAgt), memberOf(report?.InstdAgt)]
  if (from !== undefined && from !== counterparty && from !== dialect.service)
    return `${from} answers ${messageId}, which was sent to ${counterparty}`
  if (to !== undefined && to !== institution.routingNumber) return `an answer to ${messageId} is for ${to}`
  return undefined
}

function aboutPayment({ paymentId, uetr }: StoredExchange): Pick<Outcome, 'paymentId' | 'uetr'> {
  return { ...(paymentId !== null && { paymentId }), ...(uetr !== null && { uetr }) }
}

async function hear(
  receiving: Of<'pacs.002.001.10'>,
  original: StoredExchange,
  status: string,
  word: Word,
): Promise<Outcome> {
  const { dialect, tx, now } = receiving
  const said = dialect.outcomes[status]
  if (!said) return exceptionOfStatus(receiving, `${dialect.rail} has no status ${status}`, original)
  if (said === 'rejected' && isOwnRequest(original)) return outcome([await refusedRequest(receiving, original, word)])
  if (!isMoney(original)) return informed(receiving, `${original.messageType} ${original.messageId}: ${status}`)
  // The money moved when the receiver's bank accepted: what follows says what it did with it.
  if (said === 'accepted' || followsPosting(original, status)) return accepted(receiving, original, word)
  const event: ExchangeEvent['kind'] = said === 'rejected' && dialect.isUnknown(word.code) ? 'notFound' : said
  const { exchange, effect } = decideExchange(exchangeOf(original), { kind: event }, now, dialect.rules)
  if (effect === 'none' || effect === 'contradiction') return outcome(meaningOf(original, effect, word))
  const code = codeAfter(original, event, status, word)
  await changeExchange(tx, original, { exchange, ...(code !== undefined && { code }) }, now)
  if (effect === 'resend') return outcome([], await sendAgain(receiving, original))
  const meanings = meaningOf(original, effect, word)
  if (effect === 'settle' && original.direction === 'In' && original.kind === 'Return')
    meanings.push(...returnedOf(original, word, await reasonOfReturn(receiving, original)))
  return outcome(meanings)
}

function isMoney({ kind }: StoredExchange): boolean {
  return kind === 'Payment' || kind === 'Return' || kind === 'Liquidity'
}

/** What came in keeps the code of our answer, or of the return, when it settles. */
function codeAfter(
  { direction }: StoredExchange,
  event: ExchangeEvent['kind'],
  status: string,
  { code }: Word,
): string | undefined {
  if (event === 'notFound' || (direction === 'In' && event === 'settled')) return undefined
  return status === WITHOUT_POSTING ? WITHOUT_POSTING : code
}

function followsPosting({ direction, state, code }: StoredExchange, status: string): boolean {
  return direction === 'Out' && state === 'Settled' && code === WITHOUT_POSTING && status !== WITHOUT_POSTING
}

function accepted(receiving: Of<'pacs.002.001.10'>, { paymentId }: StoredExchange, word: Word): Outcome {
  const { evidence, code } = word
  if (paymentId === null) return informed(receiving)
  return outcome([{ kind: 'accepted', paymentId, code: evidence.status ?? code, evidence }])
}

/** The same message with its id, and a new time stamp: an old one would be given up at once. */
async function sendAgain(
  { dialect, tx, institution, now }: Of<'pacs.002.001.10'>,
  original: StoredExchange,
): Promise<NewMessage[]> {
  const sent = await findSent(tx, institution.tenantId, dialect.rail, original.messageId)
  if (!sent) return []
  const read = readMessage(sent.content)
  if (!read.ok) throw new Error(`${original.messageId}, which we sent, cannot be read`)
  const { type, document } = read.value
  const wrapping = { messageId: original.messageId, institution, now }
  return [newMessage(dialect, type, document, wrapping, { ...aboutOf(original), copy: sent.copy + 1 })]
}

async function reasonOfReturn(
  { tx, institution, dialect }: Of<'pacs.002.001.10'>,
  { messageId }: StoredExchange,
): Promise<string> {
  const row = await findProcessed(tx, institution.tenantId, dialect.rail, messageId)
  const read = row && readMessage(await readContent(tx, row))
  if (!read?.ok || read.value.type !== 'pacs.004.001.10') return ''
  return read.value.document.PmtRtr.TxInf?.[0]?.RtrRsnInf?.[0]?.AddtlInf?.join(' ') ?? ''
}

function exceptionOfStatus(
  { evidence }: Of<'pacs.002.001.10'>,
  why: string,
  original?: Pick<StoredExchange, 'paymentId'>,
): Outcome {
  const meaning: Meaning = {
    kind: 'exception',
    why,
    evidence,
    ...(original?.paymentId && { paymentId: original.paymentId }),
  }
  return outcome([meaning])
}

/** pacs.028: another bank or the network asks what we answered. It gets our answer again. */
export async function receiveStatusRequest(receiving: Of<'pacs.028.001.03'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now } = receiving
  const request = message.document.FIToFIPmtStsReq
  const group = request.TxInf?.[0]?.OrgnlGrpInf ?? request.OrgnlGrpInf?.[0]
  const named = { messageId: group?.OrgnlMsgId ?? '', instructionId: request.TxInf?.[0]?.OrgnlInstrId }
  const original = await lockOriginal(tx, institution.tenantId, dialect.rail, named)
  if (original?.direction !== 'In' || original.answerMessageId === null)
    return informed(receiving, 'the status of a payment is asked that has no answer of ours')
  const sent = await findSent(tx, institution.tenantId, dialect.rail, original.answerMessageId)
  const read = sent && readMessage(sent.content)
  if (!read?.ok || read.value.type !== 'pacs.002.001.10') return informed(receiving)
  const wrapping = { messageId: original.answerMessageId, institution, now, isDuplicate: true }
  const more = { ...aboutOf(original), copy: sent!.copy + 1, answersMessageId: receiving.messageId }
  const answer = newMessage(dialect, 'pacs.002.001.10', read.value.document, wrapping, more)
  return outcome(
    [{ kind: 'informed', about: 'the status of a payment is asked', evidence: receiving.evidence }],
    [answer],
  )
}
