import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { mustBeName } from '../http/fields.ts'
import { requireInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { openBooks } from '../ledger/ledger.ts'
import { availableOf, postedOf } from '../ledger/transfer.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findAccountInBooks } from './accounts.store.ts'
import { type AdjustmentBody, type AdjustmentReply, DIRECTIONS } from './adjustments.schema.ts'
import { insertAdjustment } from './adjustments.store.ts'

/**
 * Posts an adjustment to a customer's account against the institution's settlement account: an
 * opening deposit, cash at the counter, a correction. Only the institution's own entity may do so. A
 * debit above the available balance is refused. A deleted account can only be debited, to take out
 * money returned after its deletion.
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
  const isCredit = mustBeName(DIRECTIONS, body.direction) === 'Credit'
  const account = await findAccountInBooks(tx, tenantId, BigInt(accountUID))
  if (!account || (account.deletedAt !== null && isCredit)) return refusal('accountNotFound')
  if (account.currency !== body.currency)
    return refusal('invalidAdjustment', `currency must be ${account.currency}, the currency of the account`)

  const settlement = `settlement:${body.currency}` as const
  const books = await openBooks(tx, tenantId, { accountIds: [account.id], books: [settlement] })
  const id = newId(now)
  const transferId = newId(now)
  const moved = books.transfer({
    id: transferId,
    kind: 'posted',
    debitAccountId: isCredit ? books.book(settlement) : account.id,
    creditAccountId: isCredit ? account.id : books.book(settlement),
    amount: amount.value,
    currency: body.currency,
    purpose: 'adjustment',
    referenceId: id,
  })
  if (!moved.ok) return refusal('adjustmentNotCovered')
  await books.write(now)

  const direction = isCredit ? 'Credit' : 'Debit'
  const { reason, externalReferenceId, currency } = body
  const adjustment = {
    id,
    accountId: account.id,
    direction,
    amount: amount.value,
    currency,
    reason,
    externalReferenceId,
  } as const
  await insertAdjustment(tx, tenantId, { ...adjustment, transferId, createdBy: clientId }, now)
  const ledger = books.account(account.id)!
  const reply = {
    adjustmentUID: id,
    accountUID: String(account.id),
    direction,
    amount: formatAmount(amount.value, currency),
    currency,
    externalReferenceId,
    ledgerBalance: formatAmount(postedOf(ledger), currency),
    availableBalance: formatAmount(availableOf(ledger), currency),
  }
  const subject = { kind: 'account', id: String(account.id), customerId: account.customerId }
  await recordChange(
    tx,
    { tenantId, actor: clientId, action: 'account.adjusted', subject, after: { ...reply, reason } },
    now,
  )
  return accept(reply)
}
