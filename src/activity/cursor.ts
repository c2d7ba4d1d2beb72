import { hash } from 'node:crypto'

/**
 * The cursor after a page: the number of the last entry that was read, with the account, so that a
 * cursor of another account is noticed. It is no secret, and gives no access: the account in the
 * path decides what is read.
 */
export function cursorOf(accountId: bigint, sequence: bigint): string {
  return `${sequence}-${checkOf(accountId, sequence)}`
}

/** The number in a cursor of the account; undefined for any other text. */
export function sequenceIn(accountId: bigint, cursor: string): bigint | undefined {
  const [, digits, check] = /^([1-9][0-9]{0,17})-([0-9a-f]{8})$/.exec(cursor) ?? []
  if (digits === undefined) return undefined
  const sequence = BigInt(digits)
  return check === checkOf(accountId, sequence) ? sequence : undefined
}

function checkOf(accountId: bigint, sequence: bigint): string {
  return hash('sha256', `${accountId} ${sequence}`, 'hex').slice(0, 8)
}
