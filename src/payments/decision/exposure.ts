import { formatAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { LedgerAccount } from '../../ledger/transfer.ts'
import type { OwnSideAccount, PaymentTerms } from './domain/accept-payment.ts'

/**
 * Whether a debit is within what the account may have outstanding: its debits that are accepted and have not settled, over all their settlement dates
 * (Nacha Operating Rules, subsection 2.2.3), which the books know as what is on its way to the account. The limit is inclusive. A credit exposes to
 * nothing, for its funds are held.
 */
export function withinExposure(
  account: Pick<LedgerAccount, 'creditsPending'> | undefined,
  { debitExposureLimit: limit }: Pick<OwnSideAccount, 'debitExposureLimit'>,
  { entryType, amount, currency }: Pick<PaymentTerms, 'entryType' | 'amount' | 'currency'>,
): Result<void, Refusal> {
  const outstanding = account?.creditsPending ?? 0n
  if (entryType === 'CREDIT' || limit === undefined || outstanding + amount <= limit) return accept(undefined)
  return refusal(
    'debitExposureExceeded',
    `debits that have not settled are limited to ${formatAmount(limit, currency)} ${currency}, and ${formatAmount(outstanding, currency)} are on their way`,
  )
}
