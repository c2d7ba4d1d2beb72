import { currencyOf, minorDigits } from './currency.ts'
import { accept, type Result, refuse } from './result.ts'

export type AmountRefusal = 'unknownCurrency' | 'notANumber' | 'tooManyDecimals' | 'tooLarge'

/** The grammar of a JSON number (RFC 8259 section 6). */
const decimalNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Longer than any real amount; bounds the work on hostile text. */
const maxTextLength = 64

/**
 * The largest amount, in minor units, that a JSON number holds exactly, by the decimals of the
 * currency. A double keeps amounts apart while its step is smaller than one minor unit: below 2^53
 * for whole units, below 2^46 for hundredths (step 1/128), below 2^43 for thousandths (step
 * 1/1024). Beyond that, two amounts a cent apart may be the same number.
 */
const largestMinor: Record<number, bigint> = {
  0: 2n ** 53n - 1n,
  2: 2n ** 46n * 100n - 1n,
  3: 2n ** 43n * 1000n - 1n,
}

/**
 * The largest amount of the currency that the API reads and writes, in minor units, of either sign;
 * at most 2^53 − 1. Throws for an unknown currency.
 */
export function largestAmount(currency: string): bigint {
  return largestMinor[minorDigits(currency)]!
}

/**
 * Reads an amount into minor units of the currency, exactly or not at all.
 *
 * A JSON number is read through its shortest decimal text (1.1 is `1.1`) and never multiplied. Text
 * has the grammar of a JSON number, exponent included, with nothing around it. Trailing zeros do
 * not count as decimals: `10.500` is 10.50 USD, `1e2` is 100. Nothing is rounded: 0.1 + 0.2 is
 * 0.30000000000000004, which has too many decimals for any currency. The caller checks the sign.
 */
export function parseAmount(input: number | string, currency: string): Result<bigint, AmountRefusal> {
  const known = currencyOf(currency)
  if (!known) return refuse('unknownCurrency')
  const text = String(input)
  const match = text.length <= maxTextLength ? decimalNumber.exec(text) : null
  if (!match) return refuse('notANumber')

  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return accept(0n)

  const trailingZeros = digits.length - significant.length
  const minorExponent = Number(exponent) - fraction.length + trailingZeros + known.minorDigits
  if (minorExponent < 0) return refuse('tooManyDecimals')
  const largest = largestAmount(currency)
  if (significant.length + minorExponent > String(largest).length) return refuse('tooLarge')
  const minor = BigInt(significant + '0'.repeat(minorExponent))
  if (minor > largest) return refuse('tooLarge')
  return accept(sign === '-' ? -minor : minor)
}

/**
 * The amount as decimal text with exactly the decimals of its currency: `1234.50`, `-0.05`, `1234`
 * for JPY. The amount has no bound. Throws for an unknown currency.
 */
export function formatAmount(minor: bigint, currency: string): string {
  const decimals = minorDigits(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * The amount as the JSON number whose shortest decimal text is the amount. Throws beyond
 * `largestAmount`, because no number holds it exactly.
 */
export function amountAsNumber(minor: bigint, currency: string): number {
  const largest = largestAmount(currency)
  if (minor > largest || minor < -largest) throw new RangeError(`no exact number for ${minor} minor ${currency}`)
  return Number(formatAmount(minor, currency))
}

/**
 * Whole units of the currency in minor units: 10 is 1000 for USD, 10 for JPY. Throws for an unknown
 * currency and for a fraction.
 */
export function minorOf(units: number, currency: string): bigint {
  return BigInt(units) * 10n ** BigInt(minorDigits(currency))
}
