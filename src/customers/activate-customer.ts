import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type CustomerRow, lockCustomer, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/** A New customer becomes Active with its first account; any other stays as it is. */
export async function activateNewCustomer(
  tx: Transaction,
  { tenant_id: tenantId, id, status }: Pick<CustomerRow, 'tenant_id' | 'id' | 'status'>,
  now: Temporal.Instant,
): Promise<void> {
  // Only a customer that was New a moment ago is worth a lock; no customer ever becomes New again.
  if (!nextStatus(status as CustomerStatus, 'openFirstAccount').ok) return
  const customer = await lockCustomer(tx, tenantId, id)
  const next = nextStatus(customer!.status as CustomerStatus, 'openFirstAccount')
  if (next.ok) await writeStatus(tx, tenantId, id, next.value, now)
}
