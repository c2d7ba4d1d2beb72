/** The public face of the slice: what other slices may use. */
import './customers.errors.ts'

export { accessSettingsOf, asksForApproval } from './access-settings.ts'
export { ACH_COMPANY_ID } from './ach-company-id.ts'
export { activateNewCustomers } from './activate-customer.ts'
export { customerApprovals } from './approve-customer.ts'
export { belongsTo, reachCustomer, refuseCustomer, requireCustomer } from './belonging.ts'
export { createCustomer } from './create-customer.ts'
export { CustomerIdParams, CustomerParams, userManagementPaths } from './customer-params.ts'
export { type CreateCustomerBody, CUSTOMER_TYPES, type NewCustomerBody } from './customers.schema.ts'
export {
  type CustomerRow,
  type CustomerStanding,
  findCustomer,
  findCustomerByRef,
  lockStandings,
  readCustomers,
  readStandings,
} from './customers.store.ts'
export { CUSTOMER_STATUSES } from './domain/customer-state.ts'
export { findCustomerByShortName } from './find-customer.ts'
export { findFxPricingTier } from './fx-pricing-tier.ts'
export { createOwnEntity } from './own-entity.ts'
export { askingForPositivePay } from './positive-pay.ts'
export { needsSecondPerson } from './second-person.ts'
