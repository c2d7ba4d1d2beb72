import type { CustomerRow } from './customers.store.ts'
import type { AccessSettings, DualApproval } from './domain/dual-approval.ts'

/** What the customer's legalEntityAccessSettings say of second pairs of eyes. */
export function accessSettingsOf(customer: Pick<CustomerRow, 'profile'>): AccessSettings {
  return (customer.profile as { legalEntityAccessSettings?: AccessSettings }).legalEntityAccessSettings ?? {}
}

/** Whether changes of that kind wait for approval at this customer. */
export function asksForApproval(customer: Pick<CustomerRow, 'profile'>, setting: DualApproval): boolean {
  return accessSettingsOf(customer)[setting] === true
}
