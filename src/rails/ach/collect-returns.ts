import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { calendarOf, type Institution } from '../../institution/institution.ts'
import { BANKING_DAYS } from '../../kernel/business-calendar.ts'
import { newId } from '../../kernel/id.ts'
import { countFile, insertAchFile, lockAchDay } from './ach.store.ts'
import { whatFits, whenIdsAreLeft } from './collect-entries.ts'
import {
  ACH_TIME_ZONE,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
} from './collection-window.ts'
import { composeReturns } from './compose-returns.ts'
import { achDayOf, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import {
  claimReturns,
  firstReturn,
  noteReturnFile,
  type ReturnKey,
  setAsideReturns,
  type WaitingReturn,
} from './returns.store.ts'
import { composeWritable } from './unwritable-payments.ts'

/** Returns settle the next day: they leave with the files of the night. */
const RETURN_SPEED = 'Economy'

/** The entries of one file of returns. The others leave in the next one. */
const MAX_RETURNS = 10_000

/** The fields that come from the entry that goes back. The others come from the institution. */
const OWN_FIELD =
  /^batches\[0\]\.(companyName|companyIdentification|secCode|companyEntryDescription|entries\[\d\]\.(?!traceNumber$)\w+)$/

/** A return that can leave no more, with the reason. */
export interface SetAside extends ReturnKey {
  reason: string
}

/**
 * Why a return must not leave in a file of this effective entry date; undefined if it may. It is
 * asked again for each file, because a rule's time can end while a return waits.
 */
export type ObjectionToReturn = (one: WaitingReturn, effectiveDate: Temporal.PlainDate) => string | undefined

/**
 * Creates and stores one file from the returns that wait, as `collectEntries` does for payments. A
 * return whose time is over, and one that the codec refuses, is set aside and stops no other: the
 * caller moves its receipt.
 */
export async function collectReturns(
  tx: Transaction,
  institution: Institution,
  objectionTo: ObjectionToReturn,
  now: Temporal.Instant,
): Promise<{ collected: number; setAside: SetAside[] }> {
  const { tenantId, settings } = institution
  const { collection } = settings.ach
  const requestedUntil = latestCollection(now, RETURN_SPEED, collection, ACH_TIME_ZONE, calendarOf(institution))
  const requestedAt = requestedUntil && (await firstReturn(tx, tenantId))
  if (!requestedAt || Temporal.Instant.compare(requestedAt, requestedUntil) > 0) return { collected: 0, setAside: [] }
  const day = await lockAchDay(tx, tenantId, achDayOf(now))
  if (tracesLeft(day) === 0) throw new TraceNumbersUsedUp(institution, day)
  const limit = Math.min(MAX_RETURNS, tracesLeft(day))
  const claimed = await claimReturns(tx, tenantId, { requestedUntil, limit, timeZone: ACH_TIME_ZONE })
  const effectiveDate = nextReturnDate(institution, now, now)
  const judged = claimed.map((one) => ({ one, reason: objectionTo(one, effectiveDate) }))
  const timely = whatFits(judged.flatMap(({ one, reason }) => (reason === undefined ? one : [])))
  const compose = (some: readonly WaitingReturn[]) => composeReturns(institution, now, day, effectiveDate, some)
  const { file: composed, unwritable } =
    timely.length > 0
      ? composeWritable(
          timely.map((one) => ({ ...one, paymentId: one.receiptId })),
          compose,
          OWN_FIELD,
        )
      : { file: undefined, unwritable: [] }
  const refused = new Map(unwritable.map(({ paymentId, reason }) => [paymentId, reason]))
  const setAside = judged.flatMap(({ one: { receiptId, kind }, reason = refused.get(receiptId) }) =>
    reason === undefined ? [] : { receiptId, kind, reason },
  )
  await setAsideReturns(tx, tenantId, setAside, now)
  if (!composed) return { collected: 0, setAside }
  const fileId = newId(now)
  await insertAchFile(tx, tenantId, fileId, composed.file, now)
  await noteReturnFile(tx, tenantId, { fileId, effectiveDate: effectiveDate.toString() }, composed.written)
  await countFile(tx, tenantId, day, composed.file.entryCount)
  return { collected: composed.written.length, setAside }
}

/** The next collection of returns that wait now. */
export async function nextReturnsOf(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const requestedAt = await firstReturn(tx, institution.tenantId)
  return requestedAt && whenIdsAreLeft(tx, institution, nextReturnFile(institution, requestedAt), now)
}

/** The collection time of a return requested at `from`. */
export function nextReturnFile(institution: Institution, from: Temporal.Instant): Temporal.Instant {
  const { collection } = institution.settings.ach
  return nextCollection(from, RETURN_SPEED, collection, ACH_TIME_ZONE, calendarOf(institution))
}

/**
 * The day on which the other bank has a return: of the file made at `madeAt`, or of the next file
 * after `from`. The institution makes files on its own banking days; the operator delivers them on
 * those of the Federal Reserve.
 */
export function nextReturnDate(
  institution: Institution,
  from: Temporal.Instant,
  madeAt = nextReturnFile(institution, from),
): Temporal.PlainDate {
  const { collection } = institution.settings.ach
  return effectiveEntryDate(sendingDate(madeAt, RETURN_SPEED, collection, ACH_TIME_ZONE), RETURN_SPEED, BANKING_DAYS)
}
