import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../http/errors.ts'
import { requireInstitution } from '../institution/require-institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type EventRow, readEvents } from './events.store.ts'

/** The institution's events behind a position. One that has no position yet comes later: no reader meets a new one before what it has read. */
export async function listEvents(
  tx: Transaction,
  principal: Principal,
  after: bigint,
  limit: number,
): Promise<Result<EventRow[], Refusal>> {
  const institution = await requireInstitution(tx, principal)
  return institution.ok ? accept(await readEvents(tx, principal.tenantId, after, limit)) : institution
}
