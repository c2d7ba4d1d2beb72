import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { requireInstitution } from '../institution/require-institution.ts'
import { newId } from '../kernel/id.ts'
import { accept, type Result } from '../kernel/result.ts'
import { openBooks, readMovement } from '../ledger/ledger.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { recordPaymentAction } from './record-payment-action.ts'
import { requirePaymentIn } from './require-payment.ts'
import { changePayments } from './transitions.store.ts'
import type { WaitingPayment } from './waiting-payments.store.ts'

/**
 * Undoes a transfer between two accounts of the institution: the amount goes back, where the receiving account still has it; the fee stays. What
 * went over a rail is not ours to take back: it is returned by the bank that has it.
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
  const movement = payment.rail === 'BOOK' ? await readMovement(tx, tenantId, payment.id) : undefined
  if (!movement)
    return refusal(
      'paymentStateConflict',
      'the payment left the institution, and only the bank that has it can return it',
    )

  const { debitAccountId: sender, creditAccountId: receiver, amount, currency } = movement
  const books = await openBooks(tx, tenantId, { accountIds: [sender, receiver] })
  const back = { debitAccountId: receiver, creditAccountId: sender, amount, currency }
  const id = newId(now)
  const moved = books.transfer({ ...back, id, kind: 'posted', purpose: 'reversal', referenceId: payment.id })
  if (!moved.ok) return refusal('reversalNotCovered')
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
