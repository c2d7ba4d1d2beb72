import { decideExchange } from './exchange.ts'
import { changeExchange, exchangeOf, lockOriginal } from './exchanges.store.ts'
import { exceptionOf, meaningOf } from './meanings.ts'
import { type Outcome, outcome } from './outcome.ts'
import { informed, type Of } from './receiving.ts'
import { isOwnRequest, refusedRequest } from './refused-request.ts'

/**
 * admi.002: the network could not take a message of ours. A payment has failed by that; an answer
 * or a question that was refused is a fault of ours, which a person looks at.
 */
export async function receiveReject(receiving: Of<'admi.002.001.01'>): Promise<Outcome> {
  const { dialect, tx, institution, message, now, evidence } = receiving
  const { RltdRef, Rsn } = message.document['admi.002.001.01']
  const original = await lockOriginal(tx, institution.tenantId, dialect.rail, { messageId: RltdRef.Ref })
  const code = Rsn.RjctgPtyRsn
  const reason = Rsn.RsnDesc ?? Rsn.AddtlData?.slice(0, 350) ?? ''
  const why = `${dialect.rail} refused ${RltdRef.Ref}: ${code} ${reason}`.trimEnd()
  if (!original) return informed(receiving, why)
  if (isOwnRequest(original)) return outcome([await refusedRequest(receiving, original, { code, reason })])
  const isMoney = original.kind === 'Payment' || original.kind === 'Return'
  const about = { ...(original.paymentId && { paymentId: original.paymentId }) }
  if (original.direction === 'In' || !isMoney) return { ...outcome([exceptionOf(original, why, evidence)]), ...about }
  const { exchange, effect } = decideExchange(exchangeOf(original), { kind: 'rejected' }, now, dialect.rules)
  const word = { code, reason, settledOn: dialect.businessDay(now), evidence: { ...evidence, code } }
  if (effect === 'fail') await changeExchange(tx, original, { exchange, code }, now)
  return { ...outcome(meaningOf(original, effect, word)), ...about }
}
