import Big from 'big.js'
import { minorDigits } from '../../kernel/currency.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { divideRounded, type Rounding } from '../../kernel/rounding.ts'

/**
 * The exact price of one unit of the base currency in the quote currency. In big.js, sums and
 * products are exact; quotients are rounded explicitly (`roundRate`).
 */
export type Rate = Big

/**
 * Decimals and whole digits of a rate: fifteen digits in all, which a JSON number holds exactly.
 */
export const RATE_DECIMALS = 8
const RATE_WHOLE_DIGITS = 7

/**
 * A separate constructor, so that no other code's settings affect it. Quotients have 40 decimals,
 * and numbers that may be inexact are refused.
 */
const Decimal = Big()
Decimal.DP = 40
Decimal.strict = true

const plainDecimal = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/
const maxTextLength = 32

export type RateRefusal = 'notANumber' | 'tooManyDecimals' | 'tooLarge' | 'notPositive'

/**
 * Parses a rate such as `1.0825`: positive, below 10,000,000, at most 8 decimals after trimming
 * zeros.
 */
export function parseRate(text: string): Result<Rate, RateRefusal> {
  const parsed = parseSignedRate(text)
  if (!parsed.ok) return parsed
  return parsed.value.gt('0') ? parsed : refuse('notPositive')
}

/** Parses forward points: zero or of either sign, otherwise within the bounds of a rate. */
export function parseSignedRate(text: string): Result<Rate, RateRefusal> {
  const match = text.length <= maxTextLength ? plainDecimal.exec(text) : null
  if (!match) return refuse('notANumber')
  const [, , whole = '', fraction = ''] = match
  if (fraction.replace(/0+$/, '').length > RATE_DECIMALS) return refuse('tooManyDecimals')
  if (whole.length > RATE_WHOLE_DIGITS) return refuse('tooLarge')
  return accept(new Decimal(text))
}

/** A rate from text that is known to be valid: from the database or in the code. */
export function rateOf(text: string): Rate {
  return new Decimal(text)
}

export const ZERO: Rate = rateOf('0')

const tooLarge = rateOf(`1e${RATE_WHOLE_DIGITS}`)

/** Whether a rate of either sign has at most seven whole digits. */
export function fitsRateDigits(rate: Rate): boolean {
  return rate.abs().lt(tooLarge)
}

/** Decimal text without exponent or trailing zeros, such as `1.0825`. */
export function formatRate(rate: Rate): string {
  return rate.toFixed()
}

const roundings = { down: 0, halfEven: 2, up: 3 } as const

/** Rounds to the decimals of a rate: toward zero, away from zero, or half to even. */
export function roundRate(rate: Rate, rounding: keyof typeof roundings): Rate {
  return rate.round(RATE_DECIMALS, roundings[rounding])
}

/**
 * Converts an amount between currencies. Amounts are minor units, rounded once to the minor unit of
 * `to`: whole yen, thousandths of a dinar. Multiply if `from` is the base currency of the rate;
 * divide if it is the quote currency. The sign is kept. Throws for an unknown currency or a rate
 * that is not positive.
 */
export function convert(
  amount: bigint,
  from: string,
  to: string,
  rate: Rate,
  { direction, rounding }: { direction: 'multiply' | 'divide'; rounding: Rounding },
): bigint {
  if (!rate.gt('0')) throw new RangeError(`rate must be positive: ${formatRate(rate)}`)
  const { units, scale } = asFraction(rate)
  const [fromScale, toScale] = [10n ** BigInt(minorDigits(from)), 10n ** BigInt(minorDigits(to))]
  return direction === 'multiply'
    ? divideRounded(amount * units * toScale, scale * fromScale, rounding)
    : divideRounded(amount * scale * toScale, units * fromScale, rounding)
}

/** The rate as units divided by scale. */
function asFraction(rate: Rate): { units: bigint; scale: bigint } {
  const [whole = '', fraction = ''] = formatRate(rate).split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
