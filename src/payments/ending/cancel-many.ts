import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChanges } from '../../events/events.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import type { EntryType } from '../../kernel/rail.ts'
import { readCollected } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { paymentActionOf } from '../history/record-payment-action.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { CANCELLABLE } from './cancel-unsent.ts'
import { endCancelledPayment, endPayments } from './end-payments.ts'

/** Why a payment is not cancelled. */
export interface NotCancelled {
  why: string
  /** Set if it has left, or is about to in a file or message. */
  left?: EntryType
}

/**
 * Cancels those of the payments that have not left, as `cancelPayment` cancels one, and returns why
 * the others are not. Each cancellation is in the audit log and the events of its own. One that was
 * cancelled before counts as cancelled.
 * @param why what the audit log and the history of each say
 */
export async function cancelPayments(
  tx: Transaction,
  principal: Principal,
  paymentIds: readonly string[],
  why: { notes: string; cancellation: string },
  now: Temporal.Instant,
): Promise<ReadonlyMap<string, NotCancelled>> {
  const { tenantId } = principal
  const payments = await lockPayments(tx, tenantId, paymentIds)
  const collected = await readCollected(tx, tenantId, paymentIds)
  const institution = await readInstitution(tx, tenantId)
  const refused = new Map<string, NotCancelled>()
  const open: LockedPayment[] = []
  for (const payment of payments) {
    const objection = objectionTo(payment, collected)
    if (objection) refused.set(payment.id, objection)
    else if (payment.status !== 'CANCELLED') open.push(payment)
  }
  const plain = open.filter(({ exchange }) => !exchange?.drawn)
  const endings = plain.map((payment) => endingOf(principal, payment, why))
  if (endings.length > 0) await endPayments(tx, institution, endings, now)
  const ended = [...plain]
  const drawn = open.filter(({ exchange }) => exchange?.drawn)
  for (const payment of await cancelDrawn(tx, { principal, institution, why, refused }, drawn, now)) ended.push(payment)
  const done = { action: 'cancelled', status: 'CANCELLED', ...why } as const
  const changes = ended.map((payment) => paymentActionOf(principal, payment, done))
  if (changes.length > 0) await recordChanges(tx, tenantId, changes, now)
  return refused
}

function objectionTo(payment: LockedPayment, collected: ReadonlySet<string>): NotCancelled | undefined {
  const { id, status, rail, isInMessage, entryType: left } = payment
  if (status === 'CANCELLED') return undefined
  const isSent = status === 'TRANSMITTED' || status === 'PROCESSED'
  if (!CANCELLABLE.has(status)) return { why: `the payment is ${status}`, ...(isSent && { left }) }
  if (collected.has(id)) return { why: 'the payment is already in a file to the ACH operator', left }
  if (isInMessage) return { why: `its message to ${rail} is already written`, left }
  return undefined
}

function endingOf({ clientId }: Principal, payment: LockedPayment, evidence: object) {
  return { payment, to: 'CANCELLED', actor: clientId, evidence } as const
}

interface Cancelling {
  principal: Principal
  institution: Institution
  why: object
  refused: Map<string, NotCancelled>
}

/**
 * Cancels payments that drew on FX contracts, each by itself: one can be refused until another that
 * drew the rest of the contract is cancelled. Returns those that are cancelled.
 */
async function cancelDrawn(
  tx: Transaction,
  { principal, institution, why, refused }: Cancelling,
  payments: readonly LockedPayment[],
  now: Temporal.Instant,
): Promise<LockedPayment[]> {
  const cancelled: LockedPayment[] = []
  let waiting = payments
  for (;;) {
    const left: LockedPayment[] = []
    for (const payment of waiting) {
      await tx.query('savepoint one_payment')
      const ended = await endCancelledPayment(tx, institution, endingOf(principal, payment, why), now)
      if (ended.ok) cancelled.push(payment)
      else {
        await tx.query('rollback to savepoint one_payment')
        refused.set(payment.id, { why: ended.refusal.detail ?? ended.refusal.reason })
        left.push(payment)
      }
    }
    if (left.length === waiting.length || left.length === 0) break
    waiting = left
  }
  for (const { id } of cancelled) refused.delete(id)
  return cancelled
}
