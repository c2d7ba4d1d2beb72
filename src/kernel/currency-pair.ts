/**
 * Two currencies in market order: one unit of the base currency is priced in the quote currency.
 */
export interface Pair {
  baseCurrency: string
  quoteCurrency: string
}

/** Base currencies by precedence. Others follow in the order of their codes, with the yen last. */
const precedence = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'KWD']

/**
 * Puts two different currencies into market order: EUR/USD, GBP/USD, USD/CAD, USD/JPY, USD/MXN,
 * USD/KWD, EUR/GBP, CAD/JPY.
 */
export function pairOf(one: string, other: string): Pair {
  const isBase = rank(one) - rank(other) || (one < other ? -1 : 1)
  return isBase < 0 ? { baseCurrency: one, quoteCurrency: other } : { baseCurrency: other, quoteCurrency: one }
}

function rank(code: string): number {
  if (code === 'JPY') return precedence.length + 1
  const known = precedence.indexOf(code)
  return known < 0 ? precedence.length : known
}

/** `EUR/USD` */
export function pairName({ baseCurrency, quoteCurrency }: Pair): string {
  return `${baseCurrency}/${quoteCurrency}`
}
