import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { mustBeName } from '../../http/fields.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { HANDOVER_DECISIONS } from '../handover/handovers.store.ts'
import { lockMessage, markDismissed, markReleased, noteMessageDecision } from './decisions.store.ts'
import type { RailMessageRow } from './rail-message.ts'

/** Who decides, and why. */
export interface Decider {
  tenantId: bigint
  clientId: string
  reason: string
}

/**
 * Notes what a person decided about a message in doubt. A worker carries it out: it confirms what
 * has left, and hands over again what has not.
 */
export async function decideMessage(
  tx: Transaction,
  decider: Decider,
  { messageUID, decision }: { messageUID: string; decision: string },
  now: Temporal.Instant,
): Promise<Result<RailMessageRow, Refusal>> {
  const message = await lockMessage(tx, decider.tenantId, messageUID)
  if (!message) return refusal('railMessageNotFound')
  if (message.status !== 'InDoubt') return refusal('railMessageNotInDoubt', `it is ${message.status}`)
  const named = mustBeName(HANDOVER_DECISIONS, decision)
  const decided = await noteMessageDecision(tx, message.tenantId, message.id, named)
  await recordDecision(tx, 'rails.messageDecided', decider, { before: message, after: decided, decision: named }, now)
  return accept(decided)
}

/**
 * Lets a message in quarantine be read once more, as it is: what it was refused for was corrected,
 * such as a setting. If it is still wrong, it goes to quarantine again. Its signature is verified
 * again too.
 */
export async function releaseMessage(
  tx: Transaction,
  decider: Decider,
  messageUID: string,
  now: Temporal.Instant,
): Promise<Result<RailMessageRow, Refusal>> {
  const message = await lockMessage(tx, decider.tenantId, messageUID)
  if (!message) return refusal('railMessageNotFound')
  if (message.status !== 'Quarantined') return refusal('railMessageNotQuarantined', `it is ${message.status}`)
  if (message.sha256 === null)
    return refusal('railMessageNotQuarantined', 'it was too large to be read: ask the network for it')
  const released = await markReleased(tx, message.tenantId, message.id)
  await recordDecision(tx, 'rails.messageReleased', decider, { before: message, after: released }, now)
  return accept(released)
}

/** A person has dealt with a message in quarantine otherwise. It stays kept, and means nothing. */
export async function dismissMessage(
  tx: Transaction,
  decider: Decider,
  messageUID: string,
  now: Temporal.Instant,
): Promise<Result<RailMessageRow, Refusal>> {
  const message = await lockMessage(tx, decider.tenantId, messageUID)
  if (!message) return refusal('railMessageNotFound')
  if (message.status !== 'Quarantined') return refusal('railMessageNotQuarantined', `it is ${message.status}`)
  const dismissed = await markDismissed(tx, message.tenantId, message.id)
  await recordDecision(tx, 'rails.messageDismissed', decider, { before: message, after: dismissed }, now)
  return accept(dismissed)
}

/** Records a decision with its reason, and the message without its bytes. */
export async function recordDecision(
  tx: Transaction,
  action: 'rails.messageDecided' | 'rails.messageReleased' | 'rails.messageDismissed' | 'rails.messageResent',
  { tenantId, clientId: actor, reason }: Decider,
  { before, after, decision }: { before?: RailMessageRow; after: RailMessageRow; decision?: string },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'railMessage', id: after.id }
  const change = {
    ...(before && { before: recorded(before) }),
    after: { ...recorded(after), ...(decision && { decision }), reason },
  }
  await recordChange(tx, { tenantId, actor, action, subject, ...change }, now)
}

function recorded({
  id,
  rail,
  direction,
  status,
  messageType,
  messageId,
  paymentId,
  receiptId,
  ...row
}: RailMessageRow) {
  return {
    ...{ messageUID: id, rail, direction, status },
    ...(messageType !== null && { messageType }),
    ...(messageId !== null && { messageId }),
    ...(paymentId !== null && { paymentUID: paymentId }),
    ...(receiptId !== null && { receiptUID: receiptId }),
    ...(row.resends !== null && { resends: row.resends }),
    ...(row.refusal !== null && { refusal: row.refusal }),
  }
}
