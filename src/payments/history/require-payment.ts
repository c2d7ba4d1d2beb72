import type { Transaction } from '../../db/client.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { type LockedPayment, lockPayment } from '../locked-payments.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { readPayment } from '../search/read-payment.ts'

/**
 * Locks the payment of a path. Refused if the payment does not belong to the token's legal entity,
 * or is in none of the states that the action allows.
 */
export async function requirePaymentIn(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  states: readonly PaymentStatus[],
): Promise<Result<LockedPayment, Refusal>> {
  const seen = await readPayment(tx, principal, paymentUID)
  if (!seen.ok) return seen
  const payment = await lockPayment(tx, principal.tenantId, seen.value.id)
  if (!states.includes(payment.status))
    return refusal('paymentStateConflict', `the payment is ${payment.status}, and must be ${states.join(' or ')}`)
  return accept(payment)
}
