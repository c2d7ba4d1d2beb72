import type { ExtraFee } from '../../fees/fees.ts'
import type { BaseAmount, BaseRates } from '../../fx/fx.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'

/**
 * What limits and approvers measure: the amount of a payment, and the fees that its request puts on
 * top, because they are taken from the customer as well.
 */
export function withExtraFees(
  rates: Pick<BaseRates, 'inBase'>,
  counted: Result<BaseAmount, Refusal>,
  extraFees: readonly ExtraFee[] = [],
): Result<BaseAmount, Refusal> {
  return extraFees.reduce((sum, fee) => {
    if (!sum.ok) return sum
    const more = rates.inBase(fee)
    return more.ok ? accept({ ...sum.value, amount: sum.value.amount + more.value.amount }) : more
  }, counted)
}
