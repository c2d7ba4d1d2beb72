import type { Temporal } from 'temporal-polyfill'
import { recordAudit } from '../../audit/audit.ts'
import type { Transaction } from '../../db/client.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { partyOf } from '../../tokens/api-clients.ts'
import { readPayment } from '../search/read-payment.ts'
import { type CallBackNumber, readCallBackNumbers } from './call-back-numbers.ts'
import { isSameNumber, NUMBER_CONFIRMED } from './domain/call-back-numbers.ts'
import { readMaking } from './makers.store.ts'

interface Times {
  now: Temporal.Instant
  tokenNow: Temporal.Instant
}

/** The numbers at which the institution can call the customer of a payment, for who asks. */
export async function listCallBackNumbers(
  db: Transaction,
  principal: Principal,
  paymentUID: string,
  { now, tokenNow }: Times,
): Promise<Result<{ customerId: bigint; numbers: CallBackNumber[] }, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const payment = await readPayment(db, principal, paymentUID)
  if (!payment.ok) return payment
  const { id, customerId } = payment.value
  const making = await readMaking(db, principal.tenantId, id)
  const callBack = { customerId, making, caller: partyOf(principal), tokenNow }
  return accept({ customerId, numbers: await readCallBackNumbers(db, institution.value, callBack, now) })
}

/**
 * Records that the institution knows a number of the customer to be right, so that it counts at
 * once. It does not count for the calls of the one who confirms it.
 */
export async function confirmCallBackNumber(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
  times: Times,
): Promise<Result<void, Refusal>> {
  const { tenantId, clientId: actor } = principal
  const found = await listCallBackNumbers(tx, principal, paymentUID, times)
  if (!found.ok) return found
  const { customerId, numbers } = found.value
  const confirmed = numbers.filter((one) => one.isCurrent && isSameNumber(one.phoneNumber, phoneNumber))
  if (confirmed.length === 0) return refusal('callBackNumberUnknown')
  for (const { holder, phoneNumber: confirmedNumber } of confirmed) {
    const subject = { kind: holder.kind, id: holder.id, customerId }
    const after = { phoneNumber: confirmedNumber, reason, paymentUID }
    await recordAudit(tx, { tenantId, actor, action: `${holder.kind}.${NUMBER_CONFIRMED}`, subject, after }, times.now)
  }
  return accept(undefined)
}
