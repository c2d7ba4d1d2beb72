import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { mustBeName } from '../../http/fields.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { decideDelivery, lockDelivery } from '../courier/deliveries.store.ts'
import { type DecisionBody, renderHandover } from '../rails.schema.ts'
import { HANDOVER_DECISIONS, type Handover, lockHandover, noteDecision } from './handovers.store.ts'

/** In doubt, or only known from the evidence and not carried out yet. */
const isOpen = ({ status, fromEvidence }: Handover) => status === 'InDoubt' || (fromEvidence && status === 'Waiting')

/**
 * Notes what a person decided about a hand-over in doubt. A worker carries it out: it confirms what
 * has left, and hands over again what has not.
 */
export async function decideHandover(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  handoverUID: string,
  body: DecisionBody,
  now: Temporal.Instant,
): Promise<Result<Handover, Refusal>> {
  const handover = await lockHandover(tx, tenantId, handoverUID)
  if (!handover) return refusal('railHandoverNotFound')
  const delivery = await lockDelivery(tx, tenantId, handoverUID)
  if (delivery?.status === 'InDoubt') return decideAboutDelivery(tx, { tenantId, clientId }, delivery, body, now)
  if (!isOpen(handover)) return refusal('railHandoverNotInDoubt', `it is ${handover.status}`)
  const decided = await noteDecision(tx, tenantId, handover.id, mustBeName(HANDOVER_DECISIONS, body.decision))
  const change = { before: renderHandover(handover), after: { ...renderHandover(decided), reason: body.reason } }
  const subject = { kind: 'railHandover', id: handover.id }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.handoverDecided', subject, ...change }, now)
  return accept(decided)
}

/** The file has left the outbox; only whether the server of the network got it is not known. */
async function decideAboutDelivery(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  inDoubt: Handover,
  body: DecisionBody,
  now: Temporal.Instant,
): Promise<Result<Handover, Refusal>> {
  const decision = mustBeName(HANDOVER_DECISIONS, body.decision)
  await decideDelivery(tx, { tenantId, handoverId: inDoubt.id }, decision, now)
  const decided: Handover = {
    ...{ ...inDoubt, doubt: null, decision },
    status: decision === 'HandedOver' ? 'HandedOver' : 'Waiting',
  }
  const change = { before: renderHandover(inDoubt), after: { ...renderHandover(decided), reason: body.reason } }
  const subject = { kind: 'railHandover', id: inDoubt.id }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.handoverDecided', subject, ...change }, now)
  return accept(decided)
}
