import { createHash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { decideWaiting } from './decide-waiting.ts'
import type { PaymentStatus } from './domain/payment-state.ts'
import { endPayments } from './end-payments.ts'
import { insertPaymentApproval, readPaymentApprovals } from './payment-approvals.store.ts'
import { recordPaymentAction } from './record-payment-action.ts'
import { requirePaymentIn } from './require-payment.ts'
import { changePayments } from './transitions.store.ts'
import type { WaitingPayment } from './waiting-payments.store.ts'

/**
 * Approves a payment that waits. Nobody approves what they submitted, or twice. When all have who have to, the payment is decided anew, as if it
 * were made now: it may wait for its date, go, or fail for want of funds.
 */
export async function approvePayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  notes: string | undefined,
  now: Temporal.Instant,
): Promise<Result<WaitingPayment, Refusal>> {
  const { tenantId, clientId } = principal
  const taken = await takeDecision(tx, principal, paymentUID, { decision: 'Approved', notes }, now)
  if (!taken.ok) return taken
  const { payment, institution } = taken.value
  const approvals = await readPaymentApprovals(tx, tenantId, payment.id)
  const ofCustomer = approvals.filter(({ side }) => side === 'Customer').length
  const isApprovedByInstitution = approvals.some(({ side }) => side === 'Institution')
  const isComplete =
    ofCustomer >= payment.approversNeeded && (isApprovedByInstitution || !payment.needsInstitutionApproval)
  let status: PaymentStatus = 'PARTIALLY_APPROVED'
  if (isComplete) {
    const [change] = await decideWaiting(tx, institution, [{ ...payment, isApprovedByInstitution }], clientId, now)
    status = change!.to
  } else if (payment.status !== status) {
    await changePayments(
      tx,
      tenantId,
      [{ paymentId: payment.id, from: payment.status, to: status, actor: clientId }],
      now,
    )
  }
  return accept(await recordPaymentAction(tx, principal, payment, { action: 'approved', status, notes }, now))
}

/** Rejects a payment that waits; one who may approve it is enough. */
export async function rejectPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  notes: string,
  now: Temporal.Instant,
): Promise<Result<WaitingPayment, Refusal>> {
  const taken = await takeDecision(tx, principal, paymentUID, { decision: 'Rejected', notes }, now)
  if (!taken.ok) return taken
  const { payment, institution } = taken.value
  const ending = { payment, to: 'REJECTED', actor: principal.clientId, evidence: { notes } } as const
  await endPayments(tx, institution, [ending], now)
  const done = { action: 'rejected', status: 'REJECTED', notes } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}

/** Records one person's decision, where that person may take it. */
async function takeDecision(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { decision, notes }: { decision: 'Approved' | 'Rejected'; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<{ payment: WaitingPayment; institution: Institution }, Refusal>> {
  const { tenantId, clientId, legalEntityId } = principal
  const found = await requirePaymentIn(tx, principal, paymentUID, ['PENDING_APPROVAL', 'PARTIALLY_APPROVED'])
  if (!found.ok) return found
  const payment = found.value
  if (payment.createdBy === clientId) return refusal('ownPaymentApproval')
  const earlier = await readPaymentApprovals(tx, tenantId, payment.id)
  if (earlier.some(({ approver }) => approver === clientId))
    return refusal('paymentStateConflict', 'you have decided about the payment already, and nobody decides twice')

  const institution = await readInstitution(tx, tenantId)
  const isInstitution = legalEntityId === institution.legalEntityId
  const customerIsDone = earlier.filter(({ side }) => side === 'Customer').length >= payment.approversNeeded
  const side = payment.needsInstitutionApproval && isInstitution ? 'Institution' : 'Customer'
  if (side === 'Customer' && customerIsDone) return refusal('institutionApprovalNeeded')
  const contentSha256 = hashOf(payment)
  await insertPaymentApproval(
    tx,
    tenantId,
    { paymentId: payment.id, approver: clientId, side, decision, contentSha256, notes },
    now,
  )
  return accept({ payment, institution })
}

/** What is approved. A payment's content never changes, so that the hash is evidence rather than a guard. */
function hashOf({ id, senderAccountId, amount, currency, speed, paymentDate, ...receiver }: WaitingPayment): string {
  const { receiverName, receiverAccountNumber, receiverBankCode } = receiver
  const content = [
    id,
    senderAccountId,
    amount,
    currency,
    speed,
    paymentDate,
    receiverName,
    receiverAccountNumber,
    receiverBankCode,
  ]
  return createHash('sha256')
    .update(JSON.stringify(content.map(String)))
    .digest('hex')
}
