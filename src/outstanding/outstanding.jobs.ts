import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { namePerson } from '../http/change.ts'
import { readStanding } from '../http/standing.ts'
import { type Institution, institutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { cancelItems } from './cancel-items.ts'
import {
  type Cancellation,
  claimCancellation,
  endCancellation,
  readOpenItems,
  tenantsCancelling,
  writeDecided,
} from './cancellations.store.ts'
import { findMakers, isStopped } from './find-actor.ts'
import { type Makers, noteOutstanding } from './outstanding.store.ts'
import { changeOf } from './request-cancellation.ts'

/** The payments that one transaction cancels. */
const BATCH_SIZE = 200

/**
 * Cancels what stopped actors have outstanding, a batch in a transaction. Before each batch it asks
 * again who may act: one whose suspension ended loses nothing more, and one who was stopped cancels
 * nothing more. It ends once nothing is left, also of what was made meanwhile by a request that had
 * been admitted before the stop.
 */
const cancel: Omit<Sweep, 'name'> = {
  due: tenantsCancelling,
  async run(app, institution) {
    return app.db.transaction(async (tx) => {
      const { tenantId } = institution
      const cancellation = await claimCancellation(tx, tenantId)
      if (!cancellation) return 0
      const now = institutionTime(institution, app.clock.now())
      const principal = requesterOf(institution, cancellation)
      await namePerson(tx, principal)
      const stop = await whyStop(tx, app, institution, { cancellation, principal })
      if (stop !== undefined) return end(tx, cancellation, { status: 'Stopped', statusReason: stop }, now)
      const open = await readOpenItems(tx, tenantId, cancellation.id, BATCH_SIZE)
      if (open.length === 0) return lookAgain(tx, institution, cancellation, now)
      const makers = await makersOf(tx, institution, cancellation)
      const kind = open[0]!.kind
      const ids = open.map(({ itemId }) => itemId)
      const items = await cancelItems(tx, { app, principal, cancellation, makers, now }, kind, ids)
      if (items.length > 0) await writeDecided(tx, cancellation, { kind, items }, now)
      return items.length
    })
  },
}

/** The changes are made in the name of the one who asked for them. */
function requesterOf({ tenantId, code, legalEntityId }: Institution, cancellation: Cancellation): Principal {
  const { requestedBy: clientId, requestedByUser: userId } = cancellation
  return {
    ...{ tenantId, tenantCode: code, clientId, legalEntityId, entitlements: new Set<string>(), expiresAt: 0 },
    ...(userId !== null && { person: { userId } }),
  } as Principal
}

async function whyStop(
  tx: Transaction,
  app: App,
  { tenantId, legalEntityId }: Institution,
  { cancellation, principal }: { cancellation: Cancellation; principal: Principal },
): Promise<string | undefined> {
  const tokenNow = app.tokenClock.now()
  const requester = { clientId: principal.clientId, userId: principal.person?.userId ?? null, legalEntityId }
  const standing = (await readStanding(tx, tenantId, [requester], tokenNow))(requester)
  if (!standing.ok) return `the one that asked for it may no longer act: ${standing.refusal.detail}`
  const { actorKind: kind, actorId: id } = cancellation
  if (!(await isStopped(tx, tenantId, { kind, id }, tokenNow))) return 'the actor may act again'
  return undefined
}

async function lookAgain(
  tx: Transaction,
  institution: Institution,
  cancellation: Cancellation,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, id: cancellationId } = cancellation
  const makers = await makersOf(tx, institution, cancellation)
  const found = await noteOutstanding(tx, tenantId, { cancellationId, makers }, now)
  return found > 0 ? found : end(tx, cancellation, { status: 'Done', statusReason: null }, now)
}

async function makersOf(
  tx: Transaction,
  institution: Institution,
  { actorKind: kind, actorId: id }: Cancellation,
): Promise<Makers> {
  const makers = await findMakers(tx, institution, { kind, id })
  if (!makers.ok) throw new Error(`the actor ${kind} ${id} does not exist`)
  return makers.value
}

async function end(
  tx: Transaction,
  cancellation: Cancellation,
  how: { status: 'Done' | 'Stopped'; statusReason: string | null },
  now: Temporal.Instant,
): Promise<number> {
  const ended = await endCancellation(tx, cancellation, { ...how, endedAt: now })
  await recordChange(tx, changeOf(ended, 'worker', 'ended'), now)
  return 1
}

export const outstandingSweeps = defineSweeps('outstanding', { 'cancel what stopped actors set up': cancel })
