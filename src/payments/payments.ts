/** The public face of the slice. */
import './payments.errors.ts'

export { renderSteps } from './history/payment-events.ts'
export { verifyPayments } from './history/verify-payments.ts'
export { verifySettlements } from './history/verify-settlements.ts'
export { createPaymentIntake } from './intake/payment-intake.ts'
export { hasWaitingPayments } from './payments.store.ts'
export {
  type PaymentOfAccount,
  readFeesOfPayments,
  readPaymentsOfAccount,
} from './search/paid-on.store.ts'
export { readBacklog, WAITING_STATES } from './worker/backlog.store.ts'
export { readOverdue, SCHEDULED_SWEEPS } from './worker/open-payments.store.ts'
