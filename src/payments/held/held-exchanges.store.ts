import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { isDeparting } from '../../rails/rails.ts'

/**
 * Until when those of the payments that drew on an FX contract can still leave for their value
 * date: its last cut-off or, if their rail never closes, its end.
 */
export async function readExchangedUntil(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tx.query<{ id: string; until: Temporal.Instant }>(
    `select s.payment_id as id, coalesce(s.cut_off_at, (s.value_date + 1)::timestamp at time zone i.time_zone) as until
     from payment_states s join payment_exchanges x on x.tenant_id = $1 and x.payment_id = s.payment_id
       join institutions i on i.tenant_id = $1
     where s.tenant_id = $1 and s.payment_id = any($2::uuid[]) and x.contract_id is not null and s.value_date is not null`,
    [tenantId, paymentIds],
  )
  return new Map(rows.map(({ id, until }) => [id, until]))
}

/**
 * Locks held payments that have exchanged money and can no longer leave for their value date. Skips
 * those that have left in a file, as after a restore.
 */
export async function claimHeldTooLong(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select payment_id as id from payment_states where tenant_id = $1 and status = 'HELD' and fails_at < $2
       and not ${isDeparting('payment_states.payment_id')}
     order by fails_at, payment_id limit $3 for no key update skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ id }) => id)
}
