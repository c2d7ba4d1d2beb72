import { accept, type Result, refuse } from '../../kernel/result.ts'

/** A percentage in millionths of a percent: 0.25 % is 250000n. Exact to six decimals. */
export type Percentage = bigint

const DECIMALS = 6
const SCALE = 10n ** BigInt(DECIMALS)

export const ONE_HUNDRED_PERCENT: Percentage = 100n * SCALE

export type PercentageRefusal = 'notANumber' | 'tooManyDecimals' | 'tooLarge'

/** Three digits before the point say every percentage there is; what follows it is bounded because the text is. */
const decimal = /^(0|[1-9]\d{0,2})(?:\.(\d{1,24}))?$/

/**
 * Reads a percentage from 0 to 100, exactly or not at all. A JSON number is read through its shortest decimal text, never multiplied; zeros
 * at the end are no decimals.
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

/** As decimal text without zeros at the end: `0.25`, `1`. */
export function formatPercentage(percentage: Percentage): string {
  const decimals = String(percentage % SCALE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return `${percentage / SCALE}${decimals === '' ? '' : `.${decimals}`}`
}
