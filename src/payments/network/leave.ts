import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Evidence } from '../../rails/rails.ts'
import { endPayments } from '../ending/end-payments.ts'
import { changePayments } from '../history/transitions.store.ts'
import { lockPayments } from '../locked-payments.store.ts'
import { lockReady } from './ready-payments.store.ts'
import { noteWireIds } from './wire-ids.store.ts'

/** A payment whose message has left, with the proof. */
export interface LeftPayment {
  paymentId: string
  evidence: Evidence
}

/**
 * READY_TO_TRANSMIT → TRANSMITTED for payments whose messages were handed over. A payment that an
 * answer of its network has moved already keeps its state.
 */
export async function leaveInMessages(
  tx: Transaction,
  tenantId: bigint,
  left: readonly LeftPayment[],
  now: Temporal.Instant,
): Promise<void> {
  if (left.length === 0) return
  const ids = left.map(({ paymentId }) => paymentId)
  const isReady = new Set(await lockReady(tx, tenantId, ids))
  const leaving = left.filter(({ paymentId }) => isReady.delete(paymentId))
  await transmit(tx, tenantId, leaving, now)
}

/** The caller has locked the payments, which are READY_TO_TRANSMIT. */
export async function transmit(
  tx: Transaction,
  tenantId: bigint,
  left: readonly LeftPayment[],
  now: Temporal.Instant,
): Promise<void> {
  const changes = left.map(
    ({ paymentId, evidence }) =>
      ({ paymentId, from: 'READY_TO_TRANSMIT', to: 'TRANSMITTED', actor: 'worker', evidence, leftAt: now }) as const,
  )
  await changePayments(tx, tenantId, changes, now)
  await noteWireIds(tx, tenantId, left)
}

/**
 * READY_TO_TRANSMIT → VALIDATION_FAILURE for payments whose messages could not leave in time, and
 * leave no more: what they hold is given back.
 */
export async function failInMessages(
  tx: Transaction,
  institution: Institution,
  late: readonly LeftPayment[],
  now: Temporal.Instant,
): Promise<void> {
  const evidenceOf = new Map(late.map(({ paymentId, evidence }) => [paymentId, evidence]))
  const payments = await lockPayments(tx, institution.tenantId, [...evidenceOf.keys()])
  const waiting = payments.filter(({ status, isInMessage }) => status === 'READY_TO_TRANSMIT' && isInMessage)
  const failureReason = 'The payment was not sent: its message could not leave in time. Pay again.'
  const endings = waiting.map((payment) => {
    const evidence = { ...evidenceOf.get(payment.id), reason: 'messageExpired' }
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence, failureReason } as const
  })
  if (endings.length > 0) await endPayments(tx, institution, endings, now)
}
