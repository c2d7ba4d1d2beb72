import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../http/errors.ts'
import { requireInstitution } from '../institution/require-institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { readFeed, type ShownEvent, showEvents } from './feed.ts'

/** The institution's events behind a position. One that has no position yet comes later: no reader meets a new one before what it has read. */
export async function listEvents(
  tx: Transaction,
  principal: Principal,
  after: bigint,
  limit: number,
): Promise<Result<ShownEvent[], Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId, entitlements } = principal
  const events = await readFeed(tx, tenantId, after, limit)
  const showsNumbers = entitlements.has('Customers.View_Account_Number')
  return accept(await showEvents(tx, tenantId, events, { showsNumbers }))
}
