import { isDeepStrictEqual } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { findProcessed, readContent } from '../../messages/messages.store.ts'
import type { NewMessage, ReceivedCredit } from '../../network.ts'
import { readAccount } from '../common/account.ts'
import { readBank } from '../common/bank.ts'
import { readParty } from '../common/party.ts'
import { readRemittance } from '../common/remittance.ts'
import { readMessage } from '../read-message.ts'
import { answerAgain } from './answer-again.ts'
import { TOO_LATE } from './answers.ts'
import type { Transfer } from './dialect.ts'
import { isListening, openReceived } from './exchange.ts'
import {
  changeExchange,
  exchangeOf,
  lockExchange,
  lockOriginal,
  openExchanges,
  type StoredExchange,
} from './exchanges.store.ts'
import { newMessage } from './new-message.ts'
import { type Outcome, outcome } from './outcome.ts'
import type { Of, Refused } from './receiving.ts'
import { centsOf, type Fault, faultOfTransfer, memberOf } from './usage-rules.ts'

/**
 * pacs.008: a credit for one of our accounts. It waits for our answer, and settles after it. One
 * that breaks a rule is rejected, and one that came before gets the answer that it got.
 */
export async function receiveTransfer(receiving: Of<'pacs.008.001.08'>): Promise<Outcome | Refused> {
  const { dialect, tx, institution, message, messageId, sentAt, incoming, now, evidence } = receiving
  const { rail, rules } = dialect
  const { tenantId, routingNumber } = institution
  const transfer = message.document.FIToFICstmrCdtTrf
  const payment = transfer.CdtTrfTxInf[0]!
  const uetr = payment.PmtId.UETR
  const known = await lockExchange(tx, tenantId, { rail, direction: 'In', messageId })
  if (known) {
    if (!(await isSame(receiving, known)))
      return {
        refused: { path: 'FIToFICstmrCdtTrf/GrpHdr/MsgId', why: 'another message came with this id' },
        replies: [],
      }
    return { ...outcome([], await answerAgain(dialect, tx, institution, known, now)), ...(uetr && { uetr }) }
  }
  const today = dialect.businessDay(now)
  const us = { rail: dialect.rail, routingNumber, clearingSystem: dialect.clearingSystem, now, today, sentAt }
  const fault = faultOfTransfer(transfer, us)
  const amount = centsOf(payment.IntrBkSttlmAmt.value) ?? 0n
  const opened = openReceived(sentAt, incoming.receivedAt, rules)
  const isLate = !isListening(opened, now, rules)
  await openExchanges(
    tx,
    tenantId,
    [
      {
        ...{ rail, messageId, kind: 'Payment', messageType: message.type, groupTime: transfer.GrpHdr.CreDtTm },
        ...{ counterparty: memberOf(payment.InstgAgt ?? payment.DbtrAgt) ?? '', amount: amount > 0n ? amount : null },
        ...{ uetr: uetr ?? null, instructionId: payment.PmtId.InstrId ?? null, endToEndId: payment.PmtId.EndToEndId },
        ...opened,
      },
    ],
    now,
  )
  if (fault) return refuse(receiving, fault)
  const returned = await returnedPayment(receiving, transfer)
  const credit: ReceivedCredit = {
    ...creditOf(receiving, transfer, amount),
    answerBy: opened.answerBy,
    ...(returned?.paymentId && { returnsPaymentId: returned.paymentId }),
  }
  const about = { ...(uetr && { uetr }), ...(returned?.paymentId && { paymentId: returned.paymentId }) }
  if (!isLate) return { ...outcome([{ kind: 'received', credit, evidence }]), ...about }
  return { ...(await tooLate(receiving)), ...about }
}

/**
 * Whether it is the message that came before, byte by byte or with another header. One with its id
 * and other content is answered by nothing: its answer would be taken for that of the first.
 */
