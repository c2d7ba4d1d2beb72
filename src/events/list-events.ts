import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { endOfFeed, requireCursor } from './cursor.ts'
import { readFeed, type ShownEvent, type StepRenderer, showEvents } from './feed.ts'

/**
 * The institution's events after a cursor, which is `latest` for the end of the feed. An event
 * without a position gets a later one than any a reader has seen, so no reader misses it.
 */
export async function listEvents(
  db: Connection,
  renderSteps: StepRenderer,
  principal: Principal,
  { after, limit }: { after: string; limit: number },
): Promise<Result<{ events: ShownEvent[]; after: string }, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const { tenantId, entitlements } = principal
  const from = after === 'latest' ? accept(await endOfFeed(db, tenantId)) : await requireCursor(db, tenantId, after)
  if (!from.ok) return from
  const { position, cursor } = from.value
  const events = await readFeed(db, tenantId, position, limit)
  return accept({
    events: await showEvents(db, tenantId, events, renderSteps, numberViewOf({ entitlements })),
    after: cursor,
  })
}
