import type { Meaning } from '../../network.ts'
import { changeExchange, exchangeOf, type StoredExchange } from './exchanges.store.ts'
import type { Receiving } from './receiving.ts'

/** Whether it is a request for payment that a customer of ours sent. */
export function isOwnRequest({ kind, direction }: StoredExchange): boolean {
  return kind === 'PaymentRequest' && direction === 'Out'
}

/** The network itself, or the debtor's bank, does not take a request for payment of ours. */
export async function refusedRequest(
  { tx, evidence, now }: Receiving,
  request: StoredExchange,
  { code, reason }: { code: string; reason: string },
): Promise<Meaning> {
  await changeExchange(tx, request, { exchange: { ...exchangeOf(request), state: 'Rejected' }, code }, now)
  const { messageId: requestId } = request
  return { kind: 'paymentRequestAnswered', requestId, answer: 'Refused', code, reason, evidence: { ...evidence, code } }
}
