import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'

/** When a payment leaves or left, and for which day. */
export interface Departure {
  rail: string
  speed: string
  leavesAt: Temporal.Instant
  /** yyyy-mm-dd. */
  valueDate: string
}

/** Undefined for a payment from before value dates, or that ended without being sent. */
export async function readDeparture(tx: Transaction, tenantId: bigint, id: string): Promise<Departure | undefined> {
  return tx.row<Departure>(
    `select rail, speed, leaves_at, value_date from payment_states
     where tenant_id = $1 and payment_id = $2 and leaves_at is not null and value_date is not null
       and status not in ('REJECTED', 'VALIDATION_FAILURE', 'CANCELLED')`,
    [tenantId, id],
  )
}
