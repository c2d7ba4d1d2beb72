import type { Temporal } from 'temporal-polyfill'
import { isDomesticBank } from '../../../kernel/country.ts'
import type { Speed } from '../../../kernel/rail.ts'
import { canSettleSameDay } from '../../../kernel/rail-rules.ts'
import { achClassOf } from '../../../rails/domain/ach-classes.ts'

/** Whether a bank is outside the United States; false if its country is not known. */
export function isBankAbroad(country: string | undefined): boolean {
  return country !== undefined && !isDomesticBank(country)
}

interface Receiver {
  bankCountry?: string
  missingAddress?: readonly string[]
}

/**
 * An entry to a bank abroad is an IAT. It names the address of the receiver (Nacha Operating Rules,
 * Subsection 2.5.8), and by the rule of its day, does not settle the same day.
 */
export function* objectionsToInternational(
  secCode: string,
  { speed, day }: { speed: Speed; day: Temporal.PlainDate },
  { bankCountry, missingAddress = [] }: Receiver,
): Generator<{ reason: 'secCodeNotAllowed'; detail: string }, void> {
  const reason = 'secCodeNotAllowed'
  const { isInternational } = achClassOf(secCode)
  if (isBankAbroad(bankCountry) && !isInternational)
    yield { reason, detail: `the contact's bank is in ${bankCountry}, and an ACH entry to a bank abroad is IAT` }
  if (!isInternational) return
  if (speed === 'Economy Plus' && !canSettleSameDay(secCode, day))
    yield { reason, detail: 'an international entry (IAT) never settles the same day: use Economy' }
  if (missingAddress.length > 0)
    yield { reason, detail: `the SEC code IAT needs ${missingAddress.join(' and ')} in the contact's address` }
}
