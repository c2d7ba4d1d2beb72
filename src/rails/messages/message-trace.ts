import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import type { RailMessageRow } from './rail-message.ts'

/** Records what became of a message for events and the audit trail, without its bytes. */
export async function recordMessage(
  tx: Transaction,
  action: 'rails.messageExpired' | 'rails.messageInDoubt' | 'rails.messageQuarantined',
  message: Pick<RailMessageRow, 'tenantId' | 'id' | 'rail' | 'direction'> & Partial<RailMessageRow>,
  more: object,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, id, rail, direction, messageType, messageId, paymentId, receiptId } = message
  const known = {
    ...(messageType && { messageType }),
    ...(messageId && { messageId }),
    ...(paymentId && { paymentUID: paymentId }),
    ...(receiptId && { receiptUID: receiptId }),
  }
  const subject = { kind: 'railMessage', id }
  const after = { messageUID: id, rail, direction, ...known, ...more }
  await recordChange(tx, { tenantId, actor: 'worker', action, subject, after }, now)
}
