// The arithmetic of the controller: whole minor units and exact fractions, and nothing of the
// product, so that a mistake there is not repeated here.

export const DIGITS: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0 }

/** Minor units of decimal text, or of a number of an answer: `1089.83` USD is 108983. */
export function minorOf(amount: string | number, currency: string): bigint {
  const digits = DIGITS[currency]
  if (digits === undefined) throw new Error(`the simulation has no ${currency}`)
  const text = typeof amount === 'number' ? amount.toFixed(digits) : amount
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new Error(`${text} is not an amount`)
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length !== digits) throw new Error(`${text} does not have the decimals of ${currency}`)
  const minor = BigInt(whole + fraction)
  return sign === '-' ? -minor : minor
}

/** The number that a request has for an amount of minor units. */
export function numberOf(minor: number, currency: string): number {
  return minor / 10 ** DIGITS[currency]!
}

/** Rates are whole numbers of 10⁻⁸, which is all that a rate of the product can have. */
export const RATE_UNIT = 10n ** 8n

export function rateOf(rate: number): bigint {
  const [whole, fraction] = rate.toFixed(8).split('.')
  return BigInt(whole! + fraction!)
}

export type Rounding = 'down' | 'up' | 'halfEven'

/** Divides by a positive divisor; `down` is toward zero and `up` away from it. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const sign = dividend < 0n ? -1n : 1n
  const size = dividend * sign
  const [quotient, rest] = [size / divisor, size % divisor]
  const isUp =
    rounding === 'up'
      ? rest > 0n
      : rounding === 'halfEven' && (rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n === 1n))
  return sign * (isUp ? quotient + 1n : quotient)
}

const scaleOf = (currency: string) => 10n ** BigInt(DIGITS[currency]!)

/** What an amount of the base currency is worth in the quote currency. */
export function toQuote(base: bigint, rate: bigint, [from, to]: readonly [string, string], rounding: Rounding): bigint {
  return divide(base * rate * scaleOf(to), RATE_UNIT * scaleOf(from), rounding)
}

/** What an amount of the quote currency is worth in the base currency. */
export function toBase(quote: bigint, rate: bigint, [to, from]: readonly [string, string], rounding: Rounding): bigint {
  return divide(quote * RATE_UNIT * scaleOf(to), rate * scaleOf(from), rounding)
}

/** Sums by key, such as balances by account. Zero is left out when the sums are read. */
export type Sums = Map<string, bigint>

export function add(sums: Sums, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

export function nonZero(sums: Sums): Record<string, bigint> {
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort(([one], [other]) => (one < other ? -1 : 1)))
}
