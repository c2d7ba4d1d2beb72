import { belongsTo } from '../../customers/customers.ts'
import type { Connection } from '../../db/client.ts'
import { isUuid } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { type PaymentRow, findPayment as readPaymentRow } from '../payments.store.ts'

/** Reads a payment. Refused if its customer does not belong to the token's legal entity. */
export async function readPayment(
  db: Connection,
  principal: Principal,
  paymentUID: string,
): Promise<Result<PaymentRow, Refusal>> {
  const payment = isUuid(paymentUID) ? await readPaymentRow(db, principal.tenantId, paymentUID) : undefined
  if (!payment) return refusal('paymentNotFound')
  if (!belongsTo({ id: payment.customerId, ancestorIds: payment.ancestorIds }, principal))
    return refusal('foreignPayment')
  return accept(payment)
}
