import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import { RAILS } from '../../kernel/rail.ts'
import type { PaymentStatus } from '../payment-state.ts'

/** The payments of an institution that are in a state, as far as they are counted. */
export interface Backlog {
  status: PaymentStatus
  /** At most `MOST_COUNTED` for each rail. */
  payments: number
  /** Since when the one that has been there longest is in the state. */
  since: Temporal.Instant
}

/** The states in which a payment waits for something. */
export const WAITING_STATES = [
  'PENDING_APPROVAL',
  'PARTIALLY_APPROVED',
  'FUTURE_DATED',
  'HELD',
  'VALIDATED',
  'READY_TO_TRANSMIT',
  'TRANSMITTED',
] as const satisfies PaymentStatus[]

/** More are not counted, so that the answer costs the same however many payments wait. */
const MOST_COUNTED = 5_000

/**
 * The payments that wait, by their state. It reads by an index, and at most `MOST_COUNTED` payments
 * of each state and rail: those with the lowest ids, which are the oldest.
 */
export async function readBacklog(db: Connection, tenantId: bigint): Promise<Backlog[]> {
  const rows = await db.query<{ status: PaymentStatus; payments: bigint; since: Temporal.Instant }>(
    `select w.status, sum(f.payments)::bigint as payments, min(f.since) as since
     from unnest($2::text[]) as w (status) cross join unnest($3::text[]) as r (rail)
       cross join lateral (
         select count(*) as payments, min(s.stepped_at) as since from (
           select stepped_at from payment_states
           where tenant_id = $1 and status = w.status and status <> 'PROCESSED' and rail = r.rail
           order by payment_id limit $4) s) f
     where f.payments > 0 group by w.status`,
    [tenantId, WAITING_STATES, ['BOOK', ...RAILS], MOST_COUNTED],
  )
  return rows.map((row) => ({ ...row, payments: Number(row.payments) }))
}
