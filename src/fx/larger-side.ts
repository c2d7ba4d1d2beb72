import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { largestAmount } from '../kernel/money.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { type MarketRates, marketRates } from './market-rates.ts'

interface Side {
  currency: string
  /** In minor units. */
  amount: bigint
}

/**
 * How much is moved: the larger of all its sides, each in the institution's currency at the mid
 * rate of now, rounded up. Who asks for it may choose the currency, the amounts or the account, so
 * no side alone counts. A refusal says which side has no current rate.
 */
export async function measureLarger(
  tx: Transaction,
  institution: Institution,
  sides: readonly Side[],
  now: Temporal.Instant,
  rates: MarketRates = marketRates(tx, institution, now),
): Promise<Result<bigint, string>> {
  const { currency: own } = institution
  let larger = 0n
  for (const { currency, amount } of sides) {
    const measured = await rates.inOwnCurrency(amount, currency, 'up')
    if (!measured.ok) return measured
    if (measured.value > larger) larger = measured.value
  }
  return larger > largestAmount(own) ? refuse(`it is worth more than an amount of ${own} can be`) : accept(larger)
}
