import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import { isDeparting, type Passage } from '../../rails/rails.ts'
import { recordValueDates, type ValueDateReason } from '../history/value-date-changes.store.ts'

/**
 * Locks held payments that are refused once their cut-off has passed, as it has. Skips those that
 * have left in a file, as after a restore.
 */
export async function claimHeldPastCutOff(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select payment_id as id from payment_states where tenant_id = $1 and status = 'HELD' and on_missed_cut_off = 'Refuse' and cut_off_at < $2
       and not ${isDeparting('payment_states.payment_id')}
     order by cut_off_at, payment_id limit $3 for no key update skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ id }) => id)
}

/** A same-day payment that is not collected for its value date. */
export interface LateSameDay {
  id: string
  senderAccountId: bigint
  amount: bigint
  currency: string
  customerId: bigint
  onMissedCutOff: OnMissedCutOff | null
}

/** Those of the payments, locked by the caller, whose value date is before `date`. */
export async function readLateSameDay(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  date: Temporal.PlainDate,
): Promise<LateSameDay[]> {
  if (paymentIds.length === 0) return []
  return tx.query<LateSameDay>(
    `select id, sender_account_id, amount, currency, customer_id, on_missed_cut_off
     from current_payments where tenant_id = $1 and id = any($2::uuid[]) and value_date < $3`,
    [tenantId, paymentIds, date.toString()],
  )
}

/** A new passage of a payment that waits for a file, with the speed at which it goes out. */
export interface NewPassage extends Pick<Passage, 'leavesAt' | 'valueDate' | 'lastCutOff'> {
  paymentId: string
  /** Null if it keeps its speed. */
  speed: string | null
  reason: ValueDateReason
}

/** Writes new passages. A payment counts as validated now, so it takes the next collection. */
export async function moveToNextWindow(
  tx: Transaction,
  tenantId: bigint,
  moved: readonly NewPassage[],
  now: Temporal.Instant,
): Promise<void> {
  if (moved.length === 0) return
  await recordValueDates(tx, tenantId, moved, now)
  await tx.query(
    `update payment_states s set value_date = m.value_date, leaves_at = m.leaves_at, cut_off_at = m.cut_off_at, validated_at = $2,
       updated_at = $2, speed = coalesce(m.speed, s.speed)
     from unnest($3::uuid[], $4::date[], $5::timestamptz[], $6::timestamptz[], $7::text[]) as m (id, value_date, leaves_at, cut_off_at, speed)
     where s.tenant_id = $1 and s.payment_id = m.id`,
    [
      ...[tenantId, now.toString(), moved.map(({ paymentId }) => paymentId)],
      ...[moved.map(({ valueDate }) => valueDate.toString()), moved.map(({ leavesAt }) => leavesAt.toString())],
      ...[moved.map(({ lastCutOff }) => lastCutOff?.toString() ?? null), moved.map(({ speed }) => speed)],
    ],
  )
}

/** Deletes the fees of payments, to write others. */
export async function deleteFees(tx: Transaction, tenantId: bigint, paymentIds: readonly string[]): Promise<void> {
  await tx.query('delete from payment_fees where tenant_id = $1 and payment_id = any($2::uuid[])', [
    tenantId,
    paymentIds,
  ])
}

/** Writes the sums of the fees of payments; null for a payment without fees. */
export async function writeFeeAmounts(
  tx: Transaction,
  tenantId: bigint,
  fees: readonly { paymentId: string; amount: bigint | null }[],
): Promise<void> {
  await tx.query(
    `update payment_states s set fee_amount = f.amount, fee_account_id = case when f.amount is null then null else s.fee_account_id end
     from unnest($2::uuid[], $3::bigint[]) as f (id, amount) where s.tenant_id = $1 and s.payment_id = f.id`,
    [tenantId, fees.map(({ paymentId }) => paymentId), fees.map(({ amount }) => amount)],
  )
}
