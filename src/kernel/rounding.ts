/** How a fraction is rounded: toward zero, away from zero, or to the nearest, with ties to even. */
export type Rounding = 'down' | 'up' | 'halfEven'

/**
 * Divides two whole numbers and rounds the quotient to a whole number. The sign of the dividend is
 * kept. Throws for a divisor that is not positive. Amounts between the institution and a customer
 * are rounded in the institution's favor: `down` if the customer receives the amount, `up` if the
 * customer pays it.
 */
export function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new RangeError(`divisor must be positive: ${divisor}`)
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
