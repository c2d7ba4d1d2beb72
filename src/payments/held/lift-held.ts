import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type Institution, startOfBusiness } from '../../institution/institution.ts'
import { nextPassage } from '../../rails/rails.ts'
import { lowerFees } from '../cut-off/lower-fees.ts'
import { isLate } from '../cut-off/missed-cut-off.ts'
import { readDrawnExchanges } from '../decision/payment-exchanges.store.ts'
import { changePayments, type PaymentChange } from '../history/transitions.store.ts'
import { claimLiftable } from './suspensions.store.ts'

const BATCH_SIZE = 500

/**
 * HELD → VALIDATED or FUTURE_DATED for payments that are no longer suspended, up to 500. One whose
 * funds are held goes to its rail at the next possible time. The others are decided on their date,
 * or now if it has passed. Returns how many.
 */
export async function liftHeld(tx: Transaction, institution: Institution, now: Temporal.Instant): Promise<number> {
  const { tenantId } = institution
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
  await lowerFees(tx, institution, downgraded, now)
  return payments.length
}
