import { randomInt } from 'node:crypto'
import { recoveryCodeOf } from './domain/recovery-codes.ts'

const HOW_MANY = 10

/** Ten recovery codes of 80 random bits, such as `7Q2M-K9XD-0RTW-4HEB`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => recoveryCodeOf(randomInt))
}
