import { findSent, type ReadMessage } from '../../../messages/messages.store.ts'
import type { Meaning } from '../../../network.ts'
import { noteAnswer, noteAnswerOfType } from '../exchanges.store.ts'
import { PAYS } from './payment-status.ts'
import { evidenceOf, exception, informed, type Reading, type Understood } from './reading.ts'

/**
 * admi.002: Fedwire cannot read a message of ours, or will not do what it asks. A rejected message
 * that pays moved no money.
 */
export async function readReject(reading: Reading<'admi.002.001.01'>): Promise<Understood> {
  const { tx, institution, document, messageId, now } = reading
  const { RltdRef, Rsn } = document['admi.002.001.01']
  const sent = await findSent(tx, institution.tenantId, 'FEDWIRE', RltdRef.Ref)
  const code = Rsn.RjctgPtyRsn
  const reason = Rsn.RsnDesc ?? ''
  if (!sent)
    return { meanings: [exception(reading, `Fedwire rejects ${RltdRef.Ref}, which we did not send: ${reason}`)] }
  await noteAnswer(tx, institution.tenantId, { messageId: RltdRef.Ref, answerId: messageId }, now)
  const about = { paymentId: sent.paymentId ?? undefined, uetr: sent.uetr ?? undefined }
  return { ...about, meanings: [rejection(reading, sent, { code, reason })] }
}

function rejection(reading: Reading, sent: ReadMessage, { code, reason }: { code: string; reason: string }): Meaning {
  const { paymentId, receiptId, messageType } = sent
  const evidence = evidenceOf(reading, { imad: sent.messageId ?? undefined })
  const pays = PAYS.includes(messageType ?? '')
  if (pays && paymentId !== null) return { kind: 'rejected', paymentId, code, reason, evidence }
  if (pays && receiptId !== null) return { kind: 'returnRejected', receiptId, code, reason, evidence }
  return exception(reading, `Fedwire rejects our ${messageType} ${sent.messageId}: ${code} ${reason}`, { paymentId })
}

/** admi.004: the service opens, closes or extends its hours, or tells something else. */
export function readBroadcast(reading: Reading<'admi.004.001.02'>): Understood {
  const { EvtCd, EvtParam, EvtDesc } = reading.document.SysEvtNtfctn.EvtInf
  const about = [`Fedwire ${EVENTS[EvtCd] ?? EvtCd}`, ...(EvtParam ?? []), EvtDesc].filter(Boolean).join(', ')
  return { meanings: [informed(reading, about)] }
}

const EVENTS: Readonly<Record<string, string>> = {
  OPEN: 'has opened',
  CLSD: 'has closed',
  EXTN: 'extends its hours',
  ADHC: 'informs',
}

/** admi.007: Fedwire has passed a message of ours on that moves no money. */
export async function readAcknowledgement(reading: Reading<'admi.007.001.01'>): Promise<Understood> {
  const { RltdRef } = reading.document.RctAck.Rpt[0]!
  const sent = await findSent(reading.tx, reading.institution.tenantId, 'FEDWIRE', RltdRef.Ref)
  if (!sent) return { meanings: [exception(reading, `Fedwire acknowledges ${RltdRef.Ref}, which we did not send`)] }
  const about = { paymentId: sent.paymentId ?? undefined, uetr: sent.uetr ?? undefined }
  return { ...about, meanings: [informed(reading, `Fedwire has passed on ${sent.messageType} ${sent.messageId}`)] }
}

/** admi.011: the connection works. */
export async function readSystemResponse(reading: Reading<'admi.011.001.01'>): Promise<Understood> {
  const { tx, institution, messageId, now } = reading
  const answer = { messageType: 'admi.004.001.02', answerId: messageId }
  await noteAnswerOfType(tx, institution.tenantId, answer, now)
  return { meanings: [informed(reading, 'the connection to Fedwire works')] }
}
