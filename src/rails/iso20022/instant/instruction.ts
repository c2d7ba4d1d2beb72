import type { Temporal } from 'temporal-polyfill'
import { toAscii } from '../../../kernel/ascii-text.ts'
import { formatAmount } from '../../../kernel/money.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'
import type { Instruction } from '../../network.ts'
import { UNNAMED } from '../common/party.ts'
import { elementText } from '../common/text.ts'
import type { InstantRail } from './exchanges.store.ts'
import { largestInstant } from './usage-rules.ts'

/** The longest remittance information of an instant payment: RmtInf/Ustrd, once. */
const MAX_REMITTANCE = 140

/** Remittance information in the one line that instant networks carry, spelled in ASCII. */
export function oneRemittanceLine(remittance: readonly string[]): string | undefined {
  return toAscii(remittance.join(' ')) || undefined
}

/** PmtId/EndToEndId: the reference as an element carries it. */
export function endToEndIdOf({ endToEndId }: Pick<Instruction, 'endToEndId'>): string {
  return elementText(endToEndId, 35) ?? UNNAMED
}

/**
 * The networks tell payments of consumers from those of businesses. Without a word it is business.
 */
export function categoryOf({ categoryPurpose }: Pick<Instruction, 'categoryPurpose'>): 'consumer' | 'business' {
  return categoryPurpose === 'CONS' || categoryPurpose === 'CONSUMER' ? 'consumer' : 'business'
}

/** Why an instruction cannot be written for an instant network; undefined if it can. */
export function objectionToInstruction(
  { amount, currency, instructed, charges, debtorBank, creditorBank, remittance, ...other }: Instruction,
  network: InstantRail,
  today: Temporal.PlainDate,
): string | undefined {
  if (currency !== 'USD' || instructed) return `${network} carries US dollars only`
  const largest = largestInstant(network, today)
  if (amount <= 0n || amount > largest)
    return `${network} carries at most ${formatAmount(largest, 'USD')} USD per payment`
  if (charges) return `${network} deducts no charges from a payment`
  if (!isRoutingNumber(debtorBank.routingNumber ?? '')) return 'the institution has no ABA routing number'
  if (!isRoutingNumber(creditorBank.routingNumber ?? '')) return "the receiver's bank has no ABA routing number"
  if (other.intermediaryBank) return `${network} has no intermediary banks`
  if (other.creditorAccount.isIban || other.debtorAccount.isIban) return `${network} carries no IBAN`
  const line = oneRemittanceLine(remittance) ?? ''
  if (line.length > MAX_REMITTANCE) return `${network} carries at most ${MAX_REMITTANCE} characters of remittance`
  return undefined
}
