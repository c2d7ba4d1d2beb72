import { Temporal } from 'temporal-polyfill'
import type { Meaning, PaymentRequest } from '../../network.ts'
import { readAccount } from '../common/account.ts'
import { readBank } from '../common/bank.ts'
import { readParty } from '../common/party.ts'
import { readRemittance } from '../common/remittance.ts'
import type { DocumentOf } from '../messages.ts'
import {
  changeExchange,
  exchangeOf,
  lockCase,
  lockOriginal,
  type NewExchange,
  openExchanges,
  type StoredExchange,
} from './exchanges.store.ts'
import { exceptionOf } from './meanings.ts'
import { newMessage } from './new-message.ts'
import { type Outcome, outcome } from './outcome.ts'
import { informed, momentOf, type Of } from './receiving.ts'
import { centsOf, memberOf } from './usage-rules.ts'

/** A request waits for a person's answer; no clock of the network runs. */
const OPEN = { direction: 'In', state: 'Received' } as const

/** camt.056: another bank asks for a credit back that it sent. */
export async function receiveReturnRequest(receiving: Of<'camt.056.001.08'>): Promise<Outcome> {
  const { dialect, tx, institution, message, messageId, sentAt, now, evidence } = receiving
  const { rail } = dialect
  const { tenantId } = institution
  const { Assgnmt, Case, Undrlyg } = message.document.FIToFIPmtCxlReq
  const [underlying] = Undrlyg
  const transaction = underlying?.TxInf?.[0]
  const group = transaction?.OrgnlGrpInf ?? underlying?.OrgnlGrpInfAndCxl
  const named = { messageId: group?.OrgnlMsgId ?? '', instructionId: transaction?.OrgnlInstrId }
  const original = await lockOriginal(tx, tenantId, rail, named)
  const amount = centsOf(transaction?.OrgnlIntrBkSttlmAmt?.value ?? '')
  const request: NewExchange = {
    ...{ rail, messageId, kind: 'ReturnRequest', messageType: message.type, groupTime: Assgnmt.CreDtTm },
    ...{ counterparty: memberOf(Assgnmt.Assgnr.Agt) ?? '', caseId: Case?.Id ?? messageId },
    ...{ uetr: transaction?.OrgnlUETR ?? null, originalMessageId: named.messageId },
    ...{ amount: amount && amount > 0n ? amount : null, receiptId: original?.receiptId ?? null, sentAt },
    ...OPEN,
  }
  await openExchanges(tx, tenantId, [request], now)
  const received = dialect.acknowledge(message, { institution, now })
  if (original?.direction !== 'In' || original.state !== 'Settled') return refuseUnknown(receiving, request)
  const reason = transaction?.CxlRsnInf?.[0]
  const meaning: Meaning = {
    kind: 'returnRequested',
    caseId: messageId,
    originalIdentity: original.messageId,
    code: reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry ?? 'NARR',
    reason: reason?.AddtlInf?.join(' ') ?? '',
    answerBy: undefined,
    evidence,
  }
  return { ...outcome([meaning], received), ...(request.uetr && { uetr: request.uetr }) }
}

/** ExternalPaymentCancellationRejection1Code NOOR: the original was never received. */
const NEVER_RECEIVED = 'NOOR'

async function refuseUnknown(
  { dialect, tx, institution, message, now, evidence }: Of<'camt.056.001.08'>,
  request: NewExchange,
): Promise<Outcome> {
  const stored = (await lockCase(tx, institution.tenantId, dialect.rail, 'In', request.caseId!))!
  const messageId = dialect.newId(institution, `answer ${stored.messageId}`, now)
  const making = { messageId, institution, now }
  const why = { code: NEVER_RECEIVED, reason: 'no such payment settled here' }
  const document = dialect.requestAnswer({ request: stored, answer: 'refuse', ...why }, making)
  const element = dialect.requestAnswerElement
  const wrapping = { ...making, ...(element !== undefined && { element }) }
  const answer = newMessage(dialect, 'camt.029.001.09', document, wrapping, { answersMessageId: stored.messageId })
  const exchange = { ...exchangeOf(stored), state: 'Rejected' } as const
  await changeExchange(tx, stored, { exchange, code: NEVER_RECEIVED, answerMessageId: messageId }, now)
  const about = 'a return is asked of a payment that did not settle here'
  return outcome(
    [{ kind: 'informed', about, evidence }],
    [...dialect.acknowledge(message, { institution, now }), answer],
  )
}

/** What another bank said of our request (camt.029 Sts/Conf). PECR: it pays in part. */
const REQUEST_ANSWERS: Readonly<Record<string, 'Accepted' | 'Refused' | 'Pending'>> = {
  IPAY: 'Accepted',
  ACCR: 'Accepted',
  PECR: 'Accepted',
  RJCR: 'Refused',
  PDCR: 'Pending',
}

