import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { nextPassage, railCalendar } from '../../rails/rails.ts'
import { failMissed } from '../cut-off/fail-missed.ts'
import { isLate } from '../cut-off/missed-cut-off.ts'
import type { DrawnExchange } from '../decision/payment-exchanges.store.ts'
import { type ReadyPayment, writePassages } from './open-payments.store.ts'

/**
 * Gives a new value date to those of the payments that missed their cut-off, because no worker ran
 * in time, or fails those that are refused then. Returns those that leave now, for their old or
 * their new date. The caller has locked them.
 */
export async function sendLater(
  tx: Transaction,
  institution: Institution,
  { payments, exchanges }: { payments: readonly ReadyPayment[]; exchanges: ReadonlyMap<string, DrawnExchange> },
  now: Temporal.Instant,
): Promise<ReadyPayment[]> {
  const late = payments.flatMap((payment) => {
    const { id, valueDate, cutOffAt, currency } = payment
    if (valueDate === null) return []
    const exchange = exchanges.get(id)
    const way = { ...payment, currencies: exchange ? [exchange.sellCurrency, exchange.buyCurrency] : [currency] }
    // Its value date can be closed by now, because a currency does not settle on it.
    const isOpen = railCalendar(way, institution.settings).isBusinessDay(valueDate)
    if (isOpen && isInTime(cutOffAt, now)) return []
    const passage = nextPassage(institution, way, { notBefore: valueDate, from: now })
    return isLate(passage, valueDate) ? [{ id, ...passage, isRefused: payment.onMissedCutOff === 'Refuse' }] : []
  })
  const refused = new Set(late.flatMap(({ id, isRefused }) => (isRefused ? [id] : [])))
  await failMissed(tx, institution, [...refused], now)
  const moved = late.filter(({ id }) => !refused.has(id))
  await writePassages(tx, institution.tenantId, moved, now)
  const waiting = moved.filter(({ leavesAt }) => Temporal.Instant.compare(leavesAt, now) > 0)
  const waitingIds = new Set(waiting.map(({ id }) => id))
  return payments.filter(({ id }) => !waitingIds.has(id) && !refused.has(id))
}

/** The cut-off that it was told counts: an earlier one that was set since is for those after it. */
function isInTime(cutOffAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return cutOffAt !== null && Temporal.Instant.compare(now, cutOffAt) <= 0
}
