import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { readAccountsOf } from '../receivables/receivables.ts'
import { recordItems } from '../suspense/suspense.ts'
import { openExchangeBooks } from './book-exchange.ts'
import { closeOut } from './close-outs/close-out.ts'
import { hasEnded } from './domain/contract-state.ts'
import { amountsToExchange } from './domain/drawdown.ts'
import { type Contract, writeDrawn } from './fx-trades.store.ts'
import { marketRates } from './market-rates.ts'
import { addToPositions } from './positions.store.ts'

/** How a contract can end before it is fully drawn. */
type End = 'Cancelled' | 'Expired'

/**
 * Opens the books in which a contract ends. Customers' accounts are locked before contracts, as for
 * payments, so the caller locks the contract afterwards. A contract without prefunding settles with
 * all accounts of its customer in the currency sold.
 */
export async function openContractBooks(
  tx: Transaction,
  tenantId: bigint,
  { sellCurrency, buyCurrency, fundingAccountId, customerId }: Contract,
  now: Temporal.Instant,
): Promise<OpenBooks> {
  const owner = { customerId, currency: sellCurrency }
  const accountIds = fundingAccountId === null ? await readAccountsOf(tx, tenantId, [owner]) : [fundingAccountId]
  return openExchangeBooks(tx, tenantId, { currencies: [sellCurrency, buyCurrency], accountIds }, now)
}

/**
 * Ends a contract that the caller has locked, and closes out what is left of it at the market rate.
 * Refused, in words, without a current rate; nothing is changed then.
 * @returns the ended contract
 */
export async function endContract(
  tx: Transaction,
  institution: Institution,
  { books, contract, end, actor }: { books: OpenBooks; contract: Contract; end: End; actor: string },
  now: Temporal.Instant,
): Promise<Result<Contract, string>> {
  const { tenantId } = institution
  const set = { institution, books, rates: marketRates(tx, institution, now) }
  const isReleased = hasEnded(contract.status)
  const ended = isReleased ? contract : { ...contract, status: end }
  const how = { reason: isReleased ? 'Released' : end, payerId: contract.fundingAccountId, actor } as const
  const closed = await closeOut(tx, set, ended, how, now)
  if (!closed.ok) return closed
  const after = withCoverDue(closed.value.contract)
  await writeDrawn(tx, tenantId, [after], now)
  await addToPositions(tx, tenantId, closed.value.positions, now)
  await books.write(now)
  await recordItems(tx, tenantId, closed.value.unplaced, { actor }, now)
  return accept(after)
}

/** Clears the automatic cover of a contract that has no amount left to cover. */
export function withCoverDue(contract: Contract): Contract {
  return amountsToExchange(contract).sellAmount === 0n ? { ...contract, coverDueAt: null } : contract
}
