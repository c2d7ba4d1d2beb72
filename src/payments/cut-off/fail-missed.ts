import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Ending, endPayments } from '../ending/end-payments.ts'
import { lockPayments } from '../locked-payments.store.ts'
import { claimHeldPastCutOff } from './missed.store.ts'

const BATCH_SIZE = 500

/**
 * HELD or READY_TO_TRANSMIT → VALIDATION_FAILURE for payments that missed their cut-off and are
 * refused then. Their holds, fees and limits are released.
 */
export async function failMissed(
  tx: Transaction,
  institution: Institution,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  if (paymentIds.length === 0) return
  const payments = await lockPayments(tx, institution.tenantId, paymentIds)
  const endings = payments.map((payment): Ending => {
    const failureReason =
      'The payment was not sent: it missed its cut-off, and onMissedCutOff is Refuse. Submit it again for another day, with a new idempotency key.'
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence: { reason: 'cutOffMissed' }, failureReason }
  })
  await endPayments(tx, institution, endings, now)
}

/** Fails held payments whose cut-off has passed, up to 500, and returns how many. */
export async function failHeldPastCutOff(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const ids = await claimHeldPastCutOff(tx, institution.tenantId, now, BATCH_SIZE)
  await failMissed(tx, institution, ids, now)
  return ids.length
}
