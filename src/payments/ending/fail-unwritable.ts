import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { lockPayments } from '../locked-payments.store.ts'
import { type Ending, endPayments } from './end-payments.ts'

/** A payment that its rail cannot carry, and why. */
export interface UncarriedPayment {
  paymentId: string
  rail: string
  reason: string
}

/**
 * READY_TO_TRANSMIT → VALIDATION_FAILURE for payments that do not fit an ACH entry or the message
 * of their rail. Their holds, fees and limits are released, so the customer can pay another way.
 * Acceptance should have refused them, so the log also reports them as errors.
 */
export async function failUnwritable(
  tx: Transaction,
  app: App,
  institution: Institution,
  unwritable: readonly UncarriedPayment[],
  now: Temporal.Instant,
): Promise<void> {
  if (unwritable.length === 0) return
  const reasons = new Map(unwritable.map((one) => [one.paymentId, one]))
  const payments = await lockPayments(tx, institution.tenantId, [...reasons.keys()])
  const endings = payments.map((payment): Ending => {
    const { reason, rail } = reasons.get(payment.id)!
    const form = rail === 'ACH' ? 'ACH entry' : `${rail} message`
    const failureReason = `The payment was not sent: its ${form} is not valid: ${reason}. Correct it and pay again.`
    const evidence = { network: rail, reason: `the ${rail === 'ACH' ? 'entry' : 'message'} is not valid: ${reason}` }
    app.log.error(
      { paymentId: payment.id, tenantId: String(institution.tenantId), reason },
      `an accepted payment does not fit an ${form}`,
    )
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence, failureReason }
  })
  await endPayments(tx, institution, endings, now)
}
