/** Whether payments from an account hold no money yet: they wait for their date or for approval, or a series still has to make them. */
export { hasWaitingPayments } from './payments.store.ts'
