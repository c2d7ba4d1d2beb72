import { Temporal } from 'temporal-polyfill'
import { findSent } from '../../../messages/messages.store.ts'
import type { PaymentRequest } from '../../../network.ts'
import { readAccount } from '../../common/account.ts'
import { readBank } from '../../common/bank.ts'
import { readParty } from '../../common/party.ts'
import { readRemittance } from '../../common/remittance.ts'
import { cycleDayOf } from '../cycle.ts'
import { centsOf } from '../dollars.ts'
import { lockAskedOf, noteAnswer } from '../exchanges.store.ts'
import { memberOf, sentOriginal } from '../original.ts'
import { CONFIRMATIONS } from '../return-request.ts'
import { FEDWIRE } from '../wrap.ts'
import { evidenceOf, exception, informed, type Reading, type Understood } from './reading.ts'

/** camt.056: another bank asks for a transfer back that it sent. Fedwire sets no time to answer. */
export function readReturnRequest(reading: Reading<'camt.056.001.08'>): Understood {
  const { Assgnmt, Case, Undrlyg } = reading.document.FIToFIPmtCxlReq
  const asked = Undrlyg[0]!.TxInf?.[0]
  const original = asked?.OrgnlGrpInf?.OrgnlMsgId
  if (!asked || !original) return { meanings: [exception(reading, 'it names no transfer that is asked back')] }
  const why = asked.CxlRsnInf?.[0]
  const requested = {
    kind: 'returnRequested',
    /** Fedwire's own id of the request: two banks can give the same to a case. */
    caseId: reading.messageId,
    originalIdentity: original,
    code: why?.Rsn?.Cd ?? '',
    reason: why?.AddtlInf?.join(' ') ?? '',
    answerBy: undefined,
    evidence: evidenceOf(reading, { case: Case?.Id, originalImad: original, askedBy: memberOf(Assgnmt.Assgnr.Agt) }),
  } as const
  return { meanings: [requested], uetr: asked.OrgnlUETR }
}

/** camt.029: the other bank, or Fedwire itself, answers our request for a return. */
export async function readReturnAnswer(reading: Reading<'camt.029.001.09'>): Promise<Understood> {
  const { tx, institution, document, messageId, now } = reading
  const { Assgnmt, Sts, CxlDtls, RslvdCase } = document.RsltnOfInvstgtn
  const answered = CxlDtls?.[0]?.TxInfAndSts?.[0]
  const imad = answered?.OrgnlGrpInf?.OrgnlMsgId ?? ''
  const sent = await sentOriginal(tx, institution, imad)
  const paymentId = sent?.paymentId
  const by = memberOf(Assgnmt.Assgnr.Agt)
  if (sent && (answered?.OrgnlUETR !== sent.uetr || ![sent.to, FEDWIRE].includes(by)))
    return { meanings: [exception(reading, `the bank ${by} was not asked to return ${imad}`, { paymentId })] }
  const asked = paymentId ? await lockAskedOf(tx, institution.tenantId, paymentId, 'camt.056.001.08') : undefined
  if (!paymentId || !asked)
    return { meanings: [exception(reading, 'it answers a request for return that we did not make', { imad })] }
  const answer = ANSWERS[Sts.Conf ?? '']
  if (!answer)
    return { meanings: [exception(reading, `it answers with ${Sts.Conf}, which no rule knows`, { paymentId })] }
  if (answer !== 'Pending') await noteAnswer(tx, institution.tenantId, { messageId: asked, answerId: messageId }, now)
  const why = answered?.CxlStsRsnInf?.[0]
  const meaning = {
    ...({ kind: 'returnAnswered', paymentId, answer } as const),
    code: why?.Rsn?.Cd ?? why?.Rsn?.Prtry ?? '',
    reason: why?.AddtlInf?.join(' ') ?? '',
    evidence: evidenceOf(reading, { case: RslvdCase?.Id, imad }),
  }
  return { meanings: [meaning], paymentId, uetr: answered?.OrgnlUETR }
}

const ANSWERS: Readonly<Record<string, 'Accepted' | 'Refused' | 'Pending'>> = {
  [CONFIRMATIONS.accepted]: 'Accepted',
  ACCR: 'Accepted',
  /** Partially: the amount of the return says how much. */
  PECR: 'Accepted',
  [CONFIRMATIONS.refused]: 'Refused',
  [CONFIRMATIONS.pending]: 'Pending',
}

/** pain.013: another bank asks us to pay it from the account of a customer: a drawdown. */
export function readDrawdownRequest(reading: Reading<'pain.013.001.07'>): Understood {
  const { PmtInf } = reading.document.CdtrPmtActvtnReq
  const { Dbtr, DbtrAcct, ReqdExctnDt, CdtTrfTx } = PmtInf[0]!
  const { PmtId, Amt, Cdtr, CdtrAcct, CdtrAgt, RmtInf } = CdtTrfTx[0]!
  const requestedOn = Temporal.PlainDate.from(ReqdExctnDt.Dt ?? ReqdExctnDt.DtTm!.slice(0, 10))
  const request: PaymentRequest = {
    ...{ requestId: reading.messageId, rail: 'FEDWIRE', isDrawdown: true, currency: 'USD', requestedOn },
    endToEndId: PmtId.EndToEndId,
    amount: centsOf(Amt.InstdAmt!),
    creditor: readParty(Cdtr),
    creditorAccount: readAccount(CdtrAcct),
    creditorBank: readBank(CdtrAgt),
    debtor: readParty(Dbtr),
    debtorAccount: readAccount(DbtrAcct),
    expiresAt: cycleDayOf(requestedOn).customerCutOff,
    remittance: readRemittance(RmtInf),
  }
  const evidence = evidenceOf(reading, { imad: reading.document.CdtrPmtActvtnReq.GrpHdr.MsgId })
  return { meanings: [{ kind: 'paymentRequested', request, evidence }], uetr: PmtId.UETR }
}

