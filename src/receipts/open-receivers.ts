import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { accountNumbersOf, type Institution, receiptsOf } from '../institution/institution.ts'
import type { BookCode } from '../ledger/chart.ts'
import { type OpenBooks, openBooks } from '../ledger/ledger.ts'
import {
  type Match,
  matchAccount,
  type NamedReceiver,
  type ReceivingAccount,
  spellingsOf,
} from './domain/match-account.ts'
import { openReceiptBooks } from './receipt-money.ts'
import { findAccountIds, readReceivingAccounts } from './receipts.store.ts'

/** The accounts that items could be meant for, with the books of the institution that items use. */
export interface OpenReceivers {
  books: OpenBooks
  matchOf(item: NamedReceiver): Match
}

/**
 * Locks the accounts that the items could be meant for, and reads them as they then are. The items
 * are of one rail and currency.
 * @param others accounts of the institution that the books must include besides
 */
export async function openReceivers(
  tx: Transaction,
  institution: Institution,
  items: readonly (NamedReceiver & { rail: string })[],
  now: Temporal.Instant,
  others: readonly BookCode[] = [],
): Promise<OpenReceivers> {
  const { tenantId, settings, routingNumber } = institution
  const spellings = spellingsIn(institution, items)
  const accountIds = await findAccountIds(tx, institution, [...new Set([...spellings.values()].flat())])
  const own = await openReceiptBooks(tx, tenantId, items[0]!, now)
  const books = await openBooks(tx, tenantId, { accountIds, books: [...own, ...others] })
  const accounts = await readReceivingAccounts(tx, tenantId, accountIds, routingNumber)
  const byNumber = Map.groupBy(accounts, ({ accountNumber }) => accountNumber)
  const { matchNames: matchesNames } = receiptsOf(settings)
  return {
    books,
    matchOf(item) {
      const found = spellings.get(item.accountNumber)!.flatMap((one): ReceivingAccount[] => byNumber.get(one) ?? [])
      return matchAccount(item, found, { matchesNames })
    },
  }
}

/** The accounts that these numbers could mean, for a caller that locks them beforehand. */
export function findReceivers(
  tx: Transaction,
  institution: Institution,
  accountNumbers: readonly string[],
): Promise<bigint[]> {
  const items = accountNumbers.map((accountNumber) => ({ accountNumber }))
  const spellings = [...spellingsIn(institution, items).values()].flat()
  return findAccountIds(tx, institution, [...new Set(spellings)])
}

/** How each account number may be stored. */
function spellingsIn(
  { settings }: Institution,
  items: readonly Pick<NamedReceiver, 'accountNumber'>[],
): Map<string, string[]> {
  const { length } = accountNumbersOf(settings).scheme
  return new Map(items.map(({ accountNumber }) => [accountNumber, spellingsOf(accountNumber, length)]))
}
