import { accept, type Result, refuse } from '../../kernel/result.ts'

/** A percentage in millionths of a percent, exact to six decimals: 0.25% is 250000n. */
export type Percentage = bigint

const DECIMALS = 6
const SCALE = 10n ** BigInt(DECIMALS)

export const ONE_HUNDRED_PERCENT: Percentage = 100n * SCALE

export type PercentageRefusal = 'notANumber' | 'tooManyDecimals' | 'tooLarge'

/** Up to three digits before the point, enough for 100, and up to 24 after it. */
const decimal = /^(0|[1-9]\d{0,2})(?:\.(\d{1,24}))?$/

/**
 * Parses a percentage from 0 to 100 exactly, or refuses it. A JSON number is parsed from its
 * shortest decimal text. Trailing zeros do not count as decimals.
 */
export function parsePercentage(input: number | string): Result<Percentage, PercentageRefusal> {
  const match = decimal.exec(String(input))
  if (!match) return refuse('notANumber')
  const [, whole = '', fraction = ''] = match
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > DECIMALS) return refuse('tooManyDecimals')
  const percentage = BigInt(whole) * SCALE + BigInt(decimals.padEnd(DECIMALS, '0'))
  return percentage > ONE_HUNDRED_PERCENT ? refuse('tooLarge') : accept(percentage)
}

/** Decimal text without trailing zeros: `0.25`, `1`. */
export function formatPercentage(percentage: Percentage): string {
  const decimals = String(percentage % SCALE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return `${percentage / SCALE}${decimals === '' ? '' : `.${decimals}`}`
}