/** camt.029: another bank answers our request for a return. */
export async function receiveRequestAnswer(receiving: Of<'camt.029.001.09'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now, evidence } = receiving
  const { RslvdCase, Sts, CxlDtls } = message.document.RsltnOfInvstgtn
  const details = CxlDtls?.[0]
  const group = details?.OrgnlGrpInfAndSts
  const transaction = details?.TxInfAndSts?.[0]
  const caseId = RslvdCase?.Id ?? group?.RslvdCase?.Id ?? transaction?.RslvdCase?.Id
  const byCase = caseId && (await lockCase(tx, institution.tenantId, dialect.rail, 'Out', caseId))
  const request =
    byCase || (await lockOriginal(tx, institution.tenantId, dialect.rail, { messageId: group?.OrgnlMsgId ?? '' }))
  const status = Sts.Conf ?? ''
  const answer = REQUEST_ANSWERS[status]
  if (request?.kind !== 'ReturnRequest' || request.direction !== 'Out' || !request.paymentId || !answer)
    return informed(receiving, `a resolution ${status} of the case ${caseId ?? 'without an id'}`)
  const reason = (transaction?.CxlStsRsnInf ?? group?.CxlStsRsnInf)?.[0]
  const code = reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry ?? status
  await changeExchange(
    tx,
    request,
    { exchange: { ...exchangeOf(request), state: stateAfter(request, answer) }, code },
    now,
  )
  const { paymentId } = request
  const text = reason?.AddtlInf?.join(' ') ?? ''
  return {
    ...outcome(
      [{ kind: 'returnAnswered', paymentId, answer, code, reason: text, evidence: { ...evidence, status } }],
      dialect.acknowledge(message, { institution, now }),
    ),
    paymentId,
  }
}

/** The first final answer to a request stays. */
function stateAfter({ state }: StoredExchange, answer: 'Accepted' | 'Refused' | 'Pending'): StoredExchange['state'] {
  if (state === 'Settled' || state === 'Rejected') return state
  return ({ Accepted: 'Settled', Refused: 'Rejected', Pending: 'Accepted' } as const)[answer]
}

/** pain.013: somebody asks one of our customers to pay. */
export async function receivePaymentRequest(receiving: Of<'pain.013.001.07'>): Promise<Outcome> {
  const { dialect, tx, institution, message, messageId, sentAt, now, evidence } = receiving
  const { GrpHdr, PmtInf } = message.document.CdtrPmtActvtnReq
  const request = requestOf(receiving, PmtInf[0]!)
  const transfer = PmtInf[0]?.CdtTrfTx[0]
  if (!request || !transfer)
    return informed(receiving, 'a request for payment that is not in US dollars or has no amount')
  const stored: NewExchange = {
    ...{ rail: dialect.rail, messageId, kind: 'PaymentRequest', messageType: message.type },
    ...{ counterparty: memberOf(transfer.CdtrAgt) ?? '', caseId: PmtInf[0]!.PmtInfId ?? messageId },
    ...{ amount: request.amount, endToEndId: transfer.PmtId.EndToEndId, uetr: transfer.PmtId.UETR ?? null },
    ...{ groupTime: GrpHdr.CreDtTm, sentAt, ...OPEN },
  }
  await openExchanges(tx, institution.tenantId, [stored], now)
  return outcome([{ kind: 'paymentRequested', request, evidence }], dialect.acknowledge(message, { institution, now }))
}

/** pain.014 TxSts: the debtor will pay, does not, or has not decided. */
const ANSWERS_TO_REQUESTS: Readonly<Record<string, 'Accepted' | 'Refused' | 'Pending'>> = {
  ...{ ACCP: 'Accepted', ACTC: 'Accepted', ACSP: 'Accepted', ACSC: 'Accepted', ACWC: 'Accepted', ACWP: 'Accepted' },
  ...{ RJCT: 'Refused', RCVD: 'Pending', PDNG: 'Pending', PRES: 'Pending' },
}

/** pain.014: another bank answers a request for payment of ours. */
export async function receivePaymentRequestAnswer(receiving: Of<'pain.014.001.07'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now, evidence } = receiving
  const { OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts } = message.document.CdtrPmtActvtnReqStsRpt
  const transaction = OrgnlPmtInfAndSts?.[0]?.TxInfAndSts?.[0]
  const status = transaction?.TxSts ?? OrgnlPmtInfAndSts?.[0]?.PmtInfSts ?? group.GrpSts ?? ''
  const request = await lockOriginal(tx, institution.tenantId, dialect.rail, { messageId: group.OrgnlMsgId })
  const answer = ANSWERS_TO_REQUESTS[status]
  if (request?.kind !== 'PaymentRequest' || request.direction !== 'Out' || !answer)
    return informed(receiving, `a request for payment is answered: ${group.OrgnlMsgId} ${status}`)
  const reason = (transaction?.StsRsnInf ?? OrgnlPmtInfAndSts?.[0]?.StsRsnInf ?? group.StsRsnInf)?.[0]
  const code = reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry ?? status
  await changeExchange(
    tx,
    request,
    { exchange: { ...exchangeOf(request), state: stateAfter(request, answer) }, code },
    now,
  )
  const said = { requestId: request.messageId, answer, code, reason: reason?.AddtlInf?.join(' ') ?? '' }
  const meaning: Meaning = { kind: 'paymentRequestAnswered', ...said, evidence: { ...evidence, status } }
  return outcome([meaning], dialect.acknowledge(message, { institution, now }))
}

