import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'

/** Why the dates of a payment changed after the payment was made, as the timeline tells it. */
export const VALUE_DATE_REASONS = {
  missedCutOff: 'It was not sent by its cut-off.',
  downgraded: 'It missed its cut-off, so it goes out as next-day ACH at the lower fee.',
  held: 'It was on hold.',
  decidedAgain: 'It was decided again when it was due or approved.',
  anotherFile: 'Its ACH file was created for another day.',
  calendarChanged: 'The closed days, cut-offs, conventions or time zone of the institution changed.',
} as const

export type ValueDateReason = keyof typeof VALUE_DATE_REASONS

/** A value date to write; the payment still has the previous one. */
export interface NewValueDate {
  paymentId: string
  valueDate: Temporal.PlainDate
  reason: ValueDateReason
  /** Its day, if a change of the calendar may have moved it. */
  days?: { before: Temporal.PlainDate; after: Temporal.PlainDate }
}

/**
 * Records the value dates and days that differ from those that the payments have. The caller has
 * locked the payments, and writes the new dates afterwards.
 */
export async function recordValueDates(
  tx: Transaction,
  tenantId: bigint,
  dates: readonly NewValueDate[],
  now: Temporal.Instant,
): Promise<void> {
  if (dates.length === 0) return
  await tx.query(
    `insert into payment_value_date_changes (tenant_id, payment_id, at, previous_value_date, value_date, reason,
       previous_payment_date, payment_date)
     select $1, s.payment_id, $2, s.value_date, d.value_date, d.reason, d.day_before, d.day
     from unnest($3::uuid[], $4::date[], $5::text[], $6::date[], $7::date[]) as d (id, value_date, reason, day_before, day)
       join payment_states s on s.tenant_id = $1 and s.payment_id = d.id
     where s.value_date <> d.value_date or d.day_before <> d.day`,
    [
      ...[tenantId, now.toString(), dates.map(({ paymentId }) => paymentId)],
      ...[dates.map(({ valueDate }) => valueDate.toString()), dates.map(({ reason }) => reason)],
      ...(['before', 'after'] as const).map((side) => dates.map(({ days }) => days?.[side].toString() ?? null)),
    ],
  )
}

export interface ValueDateChange {
  at: Temporal.Instant
  previousValueDate: string
  valueDate: string
  reason: ValueDateReason
  /** Null unless a change of the calendar may have moved its day. */
  previousPaymentDate: string | null
  paymentDate: string | null
}

/** The changes of a payment's value date, oldest first. */
export async function readValueDateChanges(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<ValueDateChange[]> {
  return tx.query<ValueDateChange>(
    `select at, previous_value_date, value_date, reason, previous_payment_date, payment_date from payment_value_date_changes
     where tenant_id = $1 and payment_id = $2 order by at, value_date`,
    [tenantId, paymentId],
  )
}
