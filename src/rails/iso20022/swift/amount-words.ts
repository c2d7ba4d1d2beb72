import { formatAmount } from '../../../kernel/money.ts'
import type { MessageAmount } from '../../network.ts'

/** CBPR+ allows fourteen digits, those after the point with them. */
const MAX_DIGITS = 14

export function fitsAmount({ amount, currency }: MessageAmount): boolean {
  return formatAmount(amount, currency).replace('.', '').length <= MAX_DIGITS
}

/** An amount in words, such as `EUR 12.50`. */
export const inWords = ({ amount, currency }: MessageAmount) => `${currency} ${formatAmount(amount, currency)}`
