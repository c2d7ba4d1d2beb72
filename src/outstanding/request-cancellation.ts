import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { requireInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { momentOf } from '../kernel/moment.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Cancellation, findRunning, insertCancellation } from './cancellations.store.ts'
import { type ActorKey, findMakers, isStopped } from './find-actor.ts'
import { noteOutstanding } from './outstanding.store.ts'

/**
 * Begins to cancel what a stopped actor has outstanding: notes all of it, for the worker. While one
 * runs for the actor, another request returns that one. Somebody must have stopped the actor
 * before, so that nobody cancels the payments of a customer that may act.
 */
export async function requestCancellation(
  tx: Transaction,
  app: Pick<App, 'clock' | 'tokenClock'>,
  principal: Principal,
  { actor, reason }: { actor: ActorKey; reason: string },
): Promise<Result<Cancellation, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const makers = await findMakers(tx, institution.value, actor)
  if (!makers.ok) return makers
  const { tenantId } = principal
  const { now, tokenNow } = momentOf(app)
  if (!(await isStopped(tx, tenantId, actor, tokenNow))) return refusal('outstandingActorNotStopped')
  const asked = {
    ...{ tenantId, id: newId(now), actorKind: actor.kind, actorId: actor.id, reason, createdAt: now },
    ...{ requestedBy: principal.clientId, requestedByUser: principal.person?.userId ?? null },
  }
  const { cancellation, isNew } = await begin(tx, actor, asked)
  if (!isNew) return accept(cancellation)
  await noteOutstanding(tx, tenantId, { cancellationId: cancellation.id, makers: makers.value }, now)
  await recordChange(tx, changeOf(cancellation, principal.clientId, 'requested'), now)
  return accept(cancellation)
}

/** Of several that begin at the same moment, one does, and the others wait for it and return it. */
async function begin(
  tx: Transaction,
  actor: ActorKey,
  asked: Parameters<typeof insertCancellation>[1],
): Promise<{ cancellation: Cancellation; isNew: boolean }> {
  for (;;) {
    const running = await findRunning(tx, asked.tenantId, actor)
    if (running) return { cancellation: running, isNew: false }
    const begun = await insertCancellation(tx, asked)
    if (begun) return { cancellation: begun, isNew: true }
  }
}

/** The change of a cancellation for the audit log and the events. */
export function changeOf(cancellation: Cancellation, actor: string, action: 'requested' | 'ended') {
  const { tenantId, id, actorKind, actorId, reason, status, statusReason } = cancellation
  const subject = { kind: 'outstandingCancellation', id }
  const after = { actorKind, actorId, reason, status, ...(statusReason !== null && { statusReason }) }
  return { tenantId, actor, action: `outstanding.cancellation.${action}`, subject, after }
}
