import type { CustomerRow } from './customers.store.ts'
import type { AccessSettings, DualApproval } from './domain/dual-approval.ts'

/** The customer's dual-approval settings, from legalEntityAccessSettings. */
export function accessSettingsOf(customer: Pick<CustomerRow, 'profile'>): AccessSettings {
  return (customer.profile as { legalEntityAccessSettings?: AccessSettings }).legalEntityAccessSettings ?? {}
}

/** Whether this customer requires a second approval for that kind of change. */
export function asksForApproval(customer: Pick<CustomerRow, 'profile'>, setting: DualApproval): boolean {
  return accessSettingsOf(customer)[setting] === true
}
