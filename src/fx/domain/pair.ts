/** Two currencies as the market quotes them: how much of the quote currency one unit of the base currency costs. */
export interface Pair {
  baseCcy: string
  quoteCcy: string
}

/** Who is the base before whom. Others follow in the order of their codes; the yen is always quoted. */
const precedence = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'KWD']

/**
 * Two different currencies in the order in which the market quotes them: EUR/USD, GBP/USD, USD/CAD, USD/JPY, USD/MXN,
 * USD/KWD, EUR/GBP, CAD/JPY.
 */
export function pairOf(one: string, other: string): Pair {
  const isBase = rank(one) - rank(other) || (one < other ? -1 : 1)
  return isBase < 0 ? { baseCcy: one, quoteCcy: other } : { baseCcy: other, quoteCcy: one }
}

function rank(code: string): number {
  if (code === 'JPY') return precedence.length + 1
  const known = precedence.indexOf(code)
  return known < 0 ? precedence.length : known
}

/** `EUR/USD` */
export function pairName({ baseCcy, quoteCcy }: Pair): string {
  return `${baseCcy}/${quoteCcy}`
}
