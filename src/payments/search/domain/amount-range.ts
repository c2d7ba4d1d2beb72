import { currencies } from '../../../kernel/currency.ts'

/** What is asked of an amount, as decimal numbers without exponent, not less than zero. */
export interface AmountQuestion {
  exactly?: number
  atLeast?: number
  atMost?: number
}

/** Amounts in minor units, both ends included, in any of the currencies: those that have as many decimals. */
export interface AmountRange {
  currencies: readonly string[]
  from: bigint
  to: bigint
}

/** More than any amount. */
const NO_END = 10n ** 18n

const byDecimals = Map.groupBy(currencies.values(), ({ minorDigits }) => minorDigits)

/**
 * The ranges of minor units that answer the question, one for each number of decimals that currencies have, since 125.5 is 12550 of USD and
 * 125500 of KWD. Exact: 125.5 is no amount of JPY, and at least 125.5 begins there at 126.
 */
export function amountRanges({ exactly, atLeast, atMost }: AmountQuestion): AmountRange[] {
  return [...byDecimals].flatMap(([decimals, known]) => {
    const from = [exactly, atLeast].map((value) => (value === undefined ? 0n : inMinorUnits(value, decimals, 'up')))
    const to = [exactly, atMost].map((value) => (value === undefined ? NO_END : inMinorUnits(value, decimals, 'down')))
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
