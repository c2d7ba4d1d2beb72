import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type CustomerRow, lockCustomer, writeStatus } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/**
 * A New customer becomes Active with its first account; where a change of it waits for approval, it will be Active after that. Any other stays as
 * it is.
 */
export async function activateNewCustomer(
  tx: Transaction,
  { tenantId, id, status }: Pick<CustomerRow, 'tenantId' | 'id' | 'status'>,
  now: Temporal.Instant,
): Promise<void> {
  // Only a customer that may be New, or go on as New, is worth a lock.
  if (status !== 'Pending' && !nextStatus(status as CustomerStatus, 'openFirstAccount').ok) return
  const customer = (await lockCustomer(tx, tenantId, id))!
  const isHeld = customer.status === 'Pending'
  const next = nextStatus((isHeld ? customer.resumesAs : customer.status) as CustomerStatus, 'openFirstAccount')
  if (!next.ok) return
  if (isHeld) await writeStatus(tx, tenantId, id, 'Pending', now, next.value)
  else await writeStatus(tx, tenantId, id, next.value, now)
}
