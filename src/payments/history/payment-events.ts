import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import type { PaymentStep } from '../../events/events.ts'
import type { NumberView } from '../../kernel/masked-number.ts'
import type { HoldReason } from '../held/hold-reasons.ts'
import type { PaymentStatus } from '../payment-state.ts'
import { renderPayment } from '../payments.schema.ts'
import { type PaymentRow, readPayments } from '../payments.store.ts'
import { readEvidence } from './transitions.store.ts'

/**
 * The data of each transition in the event feed: the payment as GET shows it, with the status,
 * failure, hold, return and approvers as of the transition. Other fields, such as the rail, the fee
 * and names, show their current values.
 */
export async function renderSteps(
  db: Connection,
  tenantId: bigint,
  steps: readonly PaymentStep[],
  view: NumberView,
): Promise<{ customerId: bigint; data: object }[]> {
  const payments = await readPayments(db, tenantId, [...new Set(steps.map(({ paymentId }) => paymentId))])
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const told = steps.filter(({ to }) => to === 'RETURNED' || to === 'HELD')
  const evidence = await readEvidence(db, tenantId, told)
  const evidenceOf = new Map(told.map((step, place) => [step, evidence[place]]))
  return steps.map((step) => {
    const payment = byId.get(step.paymentId)
    if (!payment) throw new Error(`payment ${step.paymentId} of the feed does not exist`)
    return { customerId: payment.customerId, data: renderStep(payment, step, evidenceOf.get(step), view) }
  })
}

function renderStep(payment: PaymentRow, step: PaymentStep, evidence: unknown, view: NumberView): object {
  const { from, at } = step
  const status = step.to as PaymentStatus
  const failure = status === 'VALIDATION_FAILURE' || status === 'REJECTED' ? payment.failureReason : null
  const heldReasons = status === 'HELD' ? (evidence as { reasons: HoldReason[] }).reasons : null
  const approvers =
    payment.approvers?.filter((one) => Temporal.Instant.compare(Temporal.Instant.from(one.at), at) <= 0) ?? null
  return {
    ...renderPayment({ ...payment, status, failureReason: failure, heldReasons, approvers }, view),
    paymentStatus: status,
    previousStatus: from,
    validationFailureMessages: failure === null || status === 'REJECTED' ? [] : [failure],
    paymentReturnDetails: status === 'RETURNED' ? (evidence ?? {}) : null,
  }
}
