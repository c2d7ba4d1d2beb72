import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import { institutionTime, requireInstitution } from '../institution/institution.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type Cancellation,
  type CancellationItem,
  type CancellationTotal,
  findCancellation,
  type ItemOutcome,
  readCancellationTotals,
  readItems,
} from './cancellations.store.ts'
import { OUTSTANDING_KINDS, type OutstandingKind } from './domain/kinds.ts'
import { type ActorKey, findMakers, isStopped } from './find-actor.ts'
import { type OutstandingItem, type OutstandingTotal, readOutstanding, readTotals } from './outstanding.store.ts'

/** A page of what an actor has outstanding, with the totals of all of it. */
export interface Outstanding {
  actor: ActorKey
  isStopped: boolean
  totals: OutstandingTotal[]
  items: OutstandingItem[]
}

/** What the actor set up or shaped and that has not ended. Read it in a snapshot. */
export async function viewOutstanding(
  db: Connection,
  app: Pick<App, 'clock' | 'tokenClock'>,
  principal: Principal,
  { actor, kind, ...page }: PageRequest & { actor: ActorKey; kind: OutstandingKind | undefined },
): Promise<Result<Outstanding, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const makers = await findMakers(db, institution.value, actor)
  if (!makers.ok) return makers
  const { tenantId } = principal
  const now = institutionTime(institution.value, app.clock.now())
  const asked = { makers: makers.value, kinds: kind === undefined ? OUTSTANDING_KINDS : [kind] }
  const totals = await readTotals(db, tenantId, asked, now)
  const items = await readOutstanding(db, tenantId, asked, page, now)
  const stopped = await isStopped(db, tenantId, actor, app.tokenClock.now())
  return accept({ actor, isStopped: stopped, totals, items })
}

/** A cancellation with a page of what it found. */
export interface CancellationView {
  cancellation: Cancellation
  totals: CancellationTotal[]
  items: CancellationItem[]
}

export async function viewCancellation(
  db: Connection,
  principal: Principal,
  { cancellationUID, outcome, ...page }: PageRequest & { cancellationUID: string; outcome: ItemOutcome | undefined },
): Promise<Result<CancellationView, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const { tenantId } = principal
  const found = await findCancellation(db, tenantId, cancellationUID)
  if (!found) return refusal('outstandingCancellationNotFound')
  const totals = await readCancellationTotals(db, tenantId, found.id)
  return accept({
    cancellation: found,
    totals,
    items: await readItems(db, tenantId, { id: found.id, outcome }, page),
  })
}
