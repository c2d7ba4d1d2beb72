import { formatAmount } from '../../../kernel/money.ts'
import type { Amount } from '../description.ts'

export function dollars(cents: bigint): Amount {
  return { Ccy: 'USD', value: formatAmount(cents, 'USD') }
}

/** Cents of a decimal text with at most two decimals, which the codec has checked. */
export function centsOf({ value }: Amount): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
}
