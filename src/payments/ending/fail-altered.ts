import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import type { Institution } from '../../institution/institution.ts'
import { readLiveHolds } from '../../ledger/ledger.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { type Ending, endPayments } from './end-payments.ts'

/** A payment with a sealed value that is not what the service stored there, and why it is not. */
export interface AlteredPayment {
  paymentId: string
  why: string
}

export function whyAltered({ id, altered }: { id: string; altered: string }): AlteredPayment {
  return { paymentId: id, why: altered }
}

const REASON = 'altered'

/**
 * FUTURE_DATED or READY_TO_TRANSMIT → VALIDATION_FAILURE for payments that somebody altered in the
 * database: they pay nobody, and the others leave. Their holds, fees and limits are released. A
 * value that is put back does not revive them, because nobody knows what else was changed. The log
 * reports them as errors, and the audit log has them.
 */
export async function failAltered(
  tx: Transaction,
  app: App,
  institution: Institution,
  altered: readonly AlteredPayment[],
  now: Temporal.Instant,
): Promise<void> {
  if (altered.length === 0) return
  const { tenantId } = institution
  const reasons = new Map(altered.map(({ paymentId, why }) => [paymentId, why]))
  const payments = await withOwnHolds(tx, tenantId, await lockPayments(tx, tenantId, [...reasons.keys()]))
  const endings = payments.map((payment): Ending => {
    const failureReason =
      'The payment was not sent: what is stored of it, or of its parties, was altered. Ask the institution before you submit it again.'
    return { payment, to: 'VALIDATION_FAILURE', actor: 'worker', evidence: { reason: REASON }, failureReason }
  })
  await endPayments(tx, institution, endings, now)
  for (const { id, customerId, status } of payments) {
    const why = reasons.get(id)!
    app.log.error(
      { paymentId: id, tenantId: String(tenantId), why },
      'a payment was altered in the database, and fails: find out who wrote there',
    )
    const subject = { kind: 'payment', id, customerId }
    const shown = { status: 'VALIDATION_FAILURE', reason: REASON }
    const change = { before: { status }, after: { ...shown, why } }
    await recordChange(tx, { tenantId, actor: 'worker', action: 'payment.altered', subject, ...change }, now, shown)
  }
}

/** The state of a payment can name the hold of another one, which stays. */
async function withOwnHolds(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly LockedPayment[],
): Promise<LockedPayment[]> {
  const ids = payments.map(({ id }) => id)
  const holds = Map.groupBy(await readLiveHolds(tx, tenantId, ids), ({ referenceId }) => referenceId)
  return payments.map((payment) => {
    const own = holds.get(payment.id) ?? []
    return { ...payment, holdTransferId: own.find(({ purpose }) => purpose !== 'fxPayout')?.id ?? null }
  })
}