/** pain.014: a bank, or Fedwire itself, answers our drawdown request. */
export async function readDrawdownAnswer(reading: Reading<'pain.014.001.07'>): Promise<Understood> {
  const { tx, institution, document, messageId, now } = reading
  const { OrgnlGrpInfAndSts, OrgnlPmtInfAndSts } = document.CdtrPmtActvtnReqStsRpt
  const requestId = OrgnlGrpInfAndSts.OrgnlMsgId
  const status = OrgnlPmtInfAndSts?.[0]?.TxInfAndSts?.[0]
  if (!(await findSent(tx, institution.tenantId, 'FEDWIRE', requestId)))
    return { meanings: [exception(reading, 'it answers a drawdown request that we did not make', { requestId })] }
  await noteAnswer(tx, institution.tenantId, { messageId: requestId, answerId: messageId }, now)
  const why = status?.StsRsnInf?.[0]
  const meaning = {
    ...({ kind: 'requestAnswered', requestId, isAccepted: status?.TxSts !== 'RJCT' } as const),
    code: why?.Rsn?.Cd ?? why?.Rsn?.Prtry ?? status?.TxSts ?? '',
    reason: why?.AddtlInf?.join(' ') ?? '',
    evidence: evidenceOf(reading, { status: status?.TxSts }),
  }
  return { meanings: [meaning], uetr: status?.OrgnlUETR }
}

/** camt.110: another bank investigates a transfer. A person answers it. */
export async function readInvestigation(reading: Reading<'camt.110.001.01'>): Promise<Understood> {
  const { InvstgtnReq: request, InvstgtnData } = reading.document.InvstgtnReq
  const { Undrlyg, InvstgtnTp, Rqstr } = request
  const about = Undrlyg.IntrBk ?? Undrlyg.Initn
  const imad = about?.OrgnlGrpInf.OrgnlMsgId ?? ''
  const sent = await findSent(reading.tx, reading.institution.tenantId, 'FEDWIRE', imad)
  const question = InvstgtnData.flatMap(({ AddtlReqData }) => AddtlReqData?.ReqNrrtv ?? []).join(' ')
  const who = memberOf(Rqstr.Agt)
  const why = `the bank ${who} asks about ${imad} (${InvstgtnTp.Cd}): ${question}`
  const facts = { paymentId: sent?.paymentId, case: request.RqstrInvstgtnId, investigationImad: request.MsgId }
  const paymentId = sent?.paymentId ?? undefined
  return { meanings: [exception(reading, why, facts)], uetr: about?.OrgnlUETR, paymentId }
}

/** camt.111: another bank answers our investigation. A person reads the answer. */
export async function readInvestigationAnswer(reading: Reading<'camt.111.001.01'>): Promise<Understood> {
  const { tx, institution, document, messageId, now } = reading
  const { InvstgtnRspn, OrgnlInvstgtnReq } = document.InvstgtnRspn
  const asked = OrgnlInvstgtnReq.MsgId
  const sent = await findSent(tx, institution.tenantId, 'FEDWIRE', asked)
  if (!sent) return { meanings: [exception(reading, `it answers an investigation that we did not ask for: ${asked}`)] }
  await noteAnswer(tx, institution.tenantId, { messageId: asked, answerId: messageId }, now)
  const answer = (InvstgtnRspn.InvstgtnData ?? []).map(({ RspnData }) => RspnData.RspnNrrtv).join(' ')
  const why = `the answer to our investigation ${asked} is ${InvstgtnRspn.InvstgtnSts.Sts}: ${answer}`
  const paymentId = sent.paymentId ?? undefined
  return { meanings: [exception(reading, why, { paymentId })], paymentId, uetr: sent.uetr ?? undefined }
}

/** pacs.028: another bank asks what became of its drawdown request, which a person answers. */
export function readStatusRequest(reading: Reading<'pacs.028.001.03'>): Understood {
  const asked = reading.document.FIToFIPmtStsReq.TxInf?.[0]
  const about = asked?.OrgnlGrpInf
  if (about?.OrgnlMsgNmId !== 'pain.013.001.07')
    return { meanings: [informed(reading, `another bank asks for the status of ${about?.OrgnlMsgId}`)] }
  const why = `the bank ${memberOf(asked?.InstgAgt)} asks whether its drawdown request ${about.OrgnlMsgId} is answered`
  return { meanings: [exception(reading, why)], uetr: asked?.OrgnlUETR }
}
