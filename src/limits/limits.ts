/** The public face of the slice: what other slices may use. */
import './limits.errors.ts'

export {
  AppLimits,
  CustomerLimitsReply,
  exampleCustomerLimits,
  exampleLimits,
  LimitReply,
  LimitsQueryBody,
  LimitsReply,
  parseLimitsQuery,
  renderCustomerLimits,
} from './limits.schema.ts'
export { lockCustomersForLimits, readCustomerLimits, readLimitsOfAccounts } from './limits.store.ts'
export { limitsLeft } from './limits-left.ts'
export { type CountedPayment, type OpenLimits, openLimits, releaseLimits } from './open-limits.ts'
export { setCustomerLimits } from './set-limits.ts'
export { verifyLimits } from './verify-limits.ts'
