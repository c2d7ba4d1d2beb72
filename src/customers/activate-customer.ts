import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type CustomerRow, lockCustomer, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/**
 * Makes a New customer Active when it opens its first account. If a change to the customer waits
 * for approval, the customer becomes Active after the decision. Customers in other states do not
 * change.
 */
export async function activateNewCustomer(
  tx: Transaction,
  { tenantId, id, status }: Pick<CustomerRow, 'tenantId' | 'id' | 'status'>,
  now: Temporal.Instant,
): Promise<void> {
  // Lock only customers that are New, or could resume as New.
  if (status !== 'Pending' && !nextStatus(status as CustomerStatus, 'openFirstAccount').ok) return
  const customer = (await lockCustomer(tx, tenantId, id))!
  const isHeld = customer.status === 'Pending'
  const next = nextStatus((isHeld ? customer.resumesAs : customer.status) as CustomerStatus, 'openFirstAccount')
  if (!next.ok) return
  if (isHeld) await writeStatus(tx, tenantId, id, 'Pending', now, next.value)
  else await writeStatus(tx, tenantId, id, next.value, now)
}
