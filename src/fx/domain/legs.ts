import { type Pair, pairName } from '../../kernel/currency-pair.ts'
import type { Legs } from './price.ts'

/**
 * The legs of a pair: the fewest rates that lead from each of its currencies to USD, without those
 * that both have in common. Rates that no chain connects with USD are connected with the first of
 * their currencies instead. So the legs of all pairs form a tree, in which every pair has exactly
 * one cross: pairs bound to their crosses cannot contradict each other, whatever rates there are.
 *
 * Undefined if no rates connect the currencies, or if the rate of the pair is itself a leg.
 */
export function legsOf<R extends Pair>(rates: readonly R[], pair: Pair): Legs<R> | undefined {
  const chains = chainsOf(rates.toSorted((one, other) => (pairName(one) < pairName(other) ? -1 : 1)))
  const [base, quote] = [chains.get(pair.baseCurrency), chains.get(pair.quoteCurrency)]
  if (!base || !quote || base.root !== quote.root) return undefined
  const [one, other] = [[...base.legs], [...quote.legs]]
  while (one.length > 0 && one.at(-1) === other.at(-1)) {
    one.pop()
    other.pop()
  }
  const isLeg = [...one, ...other].some((leg) => pairName(leg) === pairName(pair))
  return isLeg ? undefined : { base: one, quote: other }
}

/** How a currency is connected: by these rates, in this order, with the last currency. */
interface Chain<R> {
  root: string
  legs: readonly R[]
}

function chainsOf<R extends Pair>(rates: readonly R[]): ReadonlyMap<string, Chain<R>> {
  const chains = new Map<string, Chain<R>>()
  for (const root of ['USD', ...rates.map(({ baseCurrency }) => baseCurrency)]) {
    if (chains.has(root)) continue
    const found = new Map<string, Chain<R>>([[root, { root, legs: [] }]])
    // The loop also visits what it adds: the nearest currencies come first.
    for (const [currency, { legs }] of found)
      for (const rate of rates) {
        const other = otherOf(rate, currency)
        if (other && !found.has(other)) found.set(other, { root, legs: [rate, ...legs] })
      }
    for (const [currency, chain] of found) chains.set(currency, chain)
  }
  return chains
}

function otherOf({ baseCurrency, quoteCurrency }: Pair, currency: string): string | undefined {
  if (baseCurrency === currency) return quoteCurrency
  return quoteCurrency === currency ? baseCurrency : undefined
}
