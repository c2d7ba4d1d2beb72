import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Speed } from '../../kernel/rail.ts'
import { nextPassage, sameDayFile } from '../../rails/rails.ts'
import { failMissed } from './fail-missed.ts'
import { lowerFees } from './lower-fees.ts'
import { type LateSameDay, moveToNextWindow, type NewPassage, readLateSameDay } from './missed.store.ts'

/**
 * Decides same-day payments, locked by the caller, that a file made now would not carry on their
 * value date, because no worker ran in time. Each is refused, downgraded, or waits for the next
 * window. A file that is still in time for its own day takes those that wait. Returns the ids of
 * those that are not in this file.
 */
export async function missSameDay(
  tx: Transaction,
  institution: Institution,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const { tenantId } = institution
  const { effectiveDate, isInTime } = sameDayFile(institution, now)
  const late = await readLateSameDay(tx, tenantId, paymentIds, effectiveDate)
  const refused = late.filter(({ onMissedCutOff }) => onMissedCutOff === 'Refuse')
  const downgraded = late.filter(({ onMissedCutOff }) => onMissedCutOff === 'Downgrade')
  const waiting = isInTime ? [] : late.filter((one) => !refused.includes(one) && !downgraded.includes(one))
  await lowerFees(tx, institution, downgraded, now)
  await moveToNextWindow(
    tx,
    tenantId,
    [
      ...downgraded.map((payment) => movedTo('Economy', institution, payment, now)),
      ...waiting.map((payment) => movedTo('Economy Plus', institution, payment, now)),
    ],
    now,
  )
  const refusedIds = refused.map(({ id }) => id)
  await failMissed(tx, institution, refusedIds, now)
  return new Set([...refusedIds, ...[...downgraded, ...waiting].map(({ id }) => id)])
}

function movedTo(speed: Speed, institution: Institution, { id }: LateSameDay, now: Temporal.Instant): NewPassage {
  const from = now
  const notBefore = now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
  const passage = nextPassage(institution, { rail: 'ACH', speed, currencies: ['USD'] }, { notBefore, from })
  const isSlower = speed === 'Economy'
  const reason = isSlower ? 'downgraded' : 'missedCutOff'
  return { paymentId: id, ...passage, speed: isSlower ? speed : null, reason }
}
