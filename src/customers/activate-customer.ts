import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type CustomerStanding, writeStatuses } from './customers.store.ts'
import { type CustomerStatus, nextStatus } from './domain/customer-state.ts'

/**
 * Makes New customers Active when they open their first account. If a change to the customer waits
 * for approval, the customer becomes Active after the decision. Customers in other states do not
 * change. The caller has locked the customers, and read their standing then.
 */
export async function activateNewCustomers(
  tx: Transaction,
  tenantId: bigint,
  customers: readonly CustomerStanding[],
  now: Temporal.Instant,
): Promise<void> {
  const opening = customers.filter(({ status, resumesAs }) => {
    const next = nextStatus((status === 'Pending' ? resumesAs : status) as CustomerStatus, 'openFirstAccount')
    return next.ok
  })
  const idsOf = (isHeld: boolean) =>
    opening.filter(({ status }) => (status === 'Pending') === isHeld).map(({ id }) => id)
  await Promise.all([
    writeStatuses(tx, tenantId, idsOf(false), { status: 'Active', resumesAs: null }, now),
    writeStatuses(tx, tenantId, idsOf(true), { status: 'Pending', resumesAs: 'Active' }, now),
  ])
}
