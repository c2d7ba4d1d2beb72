import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { UnwritablePayment } from '../../rails/rails.ts'
import { lockPayments } from '../locked-payments.store.ts'
import { type Ending, endPayments } from './end-payments.ts'

/**
 * READY_TO_TRANSMIT → VALIDATION_FAILURE for what no ACH file can carry: the hold, the fee and the limits are free again, and the customer may pay
 * in another way. Acceptance should have refused it, so the operator is told too.
 */
export async function failUnwritable(
  tx: Transaction,
  app: App,
  institution: Institution,
  unwritable: readonly UnwritablePayment[],
  now: Temporal.Instant,
): Promise<void> {
  if (unwritable.length === 0) return
  const reasons = new Map(unwritable.map(({ paymentId, reason }) => [paymentId, reason]))
  const payments = await lockPayments(tx, institution.tenantId, [...reasons.keys()])
  const endings = payments.map((payment): Ending => {
    const reason = reasons.get(payment.id)
    const failureReason = `The payment was not sent: no ACH entry can carry it, for its ${reason}. Correct it and pay anew.`
    const evidence = { network: 'ACH', reason: `no entry can carry it: ${reason}` }
    app.log.error(
      { paymentId: payment.id, tenantId: String(institution.tenantId), reason },
      'a payment that was accepted fits no ACH entry',
    )
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence, failureReason }
  })
  await endPayments(tx, institution, endings, now)
}
