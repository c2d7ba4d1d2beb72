import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Ending, endPayments } from '../ending/end-payments.ts'
import { claimHeldTooLong } from '../held/held-exchanges.store.ts'
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
  await fail(tx, institution, paymentIds, MISSED, now)
}

interface Why {
  reason: string
  failureReason: string
}
const MISSED: Why = {
  reason: 'cutOffMissed',
  failureReason:
    'The payment was not sent: it missed its cut-off, and onMissedCutOff is Refuse. Submit it again for another day, with a new idempotency key.',
}
const NOT_DELIVERED: Why = {
  reason: 'exchangeNotDelivered',
  failureReason:
    'The payment was not sent: it was held until it could no longer leave for its value date, and its exchange is not kept for another day. Submit it again, with a new idempotency key.',
}

async function fail(
  tx: Transaction,
  institution: Institution,
  paymentIds: readonly string[],
  { reason, failureReason }: Why,
  now: Temporal.Instant,
): Promise<void> {
  if (paymentIds.length === 0) return
  const payments = await lockPayments(tx, institution.tenantId, paymentIds)
  const endings = payments.map((payment): Ending => {
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence: { reason }, failureReason }
  })
  await endPayments(tx, institution, endings, now)
}

/**
 * Fails held payments whose cut-off has passed and that are refused then, or that have exchanged
 * money, up to 500 of each, and returns how many. What a payment drew goes back to its contract,
 * and is closed out if the contract was its own.
 */
export async function failHeldPastCutOff(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const ids = await claimHeldPastCutOff(tx, institution.tenantId, now, BATCH_SIZE)
  await failMissed(tx, institution, ids, now)
  const undelivered = await claimHeldTooLong(tx, institution.tenantId, now, BATCH_SIZE)
  await fail(tx, institution, undelivered, NOT_DELIVERED, now)
  return ids.length + undelivered.length
}
