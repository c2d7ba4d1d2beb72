import { currencies } from '../../../kernel/currency.ts'

/** The conditions on an amount: decimal numbers without an exponent, zero or more. */
export interface AmountQuestion {
  exactly?: number
  atLeast?: number
  atMost?: number
}

/** An inclusive range of minor units, for all currencies with the same number of decimals. */
export interface AmountRange {
  currencies: readonly string[]
  from: bigint
  to: bigint
}

/** More than any amount. */
const ABOVE_ALL_AMOUNTS = 10n ** 18n

const byDecimals = Map.groupBy(currencies.values(), ({ minorDigits }) => minorDigits)

/**
 * The matching ranges of minor units, one for each number of decimals, because 125.5 is 12550 in
 * USD and 125500 in KWD. The ranges are exact: 125.5 matches no amount in JPY, and "at least 125.5"
 * starts at 126 there.
 */
export function amountRanges({ exactly, atLeast, atMost }: AmountQuestion): AmountRange[] {
  return [...byDecimals].flatMap(([decimals, known]) => {
    const from = [exactly, atLeast].map((value) => (value === undefined ? 0n : inMinorUnits(value, decimals, 'up')))
    const to = [exactly, atMost].map((value) =>
      value === undefined ? ABOVE_ALL_AMOUNTS : inMinorUnits(value, decimals, 'down'),
    )
    const range = { from: larger(from[0]!, from[1]!), to: smaller(to[0]!, to[1]!) }
    return range.from > range.to ? [] : [{ currencies: known.map(({ code }) => code), ...range }]
  })
}

function inMinorUnits(value: number, decimals: number, rounding: 'up' | 'down'): bigint {
  const [whole = '', fraction = ''] = String(value).split('.')
  const minor = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return rounding === 'up' && fraction.length > decimals ? minor + 1n : minor
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
