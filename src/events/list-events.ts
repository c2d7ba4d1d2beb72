import type { Transaction } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { readFeed, type ShownEvent, type StepRenderer, showEvents } from './feed.ts'

/** The institution's events behind a position. One that has no position yet comes later: no reader meets a new one before what it has read. */
export async function listEvents(
  tx: Transaction,
  renderSteps: StepRenderer,
  principal: Principal,
  { after, limit }: { after: bigint; limit: number },
): Promise<Result<ShownEvent[], Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId, entitlements } = principal
  const events = await readFeed(tx, tenantId, after, limit)
  const showsNumbers = entitlements.has('Customers.View_Account_Number')
  return accept(await showEvents(tx, tenantId, events, renderSteps, { showsNumbers }))
}
