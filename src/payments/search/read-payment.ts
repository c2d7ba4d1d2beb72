import { belongsTo } from '../../customers/customers.ts'
import type { Connection } from '../../db/client.ts'
import { isUuid } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { type PaymentRow, findPayment as readPaymentRow } from '../payments.store.ts'

/**
 * Reads a payment. A payment outside the token's legal entity, an unknown one and a malformed
 * paymentUID get the same refusal, so that nobody can find out which payments exist.
 */
export async function readPayment(
  db: Connection,
  principal: Principal,
  paymentUID: string,
): Promise<Result<PaymentRow, Refusal>> {
  const payment = isUuid(paymentUID) ? await readPaymentRow(db, principal.tenantId, paymentUID) : undefined
  if (!payment || !belongsTo({ id: payment.customerId, ancestorIds: payment.ancestorIds }, principal))
    return refusal('paymentNotFound')
  return accept(payment)
}
