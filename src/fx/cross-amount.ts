import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { pairOf } from '../kernel/currency-pair.ts'
import type { Exchange } from './domain/bookings.ts'
import { convert } from './domain/rate.ts'
import { knownRates, rateFrom } from './read-rate.ts'

/**
 * How an exchange between two foreign currencies is measured in the institution's currency: what is
 * sold, at the mid rate of now, or what is bought if only that has a current rate. Zero if
 * neither has one, or if one side is in the institution's currency, which then says what the other
 * costs. The sum of both sides is zero, so this only divides results between the two currencies.
 */
export async function openCross(
  db: Connection,
  institution: Pick<Institution, 'tenantId' | 'sandbox' | 'settings' | 'currency'>,
  { sellCurrency, buyCurrency }: { sellCurrency: string; buyCurrency: string },
  now: Temporal.Instant,
): Promise<(exchange: Exchange) => bigint> {
  const { currency: own, tenantId } = institution
  const currencies = [sellCurrency, buyCurrency]
  if (currencies.includes(own)) return () => 0n
  const known = await knownRates(db, tenantId, [...currencies, own])
  for (const currency of currencies) {
    const pair = pairOf(currency, own)
    const found = rateFrom(known, institution, pair, now)
    if (!found.ok) continue
    const direction = pair.baseCurrency === currency ? 'multiply' : 'divide'
    return ({ receives, delivers }) => {
      const { amount } = receives.currency === currency ? receives : delivers
      return convert(amount, currency, own, found.value.mid, { direction, rounding: 'halfEven' })
    }
  }
  return () => 0n
}
