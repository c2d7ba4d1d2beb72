import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import { correspondentOf, type Institution } from '../../../institution/institution.ts'
import type { Meaning, MessageAmount, NewMessage } from '../../network.ts'
import { amountElement, readAmount } from '../amounts.ts'
import { pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { inWords } from './amount-words.ts'
import { agentOf, nostroOf } from './elements.ts'
import { momentText, ownBic, writeSwift } from './envelope.ts'
import type { ReceivedTransfer } from './received-transfer.ts'
import { newReference } from './reference.ts'
import { exceptionOf, type Read, type Reading, settle, strangerTo } from './statuses.ts'
import { endSwiftPayment, lockByUetr, type SwiftPayment } from './swift-payments.store.ts'

type Return = DocumentOf<'pacs.004.001.09'>['PmtRtr']
type Returned = NonNullable<Return['TxInf']>[number]

/** Additional information of a reason: lines of 105 characters, two in CBPR+. */
export const REASON_LINES = { count: 2, length: 105 }

/** Reads a pacs.004: a payment of ours that comes back, whole or less the charges on the way. */
export async function readReturn(tx: Transaction, reading: Reading, { TxInf = [] }: Return): Promise<Read> {
  const [returned] = TxInf
  const uetr = returned?.OrgnlUETR
  if (!returned || !uetr || TxInf.length > 1)
    return { meanings: [exceptionOf(reading, 'a return names one transaction by its UETR')] }
  const payment = await lockByUetr(tx, reading.institution.tenantId, uetr)
  if (!payment) return { uetr, meanings: [exceptionOf(reading, `we sent no payment with the UETR ${uetr}`)] }
  const { paymentId } = payment
  const amount = readAmount(returned.RtrdIntrBkSttlmAmt)
  const objection = amount.ok
    ? ((await strangerTo(tx, reading, payment)) ?? objectionTo(payment, returned, amount.value))
    : 'the amount is not exact'
  if (!amount.ok || objection)
    return { uetr, paymentId, meanings: [exceptionOf(reading, objection ?? 'the amount is not exact', paymentId)] }
  return { uetr, paymentId, meanings: await bring(tx, reading, payment, { returned, amount: amount.value }) }
}

/** Why a return cannot be booked by rule; undefined if it can. */
function objectionTo(payment: SwiftPayment, { OrgnlIntrBkSttlmAmt }: Returned, amount: MessageAmount) {
  const { status, currency, amount: paid } = payment
  if (status === 'Rejected' || status === 'Returned') return `a payment that is ${status} comes back`
  if (amount.currency !== currency) return `${amount.currency} comes back for a payment in ${currency}`
  if (amount.amount <= 0n || amount.amount > paid)
    return `${inWords(amount)} comes back for a payment of ${inWords({ amount: paid, currency })}`
  const named = OrgnlIntrBkSttlmAmt && readAmount(OrgnlIntrBkSttlmAmt)
  if (named && !(named.ok && named.value.amount === paid && named.value.currency === currency))
    return `the return names a payment of ${OrgnlIntrBkSttlmAmt.Ccy} ${OrgnlIntrBkSttlmAmt.value}, not ours`
  return undefined
}

/** A payment that comes back has settled, even if no bank said so. */
async function bring(
  tx: Transaction,
  reading: Reading,
  payment: SwiftPayment,
  { returned, amount }: { returned: Returned; amount: MessageAmount },
): Promise<Meaning[]> {
  const { institution, now } = reading
  const { paymentId, amount: paid, currency } = payment
  const date = returned.IntrBkSttlmDt
  const returnedOn = date ? Temporal.PlainDate.from(date) : now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
  const kept = paid - amount.amount
  const evidence = {
    ...reading.evidence,
    returned: inWords(amount),
    ...(kept > 0n && { deducted: inWords({ amount: kept, currency }) }),
  }
  const before = payment.status === 'Open' ? await settle(tx, reading, payment, returnedOn) : []
  await endSwiftPayment(tx, institution.tenantId, paymentId, 'Returned', now)
  const [first] = returned.RtrRsnInf ?? []
  const code = first?.Rsn?.Cd ?? first?.Rsn?.Prtry ?? 'NARR'
  const reason = first?.AddtlInf?.join(' ') || 'no reason was given'
  return [...before, { kind: 'returned', paymentId, code, reason, amount, returnedOn, evidence }]
}

/** A pacs.004 for a credit that came in: the correspondent debits our account for it. */
export function returnOf(
  institution: Institution,
  original: ReceivedTransfer,
  back: { receiptId: string; amount: MessageAmount; code: string; reason: string },
  now: Temporal.Instant,
): NewMessage {
  const { currency } = back.amount
  const correspondent = correspondentOf(institution, currency)
  if (!correspondent) throw new Error(`there is no correspondent for ${currency} to return a credit through`)
  const messageId = newReference(now)
  const { transaction, header } = original
  const uetr = transaction.PmtId.UETR!
  const own = agentOf(ownBic(institution))
  const CreDtTm = momentText(now, institution.timeZone)
  const document: DocumentOf<'pacs.004.001.09'> = {
    PmtRtr: {
      GrpHdr: {
        ...{ MsgId: messageId, CreDtTm, NbOfTxs: '1' },
        SttlmInf: { SttlmMtd: 'INDA', SttlmAcct: nostroOf(correspondent) },
      },
      TxInf: [
        {
          RtrId: messageId,
          OrgnlGrpInf: { OrgnlMsgId: header.MsgId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: header.CreDtTm },
          OrgnlInstrId: transaction.PmtId.InstrId,
          OrgnlEndToEndId: transaction.PmtId.EndToEndId,
          OrgnlUETR: uetr,
          OrgnlIntrBkSttlmAmt: transaction.IntrBkSttlmAmt,
          OrgnlIntrBkSttlmDt: transaction.IntrBkSttlmDt,
          RtrdIntrBkSttlmAmt: amountElement(back.amount),
          IntrBkSttlmDt: now.toZonedDateTimeISO(institution.timeZone).toPlainDate().toString(),
          ChrgBr: 'SHAR',
          InstgAgt: own,
          InstdAgt: agentOf(correspondent.bic),
          // The parties of a return are those of the payment, the other way round.
          RtrChain: {
            Dbtr: { Pty: transaction.Cdtr },
            DbtrAgt: own,
            CdtrAgt: transaction.DbtrAgt,
            Cdtr: { Pty: transaction.Dbtr },
          },
          RtrRsnInf: [{ Rsn: { Cd: back.code }, AddtlInf: pieces(back.reason, REASON_LINES) }],
        },
      ],
    },
  }
  const outgoing = { type: 'pacs.004.001.09', messageId, to: correspondent.bic, document } as const
  const content = writeSwift(institution, outgoing, now)
  const { receiptId } = back
  return { rail: 'SWIFT', messageType: outgoing.type, messageId, uetr, receiptId, content }
}
