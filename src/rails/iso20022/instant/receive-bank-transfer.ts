import { answerMessage } from './answers.ts'
import { decideExchange, openReceived } from './exchange.ts'
import { changeExchange, exchangeOf, lockExchange, openExchanges } from './exchanges.store.ts'
import { type Outcome, outcome } from './outcome.ts'
import type { Of } from './receiving.ts'
import { centsOf, memberOf } from './usage-rules.ts'

/** ExternalStatusReason1Code AG01: a transfer of this kind is not allowed on the account. */
const NOT_OFFERED = { code: 'AG01', reason: 'transfers between banks are not offered' }

/** pacs.009: a transfer between banks. Nobody could book it, so it is refused before it settles. */
export async function refuseBankTransfer(receiving: Of<'pacs.009.001.08'>): Promise<Outcome> {
  const { dialect, tx, institution, message, messageId, sentAt, incoming, now, evidence } = receiving
  const { rail, rules } = dialect
  const { GrpHdr, CdtTrfTxInf } = message.document.FICdtTrf
  const transfer = CdtTrfTxInf[0]
  const amount = centsOf(transfer?.IntrBkSttlmAmt.value ?? '') ?? 0n
  const opened = {
    ...{ rail, messageId, kind: 'Liquidity' as const, messageType: message.type, groupTime: GrpHdr.CreDtTm },
    ...{ counterparty: memberOf(transfer?.InstgAgt) ?? '', instructionId: transfer?.PmtId.InstrId ?? null },
    ...{ endToEndId: transfer?.PmtId.EndToEndId ?? null, amount: amount > 0n ? amount : null },
    ...openReceived(sentAt, incoming.receivedAt, rules),
  }
  await openExchanges(tx, institution.tenantId, [opened], now)
  const stored = (await lockExchange(tx, institution.tenantId, { rail, direction: 'In', messageId }))!
  const { exchange, effect } = decideExchange(exchangeOf(stored), { kind: 'reject' }, now, rules)
  const about = 'a transfer between banks came in, and was refused'
  if (effect !== 'answerReject' || stored.counterparty === '') return outcome([{ kind: 'informed', about, evidence }])
  const refusal = answerMessage(dialect, institution, stored, { kind: 'reject', ...NOT_OFFERED }, now)
  const { code } = NOT_OFFERED
  await changeExchange(tx, stored, { exchange, code, answerMessageId: refusal.messageId }, now)
  return outcome([{ kind: 'informed', about, evidence }], [refusal])
}
