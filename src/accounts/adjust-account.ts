import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { mustBeName } from '../http/fields.ts'
import { countInCaps, requireInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { ENTRY_DIRECTIONS } from '../kernel/rail.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { CONTRA_ACCOUNTS } from '../ledger/chart.ts'
import { openBooks } from '../ledger/ledger.ts'
import { openBook } from '../ledger/open-account.ts'
import { posting } from '../ledger/postings.ts'
import { availableOf, type LedgerAccount, postedOf } from '../ledger/transfer.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findAccountInBooks, findOpenAccount } from './accounts.store.ts'
import type { AdjustmentBody, AdjustmentReply } from './adjustments.schema.ts'
import { type Adjustment, insertAdjustment } from './adjustments.store.ts'

/**
 * Posts an adjustment to a customer's account against one of the institution's own: an opening
 * deposit, cash at the counter, a correction. Only the institution's own entity may do so.
 * A debit above the available balance is refused, and so is any adjustment above the institution's
 * caps (`adjustmentCaps`), whose daily totals count both directions. A closed or deleted account
 * can only be debited.
 */
export async function adjustAccount(
  tx: Transaction,
  principal: Principal,
  accountUID: string,
  body: AdjustmentBody,
  now: Temporal.Instant,
): Promise<Result<AdjustmentReply, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const amount = parseAmount(body.amount, body.currency)
  if (!amount.ok || amount.value <= 0n)
    return refusal('invalidAdjustment', 'amount must be greater than zero, with no more decimals than the currency has')
  const isCredit = mustBeName(ENTRY_DIRECTIONS, body.direction) === 'Credit'
  const account = await findAccountInBooks(tx, tenantId, BigInt(accountUID))
  if (!account || (account.deletedAt !== null && isCredit)) return refusal('accountNotFound')
  if (account.currency !== body.currency)
    return refusal('invalidAdjustment', `currency must be ${account.currency}, the currency of the account`)

  const capped = await countInCaps(tx, institution.value, { amount: amount.value, currency: body.currency }, now)
  if (!capped.ok) return capped
  const adjustment = {
    id: newId(now),
    accountId: account.id,
    direction: isCredit ? 'Credit' : 'Debit',
    amount: amount.value,
    currency: body.currency,
    reason: body.reason,
    externalReferenceId: body.externalReferenceId,
    contraAccount: mustBeName(CONTRA_ACCOUNTS, body.contraAccount ?? CONTRA_ACCOUNTS[0]),
    transferId: newId(now),
    createdBy: clientId,
    businessDate: capped.value,
  } as const
  const ledger = await postAdjustment(tx, tenantId, adjustment, now)
  if (!ledger.ok) return ledger
  await insertAdjustment(tx, tenantId, adjustment, now)
  const reply = renderAdjustment(adjustment, ledger.value)
  const subject = { kind: 'account', id: String(account.id), customerId: account.customerId }
  const after = { ...reply, reason: body.reason }
  await recordChange(tx, { tenantId, actor: clientId, action: 'account.adjusted', subject, after }, now)
  return accept(reply)
}

/** Posts the transfer and returns the account with its new balances. */
async function postAdjustment(
  tx: Transaction,
  tenantId: bigint,
  { id, accountId, direction, amount, currency, contraAccount, transferId }: Adjustment,
  now: Temporal.Instant,
): Promise<Result<LedgerAccount, Refusal>> {
  const contra = await openBook(tx, tenantId, { book: contraAccount, currency }, now)
  const books = await openBooks(tx, tenantId, { accountIds: [accountId], books: [contra] })
  const name = direction === 'Credit' ? 'adjustmentCredit' : 'adjustmentDebit'
  const terms = { id: transferId, customer: accountId, contra: contraAccount, amount, currency, referenceId: id }
  // Read after the lock on the ledger account, so that it cannot close meanwhile.
  if (direction === 'Credit' && !(await findOpenAccount(tx, tenantId, accountId)))
    return refusal('accountStatusConflict', 'the account is Closed, and takes no money any more')
  const posted = books.transfer(posting(books, name, terms))
  if (!posted.ok) return refusal('adjustmentNotCovered')
  await books.write(now)
  return accept(books.account(accountId)!)
}

function renderAdjustment(
  { id, accountId, direction, amount, currency, externalReferenceId, contraAccount }: Adjustment,
  ledger: LedgerAccount,
): AdjustmentReply {
  return {
    adjustmentUID: id,
    accountUID: String(accountId),
    direction,
    amount: formatAmount(amount, currency),
    currency,
    externalReferenceId,
    contraAccount,
    ledgerBalance: formatAmount(postedOf(ledger), currency),
    availableBalance: formatAmount(availableOf(ledger), currency),
  }
}
