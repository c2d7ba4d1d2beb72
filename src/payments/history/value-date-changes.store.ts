import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'

/** Why the value date of a payment changed after the payment was made, as the timeline tells it. */
export const VALUE_DATE_REASONS = {
  missedCutOff: 'It was not sent by its cut-off.',
  downgraded: 'It missed its cut-off, so it goes out as next-day ACH at the lower fee.',
  held: 'It was on hold.',
  decidedAgain: 'It was decided again when it was due or approved.',
  anotherFile: 'Its ACH file was created for another day.',
} as const

export type ValueDateReason = keyof typeof VALUE_DATE_REASONS

/** A value date to write; the payment still has the previous one. */
export interface NewValueDate {
  paymentId: string
  valueDate: Temporal.PlainDate
  reason: ValueDateReason
}

/**
 * Records the value dates that differ from those that the payments have. The caller has locked the
 * payments, and writes the new value dates afterwards.
 */
export async function recordValueDates(
  tx: Transaction,
  tenantId: bigint,
  dates: readonly NewValueDate[],
  now: Temporal.Instant,
): Promise<void> {
  if (dates.length === 0) return
  await tx.query(
    `insert into payment_value_date_changes (tenant_id, payment_id, at, previous_value_date, value_date, reason)
     select $1, s.payment_id, $2, s.value_date, d.value_date, d.reason
     from unnest($3::uuid[], $4::date[], $5::text[]) as d (id, value_date, reason)
       join payment_states s on s.tenant_id = $1 and s.payment_id = d.id
     where s.value_date <> d.value_date`,
    [
      ...[tenantId, now.toString(), dates.map(({ paymentId }) => paymentId)],
      ...[dates.map(({ valueDate }) => valueDate.toString()), dates.map(({ reason }) => reason)],
    ],
  )
}

export interface ValueDateChange {
  at: Temporal.Instant
  previousValueDate: string
  valueDate: string
  reason: ValueDateReason
}

/** The changes of a payment's value date, oldest first. */
export async function readValueDateChanges(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<ValueDateChange[]> {
  return tx.query<ValueDateChange>(
    `select at, previous_value_date, value_date, reason from payment_value_date_changes
     where tenant_id = $1 and payment_id = $2 order by at, value_date`,
    [tenantId, paymentId],
  )
}
