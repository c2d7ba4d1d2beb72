import type { Connection } from '../../db/client.ts'
import { readLastDeparture } from './handovers.store.ts'

/** Workers do not confirm in the order in which they hand over. */
const EVIDENCE_DAYS = 35

/** Nothing that the database does not know can have left before this (RFC 3339). */
export async function evidenceSince(db: Connection, tenantId: bigint): Promise<string> {
  const last = await readLastDeparture(db, tenantId)
  return last ? last.subtract({ hours: EVIDENCE_DAYS * 24 }).toString() : '1970-01-01T00:00:00Z'
}
