import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type Institution, startOfBusiness } from '../../institution/institution.ts'
import type { Moment } from '../../kernel/moment.ts'
import { nextPassage } from '../../rails/rails.ts'
import { lowerFees } from '../cut-off/lower-fees.ts'
import { isLate } from '../cut-off/missed-cut-off.ts'
import { readDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { changePayments, type PaymentChange } from '../history/transitions.store.ts'
import { holdBack } from './hold-back.ts'
import { claimStopEnded, clearStops, deleteStops, findStoppedMakers, insertStops } from './stopped-makers.store.ts'
import { claimLiftable } from './suspensions.store.ts'

const BATCH_SIZE = 500

/**
 * HELD → VALIDATED or FUTURE_DATED for payments that nothing holds any more, up to 500. One whose
 * funds are held goes to its rail at the next possible time. The others are decided on their date,
 * or now if it has passed. One that lacks approvals by the rules of now is HELD again: while it
 * was held, the customer may have asked for approvers, and the institution for call-backs or lower
 * limits. Returns how many.
 */
export async function liftHeld(tx: Transaction, institution: Institution, moment: Moment): Promise<number> {
  const { tenantId } = institution
  const { now } = moment
  const ended = await endStops(tx, tenantId, moment)
  const payments = await claimLiftable(tx, tenantId, now, BATCH_SIZE)
  const abroad = payments.flatMap(({ id, rail }) => (rail === 'SWIFT' ? [id] : []))
  const exchanges = await readDrawnExchanges(tx, tenantId, abroad)
  const evidence = { reason: 'no longer suspended' }
  const downgraded: typeof payments = []
  const changes = payments.map((lifted): PaymentChange => {
    const { id, holdTransferId, paymentDate, valueDate, ...payment } = lifted
    const step = { paymentId: id, from: 'HELD', actor: 'worker', evidence } as const
    if (holdTransferId !== null) {
      const exchange = exchanges.get(id)
      const currencies = exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [payment.currency]
      const way = { ...payment, currencies }
      const wanted = { notBefore: valueDate ?? paymentDate, from: now }
      const passage = nextPassage(institution, way, wanted)
      const isMissed = isLate(passage, wanted.notBefore)
      if (!isMissed || payment.onMissedCutOff !== 'Downgrade') return { ...step, to: 'VALIDATED', passage }
      downgraded.push(lifted)
      const nextDay = nextPassage(institution, { ...way, speed: 'Economy' }, wanted)
      return { ...step, to: 'VALIDATED', passage: nextDay, speed: 'Economy' }
    }
    const start = startOfBusiness(institution, paymentDate)
    return { ...step, to: 'FUTURE_DATED', dueAt: Temporal.Instant.compare(start, now) > 0 ? start : now }
  })
  await changePayments(tx, tenantId, changes, now)
  const paymentIds = changes.flatMap(({ paymentId, to }) => (to === 'VALIDATED' ? [paymentId] : []))
  await holdBack(tx, institution, { from: 'VALIDATED', paymentIds, wereHeld: true }, moment)
  await lowerFees(tx, institution, downgraded, now)
  return ended + payments.length
}

/**
 * Looks again at what stops the makers of held payments, up to 500, once an actor that stopped
 * them acts again. Those whose makers all act are no longer held for it. Returns how many payments
 * it looked at.
 */
async function endStops(tx: Transaction, tenantId: bigint, { now, tokenNow }: Moment): Promise<number> {
  const paymentIds = await claimStopEnded(tx, tenantId, BATCH_SIZE)
  if (paymentIds.length === 0) return 0
  const stopped = await findStoppedMakers(tx, tenantId, paymentIds, tokenNow)
  await deleteStops(tx, tenantId, [...stopped.keys()])
  await insertStops(
    tx,
    tenantId,
    Array.from(stopped, ([paymentId, stops]) => ({ paymentId, stops })),
  )
  const free = paymentIds.filter((id) => !stopped.has(id))
  await clearStops(tx, tenantId, free, now)
  return paymentIds.length
}
