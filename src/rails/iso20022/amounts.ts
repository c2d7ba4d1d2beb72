import { type AmountRefusal, formatAmount, parseAmount } from '../../kernel/money.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { MessageAmount } from '../network.ts'
import type { Amount } from './description.ts'

/** An amount as messages carry it, with all decimals of its currency: `1250.00` USD, `1250` JPY. */
export function amountElement({ amount, currency }: MessageAmount): Amount {
  return { Ccy: currency, value: formatAmount(amount, currency) }
}

/**
 * An amount of a message in minor units, exactly or not at all. Messages allow five decimals and
 * any three letters; here the currency must exist, and have the decimals.
 */
export function readAmount({ Ccy, value }: Amount): Result<MessageAmount, AmountRefusal> {
  const read = parseAmount(value, Ccy)
  return read.ok ? accept({ amount: read.value, currency: Ccy }) : read
}
