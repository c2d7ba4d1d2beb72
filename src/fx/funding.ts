import type { Temporal } from 'temporal-polyfill'
import { readActiveAccountIds } from '../accounts/accounts.ts'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { mustTransfer, type OpenBooks } from '../ledger/ledger.ts'
import { posting } from '../ledger/postings.ts'
import { availableOf, type NewTransfer } from '../ledger/transfer.ts'
import { type Amounts, leftOf } from './domain/drawdown.ts'

/** A contract's part that a hold on an account of its customer prefunds. */
export interface FundedContract extends Amounts {
  id: string
  sellCurrency: string
  /** The amounts drawn by payments. */
  drawnSellAmount: bigint
  drawnBuyAmount: bigint
  /** The amounts that were closed out. */
  closedSellAmount: bigint
  closedBuyAmount: bigint
  /** The account with the hold; null for a contract on credit. */
  fundingAccountId: bigint | null
  /** The hold of the undrawn amount; null if there is none. */
  fundingHoldId: string | null
}

/** The accounts that can prefund a trade: the one that the customer names, or all that it could. */
export async function fundingAccounts(
  tx: Transaction,
  tenantId: bigint,
  { customerId, currency, named }: { customerId: bigint; currency: string; named: bigint | undefined },
): Promise<bigint[]> {
  const ids = await readActiveAccountIds(tx, tenantId, customerId, currency)
  return named === undefined ? ids : ids.filter((id) => id === named)
}

/** The first of the accounts that has the amount available. The caller opened and locked them. */
export function chooseFunding(
  books: OpenBooks,
  { accountIds, amount, currency }: { accountIds: readonly bigint[]; amount: bigint; currency: string },
): Result<bigint, Refusal> {
  const chosen = accountIds.find((id) => {
    const account = books.account(id)
    return account !== undefined && availableOf(account) >= amount
  })
  if (chosen !== undefined) return accept(chosen)
  const needed = `${formatAmount(amount, currency)} ${currency}`
  return refusal('fxNotFunded', `the customer has no FX line, and no active account of it has ${needed} available`)
}

/**
 * Adjusts the hold of a contract to what is left to sell: from `before`, whose hold exists, to
 * `after`. The caller writes the books and the contract.
 * @returns the contract with its hold
 */
export function refund<Contract extends FundedContract>(
  books: OpenBooks,
  before: FundedContract | undefined,
  after: Contract,
  now: Temporal.Instant,
): Contract {
  if (after.fundingAccountId === null) return after
  if (before) releaseFunding(books, before, now)
  const { sellAmount } = leftOf(after)
  if (sellAmount === 0n) return { ...after, fundingHoldId: null }
  const hold = holdOf(books, after, sellAmount, now)
  mustTransfer(books, hold)
  return { ...after, fundingHoldId: hold.id }
}

/** Releases the hold of what is left to sell, if there is one. */
export function releaseFunding(books: OpenBooks, contract: FundedContract, now: Temporal.Instant): void {
  const { fundingHoldId: pendingId } = contract
  if (pendingId === null) return
  const { sellAmount } = leftOf(contract)
  const ended = { kind: 'void_pending', pendingId, pendingAmount: sellAmount } as const
  mustTransfer(books, { ...holdOf(books, contract, sellAmount, now), ...ended })
}

function holdOf(books: OpenBooks, contract: FundedContract, amount: bigint, now: Temporal.Instant): NewTransfer {
  const { id: referenceId, fundingAccountId, sellCurrency: currency } = contract
  const terms = { customer: fundingAccountId!, amount, currency, referenceId }
  return posting(books, 'prefunding', { id: newId(now), kind: 'pending', ...terms })
}
