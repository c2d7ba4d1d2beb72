import type { Temporal } from 'temporal-polyfill'
import { type Proposer, requestApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { describeLimits } from './apply-customer-update.ts'
import { bodyOf } from './customers.schema.ts'
import type { CustomerRow } from './customers.store.ts'

/** A customer, and the approval that it or its update waits for, if any. */
export interface WrittenCustomer {
  customer: CustomerRow
  approvalUID: string | undefined
}

/**
 * Asks the institution to approve a new customer as it is now. An earlier request becomes void.
 * Returns the approvalUID.
 */
export async function requestAdmission(
  tx: Transaction,
  actor: Proposer,
  customer: CustomerRow,
  now: Temporal.Instant,
): Promise<string> {
  const limits = await describeLimits(tx, customer)
  const { id } = await requestApproval(
    tx,
    actor,
    {
      kind: 'customer',
      subjectId: String(customer.id),
      customerId: customer.id,
      action: 'create',
      institutionDecides: true,
      proposed: { ...bodyOf(customer), ...(limits.length > 0 && { limits }) },
    },
    now,
  )
  return id
}
