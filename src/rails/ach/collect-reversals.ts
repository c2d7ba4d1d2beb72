import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { countFile, insertAchFile, lockAchDay } from './ach.store.ts'
import { MAX_ENTRIES, whatFits, whenIdsAreLeft } from './collect-entries.ts'
import {
  ACH_TIME_ZONE,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
} from './collection-window.ts'
import { composeAchFile } from './compose-file.ts'
import { achDayOf, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import { claimReversals, firstWaiting, noteCollected } from './reversals.store.ts'
import { composeWritable } from './unwritable-payments.ts'

/** Reversing entries settle the next day, because none is urgent enough for same-day settlement. */
export const REVERSAL_SPEED = 'Economy'

/**
 * Creates and stores one file from the due reversals, as `collectEntries` does for payments. A
 * reversal that the codec refuses stops no other: it keeps waiting, until its text can be written.
 * @returns the number of reversals in the file
 */
export async function collectReversals(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, settings } = institution
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const requestedUntil = latestCollection(now, REVERSAL_SPEED, collection, ACH_TIME_ZONE, calendar)
  const requestedAt = requestedUntil && (await firstWaiting(tx, tenantId))
  if (!requestedAt || Temporal.Instant.compare(requestedAt, requestedUntil) > 0) return 0
  const day = await lockAchDay(tx, tenantId, achDayOf(now))
  if (tracesLeft(day) === 0) throw new TraceNumbersUsedUp(institution, day)
  const limit = Math.min(MAX_ENTRIES, tracesLeft(day))
  const reversals = whatFits(await claimReversals(tx, tenantId, { requestedUntil, limit }))
  if (reversals.length === 0) return 0
  const effectiveDate = effectiveEntryDate(
    sendingDate(now, REVERSAL_SPEED, collection, ACH_TIME_ZONE),
    REVERSAL_SPEED,
    calendar,
  )
  const { file } = composeWritable(reversals, (some) =>
    composeAchFile(institution, now, day, effectiveDate, some, 'REVERSAL'),
  )
  if (!file) return 0
  const fileId = newId(now)
  await insertAchFile(tx, tenantId, fileId, file, now)
  await noteCollected(tx, tenantId, fileId, file, effectiveDate)
  await countFile(tx, tenantId, day, file.entryCount)
  return file.entries.length
}

/** The next collection of reversals that wait now. */
export async function nextReversalsOf(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const requestedAt = await firstWaiting(tx, institution.tenantId)
  return requestedAt && whenIdsAreLeft(tx, institution, nextReversalFile(institution, requestedAt), now)
}

/** The collection time of a reversal requested at `from`. */
export function nextReversalFile(institution: Institution, from: Temporal.Instant): Temporal.Instant {
  return nextCollection(
    from,
    REVERSAL_SPEED,
    institution.settings.ach.collection,
    ACH_TIME_ZONE,
    calendarOf(institution),
  )
}
