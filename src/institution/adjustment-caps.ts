import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { formatAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { addToDay, readDay } from './adjustment-usage.store.ts'
import type { Institution } from './institution.store.ts'
import { businessDayAt } from './prepare-days.ts'

/**
 * Counts what the institution moves by hand against its caps (`adjustmentCaps`): each booking, and
 * the total of the day, in both directions. Bookings in one currency count one after the other,
 * before they lock an account, so that together they never exceed the cap.
 * @param amount in minor units
 * @returns the institution's business day on which the booking counts; refused above a cap, or in a
 *   currency without caps
 */
export async function countInCaps(
  tx: Transaction,
  institution: Institution,
  { amount, currency }: { amount: bigint; currency: string },
  now: Temporal.Instant,
): Promise<Result<string, Refusal>> {
  const { tenantId, settings } = institution
  const businessDate = await businessDayAt(tx, institution, now)
  const caps = settings.adjustmentCaps[currency]
  if (!caps) return refusal('adjustmentWithoutCap', `the institution has no adjustmentCaps for ${currency}`)
  const text = (minor: bigint) => `${formatAmount(minor, currency)} ${currency}`
  const perBooking = BigInt(caps.perBooking)
  if (amount > perBooking)
    return refusal('adjustmentOverCap', `the amount is above adjustmentCaps.perBooking, ${text(perBooking)}`)
  const perDay = BigInt(caps.perDay)
  const day = { currency, businessDate }
  if (await addToDay(tx, tenantId, day, { amount, perDay })) return accept(businessDate)
  const used = await readDay(tx, tenantId, day)
  const left = used < perDay ? perDay - used : 0n
  return refusal(
    'adjustmentOverCap',
    `the amount is above the rest of adjustmentCaps.perDay, ${text(left)} of ${text(perDay)} on ${businessDate}`,
  )
}
