import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { readFeed, type ShownEvent, type StepRenderer, showEvents } from './feed.ts'

/**
 * The institution's events after a position. An event without a position gets a later one than any
 * a reader has seen, so no reader misses it.
 */
export async function listEvents(
  db: Connection,
  renderSteps: StepRenderer,
  principal: Principal,
  { after, limit }: { after: bigint; limit: number },
): Promise<Result<ShownEvent[], Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const { tenantId, entitlements } = principal
  const events = await readFeed(db, tenantId, after, limit)
  return accept(await showEvents(db, tenantId, events, renderSteps, numberViewOf({ entitlements })))
}
