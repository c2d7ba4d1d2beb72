import type { Temporal } from 'temporal-polyfill'
import { approversNeeded } from '../../approvers/approvers.ts'
import { accessSettingsOf, type CustomerRow } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type BaseAmount, openBaseRates } from '../base-rates.ts'

/** Both sides of an exchange, in minor units. */
export interface Sides {
  sellCurrency: string
  sellAmount: bigint
  buyCurrency: string
  buyAmount: bigint
}

/** What a trade counts for with approvers: its larger side at the mid rate. */
export async function measureTrade(
  tx: Transaction,
  institution: Institution,
  { sellCurrency, sellAmount, buyCurrency, buyAmount }: Sides,
  now: Temporal.Instant,
): Promise<Result<BaseAmount, Refusal>> {
  const rates = await openBaseRates(tx, institution, [sellCurrency, buyCurrency], now)
  const sold = rates.inBase({ amount: sellAmount, currency: sellCurrency })
  if (!sold.ok) return sold
  const bought = rates.inBase({ amount: buyAmount, currency: buyCurrency })
  if (!bought.ok) return bought
  return sold.value.amount > bought.value.amount ? sold : bought
}

/**
 * How many people must approve a trade of the customer: as many as a payment of its larger side
 * would need. A customer whose payments need no approval costs no statement.
 */
export async function peopleNeeded(
  tx: Transaction,
  institution: Institution,
  { customer, sides }: { customer: Pick<CustomerRow, 'profile'>; sides: Sides },
  now: Temporal.Instant,
): Promise<Result<number, Refusal>> {
  const settings = accessSettingsOf(customer)
  if (!settings.paymentDualApproval) return accept(0)
  const measured = await measureTrade(tx, institution, sides, now)
  const needed = approversNeeded(settings, () => measured, institution.currency)
  if (needed.ok || needed.refusal.reason !== 'approvalLimitExceeded') return needed as Result<number, Refusal>
  return refusal('fxApprovalLimitExceeded', needed.refusal.detail)
}
