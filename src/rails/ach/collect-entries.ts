import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import {
  claimAchPayments,
  countFile,
  firstCollectable,
  hasCollectable,
  insertAchFile,
  insertEntries,
  lockAchDay,
} from './ach.store.ts'
import {
  ACH_TIME_ZONE,
  type AchSpeed,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
} from './collection-window.ts'
import { type AchPayment, composeAchFile } from './compose-file.ts'
import { composeWritable, type UnwritablePayment } from './unwritable-payments.ts'

const NOTHING: Collected = { collected: 0, unwritable: [] }
export const MAX_ENTRIES = 10_000
/** The totals of a batch and a file have twelve digits (Nacha: batch control 33-44, file control 44-55). */
const MAX_TOTAL_CENTS = 999_999_999_999n

/** What a collection took up. */
export interface Collected {
  /** How many payments went into the file. */
  collected: number
  /** What can go into none, for the caller to end: their rows are locked. */
  unwritable: UnwritablePayment[]
}

/**
 * Makes one file of the payments of this speed whose collection has come, and commits it with the numbers it used. Nothing is written outside
 * the database here: write-file.ts does that, as often as it takes.
 */
export async function collectEntries(
  tx: Transaction,
  institution: Institution,
  speed: AchSpeed,
  now: Temporal.Instant,
): Promise<Collected> {
  const { tenantId, timeZone, settings } = institution
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const validatedUntil = latestCollection(now, speed, collection, ACH_TIME_ZONE, calendar)
  if (!validatedUntil || !(await hasCollectable(tx, tenantId, { speed, validatedUntil }))) return NOTHING
  const date = today(now, timeZone)
  const day = await lockAchDay(tx, tenantId, date)
  const payments = whatFits(await claimAchPayments(tx, tenantId, { speed, validatedUntil, limit: MAX_ENTRIES }))
  if (payments.length === 0) return NOTHING
  const effectiveDate = effectiveEntryDate(sendingDate(now, speed, collection, ACH_TIME_ZONE), speed, calendar)
  const { file, unwritable } = composeWritable(payments, (some) =>
    composeAchFile(institution, now, day, effectiveDate, some),
  )
  if (!file) return { collected: 0, unwritable }
  const fileId = newId(now)
  await insertAchFile(tx, tenantId, fileId, file, now)
  await insertEntries(tx, tenantId, fileId, file, effectiveDate)
  await countFile(tx, tenantId, day, file.entryCount)
  return { collected: file.entries.length, unwritable }
}

/** When entries that wait now are collected for the first time. */
export async function nextCollectionOf(
  tx: Transaction,
  institution: Institution,
): Promise<Temporal.Instant | undefined> {
  const { collection } = institution.settings.ach
  const calendar = calendarOf(institution)
  const moments = (await firstCollectable(tx, institution.tenantId)).map(({ speed, validatedAt }) =>
    nextCollection(validatedAt, speed, collection, ACH_TIME_ZONE, calendar),
  )
  return moments.sort(Temporal.Instant.compare)[0]
}

/** As many of the payments, from the first, as the totals of a file can say. */
export function whatFits(payments: readonly AchPayment[]): AchPayment[] {
  let total = 0n
  const end = payments.findIndex(({ amount }) => {
    total += amount
    return total > MAX_TOTAL_CENTS
  })
  return end === -1 ? [...payments] : payments.slice(0, end)
}
