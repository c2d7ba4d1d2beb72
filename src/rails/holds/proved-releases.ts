import type { Connection } from '../../db/client.ts'
import { type Keyring, UnknownKey } from '../../db/keyring.ts'
import { requireInPlace } from '../../db/places.ts'
import { openDocument, sealedPartOf } from '../../db/sealed-columns.ts'
import { CannotOpen } from '../../kernel/sealer.ts'
import type { LedgerDifference } from '../../ledger/verify-ledger.ts'
import { type RecordedHold, readHoldsWithReleases } from './rail-holds.store.ts'

/**
 * Holds that ended without their audit record. A replaced hold has none: its replacement has all of
 * its differences. A record counts if the service sealed it, for its own place.
 */
export async function verifyReleases(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const holds = await readHoldsWithReleases(db, tenantId)
  return holds
    .filter((hold) => hold.isReleased && !isProved(db.keyring, tenantId, hold))
    .map(({ id, reason }) => {
      const detail = `the hold for ${reason} was ended, and no record says by whom`
      return { what: 'a hold of the rails ended without its audit record', id, detail }
    })
}

/**
 * The differences that people know: those of open holds, and of holds that they released. What
 * somebody released by SQL alone is not known, and holds the rails again.
 */
export async function readKnownDifferences(db: Connection, tenantId: bigint): Promise<ReadonlySet<string>> {
  const holds = await readHoldsWithReleases(db, tenantId)
  const known = holds.filter((hold) => !hold.isReleased || isProved(db.keyring, tenantId, hold))
  return new Set(known.flatMap(({ differences }) => differences))
}

function isProved(keyring: Keyring, tenantId: bigint, { id, auditId, recorded }: RecordedHold): boolean {
  if (auditId === null) return false
  try {
    const place = { table: 'audit_log', column: 'after', place: `audit_log.after:${auditId}`, value: recorded }
    requireInPlace(keyring, tenantId, place)
    // A record from before sealing is in the clear, as is one of a service without keys.
    if (sealedPartOf(recorded) === undefined) return !keyring.bindsPlaces(tenantId)
    const opened = openDocument(recorded, (text) => keyring.open(tenantId, 'audit_content', text))
    return (opened as { holdUID?: string }).holdUID === id
  } catch (error) {
    if (error instanceof UnknownKey || !(error instanceof CannotOpen)) throw error
    return false
  }
}
