/** Counters of a customer by period, which others than limits count by too. */
export { addUsage, lockCustomersForLimits, readUsageOf, type Usage } from './limits.store.ts'
