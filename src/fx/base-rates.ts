import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { pairOf } from '../kernel/currency-pair.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { convert, formatRate } from './domain/rate.ts'
import { type KnownRates, knownRates, rateFrom, whyNoRate } from './read-rate.ts'

/** An amount in the institution's currency. */
export interface BaseAmount {
  /** In minor units, rounded up. */
  amount: bigint
  /** The mid rate that converted it, of the pair in market order; null if nothing was converted. */
  rate: string | null
}

/** The rates of one moment to the institution's currency, in which all limits are. */
export interface BaseRates {
  /**
   * An amount as limits and approvals measure it. Refused with the name of the pair if that has no
   * rate, or only one that is too old. Throws for a currency that was not opened.
   */
  inBase(money: { amount: bigint; currency: string }): Result<BaseAmount, Refusal>
}

type Measure = (amount: bigint) => Result<BaseAmount, Refusal>

/** Reads the rates of the currencies. Runs no statement if all are the institution's currency. */
export async function openBaseRates(
  db: Connection,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings' | 'currency'>,
  currencies: readonly string[],
  now: Temporal.Instant,
): Promise<BaseRates> {
  const { currency: base } = institution
  const foreign = [...new Set(currencies)].filter((currency) => currency !== base)
  const measures = new Map<string, Measure>([[base, (amount) => accept({ amount, rate: null })]])
  if (foreign.length > 0) {
    const known = await knownRates(db, institution.tenantId, [...foreign, base])
    for (const currency of foreign) measures.set(currency, measureOf(currency, institution, known, now))
  }
  return {
    inBase({ amount, currency }) {
      const measure = measures.get(currency)
      if (!measure) throw new Error(`the rate of ${currency} was not opened`)
      return measure(amount)
    },
  }
}

function measureOf(
  currency: string,
  institution: Pick<Institution, 'sandbox' | 'settings' | 'currency'>,
  known: KnownRates,
  now: Temporal.Instant,
): Measure {
  const { currency: base } = institution
  const pair = pairOf(currency, base)
  const found = rateFrom(known, institution, pair, now)
  if (!found.ok) {
    const refused = refusal('amountNotMeasured', `${whyNoRate(pair, found.refusal)}, and limits are in ${base}`)
    return () => refused
  }
  const { mid } = found.value
  const direction = pair.baseCurrency === currency ? 'multiply' : 'divide'
  return (amount) =>
    accept({ amount: convert(amount, currency, base, mid, { direction, rounding: 'up' }), rate: formatRate(mid) })
}

/**
 * Converts amounts between the currencies at the mid rate of the day, rounded up. Refused with the
 * name of a pair without a current rate. Runs no statement without currencies.
 */
export async function openFeeRates(
  db: Connection,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings'>,
  currencies: readonly string[],
  now: Temporal.Instant,
) {
  const known = currencies.length === 0 ? new Map() : await knownRates(db, institution.tenantId, currencies)
  return ({ amount, currency }: { amount: bigint; currency: string }, to: string) => {
    const pair = pairOf(currency, to)
    const found = rateFrom(known, institution, pair, now)
    if (!found.ok)
      return refusal('feeNotConverted', `${whyNoRate(pair, found.refusal)}, and a fee is in another currency`)
    const { mid } = found.value
    const direction = pair.baseCurrency === currency ? 'multiply' : 'divide'
    return accept({ amount: convert(amount, currency, to, mid, { direction, rounding: 'up' }), rate: formatRate(mid) })
  }
}
