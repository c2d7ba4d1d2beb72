import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { achSettlement } from '../timetable.ts'
import { type Delivery, readEntryDates } from './deliveries.store.ts'

/**
 * Whether a file reached the operator after the deadline that it was made for, and when its last
 * entries settle instead. A file of returns or reversals has no deadline of its own.
 */
export async function judgeDelivery(
  db: Connection,
  institution: Institution,
  { tenantId, handoverId, announcedAt }: Pick<Delivery, 'tenantId' | 'handoverId' | 'announcedAt'>,
  now: Temporal.Instant,
): Promise<Pick<Delivery, 'missedAt' | 'settlesAt'>> {
  const late = (await readEntryDates(db, tenantId, handoverId)).flatMap((entries) => {
    const made = achSettlement(institution, entries, announcedAt)
    const { settlesAt } = achSettlement(institution, entries, now)
    const isLate = made.depositBy !== undefined && settlesAt.epochMilliseconds > made.settlesAt.epochMilliseconds
    return isLate ? [{ missedAt: made.depositBy!, settlesAt }] : []
  })
  const last = late.toSorted((one, other) => one.settlesAt.epochMilliseconds - other.settlesAt.epochMilliseconds).at(-1)
  return last ?? { missedAt: null, settlesAt: null }
}