/**
 * camt.055: the creditor's bank withdraws a request for payment, which it names by its message.
 * Only what is booked knows what became of the request.
 */
export function receiveWithdrawal(receiving: Of<'camt.055.001.09'>): Outcome {
  const { dialect, institution, message, now, evidence } = receiving
  const { Assgnmt, Undrlyg } = message.document.CstmrPmtCxlReq
  const [underlying, another] = Undrlyg
  const [instruction, ...others] = underlying?.OrgnlPmtInfAndCxl ?? []
  const [transaction, second] = instruction?.TxInf ?? []
  const requestId = (instruction?.OrgnlGrpInf ?? underlying?.OrgnlGrpInfAndCxl)?.OrgnlMsgId
  const received = dialect.acknowledge(message, { institution, now })
  if (requestId === undefined || another || others.length > 0 || second) {
    const why = 'a withdrawal names one request for payment by the id of its message, and this one does not'
    return outcome([{ kind: 'exception', why, evidence }], received)
  }
  const asked = transaction?.OrgnlInstdAmt
  const cents = asked && centsOf(asked.value)
  const reason = transaction?.CxlRsnInf?.[0] ?? instruction?.CxlRsnInf?.[0]
  const said = [reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry, ...(reason?.AddtlInf ?? [])]
  const withdrawn: Meaning = {
    kind: 'requestWithdrawn',
    ...{ requestId, from: memberOf(Assgnmt.Assgnr.Agt) ?? '', reason: said.filter(Boolean).join(' ') },
    amount: asked && { amount: cents ?? 0n, currency: asked.Ccy },
    evidence,
  }
  return outcome([withdrawn], received)
}

/** camt.026: another bank asks about a payment. A person answers. */
export async function receiveQuestion(receiving: Of<'camt.026.001.07'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now, evidence } = receiving
  const { Assgnmt, Undrlyg } = message.document.UblToApply
  const payment = Undrlyg.IntrBk
  const messageId = payment?.OrgnlGrpInf?.OrgnlMsgId ?? ''
  const named = { messageId, instructionId: payment?.OrgnlInstrId }
  const original = await lockOriginal(tx, institution.tenantId, dialect.rail, named)
  const why = `${memberOf(Assgnmt.Assgnr.Agt) ?? 'another bank'} asks for information on a payment`
  return {
    ...outcome(
      [exceptionOf(original ?? { paymentId: null }, why, evidence)],
      dialect.acknowledge(message, { institution, now }),
    ),
    ...(original?.paymentId && { paymentId: original.paymentId }),
  }
}

type RequestInformation = DocumentOf<'pain.013.001.07'>['CdtrPmtActvtnReq']['PmtInf'][number]

function requestOf(
  { dialect, messageId, now }: Of<'pain.013.001.07'>,
  information: RequestInformation,
): PaymentRequest | undefined {
  const transfer = information.CdtTrfTx[0]!
  const asked = transfer.Amt.InstdAmt
  const amount = centsOf(asked?.value ?? '')
  if (asked?.Ccy !== 'USD' || amount === undefined || amount <= 0n) return undefined
  const { ReqdExctnDt, XpryDt } = information
  const requestedOn = ReqdExctnDt.Dt ?? ReqdExctnDt.DtTm?.slice(0, 10)
  return {
    ...{ requestId: messageId, rail: dialect.rail, isDrawdown: false, amount, currency: 'USD' },
    endToEndId: transfer.PmtId.EndToEndId,
    creditor: readParty(transfer.Cdtr),
    creditorAccount: readAccount(transfer.CdtrAcct),
    creditorBank: readBank(transfer.CdtrAgt),
    debtor: readParty(information.Dbtr),
    debtorAccount: readAccount(information.DbtrAcct),
    requestedOn: requestedOn ? Temporal.PlainDate.from(requestedOn) : dialect.businessDay(now),
    expiresAt: expiryOf(XpryDt),
    remittance: readRemittance(transfer.RmtInf),
  }
}

/** A date expires at its end, Eastern. */
function expiryOf(
  expiry: { Dt?: string | undefined; DtTm?: string | undefined } | undefined,
): Temporal.Instant | undefined {
  if (expiry?.DtTm) return momentOf(expiry.DtTm)
  return expiry?.Dt
    ? Temporal.PlainDate.from(expiry.Dt).add({ days: 1 }).toZonedDateTime('America/New_York').toInstant()
    : undefined
}
