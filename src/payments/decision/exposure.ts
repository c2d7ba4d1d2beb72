import type { Transaction } from '../../db/client.ts'
import { debitsOf } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Rail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { ACH_TIME_ZONE } from '../../rails/rails.ts'
import { withinCreditExposure } from './credit-exposure.ts'
import type { PaymentTerms } from './domain/accept-payment.ts'
import type { OwnSide } from './parties.store.ts'
import { type ReturnableDebits, readPendingReceipts, readReturnableDebits } from './returnable-debits.store.ts'
import type { WorkingSet } from './working-set.ts'

/**
 * The working set with the settled debits that can still come back, and with the credits that come
 * in, of the accounts that collect and have an exposure limit. Runs no statement for other
 * payments. The caller has locked the ledger accounts: a debit is either pending there, or settled
 * and read here.
 */
export async function withReturnableDebits(
  tx: Transaction,
  set: WorkingSet,
  payments: readonly { terms: Pick<PaymentTerms, 'entryType'>; ownSide: OwnSide }[],
): Promise<WorkingSet> {
  const accountIds = payments.flatMap(({ terms, ownSide: { account } }) =>
    terms.entryType === 'DEBIT' && account.debitExposureLimit !== undefined ? [account.id] : [],
  )
  if (accountIds.length === 0) return set
  const { institution, now } = set
  const today = now.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
  const ids = [...new Set(accountIds)]
  const [debits, pendingReceipts] = await Promise.all([
    readReturnableDebits(tx, institution.tenantId, ids, today),
    readPendingReceipts(tx, institution.tenantId, ids),
  ])
  const { returnReservePercent } = debitsOf(institution.settings)
  const returnable = Array.from(debits, ([id, amounts]) => [id, countedOf(amounts, returnReservePercent)] as const)
  return { ...set, returnableDebits: new Map(returnable), pendingReceipts }
}

/**
 * What settled debits count for: a percentage of those that only come back as unauthorized, rounded
 * up.
 */
export function countedOf({ forAnyReason, asUnauthorized }: ReturnableDebits, percent: number): bigint {
  return forAnyReason + (asUnauthorized * BigInt(percent) + 99n) / 100n
}

/**
 * Checks a debit against the exposure limit of the account, which is inclusive. The exposure is the
 * total of accepted debits that have not settled, over all settlement dates (Nacha Operating Rules,
 * subsection 2.2.3): the account's pending credits in the ledger, without those that other banks
 * send. Settled debits are part of it until they can no longer come back. A credit payment creates
 * no exposure, because its funds are held.
 */
export function withinExposure(
  set: Exposed,
  { id, debitExposureLimit: limit }: Pick<OwnSide['account'], 'id' | 'debitExposureLimit'>,
  { entryType, amount, currency }: Pick<PaymentTerms, 'entryType' | 'amount' | 'currency'>,
): Result<void, Refusal> {
  if (entryType === 'CREDIT' || limit === undefined) return accept(undefined)
  const { pending, returnable, total } = exposureOf(set, id)
  if (total + amount <= limit) return accept(undefined)
  const shown = (of: bigint) => `${formatAmount(of, currency)} ${currency}`
  return refusal(
    'debitExposureExceeded',
    `debits that can come back are limited to ${shown(limit)}: ${shown(pending)} are pending, and settled ones count for ${shown(returnable)}`,
  )
}

/**
 * The exposure limit that a payment that waits exceeds alone, so that no day has room for it,
 * however little is out: that of the account for debits, and of the customer for ACH credits.
 */
export function withinExposureAlone(
  side: Pick<OwnSide, 'account' | 'customer' | 'creditExposure'>,
  { rail, terms }: { rail: Rail | 'BOOK'; terms: Pick<PaymentTerms, 'entryType' | 'amount' | 'currency'> },
): Result<void, Refusal> {
  const { debitExposureLimit: limit } = side.account
  if (terms.entryType === 'CREDIT' || limit === undefined || terms.amount <= limit)
    return withinCreditExposure(side, { rail, terms })
  const shown = `${formatAmount(limit, terms.currency)} ${terms.currency}`
  return refusal('debitExposureExceeded', `debits that can come back are limited to ${shown}`)
}

type Exposed = Pick<WorkingSet, 'returnableDebits' | 'pendingReceipts'> & {
  books: Pick<WorkingSet['books'], 'account'>
}

/** The debits of an account that can come back: those that have not settled, and the others. */
export function exposureOf({ books, returnableDebits, pendingReceipts }: Exposed, accountId: bigint) {
  const pending = (books.account(accountId)?.creditsPending ?? 0n) - (pendingReceipts.get(accountId) ?? 0n)
  const returnable = returnableDebits.get(accountId) ?? 0n
  return { pending, returnable, total: pending + returnable }
}
