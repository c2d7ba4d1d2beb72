import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { findAsked, findSent, readContent } from '../../messages/messages.store.ts'
import type { Meaning, NewMessage } from '../../network.ts'
import { pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { afterBusinessDays } from './answer-times.ts'
import { agentOf } from './elements.ts'
import { momentText, ownBic, speaksAs, writeSwift } from './envelope.ts'
import { findTransferByUetr } from './received-transfer.ts'
import { newReference } from './reference.ts'
import { REASON_LINES } from './returns.ts'
import { exceptionOf, type Read, type Reading, strangerTo } from './statuses.ts'
import { lockByUetr } from './swift-payments.store.ts'

type Request = DocumentOf<'camt.056.001.08'>['FIToFIPmtCxlReq']
type Requested = NonNullable<Request['Undrlyg'][number]['TxInf']>[number]
type Resolution = DocumentOf<'camt.029.001.09'>['RsltnOfInvstgtn']

/** No original transaction received (ExternalPaymentCancellationRejection1Code). */
const NOT_RECEIVED = 'NOOR'

/**
 * Reads a camt.056: another bank asks for a credit back. The case is known by the id of the
 * message. A credit that never came is answered by rule.
 */
export async function readRequest(tx: Transaction, reading: Reading, request: Request): Promise<Read> {
  const { institution, swift, evidence, now } = reading
  const requested = requestedIn(request)
  const uetr = requested?.OrgnlUETR
  if (!requested || !uetr) return { meanings: [exceptionOf(reading, 'a recall names one transaction by its UETR')] }
  const credit = await findTransferByUetr(tx, institution.tenantId, uetr)
  if (!credit) {
    const answer = { isAccepted: false, code: NOT_RECEIVED, reason: 'no such payment was received' }
    const replies = [resolutionOf(institution, { request, requested, to: swift.from }, answer, now)]
    return { uetr, meanings: [{ kind: 'informed', about: 'a recall of a credit that never came', evidence }], replies }
  }
  if (!speaksAs(institution, credit.from, swift.from))
    return {
      uetr,
      meanings: [exceptionOf(reading, `a recall is from ${swift.from}, and the credit from ${credit.from}`)],
    }
  const [why] = requested.CxlRsnInf ?? []
  const currency = credit.transaction.IntrBkSttlmAmt.Ccy
  const meaning: Meaning = {
    kind: 'returnRequested',
    ...{ caseId: swift.messageId, originalIdentity: uetr },
    code: why?.Rsn?.Cd ?? why?.Rsn?.Prtry ?? 'NARR',
    reason: why?.AddtlInf?.join(' ') || 'no reason was given',
    answerBy: answerTime(institution, currency, now),
    evidence: { ...evidence, ...(requested.Case && { case: requested.Case.Id }) },
  }
  return { uetr, meanings: [meaning] }
}

/** Midnight after the business days of the currency that the institution gives other banks, too. */
function answerTime(institution: Institution, currency: string, now: Temporal.Instant): Temporal.Instant {
  return afterBusinessDays(institution, { currency, from: dateOf(institution, now) })
}

const dateOf = ({ timeZone }: Institution, now: Temporal.Instant) => now.toZonedDateTimeISO(timeZone).toPlainDate()

/** Our camt.029 to the camt.056 of a case. */
export async function answerOf(
  db: Connection,
  institution: Institution,
  { caseId, ...answer }: { caseId: string; isAccepted: boolean; code: string; reason: string },
  now: Temporal.Instant,
): Promise<NewMessage> {
  const row = await findAsked(db, institution.tenantId, 'SWIFT', caseId)
  const read = row && readMessage(await readContent(db, row))
  if (!read?.ok || read.value.type !== 'camt.056.001.08') throw new Error(`${caseId} is not a recall that came in`)
  const request = read.value.document.FIToFIPmtCxlReq
  const requested = requestedIn(request)
  if (!requested) throw new Error(`${caseId} names no transaction`)
  return resolutionOf(institution, { request, requested, to: caseId.slice(0, caseId.indexOf(':')) }, answer, now)
}

function resolutionOf(
  institution: Institution,
  { request, requested, to }: { request: Request; requested: Requested; to: string },
  { isAccepted, code, reason }: { isAccepted: boolean; code: string; reason: string },
  now: Temporal.Instant,
): NewMessage {
  const messageId = newReference(now)
  const own = agentOf(ownBic(institution))
  const requester = request.Assgnmt.Assgnr.Agt?.FinInstnId.BICFI ?? to
  const resolved = requested.Case ?? { Id: requested.CxlId ?? request.Assgnmt.Id, Cretr: { Agt: agentOf(requester) } }
  const status = isAccepted ? 'ACCR' : 'RJCR'
  const document: DocumentOf<'camt.029.001.09'> = {
    RsltnOfInvstgtn: {
      Assgnmt: {
        Id: messageId,
        Assgnr: { Agt: own },
        Assgne: { Agt: agentOf(requester) },
        CreDtTm: momentText(now, institution.timeZone),
      },
      Sts: { Conf: isAccepted ? 'CNCL' : 'RJCR' },
      CxlDtls: [
        {
          TxInfAndSts: [
            {
              CxlStsId: messageId,
              RslvdCase: resolved,
              OrgnlGrpInf: requested.OrgnlGrpInf,
              OrgnlInstrId: requested.OrgnlInstrId,
              OrgnlEndToEndId: requested.OrgnlEndToEndId,
              OrgnlUETR: requested.OrgnlUETR,
              TxCxlSts: status,
              CxlStsRsnInf: [{ Rsn: { Cd: code }, AddtlInf: pieces(reason, REASON_LINES) }],
            },
          ],
        },
      ],
    },
  }
  const outgoing = { type: 'camt.029.001.09', messageId, to: requester, document } as const
  const content = writeSwift(institution, outgoing, now)
  const uetr = requested.OrgnlUETR
  return { rail: 'SWIFT', messageType: outgoing.type, messageId, ...(uetr && { uetr }), content }
}

/** A camt.056 for a payment of ours, to the bank that its pacs.008 went to. */
export async function requestOf(
  db: Connection,
  institution: Institution,
  request: { paymentId: string; messageId: string; caseId: string; code: string; reason: string },
  now: Temporal.Instant,
): Promise<NewMessage> {
  const sent = await findSent(db, institution.tenantId, 'SWIFT', request.messageId)
  const read = sent && readMessage(sent.content)
  if (!read?.ok || read.value.type !== 'pacs.008.001.08') throw new Error(`${request.messageId} is not a pacs.008`)
  const { GrpHdr, CdtTrfTxInf } = read.value.document.FIToFICstmrCdtTrf
  const { PmtId, IntrBkSttlmAmt, IntrBkSttlmDt, InstdAgt } = CdtTrfTxInf[0]!
  const messageId = newReference(now)
  const own = agentOf(ownBic(institution))
  const to = InstdAgt!.FinInstnId.BICFI!
  const CreDtTm = momentText(now, institution.timeZone)
  const document: DocumentOf<'camt.056.001.08'> = {
    FIToFIPmtCxlReq: {
      Assgnmt: { Id: messageId, Assgnr: { Agt: own }, Assgne: { Agt: agentOf(to) }, CreDtTm },
      Undrlyg: [
        {
          TxInf: [
            {
              CxlId: messageId,
              Case: { Id: caseText(request.caseId), Cretr: { Agt: own } },
              OrgnlGrpInf: { OrgnlMsgId: GrpHdr.MsgId, OrgnlMsgNmId: read.value.type, OrgnlCreDtTm: GrpHdr.CreDtTm },
              ...{ OrgnlInstrId: PmtId.InstrId, OrgnlEndToEndId: PmtId.EndToEndId, OrgnlUETR: PmtId.UETR },
              ...{ OrgnlIntrBkSttlmAmt: IntrBkSttlmAmt, OrgnlIntrBkSttlmDt: IntrBkSttlmDt },
              CxlRsnInf: [{ Rsn: { Cd: request.code }, AddtlInf: pieces(request.reason, REASON_LINES) }],
            },
          ],
        },
      ],
    },
  }
  const outgoing = { type: 'camt.056.001.08', messageId, to, document } as const
  const content = writeSwift(institution, outgoing, now)
  const uetr = PmtId.UETR!
  const { paymentId } = request
  return { rail: 'SWIFT', messageType: outgoing.type, messageId, uetr, paymentId, content }
}

/** ISO 20022 Max35Text: a UUID loses its hyphens. */
const caseText = (caseId: string) => (caseId.length <= 35 ? caseId : caseId.replaceAll('-', '').slice(0, 35))

const ANSWERS: Readonly<Record<string, 'Accepted' | 'Refused' | 'Pending'>> = {
  ...{ ACCR: 'Accepted', CNCL: 'Accepted', PACR: 'Pending', PDCR: 'Pending', RJCR: 'Refused' },
}

/** Reads a camt.029: the answer to our recall, by the UETR of the payment. */
export async function readResolution(tx: Transaction, reading: Reading, resolution: Resolution): Promise<Read> {
  const details = (resolution.CxlDtls ?? []).flatMap(({ TxInfAndSts }) => TxInfAndSts ?? [])
  const [detail] = details
  const uetr = detail?.OrgnlUETR
  if (!detail || !uetr || details.length > 1)
    return { meanings: [exceptionOf(reading, 'an answer to a recall names one transaction by its UETR')] }
  const payment = await lockByUetr(tx, reading.institution.tenantId, uetr)
  if (!payment) return { uetr, meanings: [exceptionOf(reading, `we sent no payment with the UETR ${uetr}`)] }
  const { paymentId, messageId } = payment
  const stranger = await strangerTo(tx, reading, payment, messageId)
  if (stranger) return { uetr, paymentId, meanings: [exceptionOf(reading, stranger, paymentId)] }
  const status = detail.TxCxlSts ?? resolution.Sts.Conf ?? ''
  const answer = ANSWERS[status]
  if (!answer)
    return { uetr, paymentId, meanings: [exceptionOf(reading, `the recall is answered with ${status}`, paymentId)] }
  const [why] = detail.CxlStsRsnInf ?? []
  const code = why?.Rsn?.Cd ?? why?.Rsn?.Prtry ?? status
  const reason = why?.AddtlInf?.join(' ') || 'no reason was given'
  const { evidence } = reading
  return { uetr, paymentId, meanings: [{ kind: 'returnAnswered', paymentId, answer, code, reason, evidence }] }
}

/** The one transaction that a camt.056 is about; undefined if it names none, or several. */
function requestedIn({ Undrlyg }: Request): Requested | undefined {
  const all = Undrlyg.flatMap(({ TxInf }) => TxInf ?? [])
  return all.length === 1 ? all[0] : undefined
}
