/** The public face of the slice. */
import './payments.errors.ts'

export { withdrawApprovals } from './approval/withdraw-approvals.ts'
export { cancelPayments } from './ending/cancel-many.ts'
export { paymentsToCancel } from './ending/cancel-payment.ts'
export { cancelUnsent } from './ending/cancel-unsent.ts'
export { returnToPropose } from './ending/propose-return.ts'
export { type NetworkReturn, type ReturnObjection, returnFromNetwork } from './ending/return-from-network.ts'
export { releasePayments } from './held/release-payments.ts'
export { renderSteps } from './history/payment-events.ts'
export { verifyPayments } from './history/verify-payments.ts'
export { verifySeals } from './history/verify-seals.ts'
export { verifySettlements } from './history/verify-settlements.ts'
export { createPaymentIntake, payWithin, type Submission } from './intake/payment-intake.ts'
export { bookAnswer, bookSettled } from './network/book-answer.ts'
export { bookReturnAnswer, noteReturned } from './network/book-return-answer.ts'
export { failInMessages, leaveInMessages } from './network/leave.ts'
export { hasWaitingPayments, readSenders } from './payments.store.ts'
export { notePrenoteChanges, returnPrenotes } from './prenotes/step-prenotes.ts'
export { cancelRecurrence } from './recurring/change-recurrence.ts'
export { verifySeries } from './recurring/verify-series.ts'
export { type CreditRequest, CreditRequestBody, parseCreditRequest } from './request/credit-request.schema.ts'
export { DebitRequestBody, parseDebitRequest } from './request/debit-request.schema.ts'
export {
  type PaymentOfAccount,
  readFeesOfPayments,
  readPaymentsOfAccount,
} from './search/paid-on.store.ts'
export { readBacklog, WAITING_STATES } from './worker/backlog.store.ts'
export { readOverdue, SCHEDULED_SWEEPS } from './worker/open-payments.store.ts'
export { resumeFile, suspendFile } from './worker/rejected-files.ts'
