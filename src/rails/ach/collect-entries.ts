import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import {
  type AlteredPayment,
  claimAchPayments,
  countFile,
  firstCollectable,
  hasCollectable,
  insertAchFile,
  insertEntries,
  lockAchDay,
  readAchDay,
} from './ach.store.ts'
import {
  ACH_TIME_ZONE,
  type AchSpeed,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
} from './collection-window.ts'
import { composeAchFile } from './compose-file.ts'
import { achDayOf, isUsedUp, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import { composeWritable, type UnwritablePayment } from './unwritable-payments.ts'

const NOTHING_COLLECTED: Collected = { collected: 0, unwritable: [], altered: [], heldBack: 0 }
/**
 * A file is made, and its payments move, in one transaction each. With the file ids of a day, this
 * is enough for 1.8 million entries.
 */
export const MAX_ENTRIES = 50_000
/**
 * Totals of a batch and a file have twelve digits (NACHA batch control 33-44, file control 44-55).
 */
const MAX_TOTAL_CENTS = 999_999_999_999n

/** The result of one collection. */
export interface Collected {
  /** Number of payments in the file. */
  collected: number
  /** Payments that no file can carry. Their rows are locked, and the caller ends them. */
  unwritable: UnwritablePayment[]
  /** Payments whose number is not the one that the service stored, likewise. */
  altered: AlteredPayment[]
  /** Number of payments that must wait. */
  heldBack: number
}

/** Holds back those of the locked payments that must not leave now, and returns their ids. */
export type HoldBack = (paymentIds: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Creates one file from the due payments of this speed, and stores it with its trace numbers and
 * counters. It writes only to the database; the hand-over takes the file from there. Throws
 * `FileIdsUsedUp` if payments are due and the day has no id left for their file, and
 * `TraceNumbersUsedUp` if it has no trace number left.
 */
export async function collectEntries(
  tx: Transaction,
  institution: Institution,
  speed: AchSpeed,
  now: Temporal.Instant,
  holdBack: HoldBack,
): Promise<Collected> {
  const { tenantId, settings } = institution
  const { collection } = settings.ach
  const calendar = calendarOf(institution)
  const validatedUntil = latestCollection(now, speed, collection, ACH_TIME_ZONE, calendar)
  if (!validatedUntil || !(await hasCollectable(tx, tenantId, { speed, validatedUntil }))) return NOTHING_COLLECTED
  const day = await lockAchDay(tx, tenantId, achDayOf(now))
  if (tracesLeft(day) === 0) throw new TraceNumbersUsedUp(institution, day)
  const effectiveDate = effectiveEntryDate(sendingDate(now, speed, collection, ACH_TIME_ZONE), speed, calendar)
  const wanted = { speed, validatedUntil, limit: Math.min(MAX_ENTRIES, tracesLeft(day)), now, effectiveDate }
  const { payments: claimed, altered } = await claimAchPayments(tx, tenantId, wanted)
  const held = await holdBack(claimed.map(({ paymentId }) => paymentId))
  const payments = whatFits(claimed.filter(({ paymentId }) => !held.has(paymentId)))
  const heldBack = held.size
  if (payments.length === 0) return { ...NOTHING_COLLECTED, altered, heldBack }
  const { file, unwritable } = composeWritable(payments, (some) =>
    composeAchFile(institution, now, day, effectiveDate, some),
  )
  if (!file) return { collected: 0, unwritable, altered, heldBack }
  const fileId = newId(now)
  await insertAchFile(tx, tenantId, fileId, file, now)
  await insertEntries(tx, tenantId, fileId, file, effectiveDate)
  await countFile(tx, tenantId, day, file.entryCount)
  return { collected: file.entries.length, unwritable, altered, heldBack }
}

/** The next collection of entries that wait now. */
export async function nextCollectionOf(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const { collection } = institution.settings.ach
  const calendar = calendarOf(institution)
  const moments = (await firstCollectable(tx, institution.tenantId)).map(({ speed, validatedAt }) =>
    nextCollection(validatedAt, speed, collection, ACH_TIME_ZONE, calendar),
  )
  const [first] = moments.sort(Temporal.Instant.compare)
  return first && whenIdsAreLeft(tx, institution, first, now)
}

/** The moment of a collection or, if its day takes no more files, the start of the next day. */
export async function whenIdsAreLeft(
  tx: Transaction,
  institution: Institution,
  moment: Temporal.Instant,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  const date = achDayOf(Temporal.Instant.compare(moment, now) > 0 ? moment : now)
  if (!isUsedUp(institution, await readAchDay(tx, institution.tenantId, date))) return moment
  return date.add({ days: 1 }).toZonedDateTime(ACH_TIME_ZONE).toInstant()
}

/** The first entries whose total fits the totals of one file. */
export function whatFits<Entry extends { amount: bigint }>(payments: readonly Entry[]): Entry[] {
  let total = 0n
  const end = payments.findIndex(({ amount }) => {
    total += amount
    return total > MAX_TOTAL_CENTS
  })
  return end === -1 ? [...payments] : payments.slice(0, end)
}
