import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { mustBeName } from '../../http/fields.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { RETURN_CODES } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { noteReturned } from '../network/book-return-answer.ts'
import { bookCrossedReturn } from './cross-reversal.ts'
import { endPayments } from './end-payments.ts'
import { requireReturnable } from './require-returnable.ts'
import { returnExchanged } from './return-exchanged.ts'

/**
 * Books the return of a payment by the receiving bank, before or after it settled, or after it was
 * reversed. Refused if it breaks a rule of the network. The sender gets
 * the amount back; if the payment settled in another currency, its current value. Only the
 * institution can do this, because it is the one that receives the return.
 */
export async function returnPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { returnDate, ...reason }: { achReturnCode: string; returnNotes: string; returnDate?: string },
  now: Temporal.Instant,
): Promise<Result<LockedPayment, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const found = await requirePaymentIn(tx, principal, paymentUID, ['TRANSMITTED', 'PROCESSED', 'REVERSED'])
  if (!found.ok) return found
  const payment = found.value
  if (payment.rail === 'BOOK') return refusal('paymentStateConflict', 'a book transfer is reversed, not returned')
  // Compared as it is written, whatever the case in the request.
  const achReturnCode = mustBeName(RETURN_CODES, reason.achReturnCode)
  const inTime = { achReturnCode, returnDate }
  const returnable = await requireReturnable(tx, institution.value, payment, inTime, now)
  if (!returnable.ok) return returnable
  const evidence = { ...reason, achReturnCode, ...(returnDate && { returnDate }) }
  if (payment.status === 'REVERSED') {
    const actor = principal.clientId
    const crossed = await bookCrossedReturn(tx, principal.tenantId, payment, { achReturnCode, actor }, now)
    if (!crossed.ok) return crossed
    const done = { action: 'returned', status: 'REVERSED', ...evidence, ...crossed.value } as const
    return accept(await recordPaymentAction(tx, principal, payment, done, now))
  }
  const ending = { payment, to: 'RETURNED', actor: principal.clientId, evidence } as const
  const drawn = payment.status === 'PROCESSED' ? payment.exchange?.drawn : undefined
  if (drawn) {
    const returned = await returnExchanged(tx, institution.value, ending, drawn, now)
    if (!returned.ok) return returned
  } else await endPayments(tx, institution.value, [ending], now)
  await noteReturned(tx, principal.tenantId, payment.id, now)
  const done = { action: 'returned', status: 'RETURNED', ...evidence } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}
