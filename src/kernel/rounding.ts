/** Where a quotient goes that is not whole: toward zero, away from zero, or to the nearest, ties to even. */
export type Rounding = 'down' | 'up' | 'halfEven'

/**
 * The quotient of two whole numbers as a whole number. The divisor is positive; the sign of the
 * dividend stays. Amounts between the institution and a customer are rounded in the institution's
 * favor: `down` for what the customer receives, `up` for what the customer pays.
 */
export function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new RangeError(`not a divisor: ${divisor}`)
  if (dividend < 0n) return -divideRounded(-dividend, divisor, rounding)
  const quotient = dividend / divisor
  const rest = dividend % divisor
  return isRoundedUp(quotient, rest, divisor, rounding) ? quotient + 1n : quotient
}

function isRoundedUp(quotient: bigint, rest: bigint, divisor: bigint, rounding: Rounding): boolean {
  if (rounding === 'down') return false
  if (rounding === 'up') return rest > 0n
  return 2n * rest > divisor || (2n * rest === divisor && quotient % 2n === 1n)
}
