import type { Connection } from '../../db/client.ts'
import { readLastDeparture } from './handovers.store.ts'

/** Workers do not confirm in the order in which they hand over. */
const KNOWN_DAYS = 35
/**
 * The manifest is read further back than the rows of the database: its lines have the time of a
 * machine, the rows that of the database, and a file is confirmed after it was handed over.
 */
const MARGIN_DAYS = 5
const EPOCH = '1970-01-01T00:00:00Z'

/** Nothing that the database does not know can have left before this (RFC 3339). */
export async function evidenceSince(db: Connection, tenantId: bigint): Promise<string> {
  return daysBeforeLast(db, tenantId, KNOWN_DAYS + MARGIN_DAYS)
}

/** From when on the evidence must show what the database knows to have left (RFC 3339). */
export async function knownSince(db: Connection, tenantId: bigint): Promise<string> {
  return daysBeforeLast(db, tenantId, KNOWN_DAYS)
}

async function daysBeforeLast(db: Connection, tenantId: bigint, days: number): Promise<string> {
  const last = await readLastDeparture(db, tenantId)
  return last ? last.subtract({ hours: days * 24 }).toString() : EPOCH
}
