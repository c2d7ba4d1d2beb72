import Big from 'big.js'
import { minorDigits } from '../../kernel/currency.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { divideRounded, type Rounding } from '../../kernel/rounding.ts'

/**
 * The price of one unit of the base currency in the quote currency, exact. Sums and products of big.js are exact; what
 * is divided says how it is rounded (`roundRate`).
 */
export type Rate = Big

/** Decimals of a rate that is kept or quoted, and digits before them: fifteen digits, which a JSON number says exactly. */
export const RATE_DECIMALS = 8
const RATE_WHOLE_DIGITS = 7

/** A constructor of our own, so that nobody else's settings reach it: quotients to 40 decimals, and never from an inexact number. */
const Decimal = Big()
Decimal.DP = 40
Decimal.strict = true

const plainDecimal = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/
const maxTextLength = 32

export type RateRefusal = 'notANumber' | 'tooManyDecimals' | 'tooLarge' | 'notPositive'

/** A rate from its text, `1.0825`: positive, below 10,000,000, at most 8 decimals (zeros at the end are none). */
export function parseRate(text: string): Result<Rate, RateRefusal> {
  const parsed = parseSignedRate(text)
  if (!parsed.ok) return parsed
  return parsed.value.gt('0') ? parsed : refuse('notPositive')
}

/** What is added to a rate, so of either sign or zero; otherwise within the bounds of a rate. */
export function parseSignedRate(text: string): Result<Rate, RateRefusal> {
  const match = text.length <= maxTextLength ? plainDecimal.exec(text) : null
  if (!match) return refuse('notANumber')
  const [, , whole = '', fraction = ''] = match
  if (fraction.replace(/0+$/, '').length > RATE_DECIMALS) return refuse('tooManyDecimals')
  if (whole.length > RATE_WHOLE_DIGITS) return refuse('tooLarge')
  return accept(new Decimal(text))
}

/** A rate of exact text that is known to be one: from the database, or written in the code. */
export function rateOf(text: string): Rate {
  return new Decimal(text)
}

export const ZERO: Rate = rateOf('0')

const tooLarge = rateOf(`1e${RATE_WHOLE_DIGITS}`)

/** Whether it has no more digits before its point than a rate may have; of either sign. */
export function isSayable(rate: Rate): boolean {
  return rate.abs().lt(tooLarge)
}

/** As decimal text without exponent and without zeros at the end, `1.0825`. */
export function formatRate(rate: Rate): string {
  return rate.toFixed()
}

const roundings = { down: 0, halfEven: 2, up: 3 } as const

/** To the decimals of a quoted rate: toward zero, away from it, or half to even. */
export function roundRate(rate: Rate, rounding: keyof typeof roundings): Rate {
  return rate.round(RATE_DECIMALS, roundings[rounding])
}

/**
 * The amount in the other currency, in minor units in and out, rounded once to the minor unit of
 * `to`: whole yen, thousandths of a dinar. It is multiplied by the rate if `from` is the base
 * currency, and divided by it if `from` is the quote currency. The sign stays. Throws for an unknown
 * currency and for a rate that is not positive.
 */
export function convert(
  amount: bigint,
  from: string,
  to: string,
  rate: Rate,
  { direction, rounding }: { direction: 'multiply' | 'divide'; rounding: Rounding },
): bigint {
  if (!rate.gt('0')) throw new RangeError(`not a rate: ${formatRate(rate)}`)
  const { units, scale } = asFraction(rate)
  const [fromScale, toScale] = [10n ** BigInt(minorDigits(from)), 10n ** BigInt(minorDigits(to))]
  return direction === 'multiply'
    ? divideRounded(amount * units * toScale, scale * fromScale, rounding)
    : divideRounded(amount * scale * toScale, units * fromScale, rounding)
}

/** The rate as a quotient of whole numbers. */
function asFraction(rate: Rate): { units: bigint; scale: bigint } {
  const [whole = '', fraction = ''] = formatRate(rate).split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
