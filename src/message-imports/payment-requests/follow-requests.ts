import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import { meetObligations } from '../../obligations/obligations.ts'
import { cancelUnsent } from '../../payments/payments.ts'
import { insertMessages, networkOf } from '../../rails/rails.ts'
import { clockOf } from './decide-request.ts'
import { changeRequest, claimDue, type FateOfPayment, type PaymentRequestRow } from './payment-requests.store.ts'
import { recordRequest } from './record-request.ts'

const BATCH_SIZE = 100
const ACTOR = 'worker'
const UNDECIDED = { decidedBy: null, decidedAt: null } as const

/**
 * Follows requests for payment. The network of one whose payment has left is told that it is
 * accepted. One whose payment ended without leaving is open again. One that expires takes its
 * payment with it, if that has not left: an approval after the expiry would pay too late.
 * @returns how many requests changed
 */
export function followRequests(app: App, institution: Institution): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const due = await claimDue(tx, institution.tenantId, now, BATCH_SIZE)
    let changed = 0
    for (const { fate, ...request } of due) if (await follow(tx, institution, { request, fate }, now)) changed++
    return changed
  })
}

async function follow(
  tx: Transaction,
  institution: Institution,
  { request, fate }: { request: PaymentRequestRow; fate: FateOfPayment },
  now: Temporal.Instant,
): Promise<boolean> {
  const { expiresAt, status, paymentId } = request
  if (fate === 'Left') return paid(tx, institution, request, now)
  const isExpired = expiresAt !== null && expiresAt.epochMilliseconds <= now.epochMilliseconds
  if (!isExpired) {
    const reopened = await changeRequest(tx, request, { status: 'Open', ...UNDECIDED })
    await recordRequest(tx, { action: 'reopened', request: reopened, before: request, actor: ACTOR }, now)
    return true
  }
  const isUnsent =
    status === 'Open' || fate === 'Ended' || (await cancelUnsent(tx, institution, paymentId!, EXPIRED, now))
  if (!isUnsent) return false
  const after = await changeRequest(tx, request, { status: 'Expired', ...UNDECIDED })
  await recordRequest(tx, { action: 'expired', request: after, before: request, actor: ACTOR }, now)
  return true
}

const EXPIRED = 'The request for payment expired before the payment left.'

async function paid(
  tx: Transaction,
  institution: Institution,
  request: PaymentRequestRow,
  now: Temporal.Instant,
): Promise<true> {
  const { tenantId, rail, requestId, decidedBy, decidedAt } = request
  const answer = { requestId, isAccepted: true, code: '', reason: '' }
  const messages = await networkOf(rail).answerPaymentRequest?.(tx, institution, answer, now)
  await insertMessages(tx, tenantId, messages ?? [], now)
  const after = await changeRequest(tx, request, { status: 'Paid', decidedBy, decidedAt })
  await meetObligations(tx, tenantId, [clockOf(request)], ACTOR, now)
  await recordRequest(tx, { action: 'paid', request: after, before: request, actor: ACTOR }, now)
  return true
}
