import { formatAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { LedgerAccount } from '../../ledger/transfer.ts'
import type { OwnSideAccount, PaymentTerms } from './domain/accept-payment.ts'

/**
 * Checks a debit against the exposure limit of the account, which is inclusive. The exposure is the
 * total of accepted debits that have not settled, over all settlement dates (Nacha Operating Rules,
 * subsection 2.2.3): the account's pending credits in the ledger. A credit payment creates no
 * exposure, because its funds are held.
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
    `unsettled debits are limited to ${formatAmount(limit, currency)} ${currency}, and ${formatAmount(outstanding, currency)} ${currency} are pending`,
  )
}
