import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import type { Institution } from '../institution/institution.ts'
import { requireInstitution } from '../institution/require-institution.ts'
import { newId } from '../kernel/id.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type Hold, openBooks, readMovement } from '../ledger/ledger.ts'
import { requestReversal } from '../rails/ach/collect-reversals.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { recordPaymentAction } from './record-payment-action.ts'
import { requirePaymentIn } from './require-payment.ts'
import { debitToReverse } from './reverse-debit.ts'
import { changePayments } from './transitions.store.ts'
import type { WaitingPayment } from './waiting-payments.store.ts'

/**
 * Undoes a transfer between two accounts of the institution, or a debit: the amount goes back, where the account that received it still has it; the
 * fee stays. A debit's goes back by a reversing entry in a later file. What was paid over a rail is not ours to take back: it is returned by the bank
 * that has it.
 */
export async function reversePayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  reversalNotes: string | undefined,
  now: Temporal.Instant,
): Promise<Result<WaitingPayment, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId, clientId } = principal
  const found = await requirePaymentIn(tx, principal, paymentUID, ['PROCESSED'])
  if (!found.ok) return found
  const payment = found.value
  const isDebit = payment.entryType === 'DEBIT'
  const movement = await movementToUndo(tx, institution.value, payment, now)
  if (!movement.ok) return movement

  const { debitAccountId: from, creditAccountId: receiver, amount, currency } = movement.value
  const books = await openBooks(
    tx,
    tenantId,
    isDebit ? { accountIds: [receiver], bookIds: [from] } : { accountIds: [from, receiver] },
  )
  const back = { debitAccountId: receiver, creditAccountId: from, amount, currency }
  const id = newId(now)
  const moved = books.transfer({ ...back, id, kind: 'posted', purpose: 'reversal', referenceId: payment.id })
  if (!moved.ok) return refusal('reversalNotCovered')
  if (isDebit) await requestReversal(tx, tenantId, payment.id, now)
  const evidence = { reversalNotes, transfer: id }
  await changePayments(
    tx,
    tenantId,
    [{ paymentId: payment.id, from: 'PROCESSED', to: 'REVERSED', actor: clientId, evidence }],
    now,
  )
  await books.write(now)
  const done = { action: 'reversed', status: 'REVERSED', reversalNotes } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}

/** What moved the amount, where it is ours to take back. */
async function movementToUndo(
  tx: Transaction,
  institution: Institution,
  payment: WaitingPayment,
  now: Temporal.Instant,
): Promise<Result<Pick<Hold, 'debitAccountId' | 'creditAccountId' | 'amount' | 'currency'>, Refusal>> {
  if (payment.entryType === 'DEBIT') return debitToReverse(tx, institution, payment, now)
  const movement = payment.rail === 'BOOK' ? await readMovement(tx, institution.tenantId, payment.id) : undefined
  if (movement) return accept(movement)
  return refusal(
    'paymentStateConflict',
    'the payment left the institution, and only the bank that has it can return it',
  )
}
