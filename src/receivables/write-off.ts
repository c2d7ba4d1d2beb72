import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { countInCaps, requireInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { mustTransfer, openBooks } from '../ledger/ledger.ts'
import { openBook } from '../ledger/open-account.ts'
import { posting } from '../ledger/postings.ts'
import { owedOn } from '../ledger/transfer.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { renderWriteOff, type WriteOffBody, type WriteOffReply } from './receivables.schema.ts'
import { insertWriteOff, readReceivableAccount } from './receivables.store.ts'

/**
 * Gives up what a customer owes, in whole or in part, at the institution's loss
 * (`adjustment-expense:USD`). Only the institution's own entity may do so. Refused above what the
 * customer owes, and above the institution's caps (`adjustmentCaps`), in which it counts as an
 * adjustment does.
 */
export async function writeOff(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: WriteOffBody,
  now: Temporal.Instant,
): Promise<Result<WriteOffReply, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const { currency, reason, externalReferenceId } = body
  const amount = parseAmount(body.amount, currency)
  if (!amount.ok || amount.value <= 0n)
    return refusal('invalidWriteOff', 'amount must be greater than zero, with no more decimals than the currency has')

  const capped = await countInCaps(tx, institution.value, { amount: amount.value, currency }, now)
  if (!capped.ok) return capped
  const customerId = customer.value.id
  // Not locked: ledger accounts are locked before customers everywhere.
  const receivableId = await readReceivableAccount(tx, tenantId, { customerId, currency })
  if (receivableId === undefined) return refusal('writeOffAboveDebt', `the customer owes nothing in ${currency}`)
  const expense = await openBook(tx, tenantId, { book: 'adjustment-expense', currency }, now)
  const books = await openBooks(tx, tenantId, { accountIds: [receivableId], books: [expense] })
  const owed = owedOn(books.account(receivableId)!)
  if (amount.value > owed)
    return refusal('writeOffAboveDebt', `the customer owes ${formatAmount(owed, currency)} ${currency}`)

  const transferId = newId(now)
  const fields = { customerId, currency, amount: amount.value, reason, externalReferenceId }
  const written = { ...fields, id: newId(now), transferId, createdBy: clientId, businessDate: capped.value }
  const terms = { id: transferId, receivable: receivableId, amount: amount.value, currency, referenceId: written.id }
  mustTransfer(books, posting(books, 'receivableWrittenOff', terms))
  await books.write(now)
  await insertWriteOff(tx, tenantId, written, now)
  const reply = renderWriteOff(written, owed - amount.value)
  const subject = { kind: 'customer', id: String(customerId), customerId }
  const after = { ...reply, reason }
  await recordChange(tx, { tenantId, actor: clientId, action: 'receivable.writtenOff', subject, after }, now)
  return accept(reply)
}
