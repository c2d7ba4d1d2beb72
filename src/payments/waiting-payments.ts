/** Whether payments from an account wait for their date or for approval, and hold no money yet. */
export { hasWaitingPayments } from './payments.store.ts'