async function isSame({ tx, message }: Of<'pacs.008.001.08'>, known: StoredExchange): Promise<boolean> {
  const { tenantId, rail, messageId } = known
  const first = await findProcessed(tx, tenantId, rail, messageId)
  const read = first && readMessage(await readContent(tx, first))
  if (read?.ok) return isDeepStrictEqual(read.value.document, message.document)
  // The first was refused: what is known of it decides.
  const { PmtId, IntrBkSttlmAmt } = message.document.FIToFICstmrCdtTrf.CdtTrfTxInf[0]!
  return known.endToEndId === PmtId.EndToEndId && (known.amount ?? 0n) === (centsOf(IntrBkSttlmAmt.value) ?? 0n)
}

/** It comes when the network has given it up: nothing is said, and nothing is booked. */
async function tooLate(receiving: Of<'pacs.008.001.08'>): Promise<Outcome> {
  const { dialect, tx, institution, messageId, now, evidence, sentAt } = receiving
  const stored = await lockExchange(tx, institution.tenantId, { rail: dialect.rail, direction: 'In', messageId })
  const exchange = { ...exchangeOf(stored!), state: 'Rejected', nextClock: undefined } as const
  await changeExchange(tx, stored!, { exchange, code: TOO_LATE.code }, now)
  return outcome([{ kind: 'informed', about: `a payment of ${sentAt} came after its time`, evidence }])
}

/** pacs.002 RJCT with the code of the rule. The message is kept and shown as refused. */
async function refuse(receiving: Of<'pacs.008.001.08'>, { path, why, code }: Fault): Promise<Refused> {
  const { dialect, tx, institution, messageId, now } = receiving
  const stored = await lockExchange(tx, institution.tenantId, { rail: dialect.rail, direction: 'In', messageId })
  const original = stored!
  const answerId = dialect.newId(institution, `answer ${messageId}`, now)
  const making = { messageId: answerId, institution, now }
  const exchange = { ...exchangeOf(original), state: 'Rejected', nextClock: undefined } as const
  await changeExchange(tx, original, { exchange, code, answerMessageId: answerId }, now)
  const replies: NewMessage[] = []
  if (original.counterparty !== '') {
    const document = dialect.status({ original, status: 'RJCT', code, reason: `${path}: ${why}` }, making)
    replies.push(newMessage(dialect, 'pacs.002.001.10', document, making, { answersMessageId: messageId }))
  }
  return { refused: { path, why }, replies }
}

function creditOf(
  { dialect, messageId, now }: Of<'pacs.008.001.08'>,
  { GrpHdr, CdtTrfTxInf }: Transfer,
  amount: bigint,
): Omit<ReceivedCredit, 'answerBy'> {
  const payment = CdtTrfTxInf[0]!
  const settlesOn = payment.IntrBkSttlmDt ?? GrpHdr.IntrBkSttlmDt
  return {
    ...{ identity: messageId, rail: dialect.rail, messageId, amount, currency: 'USD', isSettled: false },
    uetr: payment.PmtId.UETR,
    endToEndId: payment.PmtId.EndToEndId,
    valueDate: settlesOn ? Temporal.PlainDate.from(settlesOn) : dialect.businessDay(now),
    debtor: readParty(payment.Dbtr),
    debtorAccount: readAccount(payment.DbtrAcct),
    debtorBank: readBank(payment.DbtrAgt),
    creditor: readParty(payment.Cdtr),
    creditorAccount: readAccount(payment.CdtrAcct),
    remittance: readRemittance(payment.RmtInf),
  }
}

/** RTP returns a payment by one of its own: RmtInf names it in a document of the type RTRN. */
async function returnedPayment(
  { dialect, tx, institution }: Of<'pacs.008.001.08'>,
  { CdtTrfTxInf }: Transfer,
): Promise<StoredExchange | undefined> {
  const documents = CdtTrfTxInf[0]!.RmtInf?.Strd?.flatMap(({ RfrdDocInf }) => RfrdDocInf ?? []) ?? []
  const named = documents.find(({ Tp }) => Tp?.CdOrPrtry.Prtry === RETURN_DOCUMENT)?.Nb
  if (named === undefined) return undefined
  const original = await lockOriginal(tx, institution.tenantId, dialect.rail, {
    messageId: named,
    instructionId: named,
  })
  return original?.direction === 'Out' && original.kind === 'Payment' ? original : undefined
}

/** RfrdDocInf/Tp/CdOrPrtry/Prtry of a payment that returns another. */
export const RETURN_DOCUMENT = 'RTRN'
