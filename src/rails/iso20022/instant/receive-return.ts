import type { CreditAnswer } from '../../network.ts'
import { answerMessage } from './answers.ts'
import { decideExchange, openReceived } from './exchange.ts'
import {
  changeExchange,
  exchangeOf,
  lockExchange,
  lockOriginal,
  openExchanges,
  type StoredExchange,
} from './exchanges.store.ts'
import { exceptionOf } from './meanings.ts'
import { type Outcome, outcome } from './outcome.ts'
import type { Of } from './receiving.ts'
import { centsOf, memberOf } from './usage-rules.ts'

/**
 * pacs.004: a payment of ours comes back. We accept it at once if it is ours and settled; the money
 * has moved when the network confirms that. What is not ours, or more than it was, is rejected.
 */
export async function receiveReturn(receiving: Of<'pacs.004.001.10'>): Promise<Outcome> {
  const { dialect, tx, institution, message, messageId, sentAt, incoming, now, evidence } = receiving
  const { rail, rules } = dialect
  const { tenantId } = institution
  const { GrpHdr, TxInf } = message.document.PmtRtr
  const returned = TxInf?.[0]
  const named = {
    messageId: returned?.OrgnlGrpInf?.OrgnlMsgId ?? '',
    instructionId: returned?.OrgnlInstrId,
  }
  const known = await lockExchange(tx, tenantId, { rail, direction: 'In', messageId })
  if (known || !returned) return outcome()
  const original = await lockOriginal(tx, tenantId, rail, named)
  const amount = centsOf(returned.RtrdIntrBkSttlmAmt.value) ?? 0n
  const objection = objectionTo(original, { amount, currency: returned.RtrdIntrBkSttlmAmt.Ccy })
  const code = returned.RtrRsnInf?.[0]?.Rsn?.Cd ?? 'NARR'
  await openExchanges(
    tx,
    tenantId,
    [
      {
        ...{ rail, messageId, kind: 'Return', messageType: message.type, groupTime: GrpHdr.CreDtTm },
        ...{ counterparty: memberOf(returned.InstgAgt) ?? original?.counterparty ?? '' },
        ...{ amount: amount > 0n ? amount : null, paymentId: objection ? null : original!.paymentId },
        ...{ originalMessageId: named.messageId, uetr: returned.OrgnlUETR ?? null },
        ...openReceived(sentAt, incoming.receivedAt, rules),
      },
    ],
    now,
  )
  const stored = (await lockExchange(tx, tenantId, { rail, direction: 'In', messageId }))!
  const answer: CreditAnswer = objection
    ? { kind: 'reject', code: objection.code, reason: objection.why }
    : { kind: 'accept' }
  const event = { kind: objection ? ('reject' as const) : ('accept' as const) }
  const { exchange, effect } = decideExchange(exchangeOf(stored), event, now, rules)
  const about = { ...(stored.paymentId && { paymentId: stored.paymentId }) }
  if (effect !== 'answerAccept' && effect !== 'answerReject') {
    await changeExchange(tx, stored, { exchange, code }, now)
    return { ...outcome([{ kind: 'informed', about: 'a return came after its time', evidence }]), ...about }
  }
  const reply = answerMessage(dialect, institution, stored, answer, now)
  await changeExchange(tx, stored, { exchange, code, answerMessageId: reply.messageId }, now)
  const meanings = objection ? [exceptionOf(original ?? { paymentId: null }, objection.why, evidence)] : []
  return { ...outcome(meanings, [reply]), ...about }
}

/** Why a return cannot be accepted. */
function objectionTo(
  original: StoredExchange | undefined,
  { amount, currency }: { amount: bigint; currency: string },
): { code: string; why: string } | undefined {
  if (original?.direction !== 'Out' || original.kind !== 'Payment')
    return { code: 'NARR', why: 'the return is of a payment that we did not send' }
  if (original.state === 'Rejected') return { code: 'NARR', why: 'the return is of a payment that did not settle' }
  if (currency !== 'USD') return { code: 'AM03', why: `the return is in ${currency}` }
  if (amount <= 0n || original.amount === null || amount > original.amount)
    return { code: 'AM02', why: 'the return is of more than the payment' }
  return undefined
}
