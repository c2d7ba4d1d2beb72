import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import {
  type AchEntry,
  achSettlement,
  REVERSAL_SPEED,
  readEntries,
  resumeReversals,
  suspendReversals,
} from '../../rails/rails.ts'
import { recordValueDates } from '../history/value-date-changes.store.ts'
import { refuseWithFile, sendWithFile } from '../prenotes/step-prenotes.ts'
import { lockWithoutSettlement, suspendPayments, writeSettlements } from './open-payments.store.ts'

/**
 * The operator rejected the file: its payments and reversals settle no more by the calendar. They
 * wait until the operator accepts the file, or people return them. Its prenotifications are
 * refused.
 * @returns how many wait or are refused
 */
export async function suspendFile(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  now: Temporal.Instant,
): Promise<number> {
  const entries = await readEntries(tx, tenantId, fileId)
  const ids = entries.map(({ paymentId }) => paymentId)
  const refused = await refuseWithFile(tx, tenantId, fileId, now)
  return (await suspendPayments(tx, tenantId, ids, now)) + (await suspendReversals(tx, tenantId, fileId)) + refused
}

/**
 * The operator accepted a file that it rejected before: what waits settles at the next settlement
 * for which it is in time, with the value date of that day.
 */
export async function resumeFile(
  tx: Transaction,
  institution: Institution,
  fileId: string,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  const entries = await readEntries(tx, tenantId, fileId)
  const ids = entries.map(({ paymentId }) => paymentId)
  const waiting = new Set(await lockWithoutSettlement(tx, tenantId, ids))
  const settlementOf = ({ effectiveDate, speed }: Pick<AchEntry, 'effectiveDate' | 'speed'>) =>
    achSettlement(institution, { effectiveDate, speed }, now)
  const settlements = entries
    .filter(({ paymentId }) => waiting.has(paymentId))
    .map((entry) => ({ paymentId: entry.paymentId, ...settlementOf(entry) }))
  const dates = settlements.map(({ paymentId, valueDate }) => {
    return { paymentId, valueDate, reason: 'anotherFile' } as const
  })
  await recordValueDates(tx, tenantId, dates, now)
  await writeSettlements(tx, tenantId, settlements, now)
  const dueAt = (effectiveDate: Temporal.PlainDate) => settlementOf({ effectiveDate, speed: REVERSAL_SPEED }).settlesAt
  await resumeReversals(tx, tenantId, fileId, dueAt)
  await sendWithFile(tx, institution, fileId, now)
}
