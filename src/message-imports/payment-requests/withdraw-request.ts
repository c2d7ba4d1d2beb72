import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import { meetObligations } from '../../obligations/obligations.ts'
import type { Meaning, MessageRailName } from '../../rails/rails.ts'
import { clockOf } from './decide-request.ts'
import { changeRequest, lockRequestOf, type PaymentRequestRow, type StoredCreditor } from './payment-requests.store.ts'
import { recordRequest } from './record-request.ts'

const ACTOR = 'worker'

type Withdrawal = Extract<Meaning, { kind: 'requestWithdrawn' }> & { rail: MessageRailName }

/**
 * Ends a request for payment that its creditor withdraws, if no payment was made for it. A request
 * that was refused, has expired or was withdrawn before stays as it is.
 * @returns why a person decides; undefined if nobody has to
 */
export async function withdrawRequest(
  tx: Transaction,
  { tenantId }: Institution,
  withdrawal: Withdrawal,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const request = await lockRequestOf(tx, tenantId, withdrawal)
  const objection = objectionTo(request, withdrawal)
  if (objection !== undefined || request?.status !== 'Open') return objection
  const after = await changeRequest(tx, request, {
    ...{ status: 'Withdrawn', notes: withdrawal.reason || null, decidedBy: null, decidedAt: null },
  })
  await meetObligations(tx, tenantId, [clockOf(request)], ACTOR, now)
  await recordRequest(tx, { action: 'withdrawn', request: after, before: request, actor: ACTOR }, now)
  return undefined
}

function objectionTo(
  request: PaymentRequestRow | undefined,
  { requestId, from, amount, reason }: Withdrawal,
): string | undefined {
  if (!request) return `a request for payment is withdrawn that did not come in: ${requestId}`
  const { bank } = request.creditor as StoredCreditor
  if (bank.routingNumber !== from)
    return `the request for payment ${requestId} is withdrawn by ${from || 'nobody'}, and came from another bank`
  if (amount && (amount.amount !== request.amount || amount.currency !== request.currency))
    return `the request for payment ${requestId} is withdrawn with another amount than ${formatAmount(request.amount, request.currency)} ${request.currency}`
  const { status, paymentId, creditorName } = request
  if (status !== 'Accepted' && status !== 'Paid') return undefined
  const state = status === 'Paid' ? 'has left' : 'is under way'
  const why = reason ? `, because: ${reason}` : ''
  return `${creditorName} withdraws the request for payment ${requestId}${why}. Its payment ${paymentId} ${state}: cancel it, ask it back, or leave it`
}
