import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import {
  claimDepartedEntries,
  claimDepartedReversals,
  type DepartedEntry,
  insertDepartedEntries,
  readLeftElsewhere,
} from './departed.store.ts'
import { claimDepartedPrenotes, notePrenotesCollected } from './prenotes.store.ts'
import { claimDepartedReturns, noteReturnFile } from './returns.store.ts'
import { noteCollected } from './reversals.store.ts'

/**
 * Puts payments that wait into the files in which they have left, before the database was restored.
 * Their rows are locked, and the caller moves them.
 */
export async function recordDepartedEntries(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
): Promise<DepartedEntry[]> {
  const entries = await claimDepartedEntries(tx, tenantId, limit)
  if (entries.length > 0) await insertDepartedEntries(tx, tenantId, entries)
  return entries
}

/** The same for reversals. Returns their files. */
export async function recordDepartedReversals(tx: Transaction, tenantId: bigint, limit: number): Promise<string[]> {
  const reversals = await claimDepartedReversals(tx, tenantId, limit)
  const files = Map.groupBy(reversals, ({ fileId, effectiveDate }) => `${fileId} ${effectiveDate}`)
  for (const entries of files.values()) {
    const { fileId, effectiveDate } = entries[0]!
    await noteCollected(tx, tenantId, fileId, { entries }, Temporal.PlainDate.from(effectiveDate))
  }
  return [...new Set(reversals.map(({ fileId }) => fileId))]
}

/** The same for returns of received entries. Returns how many. */
export async function recordDepartedReturns(tx: Transaction, tenantId: bigint, limit: number): Promise<number> {
  const returns = await claimDepartedReturns(tx, tenantId, limit)
  const files = Map.groupBy(returns, ({ fileId, effectiveDate }) => `${fileId} ${effectiveDate}`)
  for (const [first, ...others] of files.values()) await noteReturnFile(tx, tenantId, first!, [first!, ...others])
  return returns.length
}

/** The same for prenotifications. Returns how many. */
export async function recordDepartedPrenotes(tx: Transaction, tenantId: bigint, limit: number): Promise<number> {
  const prenotes = await claimDepartedPrenotes(tx, tenantId, limit)
  const files = Map.groupBy(prenotes, ({ fileId, effectiveDate }) => `${fileId} ${effectiveDate}`)
  for (const entries of files.values()) await notePrenotesCollected(tx, tenantId, entries[0]!, entries)
  return prenotes.length
}

/** Why a file must not leave by itself: payments of it have left in another one. */
export async function objectionToFile(tx: Transaction, tenantId: bigint, fileId: string): Promise<string | undefined> {
  const elsewhere = await readLeftElsewhere(tx, tenantId, fileId)
  return (
    elsewhere &&
    `payments of it have left in another file, as the evidence outside the database shows: ${elsewhere.payments}, for example in ${elsewhere.name}`
  )
}
