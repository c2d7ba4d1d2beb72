import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { countFile, insertAchFile, lockAchDay } from './ach.store.ts'
import { MAX_ENTRIES, whenIdsAreLeft } from './collect-entries.ts'
import {
  ACH_TIME_ZONE,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
} from './collection-window.ts'
import { composeAchFile } from './compose-file.ts'
import { achDayOf, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import { claimPrenotes, firstPrenote, notePrenotesCollected, type WaitingPrenote } from './prenotes.store.ts'
import { composeWritable } from './unwritable-payments.ts'

/** Prenotifications settle the next day: the days of their rule count from there. */
export const PRENOTE_SPEED = 'Economy'

/** A prenotification that does not leave. Its row is locked, and the caller ends it. */
interface LeftOut {
  prenoteId: string
  reason: string
}

/**
 * Creates and stores one file from the prenotifications that wait, as `collectEntries` does for
 * payments. One that must not leave, or that the codec refuses, stops no other.
 */
export async function collectPrenotes(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<{ collected: number; leftOut: LeftOut[] }> {
  const nothing = { collected: 0, leftOut: [] }
  const { tenantId, settings } = institution
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const requestedUntil = latestCollection(now, PRENOTE_SPEED, collection, ACH_TIME_ZONE, calendar)
  const requestedAt = requestedUntil && (await firstPrenote(tx, tenantId))
  if (!requestedAt || Temporal.Instant.compare(requestedAt, requestedUntil) > 0) return nothing
  const day = await lockAchDay(tx, tenantId, achDayOf(now))
  if (tracesLeft(day) === 0) throw new TraceNumbersUsedUp(institution, day)
  const limit = Math.min(MAX_ENTRIES, tracesLeft(day))
  const prenotes = await claimPrenotes(tx, tenantId, { requestedUntil, limit })
  const objectionTo = ({ objection }: WaitingPrenote) =>
    settings.rails.ACH ? objection : 'the institution does not offer ACH'
  const kept = prenotes.flatMap((one) => {
    const reason = objectionTo(one)
    return reason === null ? [] : [{ prenoteId: one.paymentId, reason }]
  })
  const leaving = prenotes.filter((one) => objectionTo(one) === null)
  if (leaving.length === 0) return { collected: 0, leftOut: kept }
  const sentOn = sendingDate(now, PRENOTE_SPEED, collection, ACH_TIME_ZONE)
  const effectiveDate = effectiveEntryDate(sentOn, PRENOTE_SPEED, calendar)
  const { file, unwritable } = composeWritable(leaving, (some) =>
    composeAchFile(institution, now, day, effectiveDate, some, 'PRENOTE'),
  )
  const refused = unwritable.map(({ paymentId: prenoteId, reason }) => {
    return { prenoteId, reason: `its ACH entry is not valid: ${reason}` }
  })
  const leftOut = [...kept, ...refused]
  if (!file) return { collected: 0, leftOut }
  const fileId = newId(now)
  await insertAchFile(tx, tenantId, fileId, file, now)
  const entries = file.entries.map(({ paymentId: prenoteId, ...entry }) => ({ prenoteId, ...entry }))
  await notePrenotesCollected(tx, tenantId, { fileId, effectiveDate: effectiveDate.toString() }, entries)
  await countFile(tx, tenantId, day, file.entryCount)
  return { collected: file.entries.length, leftOut }
}

/** The next collection of prenotifications that wait now. */
export async function nextPrenotesOf(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const requestedAt = await firstPrenote(tx, institution.tenantId)
  return requestedAt && whenIdsAreLeft(tx, institution, nextPrenoteFile(institution, requestedAt), now)
}

function nextPrenoteFile(institution: Institution, from: Temporal.Instant): Temporal.Instant {
  const { collection } = institution.settings.ach
  return nextCollection(from, PRENOTE_SPEED, collection, ACH_TIME_ZONE, calendarOf(institution))
}
