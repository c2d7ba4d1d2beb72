import { Temporal } from 'temporal-polyfill'
import { findProcessed, findSent, type ReadMessage, readContent } from '../../../messages/messages.store.ts'
import type { Meaning } from '../../../network.ts'
import type { DocumentOf } from '../../messages.ts'
import { readMessage } from '../../read-message.ts'
import { isOmad, parseImad } from '../accountability.ts'
import { lockExchange, noteAnswer } from '../exchanges.store.ts'
import { evidenceOf, exception, informed, type Reading, type Understood } from './reading.ts'

/** The messages of ours that move money. */
export const PAYS: readonly string[] = ['pacs.008.001.08', 'pacs.009.001.08', 'pacs.004.001.10']

/** What Fedwire says of a message that pays: ExternalPaymentTransactionStatus1Code. */
const SETTLED = ['ACSC', 'ACCC']
const REJECTED = ['RJCT']

type Status = NonNullable<DocumentOf<'pacs.002.001.10'>['FIToFIPmtStsRpt']['TxInfAndSts']>[number]

/** pacs.002: whether a message of ours that pays has settled. */
export async function readPaymentStatus(reading: Reading<'pacs.002.001.10'>): Promise<Understood> {
  const { tx, institution, document, messageId, now } = reading
  const [status] = document.FIToFIPmtStsRpt.TxInfAndSts ?? []
  const imad = status?.OrgnlGrpInf?.OrgnlMsgId
  const sent = imad ? await findSent(tx, institution.tenantId, 'FEDWIRE', imad) : undefined
  if (!status || !imad || !sent)
    return { meanings: [exception(reading, `Fedwire reports on a message that we did not send: ${imad ?? 'none'}`)] }
  const about = { uetr: sent.uetr ?? undefined, paymentId: sent.paymentId ?? undefined }
  const mistaken = mistakeIn(status, sent)
  if (mistaken) return { meanings: [exception(reading, mistaken, { imad })] }
  const code = status.TxSts ?? ''
  if (!isFinal(code)) return { ...about, meanings: [accepted(reading, sent, status)] }
  const earlier = await earlierStatus(reading, imad)
  if (earlier !== undefined) return { ...about, meanings: [again(reading, sent, { earlier, code })] }
  await noteAnswer(tx, institution.tenantId, { messageId: imad, answerId: messageId }, now)
  return { ...about, meanings: [outcome(reading, sent, status)] }
}

/** Why a status is not about the message that it names; undefined if it is. */
function mistakeIn(
  { OrgnlUETR, OrgnlGrpInf, FctvIntrBkSttlmDt }: Status,
  { uetr, messageType, messageId }: ReadMessage,
): string | undefined {
  if (OrgnlUETR !== uetr) return 'its UETR is not that of the message it reports on'
  if (OrgnlGrpInf?.OrgnlMsgNmId !== messageType)
    return `it reports on ${messageId} as ${OrgnlGrpInf?.OrgnlMsgNmId}, but that is ${messageType}`
  if (!PAYS.includes(messageType ?? '')) return `it reports on ${messageType} ${messageId}, which moves no money`
  const [cycleDate, settledOn] = [parseImad(messageId!)?.cycleDate.toString(), FctvIntrBkSttlmDt?.Dt]
  if (settledOn === undefined || settledOn === cycleDate) return undefined
  return `it says that ${messageId} settled on ${settledOn}, which is not the cycle day of the message`
}

const isFinal = (code: string) => SETTLED.includes(code) || REJECTED.includes(code)

function outcome(reading: Reading<'pacs.002.001.10'>, sent: ReadMessage, status: Status): Meaning {
  const { paymentId, receiptId } = sent
  const imad = sent.messageId!
  const { code: why, reason } = reasonOf(status)
  const ours = reading.document.FIToFIPmtStsRpt.GrpHdr.MsgId
  const evidence = evidenceOf(reading, { imad, omad: isOmad(ours) ? ours : undefined, status: status.TxSts })
  const hasSettled = SETTLED.includes(status.TxSts ?? '')
  if (paymentId !== null && hasSettled)
    return { kind: 'settled', paymentId, settledOn: settledOn(status, imad), evidence }
  if (paymentId !== null) return { kind: 'rejected', paymentId, code: why, reason, evidence }
  if (receiptId !== null)
    return { kind: hasSettled ? 'returnSettled' : 'returnRejected', receiptId, code: why, reason, evidence }
  return exception(reading, 'Fedwire reports on a message of ours that belongs to no payment', { imad })
}

function accepted(reading: Reading<'pacs.002.001.10'>, sent: ReadMessage, { TxSts = '' }: Status): Meaning {
  if (sent.paymentId === null) return informed(reading, `Fedwire has ${sent.messageId}, with the status ${TxSts}`)
  const evidence = evidenceOf(reading, { imad: sent.messageId ?? undefined, status: TxSts })
  return { kind: 'accepted', paymentId: sent.paymentId, code: TxSts, evidence }
}

/** The same again says nothing new; the opposite contradicts what is booked. */
function again(reading: Reading, sent: ReadMessage, { earlier, code }: { earlier: string; code: string }): Meaning {
  if (SETTLED.includes(earlier) === SETTLED.includes(code)) return informed(reading, `Fedwire says ${code} again`)
  const why = `Fedwire said ${earlier} of this message before, and now says ${code}`
  return exception(reading, why, { paymentId: sent.paymentId, imad: sent.messageId })
}

/** The status that Fedwire gave before by another message; undefined if it gave none. */
async function earlierStatus(
  { tx, institution: { tenantId }, messageId }: Reading,
  imad: string,
): Promise<string | undefined> {
  const exchange = await lockExchange(tx, tenantId, imad)
  if (!exchange?.answerId || exchange.answerId === messageId) return undefined
  const row = await findProcessed(tx, tenantId, 'FEDWIRE', exchange.answerId)
  const read = row && readMessage(await readContent(tx, row))
  if (!read?.ok) return undefined
  if (read.value.type === 'admi.002.001.01') return 'RJCT'
  if (read.value.type !== 'pacs.002.001.10') return undefined
  return read.value.document.FIToFIPmtStsRpt.TxInfAndSts?.[0]?.TxSts
}

function reasonOf({ StsRsnInf, TxSts }: Status): { code: string; reason: string } {
  const [first] = StsRsnInf ?? []
  const code = first?.Rsn?.Prtry ?? first?.Rsn?.Cd ?? TxSts ?? ''
  const reason = (StsRsnInf ?? []).flatMap(({ AddtlInf }) => AddtlInf ?? []).join(' ')
  return { code, reason }
}

function settledOn({ FctvIntrBkSttlmDt }: Status, imad: string): Temporal.PlainDate {
  const said = FctvIntrBkSttlmDt?.Dt
  return said ? Temporal.PlainDate.from(said) : parseImad(imad)!.cycleDate
}
