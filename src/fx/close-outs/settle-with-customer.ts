import type { Temporal } from 'temporal-polyfill'
import { readOpenAccounts } from '../../accounts/accounts.ts'
import type { Transaction } from '../../db/client.ts'
import { newId } from '../../kernel/id.ts'
import { mustTransfer, type OpenBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { availableOf } from '../../ledger/transfer.ts'
import { openReceivable } from '../../receivables/receivables.ts'
import { type NewItem, postUnplacedGain } from '../../suspense/suspense.ts'
import type { Settlement } from '../domain/settle-close-out.ts'
import type { Contract } from '../fx-trades.store.ts'
import type { NewCloseOut } from './close-outs.store.ts'

/** What was charged at once or credited, and the part of a gain for which there is no account. */
export interface Settled extends Pick<NewCloseOut, 'chargedAmount' | 'accountId'> {
  /** Items of suspense, to record once the books are written. */
  unplaced: NewItem[]
}

/** The accounts of a customer with which a close-out settles. */
interface SettlingAccounts {
  /** They pay a loss, in turn. */
  charged: bigint[]
  /** It gets a gain; undefined if the customer has no open account in the currency. */
  credited: bigint | undefined
}

/**
 * Settles a close-out with the customer of the contract, in the currency sold. A loss is charged to
 * `payerId` first, and then to the Active accounts of the customer, the oldest first. What they do
 * not have is owed: the receivable of the customer has it, and its next credits repay it. A gain is
 * credited to `payerId`, or to the oldest Active account, or to the oldest suspended one. Without
 * an open account, it goes to suspense.
 *
 * The caller has locked the accounts with the books before the contract. Accounts that the books do
 * not have are not charged; only a contract that is prefunded by `payerId` needs no others.
 */
export async function settleWithCustomer(
  tx: Transaction,
  { tenantId, books, payerId }: { tenantId: bigint; books: OpenBooks; payerId: bigint | null },
  contract: Pick<Contract, 'id' | 'customerId' | 'sellCurrency'>,
  { loss, gain }: Settlement,
  now: Temporal.Instant,
): Promise<Settled> {
  const { id: referenceId, customerId, sellCurrency: currency } = contract
  const terms = (amount: bigint) => ({ id: newId(now), amount, currency, referenceId })
  if (loss === 0n && gain === 0n) return { chargedAmount: 0n, accountId: null, unplaced: [] }
  const { charged, credited } = await findAccounts(tx, { tenantId, books, payerId }, contract)
  if (gain > 0n && credited === undefined) {
    const unplaced = await postUnplacedGain(tx, tenantId, books, { ...terms(gain), customerId }, now)
    return { chargedAmount: 0n, accountId: null, unplaced }
  }
  if (gain > 0n) {
    mustTransfer(books, posting(books, 'closeOutGain', { ...terms(gain), customer: credited! }))
    return { chargedAmount: 0n, accountId: credited!, unplaced: [] }
  }
  const paying = sharesOf(books, charged, loss)
  for (const { id: customer, amount } of paying)
    mustTransfer(books, posting(books, 'closeOutLoss', { ...terms(amount), customer }))
  const chargedAmount = paying.reduce((sum, { amount }) => sum + amount, 0n)
  if (chargedAmount < loss) {
    const receivable = await openReceivable(tx, tenantId, books, { customerId, currency }, now)
    mustTransfer(books, posting(books, 'closeOutOwed', { ...terms(loss - chargedAmount), receivable }))
  }
  return { chargedAmount, accountId: paying[0]?.id ?? null, unplaced: [] }
}

async function findAccounts(
  tx: Transaction,
  { tenantId, books, payerId }: { tenantId: bigint; books: OpenBooks; payerId: bigint | null },
  { customerId, sellCurrency: currency }: Pick<Contract, 'customerId' | 'sellCurrency'>,
): Promise<SettlingAccounts> {
  const open = await readOpenAccounts(tx, tenantId, { customerId, currency })
  const locked = open.filter(({ id }) => id !== payerId && books.account(id) !== undefined)
  const active = locked.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const payer = payerId === null ? [] : [payerId]
  return { charged: [...payer, ...active], credited: payer[0] ?? active[0] ?? locked[0]?.id }
}

/** What each account pays of an amount: as much as it has, in turn. */
function sharesOf(books: OpenBooks, accountIds: readonly bigint[], whole: bigint): { id: bigint; amount: bigint }[] {
  let rest = whole
  return accountIds.flatMap((id) => {
    const available = availableOf(books.account(id)!)
    const amount = available < rest ? available : rest
    if (amount <= 0n) return []
    rest -= amount
    return [{ id, amount }]
  })
}
