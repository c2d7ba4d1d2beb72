import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { calculateFee } from './calculate-fee.ts'
import type { ScheduledFee } from './choose-tiers.ts'

/** A fee of one payment on top of the schedule: one of the institution's fees, by its name. */
export interface ExtraFee {
  name: string
  currency: string
  /** In minor units of the currency, positive. */
  amount: bigint
}

/** Whose income an extra fee is: the fee of that name, in its currency if there is one. */
export function feeNamed({ name, currency }: ExtraFee, fees: readonly ScheduledFee[]): ScheduledFee | undefined {
  const named = fees.filter((fee) => fee.name === name)
  return named.find((fee) => fee.currency === currency) ?? named[0]
}

/**
 * Whether an extra fee is more than the fee of its name charges for an amount that is the first of
 * the month. A fee in another currency is compared with nothing, so it is.
 */
export function isAboveSchedule(
  one: ExtraFee,
  fees: readonly ScheduledFee[],
  payment: { amount: bigint; currency: string },
): boolean {
  const fee = feeNamed(one, fees)
  const isComparable = fee && fee.currency === one.currency && payment.currency === one.currency
  return !isComparable || one.amount > calculateFee(fee, { amountMinor: payment.amount, count: 1n })
}

/** What an extra fee is charged as: by no version and no tier of the fee whose name it has. */
export interface ExtraCharge {
  feeId: bigint
  feeVersion: null
  tier: null
  name: string
  amount: bigint
  exchange: null
  countedIn: null
}

/**
 * Refused if a fee does not exist, or is in another currency than the account that pays it. A
 * payment has one live hold for each fee, so none can be charged twice, nor besides the schedule.
 */
export function extraCharges(
  extra: readonly ExtraFee[],
  fees: readonly ScheduledFee[],
  { currency, scheduled = [] }: { currency: string; scheduled?: readonly { feeId: bigint }[] },
): Result<ExtraCharge[], Refusal> {
  const charges: ExtraCharge[] = []
  for (const one of extra) {
    const fee = feeNamed(one, fees)
    if (!fee) return refusal('invalidPayment', `fee: the institution has no fee with the feeName ${one.name}`)
    if (one.currency !== currency)
      return refusal('invalidPayment', `fee: ${one.name} must be in ${currency}, the currency of the account`)
    const isCharged = [...scheduled, ...charges].some(({ feeId }) => feeId === fee.id)
    if (isCharged) return refusal('invalidPayment', `fee: ${one.name} is charged for this payment already`)
    const { name, amount } = one
    charges.push({ feeId: fee.id, feeVersion: null, tier: null, name, amount, exchange: null, countedIn: null })
  }
  return accept(charges)
}
