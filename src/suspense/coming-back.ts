import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, type OpenBooks } from '../ledger/ledger.ts'
import { openBook } from '../ledger/open-account.ts'
import { type PostingTerms, posting, type ReturningPosting } from '../ledger/postings.ts'
import { type NewTransfer, owedOn } from '../ledger/transfer.ts'
import { readReceivableAccount } from '../receivables/receivables.ts'
import { renderItem } from './suspense.schema.ts'
import { type AccountPlace, insertItems, type NewItem, readPlaces } from './suspense.store.ts'

/**
 * Books money that comes back to customers. What is meant for a closed account goes to the account
 * that its customer named for returns (`returnAccount`), or else to suspense, as an item that the
 * institution releases. It first repays what the customer owes.
 */
export interface ComingBack {
  /** Whether the account is closed, so that money for it goes elsewhere. */
  isClosed(accountId: bigint): boolean
  /** The transfer that brings money back to `customer`, or to the place of that account. */
  posting<Name extends ReturningPosting>(name: Name, terms: PostingTerms<Name> & { customer: bigint }): NewTransfer
  /** Writes the books, and the items that came into suspense. */
  write(now: Temporal.Instant): Promise<void>
}

/**
 * The accounts that take what comes back to those of these that are closed. Open them together with
 * the accounts themselves, before `openComingBack`.
 */
export async function readReturnAccounts(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<bigint[]> {
  const places = await readPlaces(tx, tenantId, accountIds)
  return places.flatMap(({ isClosed, returnAccountId }) => (isClosed ? (returnAccountId ?? []) : []))
}

/**
 * Decides for each account where money that comes back to it is booked. The caller has locked the
 * accounts and their return accounts with these books, so that none of them closes meanwhile.
 */
export async function openComingBack(
  tx: Transaction,
  tenantId: bigint,
  books: OpenBooks,
  { accountIds, actor }: { accountIds: readonly bigint[]; actor: string },
  now: Temporal.Instant,
): Promise<ComingBack> {
  const found = await readPlaces(tx, tenantId, accountIds)
  const places = new Map(found.map((place) => [place.accountId, place]))
  const unplaced = new Set(found.filter((place) => isUnplaced(books, place)).map(({ accountId }) => accountId))
  const currencies = new Set(found.filter(({ accountId }) => unplaced.has(accountId)).map(({ currency }) => currency))
  for (const currency of [...currencies].sort())
    await books.include([await openBook(tx, tenantId, { book: 'suspense', currency }, now)])
  const items: NewItem[] = []
  const repay = (item: NewItem, at: Temporal.Instant) =>
    repayFromSuspense(books, books.account(item.accountId!)?.receivableId, { ...item, id: newId(at) })

  return {
    isClosed: (accountId) => places.get(accountId)?.isClosed === true,
    posting(name, terms) {
      const { customer: accountId } = terms
      const place = places.get(accountId)
      if (!place?.isClosed) return posting(books, name, terms)
      if (!unplaced.has(accountId)) return posting(books, name, { ...terms, customer: place.returnAccountId! })
      const { id, currency, amount, referenceId } = terms
      const { customerId } = place
      items.push({ id, reason: 'AccountClosed', currency, amount, customerId, accountId, referenceId })
      return posting(books, name, { ...terms, customer: 'suspense' })
    },
    async write(at) {
      const left = items.flatMap((item) => {
        const amount = item.amount - repay(item, at)
        return amount > 0n ? [{ ...item, amount }] : []
      })
      await books.write(at)
      await recordItems(tx, tenantId, left, { actor }, at)
    },
  }
}

function isUnplaced(books: OpenBooks, { isClosed, returnAccountId }: AccountPlace): boolean {
  return isClosed && (returnAccountId === null || books.account(returnAccountId) === undefined)
}

/** Repays a receivable with money in suspense, by the transfer `id`. Returns the amount. */
export function repayFromSuspense(
  books: OpenBooks,
  receivable: bigint | null | undefined,
  { id, amount: most, currency, referenceId }: Pick<NewItem, 'id' | 'amount' | 'currency' | 'referenceId'>,
): bigint {
  const account = receivable ? books.account(receivable) : undefined
  const owed = account ? owedOn(account) : 0n
  const amount = owed < most ? owed : most
  if (!account || amount <= 0n) return 0n
  const terms = { id, receivable: account.id, amount, currency, referenceId }
  mustTransfer(books, posting(books, 'suspenseRepays', terms))
  return amount
}

/**
 * Credits suspense with the gain of a close-out, because its customer has no open account in the
 * currency, and repays what the customer owes. The caller writes the books.
 * @returns the item of what is left, if anything is, to record once the books are written
 */
export async function postUnplacedGain(
  tx: Transaction,
  tenantId: bigint,
  books: OpenBooks,
  { customerId, ...terms }: Pick<NewItem, 'id' | 'customerId' | 'currency' | 'amount' | 'referenceId'>,
  now: Temporal.Instant,
): Promise<NewItem[]> {
  const { currency } = terms
  await books.include([await openBook(tx, tenantId, { book: 'suspense', currency }, now)])
  const receivable = await readReceivableAccount(tx, tenantId, { customerId, currency })
  if (receivable !== undefined) await books.includeReceivable(receivable, [])
  mustTransfer(books, posting(books, 'closeOutGain', { ...terms, customer: 'suspense' }))
  const left = terms.amount - repayFromSuspense(books, receivable, { ...terms, id: newId(now) })
  return left > 0n ? [{ ...terms, reason: 'NoAccount', amount: left, customerId, accountId: null }] : []
}

/** Adds items to suspense, with audit records and events. The caller wrote their transfers. */
export async function recordItems(
  tx: Transaction,
  tenantId: bigint,
  items: readonly NewItem[],
  { actor }: { actor: string },
  now: Temporal.Instant,
): Promise<void> {
  await insertItems(tx, tenantId, items, now)
  for (const item of items) {
    const after = renderItem({ ...item, tenantId, createdAt: now, releasedAt: null, release: undefined })
    const subject = { kind: 'suspenseItem', id: item.id }
    await recordChange(tx, { tenantId, actor, action: 'suspense.item.added', subject, after }, now)
  }
}
