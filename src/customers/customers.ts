/** The public face of the slice: what other slices may use. */
import './customers.errors.ts'

export { accessSettingsOf, asksForApproval } from './access-settings.ts'
export { ACH_COMPANY_ID } from './ach-company-id.ts'
export { activateNewCustomer } from './activate-customer.ts'
export { customerApprovals } from './approve-customer.ts'
export { belongsTo, requireCustomer, requireSuperior } from './belonging.ts'
export { createCustomer } from './create-customer.ts'
export { CustomerIdParams, CustomerParams, userManagementPaths } from './customer-params.ts'
export type { CreateCustomerBody, NewCustomerBody } from './customers.schema.ts'
export { findCustomerByCustomerId, findCustomerByShortName } from './find-customer.ts'
export { readFxPricingTier } from './fx-pricing-tier.ts'
export { createOwnEntity } from './own-entity.ts'
