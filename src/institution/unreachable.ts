import type { Connection } from '../db/client.ts'
import { type ErrorReason, type Refusal, refusal } from '../kernel/refusal.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { isInstitution } from './require-institution.ts'

/**
 * The refusal of a record that is missing, or outside what the caller may reach. A client of
 * another legal entity than the institution's gets `outside` for both, so that nobody can find out
 * which records exist. The institution reaches all records, so its clients are told what is
 * missing. `detail` explains `missing`.
 */
export async function refuseUnreachable(
  db: Connection,
  principal: Principal,
  record: object | undefined,
  reasons: UnreachableReasons,
): Promise<{ ok: false; refusal: Refusal }> {
  // Read in both cases, so that the time does not tell them apart either.
  const isOwn = await isInstitution(db, principal)
  return unreachable(isOwn, record, reasons)
}

interface UnreachableReasons {
  missing: ErrorReason
  outside: ErrorReason
  detail?: string
}

/** The same refusal; `isOwn` says whether the caller is a client of the institution. */
export function unreachable(
  isOwn: boolean,
  record: object | undefined,
  { missing, outside, detail }: UnreachableReasons,
): { ok: false; refusal: Refusal } {
  return isOwn && record === undefined ? refusal(missing, detail) : refusal(outside)
}
