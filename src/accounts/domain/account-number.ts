/** The account numbers that an institution gives: digits with a fixed prefix and length. */
export interface NumberScheme {
  prefix: string
  /** With the prefix and the check digit. */
  length: number
}

/**
 * A number of the scheme with random digits and a check digit. The digits are random so that one
 * number tells nothing about another. `randomDigit` returns 0 to 9.
 */
export function drawAccountNumber({ prefix, length }: NumberScheme, randomDigit: () => number): string {
  let digits = prefix
  while (digits.length < length - 1) digits += String(digits === '' ? (randomDigit() % 9) + 1 : randomDigit())
  return digits + checkDigitOf(digits)
}

/**
 * The check digit of ISO/IEC 7812-1, Annex B. It shows every wrong digit, and almost every exchange
 * of two neighbors (not 09 and 90).
 */
export function checkDigitOf(digits: string): string {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}
