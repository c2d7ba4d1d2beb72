/** Whether a payment is in an ACH file, written or not. */
export { isCollected } from './ach.store.ts'
